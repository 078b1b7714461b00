"""How fast what comes over the wire is read: whoever sends much that is dear to read waits for everybody else."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Any, Final, Protocol, final

CONNECTION_SECONDS: Final = 0.0003
REQUEST_SECONDS: Final = 0.0003
"""What a connection and the least of requests take, wherever that is counted."""
BURST: Final = 2.0
"""Seconds' worth of its share that an address may take at once."""
SHUT_OUT: Final = -5.0
"""Seconds' worth of its share that an address may be behind before it is let in no more."""
FARTHEST: Final = -10.0
"""Seconds' worth that it can be behind at all: others may share the address."""
AFTERWARDS: Final = 2.0
"""Times what reading of those who wait took that the loop is left to others."""
MOST: Final = 10_000


class Reader(Protocol):
    """A connection with something left to read."""

    def read_some(self) -> None:
        """Read a piece, and wait again if more is left."""


@final
class Pace:
    """Each address has a share of the loop for what it sends; who has used it up shares a third with his like."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.credit: dict[str, tuple[float, float]] = {}
        self.waiting: deque[Reader] = deque()
        self.turn: asyncio.Handle | None = None

    def left(self, address: str) -> float:
        """The seconds that an address may still take."""
        seconds, since = self.credit.get(address, (BURST * self.share, 0.0))
        return min(BURST * self.share, seconds + self.share * (time.monotonic() - since))

    def charge(self, address: str, seconds: float) -> None:
        """Note that an address has held the loop so long."""
        if len(self.credit) >= MOST:
            self.credit.clear()
        self.credit[address] = (max(FARTHEST * self.share, self.left(address) - seconds), time.monotonic())

    def shut_out(self, address: str) -> bool:
        """Whether an address comes again and again though it is far behind."""
        return self.left(address) < SHUT_OUT * self.share

    def wait(self, reader: Reader) -> None:
        """Let a connection wait for its turn."""
        if reader not in self.waiting:
            self.waiting.append(reader)
        if self.turn is None:
            self.turn = asyncio.get_running_loop().call_soon(self._next)

    def forget(self, reader: Reader) -> None:
        """A connection is no more."""
        if reader in self.waiting:
            self.waiting.remove(reader)

    def _next(self) -> None:
        begun = time.thread_time()
        if self.waiting:
            self.waiting.popleft().read_some()
        later = AFTERWARDS * (time.thread_time() - begun)
        self.turn = asyncio.get_running_loop().call_later(later, self._next) if self.waiting else None


@final
class Gate:
    """A transport as uvicorn's protocols are shown it: whoever takes the connection over stays behind the gate."""

    def __init__(self, transport: Any, keeper: Any) -> None:
        self.transport = transport
        self.keeper = keeper
        self.held = False
        """Whether the protocol wants nothing more for now."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)

    def write(self, data: bytes) -> None:
        """What is for nobody any more is not sent: of requests in one breath some may be answered after the end."""
        if not self.transport.is_closing():
            self.transport.write(data)

    def set_protocol(self, protocol: Any) -> None:
        self.keeper.taken_over(protocol)

    def pause_reading(self) -> None:
        self.held = True
        self.keeper.look_up()

    def resume_reading(self) -> None:
        self.held = False
        self.keeper.look_up()
