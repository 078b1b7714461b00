"""Setting up: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.pose import Pose


@final
@dataclass(slots=True)
class ThrowForPlacing:
    """A d10 a side: the lower deploys first."""


@final
@dataclass(slots=True)
class PickUnit:
    """These players, one after another, choose what to set up next."""

    players: tuple[str, ...]


@final
@dataclass(slots=True)
class PlaceUnit:
    """A unit is set up in this formation."""

    unit: str
    formation: str


@final
@dataclass(slots=True)
class PlaceOfficer:
    """An officer is set down: before the battle, or to replace one who fell."""

    officer: str


@final
@dataclass(slots=True)
class ComeOn:
    """A reinforcement at its place on the edge moves on."""

    unit: str


@final
@dataclass(slots=True)
class PlacingThrown:
    """Who deploys first."""

    first: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Deployed:
    unit: str
    pose: Pose
    formation: str


def deployed(state: State, event: Deployed) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.pose = event.pose
    unit.formation = event.formation
    unit.place = tables.ON_TABLE
    return field.with_changed(state, unit)


STEPS: Final[tuple[type, ...]] = (
    ThrowForPlacing,
    PickUnit,
    PlaceUnit,
    PlaceOfficer,
    ComeOn,
)
EFFECTS: Final[Effects] = {
    PlacingThrown: field.only_told,
    Deployed: deployed,
}
