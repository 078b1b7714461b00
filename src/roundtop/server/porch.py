"""Before all pages: how much one address may ask at once, and which process answers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, final

from litestar import Litestar

from roundtop.server import pages
from roundtop.server.annex import Annex
from roundtop.server.app import application
from roundtop.server.doors import HTTP, WEBSOCKET, Receive, Scope, Send, refuse
from roundtop.server.hall import RESTART, Hall
from roundtop.server.limits import Trouble
from roundtop.server.line import LostError

GONE: Final = "The process of this game has ended; what was acknowledged is kept. Try again."
GAMES: Final = ["api", "games"]
FILE: Final = "file"
BODIES: Final = 4
"""Of the largest kind that one address may be sending at once."""


@contextmanager
def counting(counter: Counter[str], address: str, number: int) -> Iterator[None]:
    """Count something of an address while it lasts."""
    counter[address] += number
    try:
        yield
    finally:
        counter[address] -= number
        if not counter[address]:
            del counter[address]


@final
class Porch:
    """Counts what comes in; what concerns a dear game is handed on to the process it is played in."""

    def __init__(self, make_hall: Callable[[], Hall]) -> None:
        """The hall is opened and closed with the application."""
        self.make_hall = make_hall
        self.halls: list[Hall] = []
        self.sockets: Counter[str] = Counter()
        self.asking: Counter[str] = Counter()
        self.bodies: Counter[str] = Counter()
        self.app = application(self.hall, [self._life])

    def hall(self) -> Hall:
        return self.halls[-1]

    @asynccontextmanager
    async def _life(self, _: Litestar) -> AsyncIterator[None]:
        from roundtop.server.openapi import text

        text()  # written, like the shelf, before anybody waits for it
        pages.shelf()
        self.halls.append(self.make_hall())
        try:
            yield
        finally:
            hall = self.halls.pop()
            if hall.annexes is not None:
                await hall.annexes.close()
            hall.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)  # type: ignore[arg-type]  # as it came
            return
        address = (scope.get("client") or ("",))[0]
        speaking = scope["type"] == "websocket"
        trouble = None if speaking else self._too_many(address)
        counted = self.sockets if speaking else self.asking
        if speaking and self.sockets[address] >= self.hall().limits.sockets_per_address:
            words = f"{self.sockets[address]} of your connections are open; close one of them."
            await refuse(send, Trouble(429, "too-many", words), WEBSOCKET)
            return
        if trouble is not None:
            await refuse(send, trouble)
            return
        coming = 0 if speaking else self._coming(scope)
        if coming and self.bodies[address] + coming > BODIES * self.hall().limits.upload:
            await refuse(send, Trouble(429, "too-much", "Too much is being sent from your address; send less at once."))
            return
        with counting(counted, address, 1), counting(self.bodies, address, coming):
            await self._answer(scope, receive, send)

    def _coming(self, scope: Scope) -> int:
        """Bytes of a body that a request says are coming, the most that are taken where it does not say."""
        most = self.hall().limits.upload
        said = {name: value for name, value in scope["headers"] if name in (b"content-length", b"transfer-encoding")}
        return most if b"transfer-encoding" in said else min(most, int(said.get(b"content-length") or 0))

    def _too_many(self, address: str) -> Trouble | None:
        hall = self.hall()
        if not hall.requests.take(address):
            return Trouble(429, "too-many", "Too many requests; wait a moment.")
        if self.asking[address] >= hall.limits.requests_at_once:
            words = f"{hall.limits.requests_at_once} of your requests are being answered; wait for one of them."
            return Trouble(429, "too-many", words)
        return None

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        hall = self.hall()
        game = game_of(scope["path"])
        if game in hall.places.barred:
            words = f"A change of this game took over {hall.limits.change_seconds:g} s; it is played no more here."
            speaking = scope["type"] == "websocket"
            await refuse(send, Trouble(409, "too-dear", words), WEBSOCKET if speaking else HTTP)
            return
        if game and hall.annexes is not None and await hall.annexed(game):
            await self._relay(hall.place(hall.annexes, game), scope, receive, send)
        else:
            await self.app(scope, receive, send)  # type: ignore[arg-type]  # as it came

    async def _relay(self, place: Annex, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sent(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await place.relay(scope, receive, sent)
        except LostError:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": RESTART, "reason": ""})
            elif not begun:
                await refuse(send, Trouble(503, "no-answer", GONE))


def game_of(path: str) -> str:
    """The game that an address is about."""
    parts = [part for part in path.split("/") if part]
    return parts[2] if parts[:2] == GAMES and len(parts) > 2 and parts[2] != FILE else ""
