"""How the pieces stood at each moment of a seat's story, so that what happened can be played piece by piece."""

from __future__ import annotations

import asyncio
from typing import Final

from roundtop.battle.ends import UNFOUGHT
from roundtop.server.limits import Debts, Trouble
from roundtop.server.session import Session
from roundtop.server.tables import pictured, scene_at, scene_changes
from roundtop.server.wire import Moments, Played, Scene, Staged, Turned, Turning

MOST: Final = 40
"""Moments told at once."""
OBJECTIVES: Final = "objectives"
TAKEN: Final = 1_000_000
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


async def turned(session: Session, player: str, wish: Turning) -> Turned:
    """The item that decided a battle: the last objective the winner took, or the worst that befell the loser."""
    outcome = session.outcome
    if outcome is None:
        raise Trouble(403, "not-yet", "What decided the battle is told when it is over.")
    game, book = session.game, session.rulebook
    story = [item for item in game.stream(player) if item.event is not None]
    if outcome.reason in UNFOUGHT or not story:
        return Turned(wish.id, 0)
    before = book.losses(book.view(game.opening.state, player))
    worst, best = 0, 0
    for item in story:
        view = book.view(game.moment(item), player)
        now = book.losses(view)
        cost = sum([now[side] - before.get(side, 0) for side in now if side != outcome.winner])
        taken = outcome.reason == OBJECTIVES and _took(session, player, item.number, outcome.winner)
        if taken or (cost > 0 and cost >= worst and worst < TAKEN):
            worst, best = (TAKEN if taken else cost), item.number
        before = now
        await asyncio.sleep(0)
    if not best:
        return Turned(wish.id, 0)
    return Turned(wish.id, best, scene_at(session, player, best).moment)


def _took(session: Session, player: str, number: int, side: str) -> bool:
    """Whether a side took an objective at an item."""
    told = session.told(player)[number - 1]
    return told.side == side and told.hint == "place" and " take" in told.text
