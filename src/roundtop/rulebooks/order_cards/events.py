"""What can happen and what is still to do, chapter by chapter, and how an event changes the table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, applied
from roundtop.rulebooks.order_cards.barriers import events as barriers_events
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.formation import events as formation_events
from roundtop.rulebooks.order_cards.melee import events as melee_events
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.prisoners import events as prisoners_events
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.sight import events as sight_events
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.supply import events as supply_events
from roundtop.rulebooks.order_cards.victory import events as victory_events

Events = list[object]


def apply(state: State, event: object) -> State:
    """The state after an event."""
    found: State = applied(EFFECTS, state, event)
    return found


def unnoticed(state: State, event: sight_events.Unnoticed) -> State:
    for one in event.events:
        state = apply(state, one)
    return state


EFFECTS: Final[Effects] = {
    sight_events.Unnoticed: unnoticed,
    **deployment_events.EFFECTS,
    **cards_events.EFFECTS,
    **movement_events.EFFECTS,
    **formation_events.EFFECTS,
    **barriers_events.EFFECTS,
    **sight_events.EFFECTS,
    **fire_events.EFFECTS,
    **morale_events.EFFECTS,
    **rally_events.EFFECTS,
    **charge_events.EFFECTS,
    **melee_events.EFFECTS,
    **prisoners_events.EFFECTS,
    **command_events.EFFECTS,
    **supply_events.EFFECTS,
    **victory_events.EFFECTS,
}
EVENTS: Final[tuple[type, ...]] = tuple(EFFECTS)
