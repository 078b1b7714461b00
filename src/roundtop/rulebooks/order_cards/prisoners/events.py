"""Prisoners: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.pose import Pose


@record
class GiveUp:
    """A beaten unit that cannot get away surrenders to the first of these."""

    unit: str
    captors: tuple[str, ...]


@record
class LeadAway:
    """Guards lead their prisoners towards their own edge."""

    unit: str


@record
class Surrendered:
    """A unit gives itself up: its stands, the guards told off, prisoners kept and dispersed, and their column."""

    unit: str
    captor: str
    stands: int
    guards: int
    guarded: int
    dispersed: int
    column: Unit | None


@record
class Freed:
    """Prisoners whose guards were beaten run for their own lines."""

    unit: str
    pose: Pose
    facing: int


def surrendered(state: State, event: Surrendered) -> State:
    new = field.past_recall(state)
    units: list[Unit] = []
    for unit in state.units:
        if unit.id == event.unit:
            units.append(_given_up(state, unit, event))
        elif unit.id == event.captor and event.guards:
            captor = field.closed(unit, event.guards)
            captor.guards = unit.guards + event.guards
            units.append(captor)
        elif event.column is None or unit.id != event.column.id:
            units.append(unit)
    if event.column is not None:
        units.append(event.column)
    new.units = tuple(units)
    return new


def _given_up(state: State, unit: Unit, event: Surrendered) -> Unit:
    """A unit taken prisoner; the stands that nobody guards disperse and are lost [prisoners.guards]."""
    new = field.copied(unit)
    if new.captive == "":
        lost = event.dispersed * tables.boxes_per_stand(unit.arm, state.settings)
        new.circled = min(field.boxes_of(unit, state.settings), unit.circled + lost)
    new.place = tables.GONE
    new.fate = tables.CAPTURED
    new.owes = False
    if new.captive == "":
        new.load = event.guarded
    return new


def freed(state: State, event: Freed) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.place = tables.ON_TABLE
    unit.fate = ""
    unit.state = tables.ROUTING
    unit.disordered = True
    unit.load = 0
    unit.stands = field.strength(unit, state.settings)
    unit.guards = 0
    unit.trail = ()
    unit.wing = 0
    unit.pose = Pose(event.pose.x, event.pose.y, event.facing)
    if unit.formation not in (tables.LINE, tables.LIMBERED):
        unit.formation = tables.LINE
    unit.pose = field.standing_room(state, unit)
    return field.with_changed(state, unit)


EFFECTS: Final[Effects] = {
    Surrendered: surrendered,
    Freed: freed,
}
