"""The way a body is seen to take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.table.course import course, go_and_turn, stations, turn_and_go
from roundtop.table.measure import distance
from roundtop.table.path import Manoeuvre, about_face, forward, leg, oblique, pose_at, sweep, turn, wheel
from roundtop.table.pose import Pose, rounded_pose

START = Pose(10.0, 10.0, 0)


def seen(*manoeuvres: Manoeuvre, end: Pose | None = None) -> tuple[Pose, ...]:
    path = sweep(START, 6.0, 1.0, manoeuvres)
    return course(stations(path), rounded_pose(path.end) if end is None else end)


@pytest.mark.parametrize(
    "way", [(), (forward(4.0),), (forward(2.0), forward(3.0)), (oblique(4.0, 3000),), (turn(6000),)]
)
def test_a_straight_way_needs_no_poses(way: tuple[Manoeuvre, ...]) -> None:
    assert seen(*way) == ()


def test_a_corner_is_passed() -> None:
    assert seen(leg(10.0, 14.0), leg(16.0, 14.0)) == (
        START, Pose(10.0, 14.0, 0), Pose(10.0, 14.0, 9000), Pose(16.0, 14.0, 9000),
    )  # fmt: skip


def test_a_wheel_is_a_few_poses_about_its_corner() -> None:
    found = seen(wheel(9000, "right"))
    assert [pose.facing for pose in found] == [0, 3000, 6000, 9000]
    assert {round(distance(pose.x, pose.y, 13.0, 10.5), 1) for pose in found} == {3.0}


def test_who_turns_about_is_seen_to() -> None:
    assert seen(about_face()) == (START, Pose(10.0, 10.0, 18000))
    assert seen(about_face(), forward(3.0))[1] == Pose(10.0, 10.0, 18000)


def test_what_was_meant_beyond_the_end_is_not_told() -> None:
    stopped = seen(leg(10.0, 14.0), leg(16.0, 14.0), leg(16.0, 30.0), end=Pose(12.5, 14.0, 9000))
    assert stopped[-1] == Pose(12.5, 14.0, 9000)
    assert stopped == (*seen(leg(10.0, 14.0), leg(16.0, 14.0))[:-1], Pose(12.5, 14.0, 9000))
    assert seen(leg(10.0, 14.0), leg(16.0, 14.0), end=Pose(10.0, 12.0, 0)) == ()


def test_an_end_beside_the_way_is_glided_to() -> None:
    assert seen(leg(10.0, 14.0), leg(16.0, 14.0), end=Pose(3.0, 3.0, 0)) == ()


def test_turning_before_and_after() -> None:
    end = Pose(10.0, 2.0, 18000)
    assert course(turn_and_go(START, end), end)[1] == Pose(10.0, 10.0, 18000)
    assert course(go_and_turn(START, end), end)[1] == Pose(10.0, 2.0, 0)
    assert course(turn_and_go(START, START), START) == ()
    assert course([], START) == ()


@given(
    st.lists(
        st.one_of(
            st.builds(forward, st.floats(-6.0, 6.0)),
            st.builds(wheel, st.integers(-12000, 12000), st.sampled_from(["left", "right"])),
            st.builds(leg, st.floats(0.0, 40.0), st.floats(0.0, 40.0)),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_the_poses_lie_near_the_way(way: list[Manoeuvre]) -> None:
    path = sweep(START, 6.0, 1.0, way)
    found = course(stations(path), rounded_pose(path.end))
    if not found:
        return
    assert (found[0], found[-1]) == (START, rounded_pose(path.end))
    walked = [pose_at(stage, stage.length * n / 20) for stage in path.stages for n in range(21) if stage.length]
    for pose in found[1:-1]:
        assert min([distance(pose.x, pose.y, one.x, one.y) for one in walked]) < 2.5
