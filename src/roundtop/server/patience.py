"""Requests that come in drops, and answers that are taken in drops, are not waited for."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, ClassVar, Final, TypeAlias

from uvicorn.config import Config
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.server import ServerState

from roundtop.server.limits import Limits
from roundtop.server.wire import ENCODER

Network: TypeAlias = IPv4Network | IPv6Network
SLOWEST: Final = 16 * 1024
"""Bytes a second at which a long request earns more time, and an answer is to be taken."""
LONGEST_HEAD: Final = 64 * 1024
NO_HANDSHAKE: Final = (
    "This handshake cannot be read: it has no body, at most 128 headers, and no line of more than 8,192 bytes; are "
    "there too many cookies of other programs?"
)


class Patient(asyncio.Protocol):
    """Uvicorn's protocol with a clock that runs from a request's first byte, or the connection, to its last byte."""

    limits: ClassVar[Limits] = Limits()
    proxies: ClassVar[tuple[Network, ...]] = ()
    connected: ClassVar[Counter[str]] = Counter()

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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.inner.connection_made(transport)
        self._start()
        address = (transport.get_extra_info("peername") or ("",))[0]
        if self.counts(address):
            self.address = address
            self.connected[address] += 1
            if self.connected[address] > self.limits.connections_per_address:
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
        if self.clock is None:
            self._start()
        self.received += len(data)
        self.inner.data_received(data)
        cycle = self.inner.cycle
        if not self.transport.is_closing() and not self._understood():
            self._end(400, "no-handshake", NO_HANDSHAKE)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._stop()
            self._left()
        elif cycle is not None and cycle is not self.whole and not cycle.more_body:
            self.whole = cycle
            self._stop()
        elif self._in_head() and self.received > LONGEST_HEAD:
            self._end(431, "too-long", f"The head of a request has at most {LONGEST_HEAD} bytes.")

    def _understood(self) -> bool:
        """Whether a connection that has become a WebSocket's has begun to shake hands: where the head says what its
        reader does not take, that one waits for another for ever.
        """
        now = self.transport.get_protocol()
        return now is self or bool(getattr(now, "handshake_initiated", True))

    def eof_received(self) -> None:
        self.inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._taken()
        self._left()
        self.inner.connection_lost(exc)

    def pause_writing(self) -> None:
        self.inner.pause_writing()
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
        return self.inner.cycle is self.whole

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
        if self._in_head() or not self.inner.cycle.response_started:
            body = ENCODER.encode({"error": {"code": code, "message": message}})
            head = f"HTTP/1.1 {status} \r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
            self.transport.write(f"{head}connection: close\r\n\r\n".encode() + body)
        self.transport.close()


def patient(limits: Limits, proxies: Sequence[str] = ()) -> type[asyncio.Protocol]:
    """The protocol under these limits, before which these proxies stand."""
    networks = tuple([ip_network(proxy) for proxy in proxies])
    return type("Patient", (Patient,), {"limits": limits, "proxies": networks, "connected": Counter()})
