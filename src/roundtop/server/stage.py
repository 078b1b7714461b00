"""How the pieces stood at each moment of a seat's story, so that what happened can be played piece by piece."""

from __future__ import annotations

import asyncio
from typing import Final

from roundtop.server.limits import Debts, Trouble
from roundtop.server.session import Session
from roundtop.server.tables import pictured, scene_at, scene_changes
from roundtop.server.wire import Moments, Played, Scene, Staged

MOST: Final = 40
"""Moments told at once."""
PIECES: Final = 300
"""Pieces in them, after which the rest is left to be asked for again."""


async def staged(session: Session, player: str, wish: Moments, debts: Debts, visitor: str) -> Staged:
    """Moments of a seat's own story, made one at a time, so that others have a turn in between."""
    length = len(session.game.stream(player))
    if wish.since > length:
        raise Trouble(404, "no-such-moment", f"since: your story has items 0 to {length}", "since")
    found = Staged(wish.id, [], False)
    before = await _seen(session, player, wish.since, debts, visitor)
    if wish.whole:
        found.whole = scene_changes(None, before)
    pieces = 0
    for at in range(wish.since + 1, length + 1):
        if len(found.moments) == MOST or pieces > PIECES:
            found.more = True
            break
        now = await _seen(session, player, at, debts, visitor)
        news = scene_changes(before, now)
        found.moments.append(Played(at, news))
        pieces += len(news.pieces)
        before = now
    return found


async def _seen(session: Session, player: str, at: int, debts: Debts, visitor: str) -> Scene:
    await debts.paid(visitor)
    with debts.charged(visitor):
        found = pictured(session, scene_at(session, player, at), False)
    await asyncio.sleep(0)
    return found
