"""Supplies: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record, replace
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.state import Hand, State, Unit


@record
class Draw:
    """A unit is re-supplied."""

    unit: str


@record
class Resupplied:
    """A unit has ammunition again; the player or the wagon has so many points left, -1 where nobody counts.

    `to` are the players who know how many.
    """

    unit: str
    ammo: str
    player: str
    wagon: str
    points: int
    to: tuple[str, ...]


def resupplied(state: State, event: Resupplied) -> State:
    new = field.past_recall(state)
    units: list[Unit] = []
    for unit in new.units:
        if unit.id == event.unit:
            served = field.copied(unit)
            served.ammo = event.ammo
            units.append(served)
        elif event.wagon and unit.id == event.wagon:
            wagon = field.copied(unit)
            wagon.load = event.points
            units.append(wagon)
        else:
            units.append(unit)
    new.units = tuple(units)
    if event.points >= 0 and not event.wagon:
        new.hands = tuple([_supplied(h, event.points) if h.player == event.player else h for h in new.hands])
    return new


def _supplied(hand: Hand, points: int) -> Hand:
    return replace(hand, supplies=points)


EFFECTS: Final[Effects] = {
    Resupplied: resupplied,
}
