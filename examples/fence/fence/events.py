"""The chapters' events together, and how one is applied."""

from __future__ import annotations

from typing import Final

from fence.command import events as command_events
from fence.fire import events as fire_events
from fence.morale import events as morale_events
from fence.movement import events as movement_events
from fence.state import State
from fence.victory import events as victory_events
from roundtop.battle.outline import Effects, applied

EFFECTS: Final[Effects] = {
    **command_events.EFFECTS,
    **movement_events.EFFECTS,
    **fire_events.EFFECTS,
    **morale_events.EFFECTS,
    **victory_events.EFFECTS,
}


def apply(state: State, event: object) -> State:
    """The state after an event."""
    found: State = applied(EFFECTS, state, event)
    return found
