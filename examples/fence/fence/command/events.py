"""A turn begins, the initiative is won, a regiment does nothing."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.state import State
from roundtop.battle.outline import Effects, unchanged
from roundtop.dice.sources import Roll
from roundtop.record import record, replace


@record
class BeginTurn:
    """Step: all may act again, and the initiative is thrown for."""

    turn: int


@record
class ChooseRegiment:
    """Step: a side says with which regiment it acts."""

    side: str


@record
class Act:
    """Step: what the regiment does."""

    unit: str


@record
class NextSide:
    """Step: after a regiment of this side has acted."""

    side: str


@record
class TurnBegan:
    turn: int


@record
class InitiativeWon:
    side: str
    rolls: tuple[Roll, ...]


@record
class Held:
    """A regiment does nothing."""

    unit: str


def turn_began(state: State, event: TurnBegan) -> State:
    units = tuple([replace(unit, acted=False) for unit in state.units])
    return replace(state, turn=event.turn, units=units)


def held(state: State, event: Held) -> State:
    return field.with_unit(state, replace(field.unit_of(state, event.unit), acted=True))


EFFECTS: Final[Effects] = {TurnBegan: turn_began, InitiativeWon: unchanged, Held: held}
