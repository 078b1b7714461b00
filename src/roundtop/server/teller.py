"""Whose turn it is to hear news: one seat after another, so that under load commands go first and news gather."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, final

FIRST: Final = 0.01
PAUSE: Final = 0.002


@final
class Teller:
    """Lets seats make their news in the order they asked: the first after a moment, each next after a pause."""

    def __init__(self) -> None:
        self.waiting: deque[Callable[[], None]] = deque()
        self.telling = False

    def tell(self, news: Callable[[], None]) -> None:
        """Let a seat have its turn to make its news."""
        self.waiting.append(news)
        if not self.telling:
            self.telling = True
            asyncio.get_running_loop().call_later(FIRST, self._next)

    def _next(self) -> None:
        news = self.waiting.popleft()
        if self.waiting:
            asyncio.get_running_loop().call_later(PAUSE, self._next)
        else:
            self.telling = False
        news()
