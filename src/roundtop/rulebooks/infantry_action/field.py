"""What can be read off the state: units, their ground, friends and enemies."""

from __future__ import annotations

from typing import Any, Final

from roundtop.record import copy
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.state import HOLD, ON_TABLE, Army, State, Unit
from roundtop.table.footprint import Block
from roundtop.table.pose import Point, Pose, rounded_pose, to_world

MOVE: Final = "move"
FAST: Final = "fast-advance"
CHARGE: Final = "charge"
FIRE: Final = "fire"
OPPORTUNITY: Final = "opportunity-fire"
ORDERS: Final = (MOVE, FAST, CHARGE, FIRE, OPPORTUNITY, HOLD)
TO_DEPLOY: Final = "deploy"
TO_ARRIVE: Final = "arrive"
GONE: Final = "gone"


def copied(unit: Unit) -> Unit:
    """A fresh unit to be changed before it is handed out."""
    return copy(unit)


def changing(state: State) -> State:
    """A fresh state to be changed before it is handed out."""
    return copy(state)


def unit_of(state: State, id: str) -> Unit:
    for unit in state.units:
        if unit.id == id:
            return unit
    raise KeyError(id)


def with_unit(state: State, changed: Unit) -> State:
    """The state with one unit replaced."""
    new = changing(state)
    new.units = tuple([changed if unit.id == changed.id else unit for unit in state.units])
    return new


def army_of(state: State, side: str) -> Army:
    for army in state.armies:
        if army.side == side:
            return army
    raise KeyError(side)


def enemy_of(state: State, side: str) -> str:
    return state.armies[1].side if state.armies[0].side == side else state.armies[0].side


def on_table(state: State, side: str = "") -> list[Unit]:
    """Units standing on the table, of one side or of both."""
    return [unit for unit in state.units if unit.place == ON_TABLE and side in ("", unit.side)]


def enemies(state: State, unit: Unit) -> list[Unit]:
    return [other for other in state.units if other.place == ON_TABLE and other.side != unit.side]


def block(unit: Unit, settings: Settings) -> Block:
    """The ground the whole line stands on [setup.stand-and-line]."""
    return Block(unit.pose, unit.stands * settings.stand_in, settings.stand_in)


def block_at(unit: Unit, pose: Pose, settings: Settings) -> Block:
    return Block(pose, unit.stands * settings.stand_in, settings.stand_in)


def stand_right(stands: int, stand: int, settings: Settings) -> float:
    """How far a stand's middle lies to the right of the middle of its line [setup.numbering]."""
    return (stand - 0.5 * (stands + 1)) * settings.stand_in


def stand_at(pose: Pose, stands: int, stand: int, settings: Settings) -> Point:
    """The middle of a stand."""
    return to_world(pose, stand_right(stands, stand, settings), 0.0)


def muzzle(pose: Pose, stands: int, stand: int, settings: Settings) -> Point:
    """The middle of a stand's front edge, from where it shoots."""
    return to_world(pose, stand_right(stands, stand, settings), 0.5 * settings.stand_in)


def in_contact(state: State, id: str) -> bool:
    """Whether a unit is in hand-to-hand contact, and so pinned if it was charged [movement.pinned]."""
    for fight in state.fights:
        if id in (fight.charger, fight.defender):
            return True
    return False


def closed_up(pose: Pose, stands: int, lost: tuple[int, ...], settings: Settings) -> Pose:
    """Where the middle of a line comes to lie when the survivors close up on the middle of those left.

    The page leaves the middle open: it is taken halfway between the outermost survivors. [shooting.close-up]
    """
    left = [stand for stand in range(1, stands + 1) if stand not in lost]
    if not left:
        return pose
    middle = 0.5 * (stand_right(stands, left[0], settings) + stand_right(stands, left[-1], settings))
    x, y = to_world(pose, middle, 0.0)
    return rounded_pose(Pose(x, y, pose.facing))


def owner(state: State, step: Any) -> tuple[str, ...]:
    """Asked is the side whose unit a step names."""
    return (unit_of(state, step.unit).side,)
