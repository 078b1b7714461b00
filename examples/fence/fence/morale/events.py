"""A test to be taken, and one taken."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.state import State
from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import record, replace


@record
class TakeTest:
    """Step: a regiment that has lost stands tests if it must."""

    unit: str


@record
class Tested:
    unit: str
    total: int
    firm: bool
    rolls: tuple[Roll, ...]


def tested(state: State, event: Tested) -> State:
    return field.with_unit(state, replace(field.unit_of(state, event.unit), here=event.firm))


EFFECTS: Final[Effects] = {Tested: tested}
