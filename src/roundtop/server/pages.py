"""What is shown beside the games: the shelf, maps, and the client itself."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.response import File, Redirect

import roundtop
from roundtop.battle.gamefile import story_codec
from roundtop.battle.ledger import Choice
from roundtop.battle.protocol import Rulebook, settled
from roundtop.battle.scenario import ARMS, Scenario, Side
from roundtop.battles.pace import paces
from roundtop.battles.past import leader, lost
from roundtop.battles.shelf import ids
from roundtop.bots.bot import names
from roundtop.report import paper
from roundtop.report.placed import placed
from roundtop.rulebooks import suiting
from roundtop.server.books import all_books
from roundtop.server.hall import Hall
from roundtop.server.house import House, HouseWish, InForce, Invited
from roundtop.server.limits import Trouble
from roundtop.server.places import on_shelf
from roundtop.server.room import Room
from roundtop.server.session import Session

STATIC: Final = Path(__file__).parent / "static"
SVG: Final = "image/svg+xml"
KINDS: Final = {
    ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": SVG, ".txt": "text/plain",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip
"""What the client's files are, whatever this machine thinks of their names."""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

PAPERS: Final = ("sheet", "roster")

REPORT_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"
)

NO_CLIENT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Roundtop</title>
<h1>Roundtop</h1>
<p>The server is running, but the client has not been built; <code>./roundtop play</code> builds it.</p>
"""


def svg(text: bytes) -> Response[bytes]:
    return Response(text, media_type=SVG, headers={"Cache-Control": "private, max-age=86400"})


def printed(text: bytes) -> Response[bytes]:
    """A page of its own, to keep or print."""
    return Response(text, media_type="text/html", headers={"Content-Security-Policy": REPORT_POLICY})


async def battle_paper(hall: Hall, id: str, rules: str, what: str, house: str = "") -> bytes:
    """A sheet for a battle on the shelf, under one of its rulebooks and the house rules of that name."""
    if what not in PAPERS:  # said at once: what is worked on for the house waits in no visitor's turn
        raise Trouble(404, "no-paper", f"There are {' and '.join(PAPERS)} to print, no '{what[:100]}'.")
    book = _suiting(hall, id, rules)
    known, options = hall.houses.get(house, ("", "")) if house else (book, "{}")
    if known != book:
        text = "house: these house rules are not known any more; open them from the set-up page again."
        raise Trouble(404, "unknown-house", text, "house")
    return await hall.pages.get(
        ("paper", id, book, what, house), lambda: hall.hands.run("shelf-paper", id, book, what, options)
    )


def _suiting(hall: Hall, id: str, rules: str) -> str:
    """The rulebook of that name, or the first, of those that suit a battle on the shelf."""
    scenario = _on_shelf(hall, id)
    known = [book.id for book in suiting(scenario)]
    if rules and rules not in known:
        raise Trouble(404, "unknown-rulebook", f"rules: {scenario.title} is fought by {', '.join(known)}.", "rules")
    return rules or known[0]


async def house(hall: Hall, id: str, wish: HouseWish, visitor: str) -> House:
    """House rules looked over; those that hold are remembered under a name for the papers."""
    book, options = _suiting(hall, id, wish.rules), json.dumps(wish.options, sort_keys=True)
    told = await hall.hands.run("house", id, book, options, visitor=visitor)
    found = msgspec.json.decode(told, type=House)
    if not found.problems:
        found.house = hall.remembered(book, options)
    return found


def invited(session: Session) -> Invited:
    """The battle, the book and the house rules of a game, for somebody who has not sat down yet."""
    book, scenario, given = session.rulebook, session.scenario, session.header["options"]
    rules = [
        InForce(choice.field.name, given[choice.field.name], choice.field.default, choice.field.meaning, choice.clause)
        for choice in book.ledger.choices
        if choice.field.name in given and given[choice.field.name] != choice.field.default
    ]
    return Invited(scenario.id, scenario.title, book.id, book.title, rules)


async def game_paper(hall: Hall, session: Session, what: str, visitor: str) -> bytes:
    """The same for a game, under its own house rules."""
    header = session.header
    texts = (session.rulebook.id, json.dumps(header["scenario"]), json.dumps(header["options"]), what)
    return await hall.pages.get(
        ("game-paper", session.id, what), lambda: hall.hands.run("game-paper", *texts, visitor=visitor)
    )


SETUP: Final = "setup"


def setup(session: Session, player: str) -> bytes:
    """How a game stands for a player, to be set up on a real table."""
    return paper.page(placed(session.game.scene(player))).encode()


@cache
def shelf() -> bytes:
    """Battles, rulebooks with their house rules, bots; as JSON, written once."""
    return json.dumps(
        {
            "battles": [_battle(on_shelf(id)) for id in ids()],
            "rulebooks": [_book(book) for book in all_books()],
            "bots": list(names()),
            "version": roundtop.__version__,
        }
    ).encode()


def _battle(found: Scenario) -> dict[str, Any]:
    return {
        "id": found.id,
        "title": found.title,
        "date": found.date,
        "story": found.story,
        "size": len(found.regiments),
        "men": sum([regiment.men for regiment in found.regiments]),
        "arms": [arm for arm in ARMS if any(regiment.arm == arm for regiment in found.regiments)],
        "minutes": found.minutes,
        "rulebooks": list(found.rulebooks),
        "sides": [_army(found, side) for side in found.sides],
        "outcome": found.history.outcome if found.history else "",
        "seats": [{"id": seat.id, "name": seat.name, "side": seat.side} for seat in found.seats],
        "settled": {book.id: _settled(book, found) for book in suiting(found)},
        "pace": paces(found.id),
        "thumbnail": f"/api/battles/{found.id}/map.svg",
    }


def _army(found: Scenario, side: Side) -> dict[str, Any]:
    return {
        "id": side.id,
        "name": side.name,
        "briefing": side.briefing,
        "lost": lost(found, side.id),
        "leader": leader(found, side.id),
    }


def _settled(book: Rulebook, scenario: Scenario) -> list[dict[str, Any]]:
    fixed = settled(book, scenario, book.settings({}))
    return [{"option": one.option, "value": one.value, "why": one.why} for one in fixed]


def _book(book: Rulebook) -> dict[str, Any]:
    return {
        "id": book.id,
        "title": book.title,
        "several": book.several,
        "line": book.ledger.feel or (book.ledger.clauses[0].text if book.ledger.clauses else ""),
        "options": [_option(choice) for choice in book.ledger.choices],
    }


def _option(choice: Choice) -> dict[str, Any]:
    field = choice.field
    return {
        "name": field.name,
        "type": field.type,
        "default": field.default,
        "values": list(field.values),
        "meaning": field.meaning,
        "clause": choice.clause,
    }


def _on_shelf(hall: Hall, id: str) -> Scenario:
    if id not in hall.battles:
        raise Trouble(404, "unknown-battle", f"There is no battle '{id[:100]}'.")
    return hall.battle(id)


async def battle_map(hall: Hall, id: str) -> bytes:
    """A battle before its first turn."""
    _on_shelf(hall, id)
    return await hall.pages.get(("map", id), lambda: hall.hands.run("shelf-map", id))


async def battle_ground(hall: Hall, id: str) -> bytes:
    """The bare ground of a battle on the shelf."""
    _on_shelf(hall, id)
    return await hall.pages.get(("ground", id), lambda: hall.hands.run("shelf-ground", id))


async def ground_of(hall: Hall, room: Room, visitor: str) -> bytes:
    """The ground of a game; games on the same ground share its picture."""
    text = story_codec().text(room.session.game.scene("").ground)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return await hall.pages.get(("drawn", digest), lambda: hall.hands.run("ground", text, visitor=visitor))


# ---------------------------------------------------------------- the client


def _file(wanted: str) -> Path | None:
    """A file of the client; none for a name that no file can have."""
    try:
        found = (STATIC / wanted).resolve()
        return found if found.is_file() and found.is_relative_to(STATIC) else None
    except (OSError, ValueError):
        return None


@get(["/", "/{path:path}"], sync_to_thread=False)
def client(path: str = "") -> File | Response[str] | Redirect:
    """A file of the client; any other address is one of its own pages, which it has behind a `#`."""
    wanted = path.strip("/")
    if wanted.startswith("api/") or wanted == "api":
        raise NotFoundException("There is nothing at this address.")
    found = _file(wanted) if wanted else None
    if found is not None:
        kept = "public, max-age=31536000, immutable" if "assets/" in wanted else "no-cache"
        kind = KINDS.get(found.suffix, "application/octet-stream")
        return File(found, content_disposition_type="inline", media_type=kind, headers={"Cache-Control": kept})
    if "." in wanted.rpartition("/")[2]:
        raise NotFoundException("There is no such file.")
    if wanted:
        return Redirect(f"/#/{quote(wanted)}", status_code=303)
    page = STATIC / "index.html"
    if not page.is_file():
        return Response(NO_CLIENT, media_type="text/html")
    return File(page, content_disposition_type="inline", media_type="text/html", headers={"Cache-Control": "no-cache"})


ROUTES: Final = [client]
