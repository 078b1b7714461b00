"""The steps and events of the Fire Phase."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import copy, record
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import State


@record
class Fire:
    """The Fire Phase, while anybody might fire."""

    side: str


@record
class ChooseShot:
    """The active side names a unit and its target, or ends its fire."""

    side: str


@record
class Shoot:
    """One unit fires at one target. Timings: fire-phase, before-move."""

    unit: str
    target: str
    timing: str


@record
class VolleyFired:
    """One unit has fired at another; fatigue and ammunition as they are afterwards.

    `hidden`: in fog, at a blind that stays one, of which only the players know where it is.
    """

    unit: str
    target: str
    timing: str
    dice: int
    hits: int
    target_fatigue: int
    ammo: int
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]
    hidden: bool


def volley_fired(state: State, event: VolleyFired) -> State:
    firer = copy(field.unit_of(state, event.unit))
    firer.fired = True
    firer.ammo = event.ammo
    target = copy(field.unit_of(state, event.target))
    target.fatigue = event.target_fatigue
    return field.with_unit(field.with_unit(state, firer), target)


EFFECTS: Final[Effects] = {
    VolleyFired: volley_fired,
}
