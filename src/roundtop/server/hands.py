"""Bots in processes of their own, shared by all games, so that none of them ever blocks another."""

from __future__ import annotations

import asyncio
import os
import secrets
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final, final

from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Decision, Rulebook, View
from roundtop.bots.isolated import Isolated
from roundtop.dice.sources import Stream
from roundtop.server import think
from roundtop.server.limits import Trouble

LONGEST: Final = 120.0
"""Seconds that any question may take."""
HOME: Final = "roundtop.rulebooks:rulebook"


def cores() -> int:
    return max(1, min(4, os.cpu_count() or 1))


@final
class Hands:
    """So many bots think at once; one that stalls is killed and another started."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self.free = asyncio.Semaphore(self.workers)
        self.threads = ThreadPoolExecutor(self.workers, "bots")
        self.idle: list[Isolated] = []
        self.made: list[Isolated] = []
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, bot: str, rulebook: Rulebook, view: View, decision: Decision, budget: float) -> Answer:
        """A bot's answer; whatever it raises is the bot's fault."""
        async with self.free:
            hand = self._hand(bot, rulebook)
            try:
                stream = Stream(secrets.token_hex(16))
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self.threads, hand, view, decision, stream, budget)
            finally:
                self.idle.append(hand)

    def _hand(self, bot: str, rulebook: Rulebook) -> Isolated:
        for hand in self.idle:
            if (hand.name, hand.rulebook.id) == (bot, rulebook.id):
                self.idle.remove(hand)
                return hand
        while len(self.idle) >= self.workers:
            old = self.idle.pop(0)
            self.made.remove(old)
            self.threads.submit(old.close)
        hand = Isolated(bot, rulebook, HOME, rulebook.id)
        self.made.append(hand)
        return hand

    def pool(self) -> ProcessPoolExecutor:
        """Fresh processes for odds, pictures and reports."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), think.follow_the_server)
        return self._pool

    async def run(self, what: str, *texts: str) -> str:
        """Have a heavy question answered in another process."""
        try:
            future: Future[str] = self.pool().submit(think.think, what, *texts)
            return await asyncio.wait_for(asyncio.wrap_future(future), LONGEST)
        except (BrokenProcessPool, TimeoutError):
            # A process that died or does not come to an end is left behind; the next question gets a fresh one.
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            raise Trouble(503, "no-answer", "This took too long or failed; try again.") from None

    def close(self) -> None:
        for hand in self.made:
            hand.close()
        self.threads.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
