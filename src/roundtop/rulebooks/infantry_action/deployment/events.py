"""Set-up still to do, and what has been set up."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, unchanged
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import ON_TABLE, State
from roundtop.table.pose import Pose


@record
class ThrowForPlacing:
    """The lower throw sets up first."""


@record
class PickUnit:
    """A side picks the next unit to set up."""

    side: str


@record
class PlaceUnit:
    """That unit is set up in its zone."""

    unit: str


@record
class PlacingThrown:
    """Who sets up the first unit."""

    first: str
    rolls: tuple[Roll, ...]


@record
class Deployed:
    unit: str
    pose: Pose


def deployed(state: State, event: Deployed) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.pose = event.pose
    unit.place = ON_TABLE
    return field.with_unit(state, unit)


EFFECTS: Final[Effects] = {PlacingThrown: unchanged, Deployed: deployed}
