"""Setting up: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, unchanged
from roundtop.dice.sources import Roll
from roundtop.record import record, replace
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import ON_TABLE, Figure, State
from roundtop.table.ground import level_at
from roundtop.table.pose import Pose


@record
class ThrowForPlacing:
    """The lower throw sets up first."""


@record
class PickToPlace:
    """A side picks the next group to set up, until its whole force stands."""

    side: str


@record
class PlaceGroup:
    """That group is set up in its zone."""

    group: str


@record
class JoinGroup:
    """A force commander who is to be with a group joins one at set-up."""

    side: str


@record
class PlacingThrown:
    """Who sets out his whole force first."""

    first: str
    rolls: tuple[Roll, ...]


@record
class Deployed:
    """A group is set up: its figures and where they stand."""

    group: str
    poses: tuple[tuple[str, Pose], ...]


def deployed(state: State, event: Deployed) -> State:
    new = field.changing(state)
    new.figures = {**state.figures, **{id: _set_up(state, state.figures[id], pose) for id, pose in event.poses}}
    return new


def _set_up(state: State, figure: Figure, pose: Pose) -> Figure:
    return replace(figure, pose=pose, place=ON_TABLE, level=level_at(state.ground, pose.x, pose.y))


EFFECTS: Final[Effects] = {
    PlacingThrown: unchanged,
    Deployed: deployed,
}
