"""Timing that a noisy machine does not spoil: the best of several runs."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds(work: Callable[[], object], runs: int = 5, least: float = 0.05) -> float:
    """Seconds that one call takes, at its best; short calls are repeated."""
    times = 1
    while True:
        taken = _once(work, times)
        if taken >= least:
            break
        times = max(times * 2, int(times * least / max(taken, 1e-9)) + 1)
    return min([taken, *[_once(work, times) for _ in range(runs - 1)]]) / times


def _once(work: Callable[[], object], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return time.perf_counter() - start
