"""Bots and heavy questions in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

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
    limit = time.monotonic() + 10
    while any(alive(worker) for worker in workers) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not any(alive(worker) for worker in workers)
