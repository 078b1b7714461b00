"""The life of a process in which dear games are played: the same rooms and pages, the disk and the helpers afar."""

from __future__ import annotations

import asyncio
import mmap
import secrets
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, final

from roundtop.battle.engine import Battle, codec
from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Decision, Rulebook
from roundtop.bots import leash
from roundtop.server.app import application
from roundtop.server.hall import Hall
from roundtop.server.hands import HOUSE
from roundtop.server.limits import Limits
from roundtop.server.line import Calls, Line, LostError
from roundtop.server.places import STRANGE
from roundtop.server.room import Busy
from roundtop.server.store import Write
from roundtop.server.tidy import collect_when_quiet, start_tidy

ROOM_TO_GROW: Final = 2
"""Times the memory at which the server ends the process in good order."""


@final
class FarStore:
    """The server's log, read and written over the line."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.turn = asyncio.Lock()

    def write(self, *writes: Write) -> asyncio.Future[None]:
        return self.line.call("write", writes)

    async def header(self, game: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = await self.line.call("header", game)
        return found

    async def texts(self, game: str, first: int, most: int) -> list[str]:
        found: list[str] = await self.line.call("texts", game, first, most)
        return found

    async def maker(self, game: str) -> str:
        return str(await self.line.call("maker", game))

    async def made_since(self, address: str, since: float) -> int:
        return int(await self.line.call("made_since", address, since))


@final
class FarHands:
    """The server's bots and workers, which are shared by all processes."""

    def __init__(self, line: Line) -> None:
        self.line = line

    async def answer(
        self, bot: str, rulebook: Rulebook, known: Battle, decision: Decision, budget: float, visitor: str = HOUSE
    ) -> Answer:
        words = codec(rulebook)
        asked = words.text([known, decision, secrets.token_hex(16), budget])
        answer: Answer = words.value(await self.line.call("think", (bot, rulebook.id), asked, budget, visitor))
        return answer

    async def run(self, what: str, *texts: str | bytes, visitor: str = HOUSE) -> bytes:
        return bytes(await self.line.call("run", what, texts, visitor))

    def close(self) -> None:
        """They are the server's, and go on."""


@final
class Apart:
    """What the server asks of the process."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, limits: Limits, kind: str, busy: Busy
    ) -> None:
        calls: Calls = {"request": self._request, "wake": self._wake, "size": self._size, "part": self._part}
        self.line = Line(reader, writer, calls)
        # What one address may ask was counted where it came in.
        hall = replace(
            limits,
            requests_per_second=1e9,
            sockets_per_address=10**9,
            requests_at_once=10**9,
            loop_seconds=limits.strange_seconds,
        )
        outgrown = self._outgrown if kind == STRANGE else None
        self.hall = Hall(None, hall, far=(FarStore(self.line), FarHands(self.line), self._elsewhere, outgrown))
        self.hall.busy = busy
        self.app = application(lambda: self.hall)

    async def _request(self, number: int, scope: dict[str, Any]) -> None:
        async def receive() -> Any:
            return await self.line.call("receive", number)

        heard = True

        async def send(message: Any) -> None:
            nonlocal heard
            try:
                if heard:
                    await self.line.call("send", number, message)
            except LostError:  # whoever asked has gone; the rest of the answer is for nobody
                heard = False

        with suppress(LostError):
            await self.app({**scope, "state": {}}, receive, send)  # type: ignore[arg-type]  # a scope as it came

    async def _wake(self, game: str) -> None:
        (await self.hall.room(game)).nudge()

    async def _elsewhere(self, game: str) -> None:
        await self.line.call("wake", game)

    async def _outgrown(self, game: str) -> None:
        await self.line.call("outgrown", game)

    async def _size(self) -> int:
        return grown()

    async def _part(self) -> None:
        await asyncio.gather(*[self.hall.store.write(*rows) for rows in self.hall.parting()])


def grown() -> int:
    """The megabytes this process has now, or has had at most where the system says no more; 0 where not even that.

    The most that a process has had is not asked for if it can be helped: it begins with what its parent had.
    """
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * mmap.PAGESIZE // leash.MEGABYTE
    try:
        import resource
    except ImportError:  # Windows
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit // leash.MEGABYTE


def live(place: socket.socket, limits: Limits, kind: str, busy: Busy) -> None:
    """Play games until the server is gone; it alone says when to end."""
    leash.follow()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    leash.allow(ROOM_TO_GROW * limits.worker_megabytes)
    asyncio.run(_live(place, limits, kind, busy))


async def _live(place: socket.socket, limits: Limits, kind: str, busy: Busy) -> None:
    apart = Apart(*await asyncio.open_connection(sock=place), limits, kind=kind, busy=busy)
    start_tidy()
    tidying = asyncio.create_task(collect_when_quiet())
    await apart.line.listen()
    tidying.cancel()
