"""What one visitor may ask of the server, and how trouble is told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import final


class Trouble(Exception):  # noqa: N818 - told to a client, not a fault of the program
    """Something the client must put right: an HTTP status, a short code, a sentence, the field and the clause."""

    def __init__(self, status: int, code: str, message: str, field: str = "", clause: str = "") -> None:
        super().__init__(status, code, message, field, clause)
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.clause = clause

    def __str__(self) -> str:
        return self.message

    def plain(self) -> dict[str, str]:
        found = {"code": self.code, "message": self.message}
        return found | {name: text for name, text in (("field", self.field), ("clause", self.clause)) if text}


@final
@dataclass(slots=True, frozen=True)
class Limits:
    """The limits of one server; every one of them can be set when it starts."""

    body: int = 64 * 1024
    upload: int = 8 * 1024 * 1024
    messages_per_second: float = 50.0
    burst: int = 200
    requests_per_second: float = 50.0
    requests_at_once: int = 100
    request_seconds: float = 15.0
    games_per_day: int = 200
    connections_per_address: int = 300
    """Open at once, asking or not; named proxies have as many as they like."""
    sockets_per_address: int = 100
    reading_share: float = 0.1
    """Of the loop, for reading what one address sends; beyond that it waits for its turn among its like."""
    chat_lines: int = 5000
    chat_bytes: int = 500_000
    """Of the talk in a game, which is kept with it."""
    changes: int = 20_000
    """That people may make to a game: commands, undos, offers and talk."""
    sessions: int = 200
    bot_seconds: float = 5.0
    bot_megabytes: int = 1024
    absent_seconds: float = 30.0
    loop_size: int = 0
    """Characters of a battle that is played in the server's own loop; a larger one is played in another process."""
    loop_seconds: float = 0.015
    """Processor time that a change may take there; a game that takes longer goes on in another process."""
    strange_seconds: float = 0.25
    """Processor time that a change may take among games that people drew up; one that takes longer goes elsewhere."""
    change_seconds: float = 15.0
    """That a change may take there or among vast games; a game that takes longer is played no more."""
    workers: int = 0
    """Processes for pictures, files, odds and reports, and as many for bots; 0: by the number of cores."""
    worker_seconds: float = 60.0
    worker_megabytes: int = 1024
    questions: int = 40
    """What may wait for a worker from one address."""


@final
class Bucket:
    """Lets so many through a second, and a burst at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


@final
class Buckets:
    """A bucket for each address; full ones are forgotten."""

    MOST = 10_000

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.held: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if address not in self.held and len(self.held) >= self.MOST:
            self.held.clear()
        return self.held.setdefault(address, Bucket(self.rate, self.burst)).take()


@final
class Debts:
    """Whoever has held the loop long waits three times as long before he may again; others have turns meanwhile."""

    LONG = 0.01
    TIMES = 3.0

    def __init__(self) -> None:
        self.until: dict[str, float] = {}

    async def paid(self, address: str) -> None:
        """Wait until this address owes nothing; then it is its turn, and no other of its questions'."""
        while (left := self.until.get(address, 0.0) - time.monotonic()) > 0:
            await asyncio.sleep(left)
        self.until.pop(address, None)

    @contextmanager
    def charged(self, address: str) -> Iterator[None]:
        """Note what an address has done in the loop, if that took long."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self.owe(address, time.thread_time() - begun)

    def owe(self, address: str, spent: float) -> None:
        """Note that an address has held the loop so long."""
        if spent > self.LONG:
            self.until[address] = time.monotonic() + self.TIMES * spent
