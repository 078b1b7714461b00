"""Everything that can happen or is still to do, and which chapter knows what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, applied
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.activation import events as activation_events
from roundtop.rulebooks.chamberlain.artillery import events as artillery_events
from roundtop.rulebooks.chamberlain.charge import events as charge_events
from roundtop.rulebooks.chamberlain.command import events as command_events
from roundtop.rulebooks.chamberlain.concealment import events as concealment_events
from roundtop.rulebooks.chamberlain.deployment import events as deployment_events
from roundtop.rulebooks.chamberlain.fire import events as fire_events
from roundtop.rulebooks.chamberlain.melee import events as melee_events
from roundtop.rulebooks.chamberlain.morale import events as morale_events
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.phases import events as phases_events
from roundtop.rulebooks.chamberlain.reinforcements import events as reinforcements_events
from roundtop.rulebooks.chamberlain.retreat import events as retreat_events
from roundtop.rulebooks.chamberlain.state import State
from roundtop.rulebooks.chamberlain.victory import events as victory_events

EFFECTS: Final[Effects] = {
    **deployment_events.EFFECTS,
    **phases_events.EFFECTS,
    **concealment_events.EFFECTS,
    **reinforcements_events.EFFECTS,
    **command_events.EFFECTS,
    **activation_events.EFFECTS,
    **action_events.EFFECTS,
    **movement_events.EFFECTS,
    **charge_events.EFFECTS,
    **fire_events.EFFECTS,
    **artillery_events.EFFECTS,
    **melee_events.EFFECTS,
    **retreat_events.EFFECTS,
    **morale_events.EFFECTS,
    **victory_events.EFFECTS,
}
EVENTS: Final[tuple[type, ...]] = tuple(EFFECTS)


def apply(state: State, event: object) -> State:
    """The state after an event."""
    after: State = applied(EFFECTS, state, event)
    return after
