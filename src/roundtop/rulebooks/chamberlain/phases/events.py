"""A turn, a side's player turn and its phases begin."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import copy, record, replace
from roundtop.rulebooks.chamberlain.state import Officer, State, Unit


@record
class BeginTurn:
    turn: int


@record
class PlayerTurn:
    """One side's five phases."""

    side: str


@record
class TurnBegan:
    turn: int


@record
class SideBegan:
    """A side's player turn begins."""

    side: str


@record
class PhaseBegan:
    side: str
    phase: str


def turn_began(state: State, event: TurnBegan) -> State:
    return replace(state, turn=event.turn)


def side_began(state: State, event: SideBegan) -> State:
    new = copy(state)
    side = event.side
    new.side = side
    new.rolled = ()
    new.woken = ()
    new.waiting = ()
    new.failed = ()
    new.charges = ()
    new.units = tuple([_fresh(unit) if unit.side == side else unit for unit in new.units])
    new.officers = tuple([_rested(officer) if officer.side == side else officer for officer in new.officers])
    return new


def _fresh(unit: Unit) -> Unit:
    """A unit as its own player turn begins [move.moved-flag]."""
    if unit.moved == "none" and not unit.fired:
        return unit
    return replace(unit, moved="none", fired=False)


def _rested(officer: Officer) -> Officer:
    return replace(officer, commands=0, rerolled=False, freed=False, extra="")


def phase_began(state: State, event: PhaseBegan) -> State:
    return replace(state, phase=event.phase)


EFFECTS: Final[Effects] = {
    TurnBegan: turn_began,
    SideBegan: side_began,
    PhaseBegan: phase_began,
}
