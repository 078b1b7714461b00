"""Coroutines in the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def awaited(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives, run in a thread of its own: a test with a browser may have left its loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()
