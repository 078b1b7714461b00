"""The steps and events with which turns and phases begin."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, unchanged
from roundtop.dice.sources import Roll
from roundtop.record import copy, record, replace
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.state import General, Record, State, Unit


@record
class BeginTurn:
    turn: int


@record
class ThrowInitiative:
    """Each side throws a d6."""


@record
class ChooseFirst:
    """The higher chooses to move first or second."""

    side: str


@record
class TurnBegan:
    turn: int


@record
class PhaseBegan:
    """`side`: whose phase it is, "" where it is everybody's."""

    phase: str
    side: str = ""


@record
class InitiativeThrown:
    side: str
    rolls: tuple[Roll, ...]


@record
class FirstChosen:
    """Who is side A of the turn."""

    side: str


def after_turn_began(state: State, event: TurnBegan) -> State:
    new = copy(state)
    new.turn = event.turn
    new.units = tuple([_fresh(unit) for unit in state.units])
    new.generals = tuple([_rested(general) for general in state.generals])
    return new


def _fresh(unit: Unit) -> Unit:
    """A unit as a turn begins: per-turn records are cleared, last turn's retirement is kept [turn.end]."""
    return replace(unit, turn=Record(field.strength(unit), was_disordered=unit.mettle.disordered), order=())


def _rested(general: General) -> General:
    return replace(general, acted=False, order=())


def after_phase_began(state: State, event: PhaseBegan) -> State:
    return replace(state, phase=event.phase)


def after_first_chosen(state: State, event: FirstChosen) -> State:
    return replace(state, first=event.side)


EFFECTS: Final[Effects] = {
    InitiativeThrown: unchanged,
    TurnBegan: after_turn_began,
    PhaseBegan: after_phase_began,
    FirstChosen: after_first_chosen,
}
