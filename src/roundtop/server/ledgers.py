"""Ledgers of real tables, kept as games are: whoever knows the word of one may look into it and write in it."""

from __future__ import annotations

import json
import secrets
import time
from typing import Any, Final

import msgspec

from roundtop.server.bodies import Act, NewLedger
from roundtop.server.hall import DAY, Hall
from roundtop.server.limits import Trouble
from roundtop.server.seats import hashed
from roundtop.server.store import LedgerRow, Store, StoreError, not_kept

MOST: Final = 1_500_000
"""Characters of a ledger with all its steps."""
BUSY: Final[set[str]] = set()
"""Ledgers in which somebody writes at this moment."""


def _store(hall: Hall) -> Store:
    if hall.own is None:
        raise Trouble(503, "elsewhere", "Ledgers are kept by the server itself.")
    return hall.own


async def begin(hall: Hall, wish: NewLedger, visitor: str) -> dict[str, Any]:
    """A new ledger."""
    store, made = _store(hall), time.time()
    if store.ledgers_since(visitor, made - DAY) >= hall.limits.games_per_day:
        raise Trouble(429, "too-many-games", f"At most {hall.limits.games_per_day} ledgers a day from one address.")
    said = json.loads(await hall.hands.run("ledger", msgspec.json.encode(wish), visitor=visitor))
    word = secrets.token_urlsafe(16)
    await _keep(store, LedgerRow(hashed(word), made, visitor, said["data"]))
    return _named(said["answer"]["page"], word)


def _found(hall: Hall, word: str) -> LedgerRow:
    found = _store(hall).ledger(hashed(word))
    if found is None:
        raise Trouble(404, "no-such-ledger", "There is no such ledger.")
    return found


async def look(hall: Hall, word: str, visitor: str) -> dict[str, Any]:
    """How a ledger stands."""
    row = _found(hall, word)
    return _named(json.loads(await hall.hands.run("look", row.data, visitor=visitor)), word)


async def act(hall: Hall, word: str, wish: Act, visitor: str) -> dict[str, Any]:
    """Ask something of a ledger, or change it; nothing is answered before it is kept."""
    row = _found(hall, word)
    if row.hash in BUSY and wish.act not in ("ask", "odds"):
        raise Trouble(409, "moved-on", "Somebody else writes in this ledger just now; look again.")
    if wish.act in ("ask", "odds"):
        answer: dict[str, Any] = (await _acted(hall, row, wish, visitor))["answer"]
        return answer
    BUSY.add(row.hash)
    try:
        said = await _acted(hall, row, wish, visitor)
        if len(said["data"]) > MOST:
            raise Trouble(413, "too-long", "This ledger is full; begin another.")
        await _keep(_store(hall), LedgerRow(row.hash, row.made, row.address, said["data"]))
    finally:
        BUSY.discard(row.hash)
    _named(said["answer"]["page"], word)
    changed: dict[str, Any] = said["answer"]
    return changed


async def _acted(hall: Hall, row: LedgerRow, wish: Act, visitor: str) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(await hall.hands.run("act", row.data, msgspec.json.encode(wish), visitor=visitor))
    return said


async def _keep(store: Store, row: LedgerRow) -> None:
    try:
        await store.write(row)
    except StoreError as error:
        raise not_kept(error) from None


def _named(page: dict[str, Any], word: str) -> dict[str, Any]:
    page["ledger"] = word
    return page
