"""The server's process."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref

import pytest

from roundtop.server.run import Sparing
from roundtop.server.tidy import FEW, SOME, collect_when_quiet, start_tidy
from tests.server.aside import awaited


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.self = self


def test_cycles_are_looked_for_when_it_is_quiet() -> None:
    async def work() -> None:
        start_tidy()
        tidying = asyncio.create_task(collect_when_quiet(0.02))
        await asyncio.sleep(0.01)
        assert not gc.isenabled()
        knots = [Knot() for _ in range(SOME + FEW)]
        lost = weakref.ref(knots[0])
        del knots
        assert lost() is not None
        await asyncio.sleep(0.2)
        assert lost() is None
        tidying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await tidying

    awaited(work())
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_the_same_warning_is_written_down_once_a_minute() -> None:
    sparing = Sparing()

    def passes(text: str, level: int = logging.WARNING, traced: bool = False) -> bool:
        trace = (ValueError, ValueError(), None) if traced else None
        return sparing.filter(logging.LogRecord("uvicorn.error", level, "", 0, text, (), trace))

    assert [passes("Invalid HTTP request received.") for _ in range(3)] == [True, False, False]
    assert passes("another")
    assert [passes("the disk is full", logging.ERROR) for _ in range(2)] == [True, False]
    assert [passes("a fault", logging.ERROR, traced=True) for _ in range(2)] == [True, True]
    sparing.told["another"] -= 60.0
    assert passes("another")
