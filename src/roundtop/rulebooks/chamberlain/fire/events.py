"""The steps and events of the Fire Phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import State


@final
@dataclass(slots=True)
class Fire:
    """The Fire Phase, while anybody might fire."""

    side: str


@final
@dataclass(slots=True)
class ChooseShot:
    """The active side names a unit and its target, or ends its fire."""

    side: str


@final
@dataclass(slots=True)
class Shoot:
    """One unit fires at one target. Timings: fire-phase, before-move."""

    unit: str
    target: str
    timing: str


@final
@dataclass(slots=True)
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
    firer = field.copied(field.unit_of(state, event.unit))
    firer.fired = True
    firer.ammo = event.ammo
    target = field.copied(field.unit_of(state, event.target))
    target.fatigue = event.target_fatigue
    return field.with_unit(field.with_unit(state, firer), target)


STEPS: Final[tuple[type, ...]] = (Fire, ChooseShot, Shoot)
EFFECTS: Final[Effects] = {
    VolleyFired: volley_fired,
}
