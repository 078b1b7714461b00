"""What can happen at the table and what is still to do, as the chapters list them, and what an event changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, applied
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.carrying import events as carrying_events
from roundtop.rulebooks.skirmish.charge import events as charge_events
from roundtop.rulebooks.skirmish.climbing import events as climbing_events
from roundtop.rulebooks.skirmish.command import events as command_events
from roundtop.rulebooks.skirmish.deployment import events as deployment_events
from roundtop.rulebooks.skirmish.detachment import events as detachment_events
from roundtop.rulebooks.skirmish.fire import events as fire_events
from roundtop.rulebooks.skirmish.horses import events as horses_events
from roundtop.rulebooks.skirmish.melee import events as melee_events
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.state import State
from roundtop.rulebooks.skirmish.victory import events as victory_events

EFFECTS: Final[Effects] = {
    **deployment_events.EFFECTS,
    **command_events.EFFECTS,
    **movement_events.EFFECTS,
    **actions_events.EFFECTS,
    **fire_events.EFFECTS,
    **horses_events.EFFECTS,
    **climbing_events.EFFECTS,
    **carrying_events.EFFECTS,
    **detachment_events.EFFECTS,
    **charge_events.EFFECTS,
    **morale_events.EFFECTS,
    **melee_events.EFFECTS,
    **victory_events.EFFECTS,
}
EVENTS: Final[tuple[type, ...]] = tuple(EFFECTS)


def apply(state: State, event: object) -> State:
    """The state after an event."""
    found: State = applied(EFFECTS, state, event)
    return found
