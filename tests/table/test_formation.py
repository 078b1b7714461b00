"""Formations as the ledgers give them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.table.footprint import Block, corners, gap, overlap
from roundtop.table.formation import (
    along_track,
    column,
    line,
    mass,
    ranks_and_files,
    ranks_of,
    refused_blocks,
    refused_flank,
    skirmish_order,
    span,
)
from roundtop.table.measure import distance, rounded
from roundtop.table.path import sweep, track, wheel
from roundtop.table.pose import Pose, to_local

from .naive import mirror_pose, poses

NORTH = Pose(0.0, 0.0, 0)


def extent(placed: tuple[Pose, ...], width: float, depth: float) -> tuple[float, float]:
    """Width and depth of what stands of this size cover, facing north."""
    points = [corner for pose in placed for corner in corners(Block(pose, width, depth))]
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return (rounded(max(xs) - min(xs)), rounded(max(ys) - min(ys)))


def test_a_line_is_numbered_from_the_owners_left() -> None:
    """infantry-action.setup.stand-and-line, infantry-action.setup.numbering."""
    assert [pose.x for pose in line(NORTH, 4, 1.0, 1.0)] == [-1.5, -0.5, 0.5, 1.5]
    assert [pose.x for pose in line(Pose(0, 0, 18000), 4, 1.0, 1.0)] == [1.5, 0.5, -0.5, -1.5]
    assert extent(line(NORTH, 7, 1.0, 1.0), 1, 1) == (7, 1)


def test_loose_order_and_disorder() -> None:
    """order-cards.formation.list."""
    assert span(6, 1.0, 0.4) == 8.0
    assert extent(line(NORTH, 6, 1.0, 0.75, 0.4), 1, 0.75) == (8, 0.75)
    crowd = mass(NORTH, 7, 1.0, 0.75)
    assert [sum(pose.y == y for pose in crowd) for y in (0.75, 0.0, -0.75)] == [3, 3, 1]
    assert extent(column(NORTH, 5, 1.0, 0.75), 1, 0.75) == (1, 3.75)
    assert column(NORTH, 5, 1.0, 0.75)[0].y == 1.5


def test_lines_and_columns_of_figures() -> None:
    """charge-boys.formation.line, .attack-column and .road-column."""
    foot = 0.75
    assert extent(ranks_and_files(NORTH, 24, 12, foot, foot), foot, foot) == (9, 1.5)
    assert extent(ranks_and_files(NORTH, 30, 15, foot, foot), foot, foot) == (11.25, 1.5)
    assert extent(ranks_and_files(NORTH, 24, 4, foot, foot), foot, foot) == (3, 4.5)
    assert extent(ranks_and_files(NORTH, 48, 8, foot, foot), foot, foot) == (6, 4.5)
    assert extent(ranks_and_files(NORTH, 13, 3, foot, foot), foot, foot) == (2.25, 3.75)
    assert extent(ranks_and_files(NORTH, 24, 2, foot, foot), foot, foot) == (1.5, 9)
    assert (ranks_of(13, 3), ranks_of(24, 4), ranks_of(0, 0)) == (5, 6, 0)


def test_a_short_rear_rank_is_centred() -> None:
    """charge-boys.formation.line."""
    assert [pose.x for pose in ranks_and_files(NORTH, 5, 3, 1.0, 1.0)] == [-1, 0, 1, -0.5, 0.5]


def test_skirmish_order() -> None:
    """charge-boys.formation.skirmish."""
    assert extent(skirmish_order(NORTH, 6, 1, 0.75, 0.75, 0.75), 0.75, 0.75) == (8.25, 0.75)
    two = skirmish_order(NORTH, 24, 2, 0.75, 0.75, 0.75)
    assert extent(two[:12], 0.75, 0.75) == (17.25, 0.75)
    assert rounded(two[12].x - two[0].x) == 0.75


def test_a_single_base_and_a_single_figure() -> None:
    """chamberlain.setup.unit-one-base, skirmish.setup.bases-and-measuring."""
    assert line(Pose(3, 4, 12345), 1, 1.0, 0.5) == (Pose(3, 4, 12345),)


def test_a_refused_right() -> None:
    """order-cards.formation.refuse-flank: up to 3 of 7 stands, 45 degrees, about the rear corner."""
    stands = refused_flank(NORTH, 7, 1.0, 0.75, 0, 0, 3, 4500)
    assert stands[:4] == line(NORTH, 7, 1.0, 0.75)[:4]
    assert [pose.facing for pose in stands] == [0, 0, 0, 0, 4500, 4500, 4500]
    joint = (0.5, -0.375)
    assert corners(Block(stands[4], 1, 0.75))[3] == pytest.approx(joint)
    assert corners(Block(stands[3], 1, 0.75))[2] == pytest.approx(joint)
    assert stands[6].y < stands[5].y < stands[4].y < 0


@given(poses, st.integers(2, 10), st.integers(1, 5), st.integers(0, 4500))
def test_refused_wings_touch_and_never_overlap(pose: Pose, n: int, wing: int, by: int) -> None:
    wing = min(wing, n // 2)
    stands = [Block(p, 1, 0.75) for p in refused_flank(pose, n, 1.0, 0.75, wing, by, 0, 0)]
    for a, b in zip(stands, stands[1:]):
        assert gap(a, b) == pytest.approx(0, abs=1e-6)
        assert not overlap(a, b)


@given(poses, st.integers(2, 10), st.integers(0, 5), st.integers(0, 4500))
def test_a_refused_left_is_a_refused_right_in_the_mirror(pose: Pose, n: int, wing: int, by: int) -> None:
    wing = min(wing, n // 2)
    left = refused_flank(pose, n, 1.0, 0.75, wing, by, 0, 0)
    right = refused_flank(mirror_pose(pose), n, 1.0, 0.75, 0, 0, wing, by)
    for a, b in zip(left, reversed(right)):
        assert mirror_pose(b).facing == a.facing
        assert distance(a.x, a.y, -b.x, b.y) < 1e-9


@given(poses, st.integers(1, 40), st.integers(1, 12))
def test_the_pose_is_the_middle_whatever_the_facing(pose: Pose, figures: int, files: int) -> None:
    upright = ranks_and_files(NORTH, figures, files, 0.75, 0.75)
    for there, here in zip(ranks_and_files(pose, figures, files, 0.75, 0.75), upright):
        assert there.facing == pose.facing
        assert to_local(pose, there.x, there.y) == pytest.approx((here.x, here.y), abs=1e-9)


def test_a_road_column_follows_its_head() -> None:
    """charge-boys.formation.road-column."""
    march = along_track(((0.0, 0.0), (0.0, 3.0), (3.0, 3.0)), 4, 2.0)
    assert march == (Pose(3, 3, 9000), Pose(1, 3, 9000), Pose(0, 2, 0), Pose(0, 0, 0))
    assert along_track(((0.0, 0.0), (0.0, 3.0)), 3, 2.0)[2] == Pose(0, -1, 0)


def test_a_column_behind_a_wheeling_head_keeps_its_distances() -> None:
    head = track(sweep(NORTH, 2.0, 1.0, [wheel(9000, "right")]), 0.0, 0.0)
    march = along_track(head, 3, 0.5)
    assert distance(march[0].x, march[0].y, march[1].x, march[1].y) == pytest.approx(0.5, abs=0.02)


@given(poses, st.integers(2, 8), st.integers(1, 3), st.booleans(), st.sampled_from((1500, 3000, 4500)))
def test_a_refused_wing_as_blocks_covers_its_stands(pose: Pose, n: int, count: int, left: bool, by: int) -> None:
    count = min(count, n - 1)
    stands = refused_flank(
        pose, n, 1.0, 0.75, left=count if left else 0, left_by=by, right=0 if left else count, right_by=by
    )
    blocks = refused_blocks(pose, n, 1.0, 0.75, wing=-count if left else count, by=by)
    parts = (stands[count:], stands[:count]) if left else (stands[: n - count], stands[n - count :])
    for block, part in zip(blocks, parts, strict=True):
        first, last = part[0], part[-1]
        assert block.pose.x == pytest.approx(0.5 * (first.x + last.x), abs=1e-9)
        assert block.pose.y == pytest.approx(0.5 * (first.y + last.y), abs=1e-9)
        assert (block.pose.facing, block.width, block.depth) == (first.facing, len(part) * 1.0, 0.75)
