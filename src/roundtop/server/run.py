"""Runs the server in this process."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import uvicorn

from roundtop.server.app import build
from roundtop.server.hall import Hall
from roundtop.server.limits import Limits
from roundtop.server.store import Store


def listening(host: str, port: int) -> socket.socket:
    """A socket on that port, 0 for any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    opened.bind((host, port))
    return opened


def serve(
    host: str,
    port: int,
    data: Path | None,
    limits: Limits | None = None,
    ready: Callable[[str], None] | None = None,
    make_hall: Callable[[], Hall] | None = None,
) -> None:
    """Serve until the process is told to stop; `ready` is told the address once it answers."""
    chosen = limits or Limits()
    if data is not None:
        # A database that cannot be used is said at once, in words, not by a server that dies on starting.
        Store(data).close()
    app = build(make_hall or (lambda: Hall(data, chosen)))
    opened = listening(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{opened.getsockname()[1]}/"
    server = Server(configured(app, chosen), address, ready or _say)
    server.run(sockets=[opened])


QUIET: Final = 1.0
LOOKS: Final = 5
"""How often in that time the new objects are counted."""
FEW: Final = 200
SOME: Final = 2_000
MANY: Final = 200_000
"""New objects: hardly any came in a quiet second; worth looking through; too many to wait for a quiet second, for
looking through more than these would hold everybody up."""


def start_tidy() -> None:
    """Look through everything once, while nobody is there yet, and never again."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def collect_when_quiet(quiet: float = QUIET) -> None:
    """Look for cycles among new objects while nobody plays: it takes as long as a dozen commands.

    Battles are values without cycles, so there is little to find.
    """
    before = [0] * LOOKS
    try:
        while True:
            await asyncio.sleep(quiet / LOOKS)
            new = gc.get_count()[0]
            if (new > SOME and new - before[0] < FEW) or new > MANY:
                gc.collect(0)
                new = 0
                before = [0] * LOOKS
            before = [*before[1:], new]
    finally:
        gc.enable()
        gc.unfreeze()


def configured(app: Any, limits: Limits) -> uvicorn.Config:
    return uvicorn.Config(
        app,
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
            start_tidy()
            self.tidying = asyncio.create_task(collect_when_quiet())
            self.ready(self.address)


def _say(address: str) -> None:
    sys.stdout.write(f"Roundtop is at {address}\n")
    sys.stdout.flush()
