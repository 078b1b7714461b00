"""Areas, lines, roads and heights against their slow twins."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from roundtop.table.footprint import Block
from roundtop.table.ground import (
    Area,
    Crossing,
    Ground,
    Height,
    Line,
    Road,
    area_gap,
    areas_at,
    block_in_area,
    block_touches_area,
    block_touches_line,
    chords,
    crossing_at,
    depth_in_area,
    in_area,
    length_in,
    length_on_road,
    level_at,
    line_crossings,
    line_gap,
    lines_crossed,
    lines_near,
    merged,
    off_table,
    on_road,
    point_off_table,
    points_gap,
    scaled,
    spans_in,
    spans_on_road,
    spared,
    total,
)
from roundtop.table.measure import distance
from roundtop.table.pose import Point, Pose

from .naive import blocks, contains, coordinates, edges, outlines, point_segment, segment_point, segments_meet


def box(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    """The outline of an upright box."""
    return ((left, bottom), (right, bottom), (right, top), (left, top))


WOOD = Area("woods", box(10, 10, 20, 20))
CORN = Area("corn", box(18, 10, 30, 20))
WALL = Line("wall", ((0.0, 5.0), (30.0, 5.0), (40.0, 15.0)))
CREEK = Line("creek", ((0.0, 30.0), (72.0, 30.0)))
PIKE = Road("road", ((0.0, 40.0), (30.0, 40.0), (30.0, 48.0)), 2.0)
HILL = Height(1, box(40, 20, 60, 40))
TOP = Height(2, box(45, 25, 55, 35))
FIELD = Ground(72.0, 48.0, (WOOD, CORN), (WALL, CREEK), (PIKE,), (HILL, TOP), (Crossing("ford", 20.0, 30.0, 3.0),))


def test_levels() -> None:
    assert [level_at(FIELD, x, 30) for x in (39.9, 40, 44, 45, 50, 58, 61)] == [0, 1, 1, 2, 2, 1, 0]


def test_areas_at_a_point() -> None:
    assert areas_at(FIELD, 19, 15) == (WOOD, CORN)
    assert areas_at(FIELD, 5, 5) == ()
    assert in_area(FIELD, ("woods",), 10, 10)
    assert not in_area(FIELD, ("woods",), 25, 15)
    assert in_area(FIELD, ("woods", "corn"), 25, 15)


def test_length_in_overlapping_areas_counts_once() -> None:
    assert length_in(FIELD, ("woods",), 0, 15, 40, 15) == pytest.approx(10)
    assert length_in(FIELD, ("woods", "corn"), 0, 15, 40, 15) == pytest.approx(20)
    assert length_in(FIELD, ("woods",), 15, 15, 15, 15) == 0
    assert spans_in(FIELD, ("marsh",), 0, 15, 40, 15) == []


def test_running_along_an_edge_is_outside_in_both_directions() -> None:
    for a, b in (((0.0, 10.0), (40.0, 10.0)), ((0.0, 20.0), (40.0, 20.0)), ((10.0, 0.0), (10.0, 40.0))):
        assert chords(WOOD.outline, *a, *b) == []
        assert chords(WOOD.outline, *b, *a) == []


@given(outlines(), coordinates, coordinates, coordinates, coordinates)
def test_chords(outline: tuple[Point, ...], ax: float, ay: float, bx: float, by: float) -> None:
    assume((ax, ay) != (bx, by))
    spans = chords(outline, ax, ay, bx, by)
    for i in range(200):
        t = (i + 0.5) / 200
        p = segment_point((ax, ay), (bx, by), t)
        if min(point_segment(p, *edge) for edge in edges(outline)) > 1e-5:
            assert any(enter <= t <= leave for enter, leave in spans) == contains(outline, p)


@given(outlines(), coordinates, coordinates, coordinates, coordinates)
def test_chords_are_the_same_from_either_end(
    outline: tuple[Point, ...], ax: float, ay: float, bx: float, by: float
) -> None:
    back = [(1 - leave, 1 - enter) for enter, leave in reversed(chords(outline, bx, by, ax, ay))]
    assert chords(outline, ax, ay, bx, by) == [pytest.approx(span, abs=1e-6) for span in back]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20)), max_size=8))
def test_merged_spans(raw: list[tuple[int, int]]) -> None:
    spans = [(float(a), float(a + n)) for a, n in raw]
    covered = {i for a, n in raw for i in range(a, a + n)}
    assert total(spans) == len(covered)
    assert all(a[1] < b[0] for a, b in zip(merged(spans), merged(spans)[1:]))


def test_lines_crossed() -> None:
    assert lines_crossed(FIELD, ("wall",), 10, 0, 10, 9) == (WALL,)
    assert lines_crossed(FIELD, ("wall", "creek"), 10, 0, 10, 31) == (WALL, CREEK)
    assert lines_crossed(FIELD, ("creek",), 10, 0, 10, 9) == ()
    assert lines_crossed(FIELD, ("wall",), 30, 0, 30, 9) == (WALL,)


def test_a_path_in_two_legs_crosses_once_even_if_it_halts_on_the_line() -> None:
    for first, last in (((10.0, 0.0), (10.0, 9.0)), ((10.0, 9.0), (10.0, 0.0))):
        middle = (10.0, 5.0)
        crossings = line_crossings(WALL.points, *first, *middle) + line_crossings(WALL.points, *middle, *last)
        assert len(crossings) == 1


@given(
    st.lists(st.tuples(coordinates, coordinates), min_size=2, max_size=6),
    coordinates,
    coordinates,
    coordinates,
)
def test_line_crossings(points: list[Point], ax: float, ay: float, bx: float) -> None:
    a, b = (ax, ay), (bx, ay + 13.337)
    pairs = list(zip(points, points[1:]))
    proper = sum(segments_meet(a, b, *pair) for pair in pairs)
    loose = sum(
        min(point_segment(p, a, b), point_segment(q, a, b), point_segment(a, p, q), point_segment(b, p, q)) < 1e-6
        for p, q in pairs
    )
    found = line_crossings(points, *a, *b)
    assert proper <= len(found) <= proper + loose + sum(p == q for p, q in pairs)
    assert found == sorted(found)
    for at in found:
        assert points_gap(points, *segment_point(a, b, at)) < 1e-6


def test_blocks_and_areas() -> None:
    beside = Block(Pose(9, 15, 0), 2, 2)
    assert not block_touches_area(FIELD, ("woods",), beside)
    assert area_gap(WOOD, beside) == 0
    half_in = Block(Pose(10, 15, 0), 2, 2)
    assert block_touches_area(FIELD, ("woods",), half_in)
    assert not block_in_area(FIELD, ("woods",), half_in)
    assert block_in_area(FIELD, ("woods",), Block(Pose(15, 15, 3000), 2, 2))
    assert not block_touches_area(FIELD, ("corn",), half_in)


def test_depth_in_a_wood() -> None:
    assert depth_in_area(FIELD, ("woods",), 12, 15) == 2
    assert depth_in_area(FIELD, ("woods",), 5, 15) == 0


@given(blocks)
def test_lines_near(block: Block) -> None:
    apart = line_gap(WALL, block)
    assert lines_near(FIELD, ("wall",), block, apart) == (WALL,)
    if apart > 0.1:
        assert lines_near(FIELD, ("wall",), block, apart - 0.02) == ()
        assert not block_touches_line(block, WALL)


def test_a_line_through_a_block() -> None:
    assert block_touches_line(Block(Pose(10, 5, 0), 2, 2), WALL)
    assert not block_touches_line(Block(Pose(10, 4, 0), 2, 2), WALL)


def test_roads_and_crossings() -> None:
    assert on_road(FIELD, ("road",), 10, 41)
    assert not on_road(FIELD, ("road",), 10, 41.01)
    assert not on_road(FIELD, ("track",), 10, 40)
    assert crossing_at(FIELD, ("ford", "bridge"), 21.5, 30)
    assert not crossing_at(FIELD, ("ford",), 21.6, 30)


@given(coordinates, coordinates, coordinates, coordinates)
def test_length_on_road(ax: float, ay: float, bx: float, by: float) -> None:
    a, b = (ax + 20, ay + 40), (bx + 20, by + 40)
    length = distance(*a, *b)
    count = 2000
    on = sum(on_road(FIELD, ("road",), *segment_point(a, b, (i + 0.5) / count)) for i in range(count))
    assert length_on_road(FIELD, ("road",), *a, *b) == pytest.approx(on / count * length, abs=5 * length / count + 1e-6)


def test_a_road_is_left_and_met_again() -> None:
    spans = spans_on_road(FIELD, ("road",), 0.0, 36.0, 40.0, 44.0)
    assert len(spans) == 2
    assert spans_on_road(FIELD, ("lane",), 0.0, 36.0, 40.0, 44.0) == []
    assert spans_on_road(FIELD, ("road",), 5.0, 40.0, 5.0, 40.0) == []


def test_what_is_taken_out_of_spans() -> None:
    assert spared([(0.0, 0.5), (0.6, 1.0)], [(0.1, 0.2), (0.4, 0.7)]) == [(0.0, 0.1), (0.2, 0.4), (0.7, 1.0)]
    assert spared([(0.2, 0.4)], [(0.1, 0.5)]) == []
    assert spared([(0.2, 0.4)], [(0.5, 0.6)]) == [(0.2, 0.4)]


def test_the_edge_of_the_table() -> None:
    assert not off_table(FIELD, Block(Pose(5, 0.5, 0), 10, 1))
    assert not off_table(FIELD, Block(Pose(5, 0.49, 0), 10, 1))
    assert off_table(FIELD, Block(Pose(5, 0.48, 0), 10, 1))
    assert off_table(FIELD, Block(Pose(5, 0.5, 4500), 10, 1))
    assert point_off_table(FIELD, 73, 1)
    assert not point_off_table(FIELD, 72, 48)


def test_scaling_from_yards() -> None:
    """infantry-action.setup.scale: 1,440 by 960 yards at 20 yards to the inch."""
    yards = Ground(
        1440.0,
        960.0,
        (Area("woods", box(200, 200, 400, 400)),),
        (Line("wall", ((0.0, 350.0), (100.0, 350.0))),),
        (Road("road", ((0.0, 0.0), (20.0, 20.0)), 20.0),),
        (Height(1, box(0, 0, 20, 20)),),
        (Crossing("ford", 40.0, 40.0, 20.0),),
    )
    inches = scaled(yards, 1 / 20)
    assert (inches.width, inches.depth) == (72, 48)
    assert inches.areas == (WOOD,)
    assert inches.areas[0].box == (10, 10, 20, 20)
    assert inches.lines[0].points[0] == (0, 17.5)
    assert inches.roads[0].width == 1
    assert inches.heights == (Height(1, box(0, 0, 1, 1)),)
    assert inches.crossings == (Crossing("ford", 2.0, 2.0, 1.0),)


def test_equality_is_by_what_was_declared() -> None:
    assert Area("woods", box(0, 0, 1, 1)) == Area("woods", box(0, 0, 1, 1))
    assert Area("woods", box(0, 0, 1, 1)) != Area("corn", box(0, 0, 1, 1))
    assert "box" not in repr(WOOD)
