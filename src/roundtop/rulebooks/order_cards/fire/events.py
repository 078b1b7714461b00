"""Fire: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.state import State, Unit


@record
class FireAt:
    """A unit names its target; `guns` are those of a battery that have not fired, all if none is named.

    `other` is the target of the guns that have.
    """

    unit: str
    guns: tuple[int, ...]
    other: str = ""


@record
class Shoot:
    """A volley is fired."""

    unit: str
    target: str
    double: bool
    guns: tuple[int, ...]


@record
class Snipe:
    """Fire at a lone officer or messenger."""

    unit: str
    target: str


@record
class Fired:
    """A volley. `ammo` is what the firer has left, `boxes` the hits that were not saved."""

    unit: str
    target: str
    double: bool
    ammo: str
    percent: int
    hits: int
    saved: int
    boxes: int
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@record
class Sniped:
    """Fire at a lone officer or messenger, and what became of him."""

    unit: str
    target: str
    percent: int
    hit: bool
    result: str
    rolls: tuple[Roll, ...]


@record
class Circled:
    """A unit loses boxes. Causes: fire, mass, neighbour, melee, object, edge."""

    unit: str
    boxes: int
    cause: str


@record
class UnitRemoved:
    """A unit is out of the battle. Fates: destroyed, captured, run-off, abandoned, taken, withdrawn."""

    unit: str
    fate: str


def fired(state: State, event: Fired) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.ammo = event.ammo
    _seen_firing(unit, state.turn)
    return field.with_changed(state, unit)


def sniped(state: State, event: Sniped) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    _seen_firing(unit, state.turn)
    return field.with_changed(state, unit)


def _seen_firing(unit: Unit, turn: int) -> None:
    """Firing gives a unit away [visibility.fire-reveals]."""
    unit.fired = True
    unit.shown = 2
    unit.active = turn


def lost(state: State, event: Circled) -> State:
    unit = field.circled(state, field.unit_of(state, event.unit), event.boxes)
    if event.cause in ("fire", "mass", "neighbour"):
        unit.hurt += event.boxes
    return field.with_changed(state, unit)


def unit_removed(state: State, event: UnitRemoved) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.place = tables.GONE
    unit.fate = event.fate
    unit.owes = False
    if event.fate == tables.CAPTURED and unit.captive == "":
        unit.load = field.strength(unit, state.settings)
    return field.with_changed(state, unit)


EFFECTS: Final[Effects] = {
    Fired: fired,
    Sniped: sniped,
    Circled: lost,
    UnitRemoved: unit_removed,
}
