"""Chances of what a command would start: which chapter knows them."""

from __future__ import annotations

from roundtop.battle.forms import Chosen, Marched
from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards import odds as cards_odds
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge import odds as charge_odds
from roundtop.rulebooks.order_cards.charge import table as charge_table
from roundtop.rulebooks.order_cards.events import Step
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


def forecast(view: State, step: Step, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring, up to the next decision or, by the policy its note names, beyond it."""
    if isinstance(step, movement_events.MoveUnit) and isinstance(command.answer, Marched):
        return movement_odds.move_forecasts(view, step, command.answer.manoeuvres)
    if not isinstance(command.answer, Chosen) or not command.answer.keys:
        return ()
    key = command.answer.keys[0]
    if isinstance(step, cards_events.CardInPlay):
        return cards_odds.picked_forecasts(view, key, command.player)
    if isinstance(step, fire_events.FireAt):
        return fire_odds.fire_forecasts(view, step, key)
    if isinstance(step, morale_events.TestMorale):
        return (morale_odds.nerve_forecast(view, step, key),)
    if isinstance(step, retreat_events.TestLoser):
        return (retreat_odds.loser_forecast(view, step, key),)
    if isinstance(step, rally_events.Rally):
        return (rally_odds.rally_forecast(view, step, key),)
    if isinstance(step, charge_events.DeclareCharge) and key != charge_table.NO_TARGET:
        return (charge_odds.charge_forecast(view, step, key),)
    if isinstance(step, melee_events.Fight):
        return melee_odds.melee_forecasts(view, step, key)
    return cards_odds.deed_forecasts(view, step.unit, key) if isinstance(step, cards_events.Act) else ()


def losses(view: State) -> dict[str, int]:
    """Stands each side has lost."""
    found: dict[str, int] = {}
    for army in view.armies:
        destroyed, captured, guns, _ = victory_table.losses_of(view, army.side)
        found[army.side] = destroyed + captured + guns
    return found
