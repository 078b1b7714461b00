"""Blocks and discs against their slow twins."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.table.footprint import (
    FAR,
    Block,
    Disc,
    block_in_box,
    block_in_outline,
    block_touches_outline,
    corners,
    disc_block_gap,
    disc_block_overlap,
    disc_gap,
    disc_in_box,
    disc_overlap,
    front_left,
    front_middle,
    front_right,
    gap,
    gap_below,
    inside_polygon,
    nearest_gap,
    outline_gap,
    overlap,
    overlaps_any,
    point_gap,
    radius,
    rear_middle,
    segment_gap,
    segment_hits_block,
    segment_hits_disc,
    segment_span,
)
from roundtop.table.pose import Point, Pose

from .naive import (
    block_distance,
    blocks,
    contains,
    coordinates,
    edges,
    half_turn_block,
    mirror_block,
    outline_distance,
    outlines,
    point_segment,
    segment_point,
    segment_segment,
)

SQUARE: tuple[Point, ...] = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


def shrunk(block: Block, by: float) -> Block:
    """A block with a border taken off."""
    return Block(block.pose, max(0.0, block.width - 2 * by), max(0.0, block.depth - 2 * by))


def test_corners_are_named_from_the_owners_side() -> None:
    east = Block(Pose(0, 0, 9000), 10, 2)
    assert corners(east) == ((1.0, 5.0), (1.0, -5.0), (-1.0, -5.0), (-1.0, 5.0))
    assert front_left(east) == (1.0, 5.0)
    assert front_right(east) == (1.0, -5.0)
    assert front_middle(east) == (1.0, 0.0)
    assert rear_middle(east) == (-1.0, 0.0)


@given(blocks, coordinates, coordinates)
def test_point_gap(block: Block, x: float, y: float) -> None:
    outline = corners(block)
    naive = 0.0 if contains(outline, (x, y)) else min(point_segment((x, y), *edge) for edge in edges(outline))
    assert point_gap(block, x, y) == pytest.approx(naive, abs=1e-9)


@given(blocks, blocks)
def test_gap(a: Block, b: Block) -> None:
    assert gap(a, b) == pytest.approx(block_distance(a, b), abs=1e-9)
    assert gap(b, a) == pytest.approx(gap(a, b), abs=1e-9)


@given(blocks, blocks, st.sampled_from([0, 9000, 18000, 27000]))
def test_gap_of_parallel_blocks(a: Block, b: Block, by: int) -> None:
    parallel = Block(Pose(b.pose.x, b.pose.y, a.pose.facing + by), b.width, b.depth)
    assert gap(a, parallel) == pytest.approx(block_distance(a, parallel), abs=1e-9)


@given(blocks, blocks)
def test_gap_and_overlap_do_not_mind_a_turned_or_mirrored_table(a: Block, b: Block) -> None:
    assert gap(half_turn_block(a), half_turn_block(b)) == gap(a, b)
    assert gap(mirror_block(a), mirror_block(b)) == pytest.approx(gap(a, b), abs=1e-9)
    assert overlap(half_turn_block(a), half_turn_block(b)) == overlap(a, b)


@given(blocks, blocks)
def test_overlap(a: Block, b: Block) -> None:
    if block_distance(shrunk(a, 0.02), shrunk(b, 0.02)) == 0:
        assert overlap(a, b)
    if block_distance(a, b) > 1e-9:
        assert not overlap(a, b)
    assert overlap(a, b) == overlap(b, a)


def test_touching_is_not_overlapping() -> None:
    line = Block(Pose(0, 0, 0), 10, 1)
    assert not overlap(line, Block(Pose(10, 0, 0), 10, 1))
    assert not overlap(line, Block(Pose(9.99, 0, 0), 10, 1))
    assert overlap(line, Block(Pose(9.98, 0, 0), 10, 1))
    assert not overlap(line, Block(Pose(0, 1, 18000), 10, 1))
    assert gap(line, Block(Pose(10, 0, 0), 10, 1)) == 0
    assert overlap(line, Block(Pose(0, 0, 4500), 10, 1))


@given(blocks, st.lists(blocks, max_size=6), st.integers(0, 3000).map(lambda n: n / 100))
def test_nearest_of_many(block: Block, others: list[Block], limit: float) -> None:
    gaps = [gap(block, other) for other in others]
    assert nearest_gap(block, others) == min(gaps, default=FAR)
    assert [gap_below(block, other, limit) for other in others] == [g < limit for g in gaps]
    hits = [i for i, other in enumerate(others) if overlap(block, other)]
    assert overlaps_any(block, others) == (hits[0] if hits else -1)


@given(blocks, coordinates, coordinates, coordinates, coordinates)
def test_segment_and_block(block: Block, ax: float, ay: float, bx: float, by: float) -> None:
    outline = corners(block)
    a, b = (ax, ay), (bx, by)
    naive = min(segment_segment(a, b, *edge) for edge in edges(outline))
    if contains(outline, a):
        naive = 0.0
    assert segment_gap(ax, ay, bx, by, block) == pytest.approx(naive, abs=1e-9)
    inside = any(point_gap(shrunk(block, 0.0101), *segment_point(a, b, i / 400)) == 0 for i in range(401))
    if inside:
        assert segment_hits_block(ax, ay, bx, by, block)
    if naive > 1e-9:
        assert not segment_hits_block(ax, ay, bx, by, block)
    assert segment_hits_block(ax, ay, bx, by, block) == segment_hits_block(bx, by, ax, ay, block)


def test_running_along_an_edge_is_no_hit() -> None:
    block = Block(Pose(0, 0, 0), 10, 2)
    assert not segment_hits_block(-20, 1, 20, 1, block)
    assert segment_hits_block(-20, 0.98, 20, 0.98, block)
    assert segment_span(-10, 0, 10, 0, block) == (0.25, 0.75)
    assert segment_span(-10, 0, 10, 0, block, 1.0) == (0.2, 0.8)
    assert segment_span(-10, 5, 10, 5, block) == (1.0, 0.0)


@given(outlines(), coordinates, coordinates)
def test_inside_polygon(outline: tuple[Point, ...], x: float, y: float) -> None:
    if min(point_segment((x, y), *edge) for edge in edges(outline)) > 1e-6:
        assert inside_polygon(outline, x, y) == contains(outline, (x, y))


@given(outlines(), st.integers(0, 8), st.floats(0, 1))
def test_the_border_is_inside(outline: tuple[Point, ...], side: int, t: float) -> None:
    a, b = edges(outline)[side % len(outline)]
    assert inside_polygon(outline, *segment_point(a, b, t))


def test_the_border_of_a_square_is_inside() -> None:
    on = ((0, 0), (10, 0), (10, 10), (0, 10), (5, 0), (10, 5), (5, 10), (0, 5))
    off = ((-0.01, 0), (10.01, 10), (5, -0.01), (5, 10.01), (20, 10), (-5, 0))
    assert all(inside_polygon(SQUARE, *point) for point in on)
    assert not any(inside_polygon(SQUARE, *point) for point in off)


@given(blocks, outlines())
def test_block_and_outline(block: Block, outline: tuple[Point, ...]) -> None:
    naive = outline_distance(corners(block), outline)
    assert outline_gap(outline, block) == pytest.approx(naive, abs=1e-9)
    if naive > 1e-9:
        assert not block_touches_outline(block, outline)
    if outline_distance(corners(shrunk(block, 0.02)), outline) == 0:
        assert block_touches_outline(block, outline)
    if block_in_outline(block, outline):
        assert all(contains(outline, corner) for corner in corners(shrunk(block, 0.02)))


def test_a_block_on_the_edge_of_a_wood() -> None:
    assert not block_touches_outline(Block(Pose(-1, 5, 0), 2, 2), SQUARE)
    assert block_touches_outline(Block(Pose(-0.9, 5, 0), 2, 2), SQUARE)
    assert block_in_outline(Block(Pose(1, 5, 0), 2, 2), SQUARE)
    assert not block_in_outline(Block(Pose(0.9, 5, 0), 2, 2), SQUARE)
    assert block_touches_outline(Block(Pose(5, 5, 0), 30, 30), SQUARE)


@given(blocks)
def test_block_in_box(block: Block) -> None:
    xs = [x for x, _ in corners(block)]
    ys = [y for _, y in corners(block)]
    assert block_in_box(block, min(xs), min(ys), max(xs), max(ys))
    assert not block_in_box(block, min(xs) + 0.02, min(ys), max(xs), max(ys))
    assert not block_in_box(block, min(xs), min(ys), max(xs), max(ys) - 0.02)


@given(blocks)
def test_radius_reaches_every_corner(block: Block) -> None:
    for x, y in corners(block):
        assert point_gap(Block(block.pose, 0, 0), x, y) == pytest.approx(radius(block))


def test_round_bases_are_measured_edge_to_edge() -> None:
    """skirmish.setup.bases-and-measuring."""
    assert disc_gap(Disc(0, 0, 1.0), Disc(11.5, 0, 1.0)) == 9.5
    assert disc_gap(Disc(0, 0, 1.0), Disc(0, 17.5, 1.5)) == 15.0
    assert disc_gap(Disc(0, 0, 1.0), Disc(1, 0, 1.0)) == 0
    assert not disc_overlap(Disc(0, 0, 1), Disc(2, 0, 1))
    assert disc_overlap(Disc(0, 0, 1), Disc(1.98, 0, 1))


@given(blocks, coordinates, coordinates, st.integers(10, 300).map(lambda n: n / 100))
def test_disc_and_block(block: Block, x: float, y: float, size: float) -> None:
    rim = [(x + size * sin(radians(a)), y + size * cos(radians(a))) for a in range(360)]
    near = min(point_gap(block, *p) for p in [*rim, (x, y)])
    if point_gap(Block(block.pose, 0, 0), x, y) < size:
        near = 0.0
    assert disc_block_gap(Disc(x, y, size), block) == pytest.approx(near, abs=0.02)
    assert disc_block_overlap(Disc(x, y, size), block) == (point_gap(block, x, y) < size - 0.01 - 1e-9)


def test_a_line_past_a_round_base() -> None:
    disc = Disc(0, 0, 1)
    assert segment_hits_disc(-5, 0.98, 5, 0.98, disc)
    assert not segment_hits_disc(-5, 1, 5, 1, disc)
    assert not segment_hits_disc(-5, 0, -2, 0, disc)
    assert disc_in_box(disc, -1, -1, 1, 1)
    assert not disc_in_box(disc, -0.95, -1, 1, 1)
