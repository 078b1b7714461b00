"""What every server reads when it starts, read once in the process that the servers of the tests are forked from."""

from __future__ import annotations

import gc
from typing import Final

from anyio._backends import _asyncio
from uvicorn.lifespan import on
from uvicorn.loops.auto import auto_loop_factory
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from roundtop.battles.shelf import ids
from roundtop.bots.bot import maker_of, names
from roundtop.server import apart, openapi, pages, worker
from roundtop.server.books import all_forms
from roundtop.server.hall import Hall
from roundtop.server.places import on_shelf
from roundtop.server.porch import Porch
from roundtop.server.store import Store

READ: Final = (_asyncio, on, auto_loop_factory(), AutoHTTPProtocol, AutoWebSocketsProtocol, apart, worker)
"""What a server and its processes would import later."""

for _id in ids():
    on_shelf(_id)
for _name in names():
    maker_of(_name)
all_forms()
pages.shelf()
openapi.text()
Porch(lambda: Hall(None))
Store(None).close()
gc.collect()
gc.freeze()
