"""Setting up: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.pose import Pose


@record
class ThrowForPlacing:
    """A d10 a side: the lower deploys first."""


@record
class PickUnit:
    """These players, one after another, choose what to set up next."""

    players: tuple[str, ...]


@record
class PlaceUnit:
    """A unit is set up in this formation."""

    unit: str
    formation: str


@record
class PlaceOfficer:
    """An officer is set down: before the battle, or to replace one who fell."""

    officer: str


@record
class ComeOn:
    """A reinforcement at its place on the edge moves on."""

    unit: str


@record
class PlacingThrown:
    """Who deploys first."""

    first: str
    rolls: tuple[Roll, ...]


@record
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


EFFECTS: Final[Effects] = {
    PlacingThrown: field.only_told,
    Deployed: deployed,
}
