"""What is shown beside the games: the shelf, maps, and the client itself."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.response import File, Redirect

import roundtop
from roundtop.battle.engine import begin
from roundtop.battle.ledger import Choice
from roundtop.battle.protocol import Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.battles.shelf import ids
from roundtop.bots.bot import names
from roundtop.draw import svg as drawn
from roundtop.draw import terrain_svg
from roundtop.report import paper
from roundtop.rulebooks import rulebook, rulebooks, suiting
from roundtop.server.hall import Hall
from roundtop.server.limits import Trouble
from roundtop.server.session import Session

STATIC: Final = Path(__file__).parent / "static"
SVG: Final = "image/svg+xml"
KINDS: Final = {
    ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": SVG, ".txt": "text/plain",
    ".woff2": "font/woff2",
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

REPORT_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

NO_CLIENT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Roundtop</title>
<h1>Roundtop</h1>
<p>The server is running, but the client has not been built; <code>./roundtop play</code> builds it.</p>
"""


def svg(text: str) -> Response[str]:
    return Response(text, media_type=SVG, headers={"Cache-Control": "private, max-age=86400"})


def printed(text: str) -> Response[str]:
    """A page of its own, to keep or print."""
    return Response(text, media_type="text/html", headers={"Content-Security-Policy": REPORT_POLICY})


def battle_paper(hall: Hall, id: str, rules: str, what: str) -> str:
    """A sheet for a battle on the shelf, under the printed rules of one of its rulebooks."""
    scenario = _on_shelf(hall, id)
    known = [book.id for book in suiting(scenario)]
    if (rules or known[0]) not in known:
        raise Trouble(404, "unknown-rulebook", f"rules: {scenario.title} is fought by {', '.join(known)}.", "rules")
    return _paper(rulebook(rules or known[0]), scenario, {}, what)


def game_paper(session: Session, what: str) -> str:
    return _paper(session.rulebook, session.scenario, session.header["options"], what)


def _paper(book: Rulebook, scenario: Scenario, options: dict[str, Any], what: str) -> str:
    settings = book.settings(options)
    if what == "sheet" and book.sheet is not None:
        return paper.page(book.sheet(settings))
    if what == "roster" and book.roster is not None:
        return paper.page(book.roster(scenario, settings))
    raise Trouble(404, "no-paper", f"{book.title} prints a sheet and a roster, no '{what}'.")


def shelf(hall: Hall) -> dict[str, Any]:
    """Battles, rulebooks with their house rules, bots."""
    return {
        "battles": [_battle(hall, id) for id in ids()],
        "rulebooks": [_book(book) for book in rulebooks()],
        "bots": list(names()),
        "version": roundtop.__version__,
    }


def _battle(hall: Hall, id: str) -> dict[str, Any]:
    found = hall.battle(id)
    return {
        "id": found.id,
        "title": found.title,
        "date": found.date,
        "story": found.story,
        "size": len(found.regiments),
        "men": sum([regiment.men for regiment in found.regiments]),
        "minutes": found.minutes,
        "rulebooks": list(found.rulebooks),
        "sides": [{"id": side.id, "name": side.name} for side in found.sides],
        "seats": [{"id": seat.id, "name": seat.name, "side": seat.side} for seat in found.seats],
        "thumbnail": f"/api/battles/{found.id}/map.svg",
    }


def _book(book: Rulebook) -> dict[str, Any]:
    return {
        "id": book.id,
        "title": book.title,
        "several": book.several,
        "line": book.ledger.clauses[0].text if book.ledger.clauses else "",
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


@lru_cache(maxsize=64)
def _map(hall: Hall, id: str) -> str:
    scenario = hall.battle(id)
    for book in suiting(scenario):
        state = begin(book, scenario, {}).state
        return drawn(book.scene(book.view(state, "")), 480)
    return terrain_svg(scenario.ground)


def _on_shelf(hall: Hall, id: str) -> Scenario:
    if id not in ids():
        raise Trouble(404, "unknown-battle", f"There is no battle '{id}'.")
    return hall.battle(id)


def battle_map(hall: Hall, id: str) -> str:
    return _map(hall, _on_shelf(hall, id).id)


def battle_ground(hall: Hall, id: str) -> str:
    """The bare ground of a battle on the shelf."""
    return terrain_svg(_on_shelf(hall, id).ground)


def ground_of(session: Session) -> str:
    return terrain_svg(session.game.scene("").ground)


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
