"""Orders and goes still to come, and chits laid and turned up."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import record, replace
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import Army, State, Unit


@record
class RateCommanders:
    """Both CinCs are rated."""


@record
class GiveOrders:
    """Chits are placed by those still waited for."""

    waiting: tuple[str, ...]


@record
class ThrowInitiative:
    """Each CinC throws a d6."""


@record
class ChooseFirst:
    """The holder of the initiative moves first or second."""

    side: str


@record
class Go:
    """A side's go in the alternation, so many units of it used."""

    side: str
    used: int


@record
class Rated:
    """A CinC is rated for the game."""

    side: str
    rating: int
    rolls: tuple[Roll, ...]


@record
class ChitsPlaced:
    """A side has put its chits down; the enemy sees that they are there."""

    side: str
    chits: tuple[tuple[str, str], ...]


@record
class InitiativeThrown:
    side: str
    rolls: tuple[Roll, ...]


@record
class FirstChosen:
    """Who takes the first go of the movement step."""

    side: str


@record
class ChitRevealed:
    unit: str
    order: str


def rated(state: State, event: Rated) -> State:
    new = field.changing(state)
    new.armies = tuple([_with_rating(a, event.rating) if a.side == event.side else a for a in state.armies])
    return new


def _with_rating(army: Army, rating: int) -> Army:
    return Army(army.side, army.edge, army.cinc, army.talent, rating)


def chits_placed(state: State, event: ChitsPlaced) -> State:
    new = field.changing(state)
    chits = dict(event.chits)
    new.units = tuple([_with_chit(unit, chits[unit.id]) if unit.id in chits else unit for unit in state.units])
    return new


def _with_chit(unit: Unit, order: str) -> Unit:
    return replace(unit, order=order)


def initiative_thrown(state: State, event: InitiativeThrown) -> State:
    return replace(state, initiative=event.side)


def first_chosen(state: State, event: FirstChosen) -> State:
    return replace(state, first=event.side)


def chit_revealed(state: State, event: ChitRevealed) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.order = event.order
    unit.revealed = True
    return field.with_unit(state, unit)


EFFECTS: Final[Effects] = {
    Rated: rated,
    ChitsPlaced: chits_placed,
    InitiativeThrown: initiative_thrown,
    FirstChosen: first_chosen,
    ChitRevealed: chit_revealed,
}
