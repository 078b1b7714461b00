"""Rallying: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.state import State


@record
class Rally:
    unit: str
    officer: str


@record
class FaceRallied:
    """A unit that has rallied from rout faces as its owner wishes."""

    unit: str


@record
class FormUpFree:
    """A disordered unit near an officer forms up on a rally card."""

    unit: str


@record
class RallyTried:
    """An attempt to rally, and how it leaves the unit."""

    unit: str
    officer: str
    value: int
    passed: bool
    boxes: int
    state: str
    disordered: bool
    swept: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


def rally_tried(state: State, event: RallyTried) -> State:
    was = field.unit_of(state, event.unit).state
    unit = field.circled(state, field.unit_of(state, event.unit), event.boxes)
    morale_events.shaken(unit, event.state, event.disordered, unit.in_position)
    unit.tried = True
    # A unit that only now breaks runs from the next card on.
    unit.owes = unit.owes and not event.passed and was == tables.ROUTING
    unit.pose = field.standing_room(state, unit)
    return field.with_changed(state, unit)


EFFECTS: Final[Effects] = {
    RallyTried: rally_tried,
}
