"""The table: what is on it, and what can be read off it. A change is always a new value."""

from __future__ import annotations

from typing import Any

from fence.options import STAND_IN, Settings
from roundtop.battle.protocol import Outcome
from roundtop.kit.objectives import Goal
from roundtop.record import record, replace
from roundtop.table.footprint import Block
from roundtop.table.ground import Ground
from roundtop.table.pose import Pose


@record
class Unit:
    """A regiment; `pose` is the middle of its line. `acted` this turn; no longer `here` when broken or shot away."""

    id: str
    side: str
    name: str
    quality: str
    start: int
    stands: int
    pose: Pose
    acted: bool = False
    here: bool = True


@record
class State:
    """The whole table. Nothing is hidden, so that every view is the state itself."""

    title: str
    settings: Settings
    ground: Ground
    sides: tuple[str, str]
    units: tuple[Unit, ...]
    goals: tuple[Goal, ...]
    turn_limit: int
    turn: int = 0
    outcome: Outcome | None = None


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


def ready(state: State, side: str) -> list[Unit]:
    """Regiments that have still to act [turn.alternate]."""
    return [unit for unit in on_table(state, side) if not unit.acted]


def owner(state: State, step: Any) -> tuple[str, ...]:
    """The side whose regiment a step names."""
    return (unit_of(state, step.unit).side,)


def line(unit: Unit, pose: Pose | None = None) -> Block:
    """The ground a regiment stands on, where it is or would be [setup.regiments]."""
    return Block(unit.pose if pose is None else pose, unit.stands * STAND_IN, STAND_IN)
