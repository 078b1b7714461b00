"""Melees: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record, replace
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.state import State, Unit


@record
class Fight:
    """The melee of this first attacker is fought; the officers of either side, once declared."""

    unit: str
    attackers: str
    defenders: str


@record
class AfterMelee:
    """Who ends a melee disordered together is one mass; winners may have to test."""

    winners: tuple[str, ...]
    losers: tuple[str, ...]
    hurt: tuple[str, ...]


@record
class MeleeFought:
    """A melee to its end: the totals of every round, attackers first, and the boxes each unit lost."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    winner: str
    totals: tuple[tuple[int, int], ...]
    boxes: tuple[tuple[str, int], ...]
    officers: tuple[str, str]
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@record
class Massed:
    """Units left disordered together by a melee are one mass."""

    units: tuple[str, ...]
    mass: str


@record
class Disordered:
    """A unit that won a melee holds its ground in disorder."""

    unit: str


def melee_fought(state: State, event: MeleeFought) -> State:
    new = field.past_recall(state)
    new.melees = tuple([one for one in state.melees if one.attacks[0].unit != event.attackers[0]])
    fought = (*event.attackers, *event.defenders)
    new.units = tuple([_has_fought(unit, state.turn) if unit.id in fought else unit for unit in state.units])
    return new


def _has_fought(unit: Unit, turn: int) -> Unit:
    return replace(unit, active=turn)


def massed(state: State, event: Massed) -> State:
    new = field.past_recall(state)
    new.units = tuple([_in_mass(unit, event.mass) if unit.id in event.units else unit for unit in state.units])
    return new


def _in_mass(unit: Unit, mass: str) -> Unit:
    return replace(unit, mass=mass)


def disordered(state: State, event: Disordered) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    morale_events.shaken(unit, unit.state, True, unit.in_position)
    unit.moved = True
    unit.fired = True
    unit.charged = True
    unit.waived = True
    unit.pose = field.standing_room(state, unit)
    return field.with_changed(state, unit)


EFFECTS: Final[Effects] = {
    Disordered: disordered,
    MeleeFought: melee_fought,
    Massed: massed,
}
