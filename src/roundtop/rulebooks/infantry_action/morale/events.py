"""Reactions still to come, and units that form up, break or go."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import State
from roundtop.table.pose import Pose


@record
class React:
    """Losses, retirements, regrouping and routs from combat."""


@record
class RoutOn:
    """A unit makes the second half of its rout."""

    unit: str


@record
class FireRouts:
    """Units that losses have put below half rout."""


@record
class FormedUp:
    """A unit keeps its ground after a combat."""

    unit: str
    pose: Pose


@record
class RoutBegan:
    """A unit's line has broken. Causes: combat, fire."""

    unit: str
    cause: str
    owes: bool


@record
class UnitRemoved:
    """A unit is out of the battle. Causes: destroyed, overrun, left-table, routed-again."""

    unit: str
    cause: str


def formed_up(state: State, event: FormedUp) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.pose = event.pose
    return field.with_unit(state, unit)


def rout_began(state: State, event: RoutBegan) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.routed = state.turn
    unit.routing = event.owes
    return field.with_unit(state, unit)


def unit_removed(state: State, event: UnitRemoved) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.place = field.GONE
    unit.stands = 0
    unit.hits = ()
    return field.with_unit(state, unit)


EFFECTS: Final[Effects] = {FormedUp: formed_up, RoutBegan: rout_began, UnitRemoved: unit_removed}
