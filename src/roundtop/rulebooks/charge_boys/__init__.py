"""Charge Boys Charge!, the old-school rules: dice per six men, saving throws, a morale table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Rulebook
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.charge_boys import events, state, turn, views
from roundtop.rulebooks.charge_boys.bot.captain import captain
from roundtop.rulebooks.charge_boys.casualties.table import losses
from roundtop.rulebooks.charge_boys.forecast import forecast
from roundtop.rulebooks.charge_boys.options import LEDGER, Settings, settings
from roundtop.rulebooks.charge_boys.paper import roster, sheet
from roundtop.rulebooks.charge_boys.preview import looks, preview, propose
from roundtop.rulebooks.charge_boys.procedures import PROCEDURES
from roundtop.rulebooks.charge_boys.scene import courses, scene, tell

RULEBOOK: Final[Rulebook] = Rulebook(
    id="charge-boys",
    title=LEDGER.title,
    version="2",
    ledger=LEDGER,
    kinds=(
        *events.EVENTS,
        *events.STEPS,
        Settings,
        state.State,
        state.Unit,
        state.Gun,
        state.Mettle,
        state.Record,
        state.General,
        state.Army,
        Goal,
        state.Fight,
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
    sheet=sheet,
    roster=roster,
)
