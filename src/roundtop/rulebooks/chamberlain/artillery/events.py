"""A battery is resupplied."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import copy, record
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import State


@record
class Resupply:
    """A battery gives up its fire to recover ammunition."""

    unit: str


@record
class Resupplied:
    unit: str
    ammo: int


def resupplied(state: State, event: Resupplied) -> State:
    new = copy(field.unit_of(state, event.unit))
    new.ammo = event.ammo
    new.fired = True
    return field.with_unit(state, new)


EFFECTS: Final[Effects] = {
    Resupplied: resupplied,
}
