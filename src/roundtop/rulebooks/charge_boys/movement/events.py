"""The steps and events of movement."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import copy, record
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.state import Gun, State, Unit
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose


@record
class Movement:
    """The movement of both sides."""


@record
class Go:
    """A side moves its units one by one."""

    side: str


@record
class MoveUnit:
    """A unit moves, or does something else with its turn."""

    unit: str


@record
class KeepDistance:
    """Skirmishers near a formed enemy fall back."""

    unit: str


@record
class Moved:
    """A unit has moved.

    Causes: order, ordered, charge, countercharge, follow-up, break-off, push-back, retire, disorder, rout, evade,
    keep-distance, winner. `advanced`: it came at least an inch nearer to the enemy of its own will.
    """

    unit: str
    cause: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]
    files: int
    guns: tuple[Gun, ...]
    trail: tuple[Point, ...]
    advanced: bool
    rolls: tuple[Roll, ...]


@record
class Stood:
    """A unit or General has had its go and stays where it is."""

    about: str


COMPELLED: Final = ("retire", "disorder", "rout", "push-back")
"""Moves that morale or melee compels: whoever makes one has retired [morale.other-retired]."""
UNWILLED: Final = (*COMPELLED, "evade", "keep-distance", "winner", "follow-up")


def after_moved(state: State, event: Moved) -> State:
    """Whoever is driven back is in no melee any more, whatever made it test [melee.draw, morale.trigger-hits]."""
    unit = field.noted(field.unit_of(state, event.unit))
    _move(state, unit, event)
    if event.cause in COMPELLED:
        state = field.out_of_melee(state, unit.id)
    return generals_events.with_riders(field.with_unit(state, unit), unit, event.cause not in UNWILLED)


def _move(state: State, unit: Unit, event: Moved) -> None:
    unit.pose = event.end
    unit.files = event.files
    unit.guns = event.guns
    unit.trail = event.trail
    unit.building = -1
    turn = unit.turn
    if event.cause in COMPELLED:
        turn.compelled = True
        turn.advanced = False
        mettle = copy(unit.mettle)
        mettle.retired = state.turn
        unit.mettle = mettle
    elif event.cause == "break-off":
        mettle = copy(unit.mettle)
        mettle.retired = state.turn
        unit.mettle = mettle
    elif event.cause == "evade":
        turn.advanced = False
    if event.cause != "winner":
        turn.moved = True
    if event.cause not in UNWILLED:
        turn.acted = True
        turn.advanced = turn.advanced or event.advanced
    turn.impetus = turn.impetus or event.cause in ("charge", "countercharge")


def after_stood(state: State, event: Stood) -> State:
    for unit in state.units:
        if unit.id == event.about:
            new = field.noted(unit)
            new.turn.acted = True
            return field.with_unit(state, new)
    general = copy(field.general_of(state, event.about))
    general.acted = True
    return field.with_general(state, general)


def moved_to(unit: Unit, end: Unit, cause: str, advanced: bool = False, rolls: tuple[Roll, ...] = ()) -> Moved:
    return Moved(
        unit=unit.id,
        cause=cause,
        start=unit.pose,
        end=end.pose,
        manoeuvres=(),
        files=end.files,
        guns=end.guns,
        trail=end.trail,
        advanced=advanced,
        rolls=rolls,
    )


EFFECTS: Final[Effects] = {
    Moved: after_moved,
    Stood: after_stood,
}
