"""The steps and events of setting out."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, unchanged
from roundtop.dice.sources import Roll
from roundtop.record import copy, record, replace
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import ON_TABLE, TO_DEPLOY, Army, State, Unit
from roundtop.table.pose import Pose


@record
class ThrowForPlacing:
    """The lower die deploys first."""


@record
class PickUnit:
    """A side takes up the next unit to deploy; the enemy does not see which."""

    side: str


@record
class PlaceUnit:
    """The unit in hand is set down in its side's zone."""

    side: str


@record
class ThrowForFirst:
    """The higher die takes the first player turn, where the scenario does not say who does."""


@record
class PlacingThrown:
    """Who deploys first."""

    first: str
    rolls: tuple[Roll, ...]


@record
class UnitPicked:
    """A side has taken up a unit to deploy; which one only its owner knows."""

    side: str
    key: str


@record
class Deployed:
    """The unit in hand is set down and gets the number by which all know it; in fog its side knows where."""

    side: str
    unit: str
    pose: Pose
    hidden: bool


@record
class FirstThrown:
    """Who takes the first player turn; no dice where the scenario says."""

    first: str
    rolls: tuple[Roll, ...]


def unit_picked(state: State, event: UnitPicked) -> State:
    return _in_hand(copy(state), event.side, event.key)


def _in_hand(new: State, side: str, key: str) -> State:
    new.armies = tuple([_with_in_hand(army, key) if army.side == side else army for army in new.armies])
    return new


def _with_in_hand(army: Army, key: str) -> Army:
    return replace(army, picked=key)


def deployed(state: State, event: Deployed) -> State:
    new = copy(state)
    key = field.army_of(state, event.side).picked
    new.units = tuple([_set_down(unit, event) if _is_it(unit, event.side, key) else unit for unit in state.units])
    return _in_hand(new, event.side, "")


def _is_it(unit: Unit, side: str, key: str) -> bool:
    return unit.place == TO_DEPLOY and unit.side == side and unit.key == key


def _set_down(unit: Unit, event: Deployed) -> Unit:
    return replace(unit, id=event.unit, pose=event.pose, place=ON_TABLE)


def first_thrown(state: State, event: FirstThrown) -> State:
    return replace(state, first=event.first)


EFFECTS: Final[Effects] = {
    PlacingThrown: unchanged,
    UnitPicked: unit_picked,
    Deployed: deployed,
    FirstThrown: first_thrown,
}
