"""How far a process that works for another may go: so much memory, and no further than the life of the other."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, Final

MEGABYTE: Final = 1024 * 1024


def started(life: Callable[..., None], given: tuple[Any, ...]) -> BaseProcess:
    """A new process with nothing of this one in it but what it is given."""
    process = get_context("spawn").Process(target=life, args=given, daemon=True)
    process.start()
    return process


def shared(size: int) -> Any:
    """Bytes that a process and the one that started it both see, whatever either is doing."""
    return get_context("spawn").Array("c", size, lock=False)


def follow() -> None:
    """End this process when the one that started it is gone, however it went: nobody is left to answer."""
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, name="following", daemon=True).start()


def allow(megabytes: int) -> None:
    """Let this process have so much memory and no more, where the system knows such a limit."""
    try:
        import resource
    except ImportError:  # Windows
        return
    try:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))
    except (OSError, ValueError):  # macOS
        return
