"""DDWG ACW Infantry Action, the one-page rules."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Rulebook
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.infantry_action import events, state, turn, views
from roundtop.rulebooks.infantry_action.bot.captain import captain
from roundtop.rulebooks.infantry_action.fire.told import looks, why_not
from roundtop.rulebooks.infantry_action.forecast import forecast, losses
from roundtop.rulebooks.infantry_action.movement.told import courses
from roundtop.rulebooks.infantry_action.options import LEDGER, Settings, settings
from roundtop.rulebooks.infantry_action.paper import roster, sheet
from roundtop.rulebooks.infantry_action.preview import preview, propose
from roundtop.rulebooks.infantry_action.procedures import PROCEDURES
from roundtop.rulebooks.infantry_action.scene import scene, tell

RULEBOOK: Final[Rulebook] = Rulebook(
    id="infantry-action",
    title=LEDGER.title,
    version="2",
    ledger=LEDGER,
    kinds=(
        *events.EVENTS,
        *events.STEPS,
        Settings,
        state.State,
        state.Unit,
        state.Army,
        Goal,
        state.Spot,
        state.Fight,
        state.Verdict,
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
