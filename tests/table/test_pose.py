"""Places and facings."""

from __future__ import annotations

import pytest
from hypothesis import given

from roundtop.table.measure import distance
from roundtop.table.pose import (
    Pose,
    about,
    ahead,
    aside,
    moved,
    pivoted,
    rounded_pose,
    to_local,
    to_world,
    turned,
)

from .naive import coordinates, lengths, poses, spun, turns


def near(a: Pose, b: Pose) -> bool:
    """Whether two poses are the same but for float noise."""
    return a.facing == b.facing and distance(a.x, a.y, b.x, b.y) < 1e-9


def test_steps_from_a_pose() -> None:
    east = Pose(1.0, 2.0, 9000)
    assert ahead(east, 3) == Pose(4.0, 2.0, 9000)
    assert aside(east, 3) == Pose(1.0, -1.0, 9000)
    assert moved(east, 1, 1) == Pose(2.0, 3.0, 9000)
    assert about(east) == Pose(1.0, 2.0, 27000)
    assert turned(east, -18000) == Pose(1.0, 2.0, 27000)


def test_facing_is_kept_within_a_full_turn() -> None:
    assert Pose(0, 0, 36000).facing == 0
    assert Pose(0, 0, -1).facing == 35999


def test_equal_poses_are_one_key() -> None:
    assert len({Pose(1, 2, 3), Pose(1.0, 2.0, 36003)}) == 1
    assert Pose(1, 2, 3) != Pose(1, 2, 4)
    words: object = "somewhere"
    assert Pose(1, 2, 3) != words


def test_rounded_pose() -> None:
    assert rounded_pose(Pose(1.239, -0.001, 5)) == Pose(1.24, 0.0, 5)


@given(poses, coordinates, coordinates)
def test_local_and_world_undo_each_other(pose: Pose, x: float, y: float) -> None:
    assert to_world(pose, *to_local(pose, x, y)) == pytest.approx((x, y), abs=1e-9)


@given(poses, coordinates, coordinates, turns)
def test_pivot_agrees_with_plain_rotation_and_comes_back(pose: Pose, px: float, py: float, by: int) -> None:
    there = pivoted(pose, px, py, by)
    assert near(there, spun(pose, px, py, by))
    assert near(pivoted(there, px, py, -by), pose)


@given(poses, lengths)
def test_a_step_right_is_a_step_ahead_after_a_right_turn(pose: Pose, d: float) -> None:
    assert near(turned(aside(pose, d), 9000), ahead(turned(pose, 9000), d))
