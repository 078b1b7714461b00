"""Ledgers of real tables, kept as games are: each device has a seat and a token of its own, and its own secrets."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import time
from typing import Any, Final

import msgspec

from roundtop.server.beside import ASKING, HOST
from roundtop.server.bodies import Act, Join, NewLedger
from roundtop.server.hall import DAY, Hall
from roundtop.server.limits import Trouble
from roundtop.server.seats import hashed, new_token
from roundtop.server.store import LedgerRow, LedgerSeat, Store, StoreError, not_kept

MOST: Final = 1_500_000
"""Characters of a ledger with all its steps, whatever lies face down counted alike."""
MOST_SEATS: Final = 16
BUSY: Final[set[str]] = set()
"""Ledgers in which somebody writes at this moment."""
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""None of them is mistaken for another."""
CODE: Final = 10
"""Letters of a code: forty-nine bits, guessed at no more than so many requests a second."""
ANYWHERE: Final = ("10.255.255.255", 1)
KNOCK: Final = 0.5
"""Seconds within which this computer answers itself by its address in the network."""


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
    token = new_token()
    await _keep(store, LedgerRow(hashed(token), made, visitor, said["data"]))
    return _named(store, said["answer"]["page"], token, _host(hashed(token)))


def _host(ledger: str) -> LedgerSeat:
    return LedgerSeat(ledger, ledger, HOST, "", "")


def _seated(hall: Hall, token: str) -> tuple[LedgerRow, LedgerSeat]:
    """The ledger that a token opens, and the seat."""
    store, hash = _store(hall), hashed(token)
    seat = store.ledger_seat(hash) or _host(hash)
    row = store.ledger(seat.ledger) if seat.seat else None
    if row is None:
        raise Trouble(404, "no-such-ledger", "There is no such ledger.")
    return row, seat


async def look(hall: Hall, token: str, visitor: str, after: str) -> dict[str, Any] | None:
    """How a ledger stands for a seat; None where whoever asks knows it already."""
    row, seat = _seated(hall, token)
    if after and after == _mark(_store(hall), row):
        return None
    page = json.loads(await hall.hands.run("look", row.data, seat.seat, visitor=visitor))
    return _named(_store(hall), page, token, seat)


class _Edition(msgspec.Struct):
    edition: int = 0


def _mark(store: Store, row: LedgerRow) -> str:
    """How far a ledger is, and how many sit at it."""
    edition = msgspec.json.decode(row.data, type=_Edition).edition
    return f"{edition}.{len(store.ledger_seats(row.hash))}"


async def act(hall: Hall, token: str, wish: Act, visitor: str) -> dict[str, Any]:
    """Ask something of a ledger, or change it; nothing is answered before it is kept."""
    row, seat = _seated(hall, token)
    if wish.act in ASKING:
        answer: dict[str, Any] = (await _acted(hall, row, wish, seat, visitor))["answer"]
        return answer
    if row.hash in BUSY:
        raise Trouble(409, "moved-on", "Somebody else writes in this ledger just now; look again.")
    BUSY.add(row.hash)
    try:
        said = await _acted(hall, row, wish, seat, visitor)
        if said["size"] > MOST:
            raise Trouble(413, "too-long", "This ledger is full; begin another.")
        await _keep(_store(hall), LedgerRow(row.hash, row.made, row.address, said["data"]))
    finally:
        BUSY.discard(row.hash)
    _named(_store(hall), said["answer"]["page"], token, seat)
    changed: dict[str, Any] = said["answer"]
    return changed


async def _acted(hall: Hall, row: LedgerRow, wish: Act, seat: LedgerSeat, visitor: str) -> dict[str, Any]:
    asked = (row.data, msgspec.json.encode(wish), seat.seat)
    said: dict[str, Any] = json.loads(await hall.hands.run("act", *asked, visitor=visitor))
    return said


# ---------------------------------------------------------------- several devices


async def code(hall: Hall, token: str, server: Any) -> dict[str, Any]:
    """A new code with which others join, and where they find this server."""
    row, _ = _seated(hall, token)
    letters = "".join([secrets.choice(LETTERS) for _ in range(CODE)])
    await _keep(_store(hall), LedgerSeat(hashed(letters), row.hash, "", "", ""))
    return {"code": letters, "addresses": await addresses(server[1]) if server and server[1] else []}


async def addresses(port: int) -> list[str]:
    """Where others in the network find this server: nowhere if it listens for this computer alone."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ANYWHERE)  # of a datagram's socket: nothing is sent
            here = str(asked.getsockname()[0])
            _, writer = await asyncio.wait_for(asyncio.open_connection(here, port), KNOCK)
        except (OSError, TimeoutError):
            return []
    writer.close()
    return [] if here.startswith("127.") else [f"http://{here}:{port}"]


async def join(hall: Hall, wish: Join, visitor: str) -> dict[str, Any]:
    """Another device at the table."""
    store = _store(hall)
    invited = store.ledger_seat(hashed(wish.code.strip().lower()))
    row = store.ledger(invited.ledger) if invited is not None and not invited.seat else None
    if row is None:
        raise Trouble(404, "no-such-code", "No table is joined by this code; ask for a new one.", "code")
    seats = store.ledger_seats(row.hash)
    if wish.name and any([(one.side, one.name) == (wish.side, wish.name) for one in seats]):
        raise Trouble(409, "name-taken", f"name: '{wish.name}' sits at this table already; choose another.", "name")
    if len(seats) >= MOST_SEATS:
        raise Trouble(409, "no-seat", f"At most {MOST_SEATS} devices join a ledger.")
    number = len(seats) + 1
    page = json.loads(await hall.hands.run("look", row.data, f"{number:02d}", visitor=visitor))
    sides = {card["side"] for card in page["cards"]}
    if wish.side and wish.side not in sides:
        raise Trouble(
            400, "no-such-side", f"side: there is no '{wish.side[:100]}'; there are {', '.join(sorted(sides))}", "side"
        )
    token = new_token()
    seat = LedgerSeat(hashed(token), row.hash, f"{number:02d}", wish.side, wish.name)
    await _keep(store, seat)
    return _named(store, page, token, seat)


async def _keep(store: Store, row: LedgerRow | LedgerSeat) -> None:
    try:
        await store.write(row)
    except StoreError as error:
        raise not_kept(error) from None


def _named(store: Store, page: dict[str, Any], token: str, seat: LedgerSeat) -> dict[str, Any]:
    """The page of a seat, with who else sits at the table."""
    seats = [_host(seat.ledger), *store.ledger_seats(seat.ledger)]
    page["seats"] = [{"id": one.seat, "side": one.side, "name": one.name} for one in seats]
    page["seat"] = {"id": seat.seat, "side": seat.side, "name": seat.name}
    page["ledger"] = token
    return page
