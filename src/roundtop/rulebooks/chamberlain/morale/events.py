"""A unit tries to rally."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import copy, record
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.state import State


@record
class Rally:
    unit: str


@record
class RallyTried:
    """A rally attempt; `spoiled` by an enemy that nobody had seen."""

    unit: str
    success: bool
    fatigue: int
    spoiled: bool
    rolls: tuple[Roll, ...]


def rally_tried(state: State, event: RallyTried) -> State:
    new = copy(field.unit_of(state, event.unit))
    new.fatigue = event.fatigue
    new.moved = "rally"
    return action_events.waits_no_more(field.with_unit(state, new), event.unit)


EFFECTS: Final[Effects] = {
    RallyTried: rally_tried,
}
