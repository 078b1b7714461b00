"""Moves still to be made, and how a unit has moved."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import ON_TABLE, State
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose


@record
class MoveUnit:
    """A unit moves under MOVE or FAST ADVANCE."""

    unit: str


@record
class PivotBattery:
    """A battery on HOLD may turn, where the house rule allows it."""

    unit: str


@record
class Moved:
    """A unit has moved. Causes: order, charge, pivot, retire, rout, arrive."""

    unit: str
    cause: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]


def moved(state: State, event: Moved) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.pose = event.end
    unit.moved = unit.moved or event.cause != "pivot"
    unit.place = ON_TABLE
    unit.charging = ""
    unit.contact = None
    unit.routing = unit.routing and event.cause != "rout-on"
    return field.with_unit(state, unit)


EFFECTS: Final[Effects] = {Moved: moved}
