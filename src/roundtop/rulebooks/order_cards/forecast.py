"""Chances of what a command would start: which chapter knows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards import odds as cards_odds
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge import odds as charge_odds
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.fire import odds as fire_odds
from roundtop.rulebooks.order_cards.melee import events as melee_events
from roundtop.rulebooks.order_cards.melee import odds as melee_odds
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import odds as morale_odds
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.movement import odds as movement_odds
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.rally import odds as rally_odds
from roundtop.rulebooks.order_cards.retreat import events as retreat_events
from roundtop.rulebooks.order_cards.retreat import odds as retreat_odds
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.victory import table as victory_table

CHANCES: Final[dict[type, Callable[[State, Any, Command], tuple[Forecast, ...]]]] = {
    cards_events.CardInPlay: cards_odds.picked_forecasts,
    cards_events.Act: cards_odds.act_forecasts,
    movement_events.MoveUnit: movement_odds.move_forecasts,
    fire_events.FireAt: fire_odds.fire_forecasts,
    morale_events.TestMorale: morale_odds.nerve_forecasts,
    rally_events.Rally: rally_odds.rally_forecasts,
    charge_events.DeclareCharge: charge_odds.charge_forecasts,
    charge_events.AimCharge: charge_odds.aim_forecasts,
    melee_events.Fight: melee_odds.melee_forecasts,
    retreat_events.TestLoser: retreat_odds.loser_forecasts,
}


def forecast(view: State, step: object, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring, up to the next decision or, by the policy its note names, beyond it."""
    chances = CHANCES.get(type(step))
    return () if chances is None else chances(view, step, command)


def losses(view: State) -> dict[str, int]:
    """Stands each side has lost."""
    found: dict[str, int] = {}
    for army in view.armies:
        destroyed, captured, guns, _ = victory_table.losses_of(view, army.side)
        found[army.side] = destroyed + captured + guns
    return found
