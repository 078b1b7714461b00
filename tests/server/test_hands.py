"""Bots and heavy questions in processes of their own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from roundtop.server.hands import Hands
from roundtop.server.limits import Limits, Trouble
from roundtop.server.worker import WorkerError
from tests.server.aside import awaited

WORKERS = """
import asyncio, sys
from roundtop.server.hands import Hands
from roundtop.server.limits import Limits

if __name__ == "__main__":
    hands = Hands(Limits(workers=1))
    asyncio.run(hands.run("clauses", "charge", ""))
    print(*[worker.process.pid for worker in hands.workers], flush=True)
    sys.stdin.read()
"""


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_process_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(WORKERS)
    command = [sys.executable, str(program)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        workers = [int(word) for word in server.stdout.readline().split()]
        assert workers
        assert all(alive(worker) for worker in workers)
        server.send_signal(signal.SIGKILL)
    limit = time.monotonic() + 60
    while any(alive(worker) for worker in workers) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not any(alive(worker) for worker in workers)


def gone(process: int) -> bool:
    """Whether a process has ended within a while."""
    limit = time.monotonic() + 60
    while alive(process) and time.monotonic() < limit:
        time.sleep(0.05)
    return not alive(process)


def failed(limits: Limits, what: str, *texts: str | bytes) -> tuple[Exception, list[int], list[int]]:
    """What a question fails with, the process that worked on it, and those that are there after the next one."""

    async def work() -> tuple[Exception, list[int], list[int]]:
        hands = Hands(limits)
        asked = asyncio.ensure_future(hands.run(what, *texts, visitor="somebody"))
        before: list[int] = []
        while not asked.done():
            before = [worker.process.pid or 0 for worker in hands.workers] or before
            await asyncio.sleep(0.001)
        error = asked.exception()
        assert isinstance(error, Exception)
        hands.limits = Limits(workers=1)
        assert (await hands.run("clauses", "", "", visitor="somebody")).startswith(b"[")
        after = [worker.process.pid or 0 for worker in hands.workers]
        hands.close()
        return error, before, after

    return awaited(work())


def test_a_worker_that_takes_too_long_is_killed_and_replaced() -> None:
    error, before, after = failed(Limits(workers=1, worker_seconds=0.01), "shelf-map", "little-round-top")
    assert isinstance(error, Trouble)
    assert (error.status, error.message) == (503, "This took longer than 0.01 seconds and was stopped.")
    assert len(before) == len(after) == 1
    assert before != after
    assert gone(before[0])
    assert gone(after[0])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to its memory")
def test_a_worker_that_takes_too_much_memory_is_killed_and_replaced() -> None:
    greedy = b'{"line":"game","x":[' + b"[]," * 6_000_000 + b"[]]}\n"
    error, before, after = failed(Limits(workers=1, worker_megabytes=400), "watch", greedy)
    assert isinstance(error, Trouble)
    assert (error.status, error.message) == (503, "This took more than 400 megabytes of memory and was stopped.")
    assert before != after
    assert gone(before[0])


def test_a_worker_that_dies_is_replaced_and_a_fault_is_no_answer() -> None:
    async def work() -> None:
        hands = Hands(Limits(workers=1))
        await hands.run("clauses", "", "")
        os.kill(hands.workers[0].process.pid or 0, signal.SIGKILL)
        with pytest.raises(Trouble, match="has ended; nothing has changed") as told:
            await hands.run("clauses", "", "")
        assert told.value.status == 503
        with pytest.raises(WorkerError, match="no-such-battle"):
            await hands.run("shelf-map", "no-such-battle")
        assert (await hands.run("clauses", "", "")).startswith(b"[")
        hands.close()

    awaited(work())


def test_one_visitor_never_has_all_workers() -> None:
    async def work() -> None:
        hands = Hands(Limits(workers=2))
        await asyncio.gather(*[hands.run("clauses", "", "", visitor=one) for one in ("greedy", "modest")])
        greedy = [asyncio.ensure_future(hands.run("shelf-map", "little-round-top", visitor="greedy")) for _ in range(8)]
        await hands.run("clauses", "", "", visitor="modest")
        assert len([one for one in greedy if one.done()]) <= 4
        await asyncio.gather(*greedy)
        assert len(hands.workers) == 2
        hands.close()

    awaited(work())
