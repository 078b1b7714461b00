"""The steps and events of melee."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, unchanged
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import copy, record, replace
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.state import Fight, State


@record
class Melees:
    """Every melee fights one round."""


@record
class PickFoe:
    """Whom the figures fight that touch several enemies."""

    unit: str
    foes: tuple[str, ...]


@record
class FightMelee:
    """One connected melee: units, and whom those fight that had a choice."""

    units: tuple[str, ...]
    picks: tuple[tuple[str, str], ...]


@record
class Losers:
    """The losers of a melee test, the rest of it follows."""

    losers: tuple[str, ...]
    winners: tuple[str, ...]


@record
class ContactMade:
    """Two enemies have come to blows."""

    fight: Fight


@record
class RoundFought:
    """One round of melee of a pair, or a victim caught (`b` throws nothing).

    Pairs are of a and b: hits made, figures lost, officers among them.
    """

    a: str
    b: str
    caught: bool
    fighting: tuple[int, int]
    hits: tuple[int, int]
    killed: tuple[int, int]
    officers: tuple[int, int]
    generals: tuple[str, str]
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@record
class MeleeDecided:
    """A melee's round: who has lost it, "" for a draw, and the figures each side lost."""

    units: tuple[str, ...]
    loser: str
    lost: tuple[tuple[str, int], ...]


@record
class FightsChanged:
    """Who is in contact with whom after a round."""

    fights: tuple[Fight, ...]


def after_contact_made(state: State, event: ContactMade) -> State:
    new = copy(state)
    new.fights = (*state.fights, event.fight)
    return _also_charging(new, event.fight.b) if event.fight.b_impetus else new


def _also_charging(state: State, id: str) -> State:
    """Of two that charge each other both count as charging [orders.mutual-charge, charge.countercharge]."""
    unit = field.noted(field.unit_of(state, id))
    unit.turn.impetus = True
    return field.with_unit(state, unit)


def after_round_fought(state: State, event: RoundFought) -> State:
    for place, id in enumerate((event.a, event.b)):
        unit = field.noted(field.unit_of(state, id))
        unit.turn.hits += event.hits[1 - place]
        unit.turn.general_lost = unit.turn.general_lost or event.generals[place] != ""
        unit.turn.fell_general = event.generals[place] or unit.turn.fell_general
        unit.turn.fought = True
        state = field.with_unit(state, unit)
    return state


def after_fights_changed(state: State, event: FightsChanged) -> State:
    return replace(state, fights=event.fights)


EFFECTS: Final[Effects] = {
    MeleeDecided: unchanged,
    ContactMade: after_contact_made,
    RoundFought: after_round_fought,
    FightsChanged: after_fights_changed,
}
