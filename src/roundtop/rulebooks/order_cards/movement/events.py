"""Moves: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose


@record
class MoveUnit:
    unit: str


@record
class MoveRest:
    """What is left of a move after the test that its change of formation called for."""

    unit: str
    manoeuvres: tuple[Manoeuvre, ...]


@record
class Moved:
    """A unit has moved or changed its formation. Causes: order, charge, arrive, form, rout, head-down, retreat,
    prisoners, stray.
    """

    unit: str
    cause: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]
    formation: str
    mounted: bool
    disordered: bool
    trail: tuple[Point, ...]
    in_position: bool


@record
class HalfTurned:
    """Guns in a wood are half turned; it takes a second card."""

    unit: str


def moved(state: State, event: Moved) -> State:
    before = field.unit_of(state, event.unit)
    unit = field.copied(before)
    unit.pose = event.end
    unit.trail = event.trail
    if unit.formation != event.formation or unit.mounted != event.mounted or unit.disordered != event.disordered:
        unit.changed = True
    unit.formation = event.formation
    unit.mounted = event.mounted
    if not event.disordered or not (state.settings.mass_within_an_inch or before.pose == event.end):
        unit.mass = ""
    unit.disordered = event.disordered
    unit.wing = 0
    unit.wing_by = 0
    unit.in_position = event.in_position
    unit.pivoting = False
    unit.place = tables.ON_TABLE
    if event.cause == "arrive":
        unit.spent = field.size_of(unit)[1]
    elif event.cause != "retreat":
        unit.moved = True
        unit.owes = False
    if event.cause == "charge":
        unit.charged = True
    new = field.with_unit(state, unit)
    takes_back = state.settings.allow_take_back_by_consent and event.cause == "order"
    new.before = before if takes_back else None
    return new


def half_turned(state: State, event: HalfTurned) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.pivoting = True
    unit.moved = True
    return field.with_changed(state, unit)


EFFECTS: Final[Effects] = {
    Moved: moved,
    HalfTurned: half_turned,
}
