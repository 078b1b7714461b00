"""A server whose event loop is watched: how long each of its callbacks held the processor."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, TypeVarTuple, Unpack

from roundtop.server.hall import Hall
from roundtop.server.limits import Limits
from roundtop.server.porch import Porch
from roundtop.server.run import Server, configured, listening
from tests.server.house import CONTEXT, ROOMY, House, fork_alike, prepare

Ts = TypeVarTuple("Ts")
NOTED: Final = 0.005
"""Callbacks shorter than this are not noted."""


class WatchedLoop(asyncio.SelectorEventLoop):
    """Notes the processor time of every callback: what other processes do to the clock does not count."""

    def __init__(self) -> None:
        self.noted: list[tuple[float, str]] = []
        super().__init__()

    def _timed(self, callback: Callable[[Unpack[Ts]], object]) -> Callable[[Unpack[Ts]], None]:
        def timed(*args: *Ts) -> None:
            begun = time.thread_time()
            try:
                callback(*args)
            finally:
                spent = time.thread_time() - begun
                if spent > NOTED:
                    self.noted.append((spent, repr(getattr(callback, "__self__", callback))[:300]))

        return timed

    def call_soon(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        return super().call_soon(self._timed(callback), *args, context=context)

    def call_soon_threadsafe(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        return super().call_soon_threadsafe(self._timed(callback), *args, context=context)

    def call_at(
        self, when: float, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return super().call_at(when, self._timed(callback), *args, context=context)

    def _add_reader(self, fd: Any, callback: Any, *args: Any) -> Any:
        return super()._add_reader(fd, self._timed(callback), *args)  # type: ignore[misc]

    def _add_writer(self, fd: Any, callback: Any, *args: Any) -> Any:
        return super()._add_writer(fd, self._timed(callback), *args)  # type: ignore[misc]


def live(line: Connection, data: Path, limits: Limits) -> None:
    """The life of the server's process; it is told `look` and says what was noted since."""
    fork_alike()
    opened = listening("127.0.0.1", 0)
    app = Porch(lambda: Hall(data, limits))
    server = Server(configured(app, limits), f"http://127.0.0.1:{opened.getsockname()[1]}", line.send)
    loop = WatchedLoop()

    def tell() -> None:
        while line.recv():
            noted, loop.noted = loop.noted, []
            line.send(noted)

    threading.Thread(target=tell, daemon=True).start()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(server.serve(sockets=[opened]))


@dataclass
class WatchedHouse(House):
    """A running server that says how long its loop was held."""

    line: Connection

    def held(self) -> list[tuple[float, str]]:
        """What held the loop since this was last asked, the longest first; seconds of processor time."""
        self.line.send("look")
        assert self.line.poll(60), "the server says nothing"
        found: list[tuple[float, str]] = self.line.recv()
        return sorted(found, reverse=True)


@contextmanager
def watched_house(data: Path, limits: Limits = ROOMY) -> Iterator[WatchedHouse]:
    prepare()
    near, far = CONTEXT.Pipe()
    process = CONTEXT.Process(target=live, args=(far, data, limits))
    process.start()
    far.close()
    assert near.poll(60), "the server did not start"
    house = WatchedHouse(near.recv(), process, near)
    try:
        yield house
    finally:
        house.stop()
