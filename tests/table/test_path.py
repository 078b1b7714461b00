"""Manoeuvres, sweeps and stops, against dense sampling and the ledgers' figures."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from roundtop.table.footprint import FAR, Block, corners, front_left, front_right, gap, room_ahead
from roundtop.table.formation import line
from roundtop.table.measure import bearing, distance, rounded
from roundtop.table.path import (
    Manoeuvre,
    Stop,
    Sweep,
    about_face,
    clearance,
    cut,
    cut_at,
    form,
    forward,
    glide,
    leg,
    manoeuvres_of,
    nearer_than,
    oblique,
    pivot,
    pose_at,
    shift,
    shift_hull,
    sweep,
    track,
    track_length,
    turn,
    until_contact,
    until_gap,
    walk,
    walked,
    wheel,
)
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

from .naive import (
    block_distance,
    blocks,
    bodies,
    half_turn_block,
    half_turn_manoeuvre,
    half_turn_pose,
    manoeuvres,
    mirror_block,
    mirror_manoeuvre,
    mirror_pose,
    poses,
)

NORTH = Pose(0.0, 0.0, 0)
short_paths = st.lists(manoeuvres, min_size=1, max_size=4)
fronts = st.integers(50, 1000).map(lambda n: n / 100)
depths = st.integers(50, 300).map(lambda n: n / 100)
sweeps = st.builds(sweep, poses, fronts, depths, short_paths)


def near(a: Pose, b: Pose) -> bool:
    """Whether two poses are the same but for float noise."""
    return a.facing == b.facing and distance(a.x, a.y, b.x, b.y) < 1e-6


def ends(start: Pose, *steps: Manoeuvre) -> Pose:
    """Where a body of 10 by 1 ends, rounded."""
    return rounded_pose(walk(start, 10.0, 1.0, steps)[-1])


def test_each_manoeuvre() -> None:
    assert ends(NORTH, forward(5)) == Pose(0, 5, 0)
    assert ends(NORTH, forward(-2)) == Pose(0, -2, 0)
    assert ends(Pose(0, 0, 9000), glide(3)) == Pose(0, -3, 9000)
    assert ends(NORTH, oblique(4, 4500)) == Pose(2.83, 2.83, 0)
    assert ends(NORTH, oblique(4, -4500)) == Pose(-2.83, 2.83, 0)
    assert ends(NORTH, about_face()) == Pose(0, 0, 18000)
    assert ends(NORTH, turn(4500)) == Pose(0, 0, 4500)
    assert ends(NORTH, shift(1, -2)) == Pose(1, -2, 0)
    assert ends(NORTH, leg(3, 3)) == Pose(3, 3, 4500)
    assert ends(NORTH, leg(0, 0)) == NORTH
    assert ends(NORTH, form("column")) == NORTH
    assert ends(NORTH, wheel(9000, "centre")) == Pose(0, 0, 9000)
    assert ends(NORTH, wheel(9000, "right")) == Pose(4.5, 5.5, 9000)
    assert ends(NORTH, wheel(-9000, "left")) == Pose(-4.5, 5.5, 27000)
    assert walk(NORTH, 10.0, 1.0, []) == ()


def test_unknown_words_are_refused() -> None:
    with pytest.raises(ValueError, match="'hop' is unknown"):
        walk(NORTH, 1.0, 1.0, [Manoeuvre("hop")])
    with pytest.raises(ValueError, match="left, right or centre"):
        walk(NORTH, 1.0, 1.0, [wheel(100, "rear")])


@given(poses, fronts, depths, st.integers(-9000, 9000))
def test_a_wheel_keeps_its_pivot_corner(start: Pose, width: float, depth: float, by: int) -> None:
    for on, corner in (("left", front_left), ("right", front_right)):
        (end,) = walk(start, width, depth, [wheel(by, on)])
        assert corner(Block(end, width, depth)) == pytest.approx(corner(Block(start, width, depth)), abs=1e-6)


def test_a_wheel_costs_the_outer_arc() -> None:
    """order-cards.move.wheel, charge-boys.move.wheel."""
    assert rounded(sweep(NORTH, 6.0, 0.75, [wheel(3000, "right")]).length) == 3.14
    assert rounded(sweep(NORTH, 4.0, 0.75, [wheel(-4500, "left")]).length) == 3.14
    assert rounded(6 - sweep(NORTH, 9.0, 1.5, [wheel(3000, "right")]).length) == 1.29


def test_a_wheel_measured_by_its_chord() -> None:
    """order-cards.move.wheel, option wheel_measure: the outer front corner's straight line."""
    points = track(sweep(NORTH, 6.0, 0.75, [wheel(3000, "right")]), -3.0, 0.375)
    assert rounded(distance(*points[0], *points[-1])) == 3.11


def test_an_oblique_after_a_straight_advance() -> None:
    """order-cards.move.oblique."""
    end = ends(NORTH, forward(2), oblique(4, 4500))
    assert end == Pose(2.83, 4.83, 0)


def test_a_line_pivots_about_its_first_stand() -> None:
    """infantry-action.movement.measuring: 10 stands, 60 degrees, arc 9.42; 90 degrees, 14.14."""
    stands = line(NORTH, 10, 1.0, 1.0)
    first, last = stands[0].x, stands[9].x
    sixty = sweep(NORTH, 10.0, 1.0, [pivot(6000, first, 0.0)])
    assert rounded(walked(sixty, last, 0.0)) == 9.42
    assert rounded(walked(sixty, first, 0.0)) == 0
    assert rounded(walked(sweep(NORTH, 10.0, 1.0, [pivot(9000, first, 0.0)]), last, 0.0)) == 14.14


def test_a_charge_wheels_first() -> None:
    """infantry-action.charge.path: 30 degrees move the outer stand of seven 3.1 in."""
    assert round(walked(sweep(NORTH, 7.0, 1.0, [pivot(3000, -3.0, 0.0)]), 3.0, 0.0), 1) == 3.1


def test_an_about_face_moves_no_stand() -> None:
    """infantry-action.movement.measuring."""
    path = sweep(NORTH, 10.0, 1.0, [about_face(), forward(3)])
    assert rounded(walked(path, 4.5, 0.0)) == 3
    assert track(path, 4.5, 0.0) == ((4.5, 0.0), (4.5, -3.0))


def test_pivot_then_straight() -> None:
    """chamberlain.move.simple-pivot: facing 0, pivot to 215 degrees, then 2 BW."""
    path = sweep(NORTH, 1.0, 0.5, [turn(turn_to(21500)), forward(2.0)])
    assert path.length == 2.0
    assert rounded_pose(path.end) == Pose(-1.15, -1.64, 21500)


def turn_to(facing: int) -> int:
    """The turn from north to a facing."""
    return facing - 36000 if facing > 18000 else facing


def test_a_charge_of_two_base_widths_reaches_its_enemy() -> None:
    """chamberlain.move.charge-infantry-distance: front edges 2.0 BW apart; 2.1 is out of reach."""
    charge = sweep(NORTH, 1.0, 0.5, [forward(2.0)])
    assert clearance(charge, Block(Pose(0, 2.5, 18000), 1.0, 0.5)) == 0
    assert rounded(clearance(charge, Block(Pose(0, 2.6, 18000), 1.0, 0.5))) == 0.1


@given(poses, fronts, depths, short_paths)
def test_half_turn_and_mirror(start: Pose, width: float, depth: float, steps: list[Manoeuvre]) -> None:
    end = walk(start, width, depth, steps)[-1]
    turned = walk(half_turn_pose(start), width, depth, [half_turn_manoeuvre(m) for m in steps])[-1]
    assert near(turned, half_turn_pose(end))
    mirrored = walk(mirror_pose(start), width, depth, [mirror_manoeuvre(m) for m in steps])[-1]
    assert near(mirrored, mirror_pose(end))


@given(sweeps, blocks)
def test_clearance(path: Sweep, block: Block) -> None:
    step = 0.1
    sampled = min(block_distance(body, block) for body in bodies(path, step))
    found = clearance(path, block)
    assert sampled - step <= found <= sampled + 1e-6


@given(poses, fronts, depths, blocks, st.integers(-18000, 18000), st.sampled_from(["left", "right", "centre"]))
def test_clearance_of_a_wheel(start: Pose, width: float, depth: float, block: Block, by: int, on: str) -> None:
    path = sweep(start, width, depth, [wheel(by, on)])
    step = 0.02
    sampled = min(block_distance(body, block) for body in bodies(path, step))
    assert sampled - step <= clearance(path, block) <= sampled + 1e-6


@given(sweeps, blocks)
def test_clearance_does_not_mind_a_turned_or_mirrored_table(path: Sweep, block: Block) -> None:
    steps = manoeuvres_of(path)
    here = clearance(path, block)
    turned = sweep(half_turn_pose(path.start), path.width, path.depth, [half_turn_manoeuvre(m) for m in steps])
    assert clearance(turned, half_turn_block(block)) == pytest.approx(here, abs=1e-6)
    mirrored = sweep(mirror_pose(path.start), path.width, path.depth, [mirror_manoeuvre(m) for m in steps])
    assert clearance(mirrored, mirror_block(block)) == pytest.approx(here, abs=1e-6)


def test_clearance_of_a_body_that_stands() -> None:
    other = Block(Pose(0, 3, 0), 1, 1)
    assert clearance(sweep(NORTH, 1.0, 1.0, []), other) == 2
    assert clearance(sweep(NORTH, 1.0, 1.0, [about_face()]), other) == 2


@given(sweeps, st.lists(blocks, max_size=4), st.sampled_from([0.0, 1.0, 3.0]))
def test_until_gap(path: Sweep, others: list[Block], limit: float) -> None:
    here = Block(path.start, path.width, path.depth)
    assume(all(gap(here, other) > limit + 0.05 for other in others))
    stop = until_gap(path, others, limit)
    part = cut(path, stop)
    for other in others:
        assert clearance(part, other) >= limit - 1e-6
    if stop.index < 0:
        assert part is path
        assert stop.length == pytest.approx(path.length)
    else:
        assert part.length == pytest.approx(stop.length, abs=0.01)
        stage = path.stages[stop.stage]
        further = cut(path, Stop(stop.stage, min(stage.length, stop.along + 0.02), 0.0, -1))
        if stage.length > 0:
            assert clearance(further, others[stop.index]) < limit + 0.005
        else:
            assert clearance(path, others[stop.index]) < limit + 0.005


def test_a_march_stops_an_inch_short() -> None:
    """infantry-action.movement.separation."""
    enemy = Block(Pose(0, 10, 18000), 10, 1)
    stop = until_gap(sweep(NORTH, 10.0, 1.0, [forward(12)]), [enemy], 1.0)
    assert (stop.stage, stop.index) == (0, 0)
    assert rounded(stop.length) == 8.0
    assert rounded(until_contact(sweep(NORTH, 10.0, 1.0, [forward(12)]), [enemy]).length) == 9.0


def test_sliding_along_a_distance_to_be_kept_is_allowed() -> None:
    enemy = Block(Pose(0, 2, 18000), 30, 1)
    for start in (0.0, 0.008):
        slide = sweep(Pose(0, start, 0), 10.0, 1.0, [glide(8)])
        assert until_gap(slide, [enemy], 1.0).index == -1
        assert nearer_than(slide, [enemy], 1.0) == -1
    too_near = sweep(Pose(0, 0.02, 0), 10.0, 1.0, [glide(8)])
    assert until_gap(too_near, [enemy], 1.0) == Stop(0, 0.0, 0.0, 0)
    assert nearer_than(too_near, [enemy], 1.0) == 0


def test_a_turn_on_the_spot_is_made_whole_or_not_at_all() -> None:
    blocked = sweep(NORTH, 4.0, 1.0, [turn(9000), forward(3)])
    stop = until_contact(blocked, [Block(Pose(0, 1.5, 0), 1, 1)])
    assert stop == Stop(0, 0.0, 0.0, 0)
    assert cut(blocked, stop).end == NORTH


@given(sweeps, blocks, st.sampled_from([0.5, 2.0]))
def test_nearer_than(path: Sweep, block: Block, limit: float) -> None:
    assert (nearer_than(path, [block], limit) == 0) == (clearance(path, block) < limit - 0.01 - 1e-9)


@given(sweeps, st.floats(0, 1))
def test_a_cut_path_is_the_first_part_of_the_whole(path: Sweep, share: float) -> None:
    part = cut_at(path, share * path.length)
    assert part.length <= share * path.length + 0.01
    again = sweep(path.start, path.width, path.depth, manoeuvres_of(part))
    assert near(again.end, part.end)
    if part.stages:
        last = path.stages[len(part.stages) - 1]
        assert near(part.end, pose_at(last, part.stages[-1].length)) or last.length == 0


@given(sweeps)
def test_a_track_starts_and_ends_with_the_body(path: Sweep) -> None:
    points = track(path, 0.0, 0.0)
    assert points[0] == (path.start.x, path.start.y)
    assert points[-1] == pytest.approx((path.end.x, path.end.y), abs=1e-6)
    assert walked(path, 0.0, 0.0) == pytest.approx(track_length(points), rel=0.001, abs=1e-6)


def test_the_track_of_an_outer_man_is_as_long_as_his_arc() -> None:
    path = sweep(NORTH, 10.0, 1.0, [wheel(9000, "right")])
    assert track_length(track(path, -5.0, 0.5)) == pytest.approx(path.length, rel=0.001)
    assert track_length(track(path, 5.0, 0.5)) == pytest.approx(0, abs=1e-9)


@given(poses, st.integers(-900, 900), st.integers(-900, 900))
def test_a_leg_faces_where_it_goes(start: Pose, x: int, y: int) -> None:
    assume(distance(start.x, start.y, x, y) > 0.5)
    (end,) = walk(start, 1.0, 1.0, [leg(x, y)])
    assert (end.x, end.y) == pytest.approx((x, y))
    assert end.facing == bearing(start.x, start.y, x, y)
    back = ahead(end, -distance(start.x, start.y, x, y))
    assert distance(back.x, back.y, start.x, start.y) < 0.2


def test_manoeuvres_are_values() -> None:
    assert len({forward(3), forward(3.0), forward(4)}) == 2
    assert forward(3) != glide(3)
    number: object = 3
    assert forward(3) != number


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hull(points: list[Point]) -> tuple[Point, ...]:
    """The convex outline round some points, anticlockwise: the slow twin."""
    ordered = sorted(points)
    lower: list[Point] = []
    for point in ordered:
        while len(lower) > 1 and _side(lower[len(lower) - 2], lower[len(lower) - 1], point) <= 0.0:
            lower.pop()
        lower.append(point)
    upper: list[Point] = []
    for index in range(len(ordered) - 1, -1, -1):
        point = ordered[index]
        while len(upper) > 1 and _side(upper[len(upper) - 2], upper[len(upper) - 1], point) <= 0.0:
            upper.pop()
        upper.append(point)
    return tuple(lower[: len(lower) - 1] + upper[: len(upper) - 1])


@given(st.integers(0, 35999), st.floats(-20, 20), st.floats(-20, 20), st.floats(0.5, 12), st.floats(0.5, 3))
def test_the_outline_of_a_shift_is_the_hull_of_its_corners(
    facing: int, dx: float, dy: float, width: float, depth: float
) -> None:
    stage = sweep(Pose(3.0, 4.0, facing), width, depth, (shift(dx, dy),)).stages[0]
    outline = shift_hull(stage, width, depth)
    corner_hull = hull([*corners(Block(stage.start, width, depth)), *corners(Block(stage.end, width, depth))])

    def area(points: tuple[Point, ...]) -> float:
        return 0.5 * sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(points, (*points[1:], points[0]), strict=True))

    assert area(outline) == pytest.approx(area(corner_hull), abs=1e-6)
    for x, y in corner_hull:
        assert min(distance(x, y, px, py) for px, py in outline) < 1e-6


@given(st.integers(0, 35999), st.floats(-20, 20), st.floats(-20, 20), st.floats(0.5, 12), st.floats(0.5, 3))
def test_the_room_ahead_is_where_a_march_makes_contact(
    facing: int, x: float, y: float, width: float, depth: float
) -> None:
    body, block = Block(Pose(0.0, 0.0, 3000), 6.0, 1.5), Block(Pose(x, y, facing), width, depth)
    assume(gap(body, block) > 0.01)
    stop = until_contact(sweep(body.pose, body.width, body.depth, (forward(60.0),)), (block,))
    slim, stout = (room_ahead(Block(body.pose, 6.0 + more, 1.5), block) for more in (-0.01, 0.01))
    if stop.index < 0:
        assert slim == FAR
    else:
        assert stout - 0.01 <= stop.length <= slim + 0.01
