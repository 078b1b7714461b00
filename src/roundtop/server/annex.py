"""Processes in which the dear games are played: whatever they cost, the loop of the server only hands messages on."""

from __future__ import annotations

import asyncio
import itertools
import logging
import socket
import zlib
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeAlias, final

from roundtop.bots import leash
from roundtop.server.hands import Hands
from roundtop.server.limits import Limits
from roundtop.server.line import Calls, Line, LostError
from roundtop.server.places import BESIDE, STRANGE, VAST
from roundtop.server.store import Kept, StoreError, Write

if TYPE_CHECKING:
    from roundtop.server.doors import Receive, Scope, Send

LOG: Final = logging.getLogger("roundtop.server")
Wake: TypeAlias = Callable[[str], Coroutine[Any, Any, None]]
LOOK_SECONDS: Final = 2.0
PARTING_SECONDS: Final = 5.0
LONGEST_ID: Final = 100
PLAIN: Final = (
    "type", "asgi", "http_version", "method", "scheme", "path", "raw_path", "query_string", "headers", "client",
    "server", "root_path", "subprotocols",
)  # fmt: skip
"""What another process is told of a request."""


@final
class Annexes:
    """So many processes, started when they are needed, one for strange games and one for vast ones, which would keep
    others waiting. Each game has its place in one of them and nowhere else.
    """

    def __init__(self, limits: Limits, store: Kept, hands: Hands, wake: Wake, outgrows: Wake) -> None:
        """`wake` lets the bots of a game begin, wherever it is played; `outgrows` finds it a place among the vast."""
        *self.beside, self.strange, self.vast = [
            Annex(kind, limits, store, hands, wake=wake, outgrows=outgrows)
            for kind in (*[BESIDE] * hands.places, STRANGE, VAST)
        ]

    def place(self, game: str, kind: str) -> Annex:
        """The process of a game that is played in a place of this kind."""
        if kind == BESIDE:
            return self.beside[zlib.crc32(game.encode()) % len(self.beside)]
        return self.vast if kind == VAST else self.strange

    def barring(self, bar: Callable[[str], None]) -> None:
        """Who is told of games that are played no more."""
        for place in (*self.beside, self.strange, self.vast):
            place.bar = bar

    async def close(self) -> None:
        await asyncio.gather(*[place.close() for place in (*self.beside, self.strange, self.vast)])


@final
class Annex:
    """One process, and everything it asks of the server: its requests' messages, the disk, bots and workers."""

    def __init__(self, kind: str, limits: Limits, store: Kept, hands: Hands, wake: Wake, outgrows: Wake) -> None:
        self.kind = kind
        self.limits = limits
        self.store = store
        self.requests: dict[int, tuple[Receive, Send]] = {}
        self.numbers = itertools.count()
        self.starting: asyncio.Task[Line] | None = None
        self.process: Any = None
        self.busy: Any = None
        """The game that is being changed in it."""
        self.bar: Callable[[str], None] = lambda _: None
        self.tasks: list[asyncio.Task[None]] = []
        self.calls: Calls = {
            "receive": self._receive,
            "send": self._send,
            "write": self._write,
            "header": store.header,
            "texts": store.texts,
            "maker": store.maker,
            "made_since": store.made_since,
            "run": hands.run_for,
            "think": hands.think,
            "wake": wake,
            "outgrown": outgrows,
        }

    async def relay(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request or a connection answered there; LostError where the process ends before it is."""
        number = next(self.numbers)
        self.requests[number] = (receive, send)
        try:
            line = await self.line()
            await line.call("request", number, {name: scope[name] for name in PLAIN if name in scope})
        finally:
            del self.requests[number]

    async def wake(self, game: str) -> None:
        """Let the bots of a game begin."""
        await (await self.line()).call("wake", game)

    async def line(self) -> Line:
        """The line to the process, which is started where there is none."""
        if self.starting is not None and self.starting.done():
            failed = self.starting.cancelled() or self.starting.exception() is not None
            if failed or not self.starting.result().open:
                self.starting = None
        if self.starting is None:
            self.starting = asyncio.create_task(self._start())
        return await asyncio.shield(self.starting)

    async def _start(self) -> Line:
        self._end()
        # What the process before this one gave to be written is on the disk before this one reads.
        await self.store.write()
        from roundtop.server.apart import live

        near, far = socket.socketpair()
        self.busy = leash.shared(LONGEST_ID)
        self.process = await asyncio.to_thread(leash.started, live, (far, self.limits, self.kind, self.busy))
        far.close()
        line = Line(*await asyncio.open_connection(sock=near), self.calls)
        self.tasks = [asyncio.create_task(line.listen()), asyncio.create_task(self._watch(line))]
        return line

    async def _watch(self, line: Line) -> None:
        """End a process that does not answer in time or has grown too large; its games are read anew by another."""
        try:
            while line.open:
                async with asyncio.timeout(self._patience()):
                    megabytes = await line.call("size")
                if megabytes > self.limits.worker_megabytes:
                    LOG.warning("a process for games has grown to %d megabytes and is ended", megabytes)
                    break
                await asyncio.sleep(LOOK_SECONDS)
        except (TimeoutError, LostError):
            LOG.warning("a process for games does not answer and is ended")
            stuck = self.busy.value.decode()
            if stuck and self.kind != BESIDE:
                LOG.warning("game %s takes too long and is played no more", stuck)
                self.bar(stuck)
        line.close()
        self.process.kill()

    def _patience(self) -> float:
        """Seconds within which the process is to answer."""
        most = self.limits.worker_seconds
        return most if self.kind == BESIDE else min(most, self.limits.change_seconds)

    def _end(self) -> None:
        for task in self.tasks:
            task.cancel()
        if self.starting is not None and self.process is not None:
            self.process.kill()

    async def close(self) -> None:
        """Leave every game where the next version of the rules can take it up."""
        if self.starting is None:
            return
        try:
            async with asyncio.timeout(PARTING_SECONDS):
                await (await self.line()).call("part")
        except StoreError as error:
            LOG.warning("a process for games could not leave them ready for other rules: %s", error)
        except (TimeoutError, LostError):
            LOG.warning("a process for games did not end in time")
        self._end()

    # What the process asks

    async def _receive(self, number: int) -> Any:
        if number not in self.requests:
            raise LostError
        return await self.requests[number][0]()

    async def _send(self, number: int, message: Any) -> None:
        if number not in self.requests:
            raise LostError
        try:
            await self.requests[number][1](message)
        except (OSError, RuntimeError):  # whoever asked has gone
            raise LostError from None

    async def _write(self, writes: tuple[Write, ...]) -> None:
        await self.store.write(*writes)
