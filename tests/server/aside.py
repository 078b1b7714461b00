"""Coroutines in the tests, and what other processes would work out."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from roundtop.server import think

T = TypeVar("T")


class Elsewhere:
    """Answers as another process would, with nothing but the texts it is given; notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def answer(self, *_: object, visitor: str = "") -> Any:
        raise AssertionError("no bot is asked")

    async def run(self, what: str, *texts: str | bytes, visitor: str = "") -> bytes:
        self.asked.append(what)
        return think.WORK[what](*texts).encode()

    def close(self) -> None:
        pass


def awaited(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives, run in a thread of its own: a test with a browser may have left its loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()
