"""A volley to be fired, and one fired."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.state import State
from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import record, replace


@record
class Fire:
    """Step: a regiment fires at another."""

    unit: str
    target: str


@record
class VolleyFired:
    """`lost` are the stands that come off: no more than the target had."""

    unit: str
    target: str
    distance_in: float
    fenced: bool
    lost: int
    left: int
    rolls: tuple[Roll, ...]


def volley_fired(state: State, event: VolleyFired) -> State:
    target = replace(field.unit_of(state, event.target), stands=event.left, here=event.left > 0)
    return field.with_unit(field.with_unit(state, target), replace(field.unit_of(state, event.unit), acted=True))


EFFECTS: Final[Effects] = {VolleyFired: volley_fired}
