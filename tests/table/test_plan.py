"""Plans get there, as far as they may, by legal manoeuvres, the shortest way."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from roundtop.table.crossed import track_gap
from roundtop.table.footprint import Block, Disc, corners, inside_polygon, radius
from roundtop.table.ground import chords, points_gap
from roundtop.table.measure import distance, rounded, turn_between, within
from roundtop.table.path import (
    about_face,
    forward,
    glide,
    leg,
    pivot,
    shift,
    sweep,
    track,
    walk,
    walked,
    wheel,
)
from roundtop.table.plan import (
    Plan,
    disc_outline,
    plan_drill,
    plan_legs,
    plan_rigid,
    plan_towards,
    same_place,
)
from roundtop.table.pose import Pose

from .naive import blocks, coordinates, half_turn_block, half_turn_pose, mirror_pose, point_segment, poses

NORTH = Pose(0.0, 0.0, 0)
fronts = st.integers(100, 1000).map(lambda n: n / 100)
allowances = st.integers(1, 2400).map(lambda n: n / 100)


def agrees(plan: Plan, start: Pose, width: float, depth: float) -> bool:
    """Whether the manoeuvres of a plan lead where it says."""
    ends = walk(start, width, depth, plan.manoeuvres)
    return same_place(ends[-1] if ends else start, plan.end)


@given(poses, poses, st.integers(4, 10), allowances, st.booleans())
def test_rigid_lines_go_as_far_as_their_stands_may(
    start: Pose, goal: Pose, n: int, allowance: float, about: bool
) -> None:
    lever = (n - 1) / 2
    plan = plan_rigid(start, goal, float(n), 1.0, lever, allowance, about)
    assert agrees(plan, start, n, 1.0)
    path = sweep(start, n, 1.0, plan.manoeuvres)
    farthest = max(walked(path, -lever + i, 0.0) for i in range(n))
    assert within(farthest, allowance)
    if not plan.reached:
        assert farthest > allowance - 0.05


def test_a_rigid_line_narrows_its_way() -> None:
    """infantry-action.movement.direction: a fast advance lies within 45 degrees of the facing."""
    plan = plan_rigid(NORTH, Pose(5, 14, 0), 10.0, 1.0, 4.5, 18.0, False, 4500)
    assert plan.reached
    wide = plan_rigid(NORTH, Pose(10, 0, 0), 10.0, 1.0, 4.5, 18.0, False, 4500)
    assert (rounded(wide.end.x), rounded(wide.end.y)) == (5, 5)
    assert plan_rigid(NORTH, Pose(0, -9, 0), 10.0, 1.0, 4.5, 18.0, False, 4500).end == NORTH


def test_a_rigid_line_faces_about_when_it_may() -> None:
    goal = Pose(0, -5, 18000)
    assert plan_rigid(NORTH, goal, 10.0, 1.0, 4.5, 12.0, True).manoeuvres[0] == about_face()
    assert plan_rigid(NORTH, goal, 10.0, 1.0, 4.5, 12.0, True).reached
    assert not plan_rigid(NORTH, goal, 10.0, 1.0, 4.5, 8.0).reached


@given(poses, st.integers(-18000, 18000), coordinates, coordinates)
def test_the_outermost_stands_walk_farthest(pose: Pose, by: int, dx: float, dy: float) -> None:
    path = sweep(pose, 10.0, 1.0, (pivot(by, dx, dy), shift(dx, dy), about_face(), wheel(by // 2, "left")))
    sampled = [walked(path, i / 2, 0.0) for i in range(-9, 10)]
    assert max(walked(path, -4.5, 0.0), walked(path, 4.5, 0.0)) == pytest.approx(max(sampled), abs=1e-6)


@given(poses, poses, fronts)
def test_wheel_advance_wheel_reaches_every_pose(start: Pose, goal: Pose, width: float) -> None:
    plan = plan_drill(start, goal, width, 1.0, 1000.0)
    assert plan.reached
    assert agrees(plan, start, width, 1.0)
    assert all(abs(m.by) <= 9000 for m in plan.manoeuvres)
    assert all(m.amount >= 0 for m in plan.manoeuvres)
    assert plan.length >= distance(start.x, start.y, goal.x, goal.y) - width - 0.1


@given(poses, poses, fronts, allowances)
def test_a_drill_goes_as_far_as_its_allowance(start: Pose, goal: Pose, width: float, allowance: float) -> None:
    whole = plan_drill(start, goal, width, 1.0, 1000.0)
    part = plan_drill(start, goal, width, 1.0, allowance)
    assert part.length <= allowance + 0.01
    assert part.length == pytest.approx(min(allowance, whole.length), abs=0.01 + width * 0.0002)
    assert agrees(part, start, width, 1.0)


@given(poses, poses, fronts)
def test_plans_turn_with_the_table_and_the_mirror(start: Pose, goal: Pose, width: float) -> None:
    here = plan_drill(start, goal, width, 1.0, 1000.0)
    turned = plan_drill(half_turn_pose(start), half_turn_pose(goal), width, 1.0, 1000.0)
    mirrored = plan_drill(mirror_pose(start), mirror_pose(goal), width, 1.0, 1000.0)
    assert turned.length == pytest.approx(here.length, abs=0.02)
    assert mirrored.length == pytest.approx(here.length, abs=0.02)


def test_the_simplest_way_is_taken() -> None:
    every = ("forward", "back", "oblique", "glide", "wheel", "about-face")
    assert plan_drill(NORTH, NORTH, 6.0, 1.0, 8.0) == Plan((), NORTH, 0.0, True)
    assert plan_drill(NORTH, Pose(0, 5, 0), 6.0, 1.0, 8.0, every).manoeuvres == (forward(5.0),)
    assert plan_drill(NORTH, Pose(0, -5, 0), 6.0, 1.0, 8.0, every).manoeuvres == (forward(-5.0),)
    assert plan_drill(NORTH, Pose(3, 0, 0), 6.0, 1.0, 8.0, every).manoeuvres == (glide(3.0),)
    (slant,) = plan_drill(NORTH, Pose(3, 3, 0), 6.0, 1.0, 8.0, every).manoeuvres
    assert (slant.kind, slant.by, rounded(slant.amount)) == ("oblique", 4500, 4.24)
    assert plan_drill(NORTH, Pose(3, 5.5, 9000), 6.0, 5.0, 20.0, every).manoeuvres[0] == wheel(9000, "right")
    assert plan_drill(NORTH, Pose(0, 0, 18000), 6.0, 1.0, 20.0, every).manoeuvres == (about_face(),)
    assert plan_drill(NORTH, Pose(3, 3, 9000), 6.0, 1.0, 8.0, ("oblique",)) == Plan((), NORTH, 0.0, False)
    part = plan_drill(NORTH, Pose(6, 6, 0), 6.0, 1.0, 4.0, ("oblique",))
    assert part.length == pytest.approx(4.0)
    assert [(m.kind, m.by, rounded(m.amount)) for m in part.manoeuvres] == [("oblique", 4500, 4.0)]


@given(poses, coordinates, coordinates, fronts)
def test_one_wheel_and_straight_on(start: Pose, x: float, y: float, width: float) -> None:
    plan = plan_towards(start, x, y, width, 1.0, 1000.0)
    assert agrees(plan, start, width, 1.0)
    assert len(plan.manoeuvres) <= 2
    if plan.manoeuvres:
        assert plan.reached
        assert distance(plan.end.x, plan.end.y, x, y) <= 0.02


def test_a_charge_wheels_no_more_than_it_may() -> None:
    """infantry-action.charge.path: one wheel of up to 45 degrees."""
    assert plan_towards(NORTH, 3.0, 12.0, 7.0, 1.0, 100.0, 4500).reached
    assert not plan_towards(NORTH, 12.0, 3.0, 7.0, 1.0, 100.0, 4500).manoeuvres
    part = plan_towards(NORTH, 3.0, 12.0, 7.0, 1.0, 5.0, 4500)
    assert not part.reached
    assert part.length == pytest.approx(5.0, abs=0.01)


fields = st.lists(blocks, max_size=5)


@given(st.tuples(coordinates, coordinates), st.tuples(coordinates, coordinates), fields)
def test_legs_keep_clear_of_obstacles(a: tuple[float, float], b: tuple[float, float], field: list[Block]) -> None:
    outlines = [corners(block) for block in field]
    assume(all(points_gap(o, *p, True) > 1.05 and not inside_polygon(o, *p) for o in outlines for p in (a, b)))
    plan = plan_legs(Pose(*a, 0), *b, outlines, 1.0, 1000.0)
    points = track(sweep(Pose(*a, 0), 2.0, 2.0, plan.manoeuvres), 0.0, 0.0)
    for p, q in zip(points, points[1:]):
        for outline in outlines:
            assert not chords(outline, *p, *q)
            assert min(point_segment(corner, p, q) for corner in outline) > 0.99
    assert plan.length >= distance(*a, plan.end.x, plan.end.y) - 1e-6
    blocked = any(chords(o, *a, *b) or min(point_segment(c, a, b) for c in o) < 1.0 for o in outlines)
    if not blocked:
        assert plan.reached
        assert plan.length == pytest.approx(distance(*a, *b), abs=1e-6)


@given(st.tuples(coordinates, coordinates), st.tuples(coordinates, coordinates), blocks)
def test_one_obstacle_is_always_gone_round(a: tuple[float, float], b: tuple[float, float], block: Block) -> None:
    outline = corners(block)
    assume(all(points_gap(outline, *p, True) > 1.05 and not inside_polygon(outline, *p) for p in (a, b)))
    plan = plan_legs(Pose(*a, 0), *b, [outline], 1.0, 1000.0)
    assert plan.reached
    assert plan.length <= distance(*a, *b) + 4 * radius(block) + 8
    turned = plan_legs(Pose(-a[0], -a[1], 0), -b[0], -b[1], [corners(half_turn_block(block))], 1.0, 1000.0)
    assert turned.length == pytest.approx(plan.length, abs=1e-6)


def test_round_a_figure_and_no_farther_than_the_rate() -> None:
    """skirmish.movement.path."""
    man = Disc(6.0, 0.0, 1.0)
    plan = plan_legs(NORTH, 12.0, 0.0, [disc_outline(man)], 1.0, 100.0)
    assert plan.reached
    assert 12 < plan.length < 13.5
    way = track(sweep(NORTH, 2.0, 2.0, plan.manoeuvres), 0.0, 0.0)
    assert track_gap(way, 1.0, [man]) < 0.2
    assert all(point_segment((6.0, 0.0), p, q) > 1.99 for p, q in zip(way, way[1:]))
    short = plan_legs(NORTH, 12.0, 0.0, [disc_outline(man)], 1.0, 5.0)
    assert short.length == pytest.approx(5.0)
    assert not short.reached
    assert plan_legs(NORTH, 3.0, 4.0, [], 1.0, 12.0).manoeuvres == (leg(3.0, 4.0),)


def test_a_place_inside_an_obstacle_is_approached() -> None:
    house = ((10.0, -5.0), (20.0, -5.0), (20.0, 5.0), (10.0, 5.0))
    plan = plan_legs(NORTH, 11.0, 0.0, [house], 1.0, 100.0)
    assert not plan.reached
    assert points_gap(house, plan.end.x, plan.end.y, True) >= 0.99
    assert distance(plan.end.x, plan.end.y, 11.0, 0.0) < 7
    leaving = plan_legs(Pose(15, 0, 0), 0.0, 0.0, [house], 1.0, 100.0)
    assert leaving.reached
    assert abs(turn_between(leaving.end.facing, 27000)) <= 1
