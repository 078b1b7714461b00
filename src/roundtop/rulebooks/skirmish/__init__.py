"""State of War: A.C.W. Skirmish rules, the quick reference sheet."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Rulebook
from roundtop.rulebooks.skirmish import events, state, turn, views
from roundtop.rulebooks.skirmish.bot.captain import captain
from roundtop.rulebooks.skirmish.forecast import forecast
from roundtop.rulebooks.skirmish.options import LEDGER, Settings, settings
from roundtop.rulebooks.skirmish.paper import roster, sheet
from roundtop.rulebooks.skirmish.preview import looks, preview, propose, why_not
from roundtop.rulebooks.skirmish.procedures import PROCEDURES
from roundtop.rulebooks.skirmish.scene import courses, scene, tell
from roundtop.rulebooks.skirmish.victory.table import losses

RULEBOOK: Final[Rulebook] = Rulebook(
    id="skirmish",
    title=LEDGER.title,
    version="2",
    ledger=LEDGER,
    kinds=(
        *events.EVENTS,
        *turn.PLAYS,
        Settings,
        state.State,
        state.Figure,
        state.Firearm,
        state.Group,
        state.Army,
        state.Thing,
        state.Goal,
        state.Bout,
    ),
    settings=settings,
    begin=turn.begin,
    asks=turn.OUTLINE.asks,
    decision=turn.OUTLINE.decision,
    check=turn.OUTLINE.check,
    accept=turn.OUTLINE.accept,
    advance=turn.OUTLINE.advance,
    apply=events.apply,
    outcome=turn.outcome,
    view=views.view,
    seen=views.seen,
    imagine=views.imagine,
    scene=scene,
    tell=tell,
    forecast=forecast,
    losses=losses,
    procedures=PROCEDURES,
    captain=captain,
    propose=propose,
    preview=preview,
    looks=looks,
    courses=courses,
    why_not=why_not,
    sheet=sheet,
    roster=roster,
)
