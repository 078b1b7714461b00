"""Chamberlain ACW: brigades on one base, activation, officers, concealment."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Rulebook
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.chamberlain import events, state, turn, views
from roundtop.rulebooks.chamberlain.bot.captain import captain
from roundtop.rulebooks.chamberlain.forecast import forecast, losses
from roundtop.rulebooks.chamberlain.options import LEDGER, Settings, settings
from roundtop.rulebooks.chamberlain.paper import roster, sheet
from roundtop.rulebooks.chamberlain.preview import looks, preview, propose, why_not
from roundtop.rulebooks.chamberlain.procedures import PROCEDURES
from roundtop.rulebooks.chamberlain.scene import courses, scene, tell
from roundtop.rulebooks.chamberlain.terrain.rule import Crest

RULEBOOK: Final[Rulebook] = Rulebook(
    id="chamberlain",
    title=LEDGER.title,
    version="2",
    ledger=LEDGER,
    kinds=(
        *events.EVENTS,
        *events.STEPS,
        Settings,
        state.State,
        state.Unit,
        state.Officer,
        state.Force,
        state.Army,
        Goal,
        state.Charge,
        Crest,
    ),
    settings=settings,
    begin=turn.begin,
    asks=turn.OUTLINE.asks,
    decision=turn.OUTLINE.decision,
    check=turn.OUTLINE.check,
    accept=turn.accept,
    advance=turn.advance,
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
