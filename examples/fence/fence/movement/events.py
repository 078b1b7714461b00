"""A move to be made, and one made."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.state import State
from roundtop.battle.outline import Effects
from roundtop.record import record, replace
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose


@record
class Move:
    """Step: a regiment moves."""

    unit: str


@record
class Moved:
    unit: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]


def moved(state: State, event: Moved) -> State:
    return field.with_unit(state, replace(field.unit_of(state, event.unit), pose=event.end, acted=True))


EFFECTS: Final[Effects] = {Moved: moved}
