"""Whose turn it is to hear news: one seat after another, so that under load commands go first and news gather."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol, final

FIRST: Final = 0.01
PAUSE: Final = 0.002


class Hearer(Protocol):
    """A seat that is told when its turn has come."""

    def news(self) -> None:
        """Make the news of this seat now."""


@final
class Teller:
    """Lets seats make their news in the order they asked: the first after a moment, each next after a pause."""

    def __init__(self) -> None:
        self.waiting: deque[Hearer] = deque()
        self.telling = False

    def tell(self, hearer: Hearer) -> None:
        """Let this seat have its turn."""
        self.waiting.append(hearer)
        if not self.telling:
            self.telling = True
            asyncio.get_running_loop().call_later(FIRST, self._next)

    def _next(self) -> None:
        hearer = self.waiting.popleft()
        if self.waiting:
            asyncio.get_running_loop().call_later(PAUSE, self._next)
        else:
            self.telling = False
        hearer.news()
