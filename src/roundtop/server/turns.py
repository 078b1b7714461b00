"""Who may work next: so many at once, each visitor at most a share of them, and nobody is passed over."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import final

from roundtop.server.limits import Trouble

Waiting = deque["asyncio.Future[None]"]


@final
class Turns:
    """Gives turns to visitors: to each in the order he asked, and to one visitor after the other."""

    def __init__(self, places: int, share: int, waiting: int) -> None:
        """So many work at once, so many of them for one visitor, and so many of his may wait; nobody's ("") all may."""
        self.free = places
        self.share = share
        self.longest = waiting
        self.working: Counter[str] = Counter()
        self.waiting: dict[str, Waiting] = {}

    async def take(self, visitor: str) -> None:
        """Wait for a turn; Trouble where too much of this visitor waits already."""
        mine = self.waiting.setdefault(visitor, deque())
        if visitor and len(mine) >= self.longest:
            words = f"{self.longest} of your questions are waiting for an answer; ask again when they have it."
            raise Trouble(429, "too-many", words)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        mine.append(turn)
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(visitor)
            raise

    def give(self, visitor: str) -> None:
        """The turn of this visitor is over."""
        self.free += 1
        self.working[visitor] -= 1
        if not self.working[visitor]:
            del self.working[visitor]
        self._next()

    def _next(self) -> None:
        while self.free:
            ready = [visitor for visitor in self.waiting if self.working[visitor] < self.share]
            if not ready:
                return
            visitor = min(ready, key=lambda one: self.working[one])
            mine = self.waiting.pop(visitor)
            turn = mine.popleft() if mine else None
            if mine:
                self.waiting[visitor] = mine  # behind all the others
            if turn is not None and not turn.done():
                self.free -= 1
                self.working[visitor] += 1
                turn.set_result(None)
