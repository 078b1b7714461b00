"""Requests that come in drops, and answers that are taken in drops, are not waited for; floods wait for others."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, ClassVar, Final, TypeAlias

from uvicorn.config import Config
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.server import ServerState

from roundtop.server.limits import Limits
from roundtop.server.pace import CONNECTION_SECONDS, REQUEST_SECONDS, Gate, Pace
from roundtop.server.wire import ENCODER

Network: TypeAlias = IPv4Network | IPv6Network
SLOWEST: Final = 16 * 1024
"""Bytes a second at which a long request earns more time, and an answer is to be taken."""
LONGEST_HEAD: Final = 64 * 1024
NO_HANDSHAKE: Final = (
    "This handshake cannot be read: it has no body, at most 128 headers, and no line of more than 8,192 bytes; are "
    "there too many cookies of other programs?"
)


PIECE: Final = 4096
"""Bytes that are read before others have a turn, where somebody has used up his share of the loop."""
MOST_HEADERS: Final = 256
"""With what follows a body in pieces."""
MOST_FRAGMENTS: Final = 1000
"""Of a WebSocket's message."""
MOST_UNTAKEN: Final = 16 * 1024 * 1024
"""Bytes that wait for somebody who only talks."""


class Patient(asyncio.Protocol):
    """Uvicorn's protocols with a clock that runs from a request's first byte, or the connection, to its last byte."""

    limits: ClassVar[Limits] = Limits()
    proxies: ClassVar[tuple[Network, ...]] = ()
    connected: ClassVar[Counter[str]] = Counter()
    pace: ClassVar[Pace] = Pace(Limits().reading_share)

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.loop = _loop or asyncio.get_running_loop()
        self.inner: Any = AutoHTTPProtocol(  # type: ignore[call-arg]  # declared as any protocol at all
            config=config, server_state=server_state, app_state=app_state, _loop=_loop
        )
        self.clock: asyncio.TimerHandle | None = None
        self.whole: object = None
        self.began = 0.0
        self.received = 0
        self.taking: asyncio.TimerHandle | None = None
        self.untaken = 0
        self.address = ""
        self.payer = f"connection {id(self)}"
        self.speaking = False
        self.rest = bytearray()
        self.reading = True

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.gate = Gate(transport, self)
        self.inner.connection_made(self.gate)
        if hasattr(self.inner, "on_response_complete"):
            self.answered = self.inner.on_response_complete
            self.inner.on_response_complete = self._answered
        self._start()
        address = (transport.get_extra_info("peername") or ("",))[0]
        if self.counts(address):
            self.payer = address
            self.pace.charge(address, CONNECTION_SECONDS)
            self.address = address
            self.connected[address] += 1
            if self.pace.shut_out(address):
                self._end(429, "too-many", "Too much has come from your address; wait some seconds.")
            elif self.connected[address] > self.limits.connections_per_address:
                most = self.limits.connections_per_address
                self._end(429, "too-many", f"At most {most} connections at once from one address.")

    def counts(self, address: str) -> bool:
        """Whether the connections of an address are counted: those of a proxy are other people's."""
        return bool(address) and not any([ip_address(address) in network for network in self.proxies])

    def _left(self) -> None:
        """A connection is no more, or a WebSocket's from now on, which is counted elsewhere."""
        if self.address:
            self.connected[self.address] -= 1
            if not self.connected[self.address]:
                del self.connected[self.address]
            self.address = ""

    def data_received(self, data: bytes) -> None:
        self.rest += data
        self.look_up()

    def look_up(self) -> None:
        """Read on as long as there is something, it is wanted and paid for; whatever is left waits for its turn."""
        while self.has_more() and self.pace.left(self.payer) > 0.0:
            self.read_piece()
        if self.has_more():
            self.pace.wait(self)
        reading = not self.rest and not self.gate.held
        if reading != self.reading and not self.transport.is_closing():
            self.reading = reading
            (self.transport.resume_reading if reading else self.transport.pause_reading)()

    def _answered(self) -> None:
        """A request is answered; where others came with it in one breath, no more are read before they are."""
        self.answered()
        self.look_up()

    def has_more(self) -> bool:
        """Whether something is there to be read, and whoever reads it has nothing else to do first."""
        busy = self.gate.held or bool(getattr(self.inner, "pipeline", None))
        return bool(self.rest) and not busy and not self.transport.is_closing()

    def read_some(self) -> None:
        """One piece for somebody who has to wait, and all the rest once he has not."""
        if self.has_more():
            self.read_piece()
        self.look_up()

    def read_piece(self) -> None:
        piece = bytes(self.rest[:PIECE])
        del self.rest[:PIECE]
        begun = time.thread_time()
        if self.speaking:
            self.inner.data_received(piece)
            self._heard()
        else:
            self._asked(piece)
        requests = 0 if self.speaking else piece.count(b" HTTP/1.")
        self.pace.charge(self.payer, time.thread_time() - begun + REQUEST_SECONDS * requests)

    def _heard(self) -> None:
        """Hang up on whoever says nothing at great length."""
        untaken = self.transport.get_write_buffer_size() > MOST_UNTAKEN
        if untaken or len(getattr(self.inner, "frames", ())) > MOST_FRAGMENTS:
            self.transport.abort()

    def _asked(self, data: bytes) -> None:
        """Read on in requests."""
        if self.clock is None:
            self._start()
        self.received += len(data)
        self.inner.data_received(data)
        if not self.speaking and not self.address:
            self.payer = self._behind_proxy() or self.payer
        if self.speaking:
            if not self.transport.is_closing() and not getattr(self.inner, "handshake_initiated", True):
                # Where the head says what its reader does not take, that one waits for another for ever.
                self._end(400, "no-handshake", NO_HANDSHAKE)
            return
        cycle = self.inner.cycle
        if self.transport.is_closing():
            self._stop()
            self._left()
        elif len(self.inner.headers or ()) > MOST_HEADERS or (self._in_head() and self.received > LONGEST_HEAD):
            words = f"The head of a request has at most {LONGEST_HEAD} bytes and {MOST_HEADERS} headers."
            self._end(431, "too-long", words)
        elif cycle is not None and cycle is not self.whole and not cycle.more_body:
            self.whole = cycle
            self._stop()

    def _behind_proxy(self) -> str:
        """Whom a proxy speaks for."""
        told = [value for name, value in self.inner.headers or () if name == b"x-forwarded-for"]
        return told[-1].rpartition(b",")[2].strip().decode("latin-1")[:100] if told else ""

    def taken_over(self, protocol: Any) -> None:
        """The connection is a WebSocket's from now on."""
        if not self.address:
            self.payer = self._behind_proxy() or self.payer
        self.inner = protocol
        self.speaking = True
        self._stop()
        self._left()

    def eof_received(self) -> bool:
        """Whether whoever has nothing more to say is still owed an answer."""
        self.inner.eof_received()
        cycle = None if self.speaking else self.inner.cycle
        return bool(self.rest) or (cycle is not None and not cycle.response_complete)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._taken()
        self._left()
        self.rest.clear()
        self.pace.forget(self)
        self.inner.connection_lost(exc)

    def pause_writing(self) -> None:
        self.inner.pause_writing()
        if not self.speaking:
            self._wait_for_taking()

    def resume_writing(self) -> None:
        self._taken()
        self.inner.resume_writing()

    def _wait_for_taking(self) -> None:
        self.untaken = self.transport.get_write_buffer_size()
        self.taking = self.loop.call_later(self.limits.request_seconds, self._look_at_taking)

    def _taken(self) -> None:
        if self.taking is not None:
            self.taking.cancel()
            self.taking = None

    def _look_at_taking(self) -> None:
        """Whoever leaves an answer lying is hung up on: it would be kept for him for ever, closed or not."""
        if self.untaken - self.transport.get_write_buffer_size() < SLOWEST * self.limits.request_seconds:
            self.transport.abort()
        else:
            self._wait_for_taking()

    def _in_head(self) -> bool:
        """Whether the headers of the request that is coming in are not yet whole."""
        return not self.speaking and self.inner.cycle is self.whole

    def _start(self) -> None:
        self.began = self.loop.time()
        self.received = 0
        self.clock = self.loop.call_later(self.limits.request_seconds, self._look)

    def _stop(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def _look(self) -> None:
        """The time is up, unless a long body has come quickly so far."""
        earned = 0.0 if self._in_head() else min(self.received, self.limits.upload) / SLOWEST
        left = self.began + self.limits.request_seconds + earned - self.loop.time()
        if left > 0:
            self.clock = self.loop.call_later(left, self._look)
        else:
            self._end(408, "too-slow", "The request did not come to its end in time.")

    def _end(self, status: int, code: str, message: str) -> None:
        self._stop()
        if self.speaking or self._in_head() or not self.inner.cycle.response_started:
            body = ENCODER.encode({"error": {"code": code, "message": message}})
            head = f"HTTP/1.1 {status} \r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
            self.transport.write(f"{head}connection: close\r\n\r\n".encode() + body)
        self.transport.close()


def patient(limits: Limits, proxies: Sequence[str] = ()) -> type[asyncio.Protocol]:
    """The protocol under these limits, before which these proxies stand."""
    networks = tuple([ip_network(proxy) for proxy in proxies])
    made = {"limits": limits, "proxies": networks, "connected": Counter(), "pace": Pace(limits.reading_share)}
    return type("Patient", (Patient,), made)
