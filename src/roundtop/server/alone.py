"""One server to a file of games: a lock beside it, which ends with the process however that ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from roundtop.server.store import StoreError

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _lock_itself(path: Path) -> list[int]:
        """The lock beside the file cannot be removed while it is held."""
        return []

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _lock_itself(path: Path) -> list[int]:
        """The file too, for whoever tidies the lock away, where this kind of lock is none of SQLite's business."""
        if sys.platform != "linux" or not path.is_file():
            return []
        file = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            raise
        return [file]


@contextmanager
def alone(data: Path | None) -> Iterator[None]:
    """Hold the lock of a file of games; StoreError where another server holds it, or none can be had."""
    if data is None:
        yield
        return
    path = data.resolve()
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreError("it has a second name (a hard link) by which another server could open it; copy it instead")
    try:
        file = os.open(path.with_name(f"{path.name}-lock"), os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StoreError(f"its folder cannot be written to ({(error.strerror or str(error)).lower()})") from None
    held = [file]
    try:
        try:
            _lock(file)
            held.extend(_lock_itself(path))
        except OSError:
            raise StoreError("another server keeps its games in it; stop that one or give another file") from None
        yield
    finally:
        for one in held:
            os.close(one)
