"""The steps and events with which turns and phases begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects, unchanged
from roundtop.dice.sources import Roll
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.state import General, Record, State, Unit


@final
@dataclass(slots=True)
class BeginTurn:
    turn: int


@final
@dataclass(slots=True)
class ThrowInitiative:
    """Each side throws a d6."""


@final
@dataclass(slots=True)
class ChooseFirst:
    """The higher chooses to move first or second."""

    side: str


@final
@dataclass(slots=True)
class TurnBegan:
    turn: int


@final
@dataclass(slots=True)
class PhaseBegan:
    phase: str


@final
@dataclass(slots=True)
class InitiativeThrown:
    side: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class FirstChosen:
    """Who is side A of the turn."""

    side: str


def after_turn_began(state: State, event: TurnBegan) -> State:
    new = field.changing(state)
    new.turn = event.turn
    new.units = tuple([_fresh(unit) for unit in state.units])
    new.generals = tuple([_rested(general) for general in state.generals])
    return new


def _fresh(unit: Unit) -> Unit:
    """A unit as a turn begins: per-turn records are cleared, last turn's retirement is kept [turn.end]."""
    new = field.copied(unit)
    new.turn = Record(field.strength(unit), was_disordered=unit.mettle.disordered)
    new.order = ()
    return new


def _rested(general: General) -> General:
    new = field.general_copied(general)
    new.acted = False
    new.order = ()
    return new


def after_phase_began(state: State, event: PhaseBegan) -> State:
    new = field.changing(state)
    new.phase = event.phase
    return new


def after_first_chosen(state: State, event: FirstChosen) -> State:
    new = field.changing(state)
    new.first = event.side
    return new


STEPS: Final[tuple[type, ...]] = (
    BeginTurn,
    ThrowInitiative,
    ChooseFirst,
)
EFFECTS: Final[Effects] = {
    InitiativeThrown: unchanged,
    TurnBegan: after_turn_began,
    PhaseBegan: after_phase_began,
    FirstChosen: after_first_chosen,
}
