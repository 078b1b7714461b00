"""Tests of nerve: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.pose import Pose


@record
class TestMorale:
    """A test of nerve; `foe` is who brought it about, `boxes` those it circled, `officer` who helps."""

    unit: str
    kind: str
    foe: str
    boxes: int
    officer: str


@record
class Tested:
    """A test of nerve, the boxes it called for, and how it leaves the unit. The kind `loser` is after a lost melee."""

    unit: str
    kind: str
    officer: str
    value: int
    passed: bool
    boxes: int
    state: str
    disordered: bool
    in_position: bool
    facing: int
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


def tested(state: State, event: Tested) -> State:
    unit = field.circled(state, field.unit_of(state, event.unit), event.boxes)
    shaken(unit, event.state, event.disordered, event.in_position)
    unit.pose = Pose(unit.pose.x, unit.pose.y, event.facing)
    unit.pose = field.standing_room(state, unit)
    if event.kind == "fire":
        unit.hurt = 0
    return field.with_changed(state, unit)


def shaken(unit: Unit, state: str, disordered: bool, in_position: bool) -> None:
    """A unit's nerve as an event leaves it [morale.rout-state, morale.head-down-state]."""
    if disordered and not unit.disordered:
        unit.trail = ()
        unit.wing = 0
        unit.wing_by = 0
    unit.disordered = disordered
    unit.state = state
    unit.in_position = in_position and state == tables.HEAD_DOWN
    if state != tables.STEADY:
        unit.target = ""
        unit.bonus = 0
        unit.working = False


EFFECTS: Final[Effects] = {
    Tested: tested,
}
