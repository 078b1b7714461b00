"""What is still to do and what can happen, chapter by chapter. Nothing but an event changes a state."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, applied
from roundtop.rulebooks.charge_boys.artillery import events as artillery_events
from roundtop.rulebooks.charge_boys.casualties import events as casualties_events
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.deployment import events as deployment_events
from roundtop.rulebooks.charge_boys.fire import events as fire_events
from roundtop.rulebooks.charge_boys.formation import events as formation_events
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.initiative import events as initiative_events
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.orders import events as orders_events
from roundtop.rulebooks.charge_boys.pursuit import events as pursuit_events
from roundtop.rulebooks.charge_boys.state import State
from roundtop.rulebooks.charge_boys.victory import events as victory_events

EFFECTS: Final[Effects] = {
    **deployment_events.EFFECTS,
    **initiative_events.EFFECTS,
    **morale_events.EFFECTS,
    **orders_events.EFFECTS,
    **movement_events.EFFECTS,
    **charge_events.EFFECTS,
    **pursuit_events.EFFECTS,
    **generals_events.EFFECTS,
    **fire_events.EFFECTS,
    **artillery_events.EFFECTS,
    **casualties_events.EFFECTS,
    **melee_events.EFFECTS,
    **victory_events.EFFECTS,
    **formation_events.EFFECTS,
}
EVENTS: Final[tuple[type, ...]] = tuple(EFFECTS)


def apply(state: State, event: object) -> State:
    """The state after an event."""
    found: State = applied(EFFECTS, state, event)
    return found
