"""Who may come in: by which name the server is called, whose page is asking, and which proxies are believed."""

from __future__ import annotations

import re
import socket
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any, Final, TypeAlias, final
from urllib.parse import urlsplit

from roundtop.server.limits import Trouble
from roundtop.server.pages import HEADERS
from roundtop.server.wire import ENCODER

Scope: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]
"""What the server hands an application, and what it hands back, also before there is an application."""

PORT: Final = re.compile(r"(?:\[(?P<figures>[^][]*)\]|(?P<name>[^][:]*))(?::[0-9]*)?")
"""A host as it is written with or without its port."""
NAMED: Final = re.compile(r"[\w.:-]+")
HOME: Final = ("localhost", "127.0.0.1", "::1")
EVERYWHERE: Final = ("0.0.0.0", "::")
HTTP: Final = "http"
WEBSOCKET: Final = "websocket.http"
"""What is asked for, as an answer to it is called."""
HEARD_OUT: Final = 32 * 1024 * 1024
"""Bytes of a body that are let pass by."""
LOOKING: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing, which a link on any page may use."""


@final
@dataclass(slots=True, frozen=True)
class Doors:
    """The names the server answers to besides its own address, and the proxies whose word about visitors is taken."""

    known_as: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in self.known_as:
            if not NAMED.fullmatch(bare(name)):
                raise ValueError(f"--known-as {name!r}: give a name such as games.example.org, or an address")
        for proxy in self.proxies:
            try:
                ip_network(proxy)
            except ValueError:
                raise ValueError(f"--proxy {proxy}: give an address such as 10.0.0.2, or a network") from None


def bare(host: str) -> str:
    """A host as `Host` and `Origin` name it, without its port and in one spelling."""
    name = host.strip().lower()
    found = PORT.fullmatch(name)
    name = (found["figures"] or found["name"] if found else name).removesuffix(".")
    return str(ip_address(name)) if _is_address(name) else name


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def own_names() -> tuple[str, ...]:
    """What this computer is called in its network."""
    name = socket.gethostname().lower()
    return name, f"{name.partition('.')[0]}.local"


@final
class Guard:
    """Lets a request through to the application if it was meant for this server.

    A page whose name was pointed at this computer on purpose still says that name in `Host`; it gets nothing. An
    address in figures cannot be pointed elsewhere, so a server that listens everywhere answers to all of them.
    """

    def __init__(self, app: Any, listening: Iterable[str], doors: Doors) -> None:
        self.app = app
        bound = [bare(name) for name in listening]
        self.everywhere = any([name in EVERYWHERE for name in bound])
        own = own_names() if self.everywhere else ()
        self.names = frozenset([*HOME, *bound, *own, *[bare(name) for name in doors.known_as]])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        # Whoever says two names says none: one of them would be believed here and the other elsewhere.
        host, origin = [
            ", ".join([value.decode("latin-1") for name, value in scope["headers"] if name == wanted])
            for wanted in (b"host", b"origin")
        ]
        trouble = self.trouble(scope, host, origin)
        body = Body(scope, receive, send)
        if trouble is None:
            await self.app(scope, body.receive, body.send)
        else:
            await refuse(body.send, trouble, WEBSOCKET if scope["type"] == "websocket" else HTTP)

    def trouble(self, scope: Scope, host: str, origin: str) -> Trouble | None:
        """Why a request is not let through."""
        name = bare(host)
        if name not in self.names and not (self.everywhere and _is_address(name)):
            return Trouble(421, "unknown-host", f"This server is not known as '{name[:100]}'; see --known-as.")
        looking = scope["type"] == "http" and scope["method"] in LOOKING
        if origin and not looking and _place(origin) != host.lower():
            return Trouble(403, "other-site", "A page of another site may not ask for this.")
        return None


@final
class Body:
    """A request's body, let pass by before the last answer on a line for which nobody has read it to its end.

    Whoever is answered and hung up on while he still sends would be cut off instead of told.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        given = {name: value.lower() for name, value in scope["headers"]}
        sent = b"content-length" in given or b"transfer-encoding" in given
        last = b"close" in given.get(b"connection", b"") or scope.get("http_version") == "1.0"
        # Who asks whether he may send is not waited for.
        self.coming = scope["type"] == "http" and sent and last and b"expect" not in given
        self.size = 0

    async def receive(self) -> Any:
        message = await self._receive()
        self.size += len(message.get("body", b""))
        self.coming = self.coming and message["type"] == "http.request" and message.get("more_body", False)
        return message

    async def send(self, message: Any) -> None:
        while self.coming and self.size < HEARD_OUT:
            await self.receive()
        await self._send(message)


def _place(origin: str) -> str:
    """The host and port of a page; nowhere where that is no address at all."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


async def refuse(send: Send, trouble: Trouble, asked: str = HTTP) -> None:
    """Answer a request, or one for a WebSocket, in words before any page does."""
    body = ENCODER.encode({"error": trouble.plain()})
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), **HEADERS}
    plain = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": f"{asked}.response.start", "status": trouble.status, "headers": plain})
    await send({"type": f"{asked}.response.body", "body": body, "more_body": False})
