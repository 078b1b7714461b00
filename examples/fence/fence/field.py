"""What can be read off the table."""

from __future__ import annotations

from fence.state import State, Unit
from fence.tables import STAND_IN
from roundtop.record import replace
from roundtop.table.footprint import Block
from roundtop.table.pose import Pose


def unit_of(state: State, id: str) -> Unit:
    for unit in state.units:
        if unit.id == id:
            return unit
    raise KeyError(id)


def with_unit(state: State, changed: Unit) -> State:
    """The state with one regiment replaced."""
    return replace(state, units=tuple([changed if unit.id == changed.id else unit for unit in state.units]))


def other_side(state: State, side: str) -> str:
    return state.sides[1] if state.sides[0] == side else state.sides[0]


def on_table(state: State, side: str = "") -> list[Unit]:
    """Regiments on the table, of one side or of both."""
    return [unit for unit in state.units if unit.here and side in ("", unit.side)]


def enemies(state: State, unit: Unit) -> list[Unit]:
    return on_table(state, other_side(state, unit.side))


def friends(state: State, unit: Unit) -> list[Unit]:
    return [friend for friend in on_table(state, unit.side) if friend.id != unit.id]


def ready(state: State, side: str) -> list[Unit]:
    """Regiments that have still to act [turn.alternate]."""
    return [unit for unit in on_table(state, side) if not unit.acted]


def line(unit: Unit, pose: Pose | None = None) -> Block:
    """The ground a regiment stands on, where it is or would be [setup.regiments]."""
    return Block(unit.pose if pose is None else pose, unit.stands * STAND_IN, STAND_IN)
