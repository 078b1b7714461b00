"""Arcs, wedges and zones as the ledgers give them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roundtop.table.arc import (
    ahead_of_front,
    block_in_arc,
    facing_to,
    in_arc,
    in_front_arc,
    in_front_wedge,
    off_facing,
    side_of,
    zone_ahead,
)
from roundtop.table.footprint import Block, gap, point_gap
from roundtop.table.measure import cosine, sine
from roundtop.table.pose import Pose, to_world

from .naive import blocks, coordinates, facings, half_turn_block

LINE = Block(Pose(0, 0, 0), 1, 1)


def test_45_degrees_is_in_arc_and_46_is_not() -> None:
    """infantry-action.shooting.arc."""
    x, y = 10 * sine(4500), 0.5 + 10 * cosine(4500)
    assert in_front_arc(LINE, 4500, x, y)
    assert in_front_arc(LINE, 4500, -x, y)
    assert in_front_arc(LINE, 4500, 10 * sine(4501), 0.5 + 10 * cosine(4501))
    assert not in_front_arc(LINE, 4500, 10 * sine(4502), 0.5 + 10 * cosine(4502))
    assert not in_front_arc(LINE, 4500, 10 * sine(4600), 0.5 + 10 * cosine(4600))


def test_arc_from_the_centre() -> None:
    """chamberlain.fire.arc."""
    assert in_arc(0, 0, 0, 4500, 1, 1)
    assert not in_arc(0, 0, 0, 4500, 1.2, 1)
    assert in_arc(0, 0, 0, 4500, 0, 0)
    assert in_arc(0, 0, 35500, 4500, 0.6, 1)


def test_sectors_of_a_rider() -> None:
    """skirmish.setup.facing: 150 degrees is his rear, 135 exactly his flank."""
    assert off_facing(0, 0, 0, sine(15000), cosine(15000)) > 13500
    assert off_facing(0, 0, 0, sine(13500), cosine(13500)) == 13500


def test_engagement_zone() -> None:
    """chamberlain.move.engaged-zone: the zone is 1 BW wide and deep ahead of the front edge."""
    zone = zone_ahead(Block(Pose(0, -0.25, 0), 1.0, 0.5), 1.0)
    assert zone == Block(Pose(0, 0.5, 0), 1.0, 1.0)
    assert gap(zone, Block(Pose(0.8, 1.15, 18000), 1.0, 0.5)) == 0
    assert gap(zone, Block(Pose(1.2, 0.75, 18000), 1.0, 0.5)) > 0


def test_front_flank_and_rear() -> None:
    """order-cards.charge.facing-zones, chamberlain.setup.front-line, charge-boys.charge.flank."""
    line = Block(Pose(0, 0, 0), 6, 0.75)
    assert side_of(line, 20, 0.375) == "front"
    assert side_of(line, -20, 0.3) == "left"
    assert side_of(line, 20, -0.3) == "right"
    assert side_of(line, 0, -0.375) == "rear"
    assert ahead_of_front(line, 50, 0.375) == 0
    assert ahead_of_front(line, 0, -1) == -1.375


def test_wedge_from_the_front_corners() -> None:
    line = Block(Pose(0, -0.5, 0), 10, 1)
    assert in_front_wedge(line, 4500, 0, 0)
    assert in_front_wedge(line, 4500, 5, 3)
    assert in_front_wedge(line, 4500, 8, 3)
    assert not in_front_wedge(line, 4500, 8.1, 3)
    assert in_front_wedge(line, 4500, -8, 3)
    assert not in_front_wedge(line, 4500, 0, -0.1)


@given(coordinates, coordinates, facings, st.sampled_from([2250, 4500, 8000]), blocks)
def test_block_in_arc(x: float, y: float, facing: int, half: int, block: Block) -> None:
    grid = [
        to_world(block.pose, block.width * (i / 20 - 0.5), block.depth * (j / 20 - 0.5))
        for i in range(21)
        for j in range(21)
    ]
    if any(in_arc(x, y, facing, half, *p) for p in grid):
        assert block_in_arc(x, y, facing, half, block)
    elif block_in_arc(x, y, facing, half, block):
        fine = [
            (x + d / 50 * sine(a), y + d / 50 * cosine(a)) for d in range(4000) for a in (facing - half, facing + half)
        ]
        assert any(point_gap(block, *p) < 0.05 for p in fine)


@given(blocks, coordinates, coordinates)
def test_sides_turn_with_the_table(block: Block, x: float, y: float) -> None:
    assert side_of(half_turn_block(block), -x, -y) == side_of(block, x, y)


def test_facing_a_point() -> None:
    assert facing_to(Pose(0, 0, 5), 3, 3) == Pose(0, 0, 4500)
