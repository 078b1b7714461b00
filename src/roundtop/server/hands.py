"""Bots and heavy questions in processes of their own, shared by all games, so that none ever blocks another."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, Protocol, final

from roundtop.battle.codec import Plain
from roundtop.battle.engine import Battle
from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Decision, Rulebook
from roundtop.bots.isolated import CrashedError, Isolated, StalledError, UnreadableError
from roundtop.dice.sources import Stream
from roundtop.rulebooks import rulebook as rulebook_of
from roundtop.server.limits import Limits, Trouble
from roundtop.server.turns import Turns
from roundtop.server.worker import Worker, WorkerError

HOME: Final = "roundtop.rulebooks:rulebook"
ENDLESS: Final = 1_000_000
HOUSE: Final = ""
"""The visitor for whom the server does what it does once for everybody."""


def cores() -> int:
    """So many processes think at once: at least two, so that one visitor never has all of them."""
    return max(2, min(4, os.cpu_count() or 1))


class Help(Protocol):
    """Bots and workers, of this process or of the server it works for."""

    async def answer(
        self, bot: str, rulebook: Rulebook, known: Battle, decision: Decision, budget: float, visitor: str = HOUSE
    ) -> Answer:
        """A bot's answer; whatever it raises is the bot's fault."""

    async def run(self, what: str, *texts: str | bytes, visitor: str = HOUSE) -> bytes:
        """Have a heavy question answered in another process, within what one may cost."""

    def close(self) -> None:
        """Nobody is helped any more."""


@final
class Hands:
    """So many bots and so many workers at once; one that stalls or takes too much is killed and another started."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.places = self.limits.workers or cores()
        self.bots = Turns(self.places, self.places, ENDLESS)
        self.idle: list[Isolated] = []
        self.made: list[Isolated] = []
        self.questions = Turns(self.places, max(1, self.places // 2), self.limits.questions)
        self.workers: list[Worker] = []
        self.resting: list[Worker] = []
        self.threads = ThreadPoolExecutor(2 * self.places, "hands")
        self.closed = False

    # Bots

    async def answer(
        self, bot: str, rulebook: Rulebook, known: Battle, decision: Decision, budget: float, visitor: str = HOUSE
    ) -> Answer:
        """A bot's answer; whatever it raises is the bot's fault."""
        await self.bots.take(visitor)
        try:
            hand = self._hand(bot, rulebook)
            try:
                stream = Stream(secrets.token_hex(16))
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self.threads, partial(hand, known, decision, stream, budget))
            finally:
                self.idle.append(hand)
        finally:
            self.bots.give(visitor)

    async def think(self, who: tuple[str, str], asked: str, budget: float, visitor: str) -> Plain:
        """The same, of a bot and its rulebook, for another process that writes the question and reads the answer."""
        await self.bots.take(visitor)
        try:
            hand = self._hand(who[0], rulebook_of(who[1]))
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self.threads, hand.thought, asked, budget)
            except (CrashedError, StalledError, UnreadableError) as error:
                raise Trouble(503, "bot", str(error)) from None
            finally:
                self.idle.append(hand)
        finally:
            self.bots.give(visitor)

    def _hand(self, bot: str, rulebook: Rulebook) -> Isolated:
        for hand in self.idle:
            if (hand.name, hand.rulebook.id) == (bot, rulebook.id):
                self.idle.remove(hand)
                return hand
        while len(self.idle) >= self.places:
            old = self.idle.pop(0)
            self.made.remove(old)
            self.threads.submit(old.close)
        hand = Isolated(bot, rulebook, HOME, rulebook.id, self.limits.bot_megabytes)
        self.made.append(hand)
        return hand

    # Heavy questions

    async def run(self, what: str, *texts: str | bytes, visitor: str = HOUSE) -> bytes:
        """Have a heavy question answered in another process, within what one may cost."""
        await self.questions.take(visitor)
        parts = tuple([text.encode() if isinstance(text, str) else text for text in texts])
        work = asyncio.get_running_loop().run_in_executor(self.threads, self._work, what, parts)
        # Whoever asked may have gone meanwhile: his place is free when the work is done.
        work.add_done_callback(lambda done: self._done(done, visitor))
        return await asyncio.shield(work)

    async def run_for(self, what: str, texts: tuple[str | bytes, ...], visitor: str) -> bytes:
        """The same for another process."""
        return await self.run(what, *texts, visitor=visitor)

    def _done(self, work: asyncio.Future[bytes], visitor: str) -> None:
        if not work.cancelled():
            work.exception()
        self.questions.give(visitor)

    def _work(self, what: str, parts: tuple[bytes, ...]) -> bytes:
        """In a thread: ask a worker that rests, or a new one; one that fails is killed."""
        try:
            worker = self.resting.pop()
        except IndexError:
            worker = Worker(self.limits.worker_megabytes)
            self.workers.append(worker)
        sound = False
        try:
            answer = worker.ask(what, parts, self.limits.worker_seconds)
            sound = True
        except Trouble as trouble:
            sound = trouble.status < 503
            raise
        finally:
            if sound and not self.closed:
                self.resting.append(worker)
            else:
                self.workers.remove(worker)
                worker.end()
        return answer

    def close(self) -> None:
        self.closed = True
        for hand in self.made:
            hand.close()
        for worker in list(self.workers):
            if worker in self.resting:
                worker.end()
            else:
                worker.process.kill()
        self.threads.shutdown(wait=False, cancel_futures=True)


@final
class Shelved:
    """Finished pictures and pages, kept as long as there is room for them; what is being made is made once."""

    MOST: Final = 64 * 1024 * 1024

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self.making: dict[tuple[str, ...], asyncio.Task[bytes]] = {}
        self.size = 0

    async def get(self, key: tuple[str, ...], make: Callable[[], Awaitable[bytes]]) -> bytes:
        """What is kept under this key, or what making it gives."""
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        if key not in self.making:
            self.making[key] = asyncio.ensure_future(self._make(key, make))
            self.making[key].add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self.making[key])

    async def _make(self, key: tuple[str, ...], make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            found = await make()
        finally:
            del self.making[key]
        self.kept[key] = found
        self.size += _room_for(key, found)
        while self.size > self.MOST:
            self.size -= _room_for(*self.kept.popitem(last=False))
        return found


def _room_for(key: tuple[str, ...], found: bytes) -> int:
    """What keeping this takes, roughly, with what it is kept under."""
    return len(found) + 4 * sum([len(word) for word in key]) + 500


__all__ = ["HOUSE", "Hands", "Help", "Shelved", "WorkerError"]
