"""A.C.W. Rules v5.7: secret sets of order cards."""

from __future__ import annotations

from typing import Final

from roundtop.battle.book import Further, Rules, Shown, bound
from roundtop.battle.protocol import Rulebook
from roundtop.kit.objectives import Goal
from roundtop.rulebooks.order_cards import events, forecast, options, paper, preview, scene, state, turn, views
from roundtop.rulebooks.order_cards.bot.captain import captain
from roundtop.rulebooks.order_cards.bot.habits import deeds
from roundtop.rulebooks.order_cards.bot.mind import MIND
from roundtop.rulebooks.order_cards.cards.rule import Card
from roundtop.rulebooks.order_cards.muster import forces
from roundtop.rulebooks.order_cards.procedures import PROCEDURES

KINDS: Final[tuple[type, ...]] = (
    options.Settings,
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
)
RULEBOOK: Final[Rulebook] = bound(
    id="order-cards",
    version="2",
    kinds=KINDS,
    rules=Rules(options, turn, events, PROCEDURES, views),
    shown=Shown(scene, forecast, captain, preview.HAND, paper),
    further=Further(
        deeds=deeds,
        mind=MIND,
        fixed=forces.fixed,
        accept=turn.accept,
        advance=turn.advance,
        looks=preview.looks,
        courses=scene.courses,
        why_not=preview.why_not,
        several=True,
    ),
)
