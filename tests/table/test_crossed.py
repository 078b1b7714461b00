"""What moves meet and cross, against dense sampling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.table.crossed import (
    areas_met,
    crossed_lines,
    first_entry,
    inside_table,
    lines_met,
    track_gap,
    track_in_area,
    track_until,
)
from roundtop.table.footprint import Block, Disc, block_touches_outline
from roundtop.table.ground import Area, Ground, Line, block_touches_line, off_table
from roundtop.table.measure import distance
from roundtop.table.path import Stop, Sweep, forward, sweep, track, turn, wheel
from roundtop.table.pose import Point, Pose

from .naive import bodies, coordinates, outlines, segment_point
from .test_path import sweeps

NORTH = Pose(0.0, 0.0, 0)
WOOD = Area("woods", ((-5.0, 4.0), (5.0, 4.0), (5.0, 8.0), (-5.0, 8.0)))
WALL = Line("wall", ((-9.0, 2.0), (9.0, 2.0)))
FENCE = Line("fence", ((0.0, 9.0), (20.0, 9.0)))
FIELD = Ground(72.0, 48.0, (WOOD,), (WALL, FENCE))


def grown(block: Block, by: float) -> Block:
    """A block with a border added."""
    return Block(block.pose, max(0.0, block.width + 2 * by), max(0.0, block.depth + 2 * by))


@given(sweeps, outlines())
def test_areas_met(path: Sweep, outline: tuple[Point, ...]) -> None:
    ground = Ground(72.0, 48.0, (Area("woods", outline),))
    met = bool(areas_met(ground, ("woods",), path))
    seen = bodies(path, 0.1)
    if any(block_touches_outline(grown(body, -0.06), outline) for body in seen):
        assert met
    if not any(block_touches_outline(grown(body, 0.12), outline) for body in seen):
        assert not met


@given(sweeps, st.lists(st.tuples(coordinates, coordinates), min_size=2, max_size=5))
def test_lines_met(path: Sweep, points: list[Point]) -> None:
    line = Line("wall", tuple(points))
    met = bool(lines_met(Ground(72.0, 48.0, (), (line,)), ("wall",), path))
    seen = bodies(path, 0.1)
    if any(block_touches_line(grown(body, -0.06), line) for body in seen):
        assert met
    if not any(block_touches_line(grown(body, 0.12), line) for body in seen):
        assert not met


@given(sweeps)
def test_inside_table(path: Sweep) -> None:
    ground = Ground(30.0, 20.0)
    out = any(off_table(ground, body) for body in bodies(path, 0.1))
    if out:
        assert not inside_table(ground, path)
    elif not any(off_table(ground, grown(body, 0.1)) for body in bodies(path, 0.1)):
        assert inside_table(ground, path)


def test_a_wheel_that_bulges_over_the_edge() -> None:
    ground = Ground(20.0, 20.0)
    bulging = sweep(Pose(5, 5, 0), 10.0, 1.0, [wheel(9000, "right")])
    assert not off_table(ground, Block(bulging.start, 10, 1))
    assert not off_table(ground, Block(bulging.end, 10, 1))
    assert not inside_table(ground, bulging)
    assert inside_table(ground, sweep(Pose(5.05, 5, 0), 10.0, 1.0, [wheel(9000, "right")]))


def test_so_many_inches_of_wood() -> None:
    path = track(sweep(NORTH, 1.0, 1.0, [forward(6), turn(9000), forward(6)]), 0.0, 0.0)
    assert track_in_area(FIELD, ("woods",), path) == pytest.approx(7)
    assert first_entry(FIELD, ("woods",), path) == 4
    assert first_entry(FIELD, ("marsh",), path) == -1


def test_crossings_in_the_order_met() -> None:
    path = track(sweep(Pose(1, 0, 0), 1.0, 1.0, [forward(10)]), 0.0, 0.0)
    first, second = crossed_lines(FIELD, ("wall", "fence"), path)
    assert (first.index, first.along, first.x, first.y) == (0, 2, 1, 2)
    assert (second.index, second.along) == (1, 9)
    assert crossed_lines(FIELD, ("creek",), path) == ()


def test_lines_and_areas_met_by_a_body() -> None:
    assert lines_met(FIELD, ("wall",), sweep(NORTH, 10.0, 1.0, [forward(1.5)])) == ()
    assert lines_met(FIELD, ("wall", "fence"), sweep(NORTH, 10.0, 1.0, [forward(1.6)])) == (WALL,)
    assert areas_met(FIELD, ("woods",), sweep(Pose(0, 6, 0), 1.0, 1.0, [])) == (WOOD,)
    assert areas_met(FIELD, ("woods",), sweep(NORTH, 10.0, 1.0, [forward(3.5)])) == ()


figures = st.lists(st.builds(Disc, coordinates, coordinates, st.sampled_from([1.0, 1.5])), max_size=4)
tracks = st.lists(st.tuples(coordinates, coordinates), min_size=2, max_size=5, unique=True)


@given(tracks, figures)
def test_track_gap(points: list[Point], discs: list[Disc]) -> None:
    sampled = [
        distance(*segment_point(a, b, i / 300), disc.x, disc.y) - 1.0 - disc.radius
        for a, b in zip(points, points[1:])
        for i in range(301)
        for disc in discs
    ]
    if discs:
        assert track_gap(points, 1.0, discs) == pytest.approx(max(0.0, min(sampled)), abs=0.1)


@given(tracks, figures, st.sampled_from([0.0, 0.1, 2.0]))
def test_track_until(points: list[Point], discs: list[Disc], limit: float) -> None:
    stop = track_until(points, 1.0, discs, limit)
    walked = 0.0
    for a, b in zip(points, points[1:]):
        length = distance(*a, *b)
        for i in range(200):
            so_far = walked + i / 200 * length
            if stop.index >= 0 and so_far >= stop.length - 1e-6:
                return
            x, y = segment_point(a, b, i / 200)
            assert all(distance(x, y, d.x, d.y) >= 1.0 + d.radius + limit - 1e-6 for d in discs)
        walked += length
    assert stop.index < 0 or stop.length == pytest.approx(walked)


def test_a_figure_stops_at_contact() -> None:
    assert track_until(((0.0, 0.0), (12.0, 0.0)), 1.0, [Disc(10, 0, 1.0)], 0.0) == Stop(0, 8.0, 8.0, 0)
    assert track_until(((0.0, 0.0), (12.0, 0.0)), 1.0, [Disc(10, 2, 1.0)], 0.0) == Stop(1, 0.0, 12.0, -1)
