"""A.C.W. Rules v5.7: secret sets of order cards."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Rulebook
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.order_cards import events, state, turn, views
from roundtop.rulebooks.order_cards.bot.captain import captain
from roundtop.rulebooks.order_cards.cards.rule import Card
from roundtop.rulebooks.order_cards.forecast import forecast, losses
from roundtop.rulebooks.order_cards.options import LEDGER, Settings, settings
from roundtop.rulebooks.order_cards.paper import roster, sheet
from roundtop.rulebooks.order_cards.preview import looks, preview, propose, why_not
from roundtop.rulebooks.order_cards.procedures import PROCEDURES
from roundtop.rulebooks.order_cards.scene import courses, scene, tell

RULEBOOK: Final[Rulebook] = Rulebook(
    id="order-cards",
    title=LEDGER.title,
    version="2",
    ledger=LEDGER,
    kinds=(
        *events.EVENTS,
        *events.STEPS,
        Settings,
        Card,
        state.State,
        state.Unit,
        state.Officer,
        state.Messenger,
        state.Delivered,
        state.Army,
        state.Hand,
        Goal,
        state.Attack,
        state.Melee,
        state.Sighting,
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
    several=True,
)
