"""Arcs against angles taken the slow way."""

from __future__ import annotations

from math import atan2, degrees, hypot

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from roundtop.table.footprint import Block, corners, point_gap
from roundtop.table.measure import cosine, sine
from roundtop.table.turning import Arc, arc_points, corner_arcs_gap, passes

from .naive import blocks, coordinates, spun

full_turns = st.integers(-36000, 36000)


def arc(ux: float, uy: float, by: int) -> Arc:
    """An arc about the origin."""
    return Arc(0.0, 0.0, ux, uy, by, sine(by), cosine(by))


@given(coordinates, coordinates, full_turns, coordinates, coordinates)
def test_passes(ux: float, uy: float, by: int, vx: float, vy: float) -> None:
    assume(hypot(ux, uy) > 0.1 and hypot(vx, vy) > 0.1)
    angle = (degrees(atan2(vx, vy)) - degrees(atan2(ux, uy))) * 100 * (1 if by >= 0 else -1) % 36000
    assume(min(abs(angle - abs(by)), angle, 36000 - angle) > 0.01)
    assert passes(arc(ux, uy, by), vx, vy) == (angle < abs(by))


def test_the_ends_are_passed_and_the_far_side_is_not() -> None:
    quarter = arc(0.0, 2.0, 9000)
    assert passes(quarter, 0, 1)
    assert passes(quarter, 1, 0)
    assert not passes(quarter, 0, -1)
    assert not passes(quarter, -1, 0)
    none = arc(0.0, 2.0, 0)
    assert passes(none, 0, 1)
    assert not passes(none, 0, -1)
    assert passes(arc(0.0, 2.0, 36000), -1, -1)


@given(blocks, blocks, coordinates, coordinates, st.integers(-40000, 40000))
def test_corner_arcs(mover: Block, block: Block, px: float, py: float, by: int) -> None:
    found = corner_arcs_gap(mover, block, px, py, by, 1e9)
    reach = max(hypot(x - px, y - py) for x, y in corners(mover))
    count = 600
    sampled = min(
        point_gap(block, x, y)
        for i in range(count + 1)
        for x, y in corners(Block(spun(mover.pose, px, py, by * i / count), mover.width, mover.depth))
    )
    ends = min(point_gap(block, x, y) for x, y in corners(mover))
    last = Block(spun(mover.pose, px, py, by), mover.width, mover.depth)
    ends = min(ends, *(point_gap(block, x, y) for x, y in corners(last)))
    step = reach * abs(by) / 100 * 0.0175 / count
    assert sampled - step - 1e-6 <= min(found, ends) <= sampled + 1e-6


@given(coordinates, coordinates, coordinates, coordinates, st.integers(-35999, 35999))
def test_arc_points_bound_the_arc(px: float, py: float, x: float, y: float, by: int) -> None:
    bounds = arc_points(px, py, x, y, by)
    way = [
        (px + (x - px) * cosine(a) + (y - py) * sine(a), py + (y - py) * cosine(a) - (x - px) * sine(a))
        for a in [by * i // 300 for i in range(301)]
    ]
    reach = hypot(x - px, y - py)
    for axis in (0, 1):
        assert max(p[axis] for p in bounds) == pytest.approx(max(p[axis] for p in way), abs=reach * 0.001 + 1e-6)
        assert min(p[axis] for p in bounds) == pytest.approx(min(p[axis] for p in way), abs=reach * 0.001 + 1e-6)
