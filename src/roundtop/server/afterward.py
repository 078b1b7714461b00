"""The after-action report of a game that was played here."""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path
from typing import Final

from roundtop.battle.gamefile import parse
from roundtop.battle.replay import verify
from roundtop.report.chronicle import chronicle
from roundtop.report.dispatch import page as written
from roundtop.server.files import text
from roundtop.server.session import Session

ASSETS: Final = Path(__file__).parent / "static" / "assets"
FACES: Final = (
    ("Old Standard TT", 400, "old-standard-tt-latin-400-normal"),
    ("Source Sans 3", 400, "source-sans-3-latin-400-normal"),
)


@cache
def faces() -> str:
    """The page's own lettering as a style that needs no other file; nothing where the client has not been built."""
    return "".join([_face(*one) for one in FACES])


def _face(family: str, weight: int, name: str) -> str:
    found = sorted(ASSETS.glob(f"{name}-*.woff2"))
    if not found:
        return ""
    inside = base64.b64encode(found[0].read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{inside}) format('woff2')"
    return f'@font-face{{font-family:"{family}";font-weight:{weight};src:{source}}}'


def page(session: Session) -> str:
    """The whole report of a finished game."""
    led = {seat.side: seat.bot or seat.name or "a player" for seat in session.seats.values()}
    verdict = verify(parse(text(session, "").encode(), "this game"), session.rulebook)
    told = chronicle(session.game, led, session.outcome)
    return written(told, verdict, notes=session.notes, faces=faces())
