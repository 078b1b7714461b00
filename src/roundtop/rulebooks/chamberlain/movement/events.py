"""A unit has moved."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import copy, record
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.state import State
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose


@record
class Moved:
    """A unit has moved. Kinds: simple, difficult, pivot, reserve, charge, retreat, advance.

    Poses are centre points. `halted`: it met what its owner could not see.
    """

    unit: str
    kind: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]
    mounted: bool
    limbered: bool
    halted: bool


def moved(state: State, event: Moved) -> State:
    new = copy(field.unit_of(state, event.unit))
    new.pose = event.end
    new.mounted = event.mounted
    new.limbered = event.limbered
    if event.kind not in ("retreat", "advance"):
        new.moved = event.kind
    new.reserve_used = new.reserve_used or event.kind == "reserve"
    return action_events.waits_no_more(field.with_unit(state, new), event.unit)


EFFECTS: Final[Effects] = {
    Moved: moved,
}
