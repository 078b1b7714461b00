"""Officers are placed, driven off, put at risk and replaced."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import copy, record
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import State
from roundtop.table.pose import Point


@record
class PlaceOfficers:
    """Officers of a side are placed, one after another; these have been."""

    side: str
    placed: tuple[str, ...]


@record
class SetDown:
    """An officer who is to stand alone is set down."""

    officer: str


@record
class NameSecond:
    """A Vigorous or Mobile officer names the other unit on which his traits work."""

    officer: str


@record
class OfficerPlaced:
    """An officer is with a unit, or stands alone; with a concealed unit only his side knows."""

    officer: str
    side: str
    unit: str
    at: Point | None
    hidden: bool


@record
class SecondNamed:
    """The other unit on which an officer's traits work; a concealed one only his side knows."""

    officer: str
    side: str
    unit: str
    hidden: bool


@record
class OfficerMoved:
    """An officer whose unit is lost, or who was ridden down, joins another; "" if he is off the table."""

    officer: str
    side: str
    unit: str
    cause: str
    hidden: bool


@record
class OfficerRisked:
    """An at-risk roll; an average officer takes the post of one who is killed."""

    officer: str
    cause: str
    killed: bool
    rolls: tuple[Roll, ...]


@record
class PipsCounted:
    """An Immobile CnC's die is turned down."""

    officer: str
    pips: int


def officer_placed(state: State, event: OfficerPlaced) -> State:
    new = copy(field.officer_of(state, event.officer))
    new.unit = event.unit
    new.at = event.at
    new.second = ""
    return field.with_officer(state, new)


def second_named(state: State, event: SecondNamed) -> State:
    new = copy(field.officer_of(state, event.officer))
    new.second = event.unit
    return field.with_officer(state, new)


def officer_moved(state: State, event: OfficerMoved) -> State:
    new = copy(field.officer_of(state, event.officer))
    new.unit = event.unit
    new.at = None
    new.second = ""
    return field.with_officer(state, new)


def officer_risked(state: State, event: OfficerRisked) -> State:
    """An average officer takes over at once, in the same place and post [command.replacement]."""
    new = copy(field.officer_of(state, event.officer))
    if event.killed:
        new.name = f"successor of {new.name.removeprefix('successor of ')}"
        new.traits = ()
        new.second = ""
        new.pips = 0
    return field.with_officer(state, new)


def pips_counted(state: State, event: PipsCounted) -> State:
    new = copy(field.officer_of(state, event.officer))
    new.pips = event.pips
    return field.with_officer(state, new)


EFFECTS: Final[Effects] = {
    OfficerPlaced: officer_placed,
    SecondNamed: second_named,
    OfficerMoved: officer_moved,
    OfficerRisked: officer_risked,
    PipsCounted: pips_counted,
}
