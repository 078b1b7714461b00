"""Runs the server in this process."""

from __future__ import annotations

import asyncio
import errno
import logging
import re
import socket
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import uvicorn

from roundtop.server.alone import alone
from roundtop.server.doors import EVERYWHERE, Doors, Guard
from roundtop.server.hall import Hall
from roundtop.server.limits import Limits
from roundtop.server.patience import patient
from roundtop.server.porch import Porch
from roundtop.server.store import Store, StoreError
from roundtop.server.tidy import collect_when_quiet, start_tidy


class ServeError(RuntimeError):
    """Why no server can be run like this, and what to do about it."""


def listening(host: str, port: int) -> socket.socket:
    """A socket on that port, 0 for any free one; ServeError says why there is none."""
    if not host.strip():
        raise ServeError("--host: give the address to listen on, 127.0.0.1 for this computer only or 0.0.0.0 for all")
    if not 0 <= port <= MOST_PORTS:
        raise ServeError(f"--port {port}: a port is a number from 0 (any free one) to {MOST_PORTS}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        # Two who bind the same port before either listens would both be let.
        opened.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        opened.close()
        raise ServeError(_unheard(host, port, error)) from None
    return opened


def _unheard(host: str, port: int, error: OSError | UnicodeError) -> str:
    """Why nobody can listen there."""
    if isinstance(error, (socket.gaierror, UnicodeError)):
        return f"--host {host}: there is no such address here"
    if error.errno == errno.EADDRINUSE:
        return f"--port {port} of {host} is in use already; is Roundtop running there? Give another, or 0 for any"
    if error.errno == errno.EACCES:
        return f"--port {port} may not be used by this user; give one above 1023, or 0 for a free one"
    return f"--host {host}: {(error.strerror or str(error)).lower()}"


def serve(
    host: str,
    port: int,
    data: Path | None,
    limits: Limits | None = None,
    ready: Callable[[str], None] | None = None,
    make_hall: Callable[[], Hall] | None = None,
    doors: Doors | None = None,
) -> None:
    """Serve until the process is told to stop; `ready` is told the address once it answers.

    ServeError says in words why it cannot be.
    """
    chosen = limits or Limits()
    if data is not None and IN_MEMORY.match(str(data)):
        raise ServeError(f"--data {data}: this would be a database in memory, and every game lost; name a file")
    opened = listening(host, port)
    try:
        if data is not None:
            # A database that cannot be used is said at once, in words, not by a server that dies on starting.
            Store(data).close()
        with alone(data):
            app = Porch(make_hall or (lambda: Hall(data, chosen)))
            bound, free = opened.getsockname()[:2]
            near = HOME if host in EVERYWHERE else host
            name = f"[{near}]" if ":" in near else near
            guard = Guard(app, (host, bound), doors or Doors())
            config = configured(guard, chosen, (doors or Doors()).proxies)
            Server(config, f"http://{name}:{free}/", ready or _say).run(sockets=[opened])
    except StoreError as error:
        raise ServeError(f"--data {data}: {error}") from None
    except OSError as error:
        raise ServeError(f"--data {str(data)[:100]}: {(error.strerror or str(error)).lower()}") from None
    finally:
        opened.close()


HOME: Final = "127.0.0.1"
IN_MEMORY: Final = re.compile(r":memory:|file:", re.IGNORECASE)
"""What SQLite would take for something else than the name of a file."""
MOST_PORTS: Final = 65_535
BACKLOG: Final = 2048


class Sparing(logging.Filter):
    """Warns of the same thing once a minute: whoever sends nonsense is not to fill the host's disk."""

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info:
            return True
        text, now = record.getMessage(), time.monotonic()
        if now - self.told.get(text, now - MINUTE) < MINUTE:
            return False
        if len(self.told) >= SAYINGS:
            self.told.clear()
        self.told[text] = now
        return True


MINUTE: Final = 60.0
SAYINGS: Final = 100


def configured(app: Any, limits: Limits, proxies: Sequence[str] = ()) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=patient(limits, proxies),
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        backlog=BACKLOG,
        log_level="warning",
        access_log=False,
        ws_max_size=limits.body,
        ws_ping_interval=20.0,
        ws_ping_timeout=60.0,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        server_header=False,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """Says its address once it answers."""

    def __init__(self, config: uvicorn.Config, address: str, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self.address = address
        self.ready = ready
        self.tidying: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            logging.getLogger("uvicorn.error").addFilter(Sparing())
            start_tidy()
            self.tidying = asyncio.create_task(collect_when_quiet())
            self.ready(self.address)


def _say(address: str) -> None:
    sys.stdout.write(f"Roundtop is at {address}\n")
    sys.stdout.flush()
