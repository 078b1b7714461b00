"""Whatever may come between two bodies lies in the lane between them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roundtop.kit import lanes
from roundtop.table.footprint import Block, segment_hits_block
from roundtop.table.pose import Pose, to_world

places = st.floats(0.0, 40.0)
poses = st.builds(Pose, places, places, st.integers(0, 35999))
HALF = 2.5


@given(poses, poses, poses, st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_no_body_outside_a_lane_blocks_a_line_of_it(
    one: Pose, other: Pose, between: Pose, left: float, right: float
) -> None:
    lane = lanes.between(one, other, HALF)
    ax, ay = to_world(one, left * HALF, 0.0)
    bx, by = to_world(other, right * HALF, 0.0)
    if segment_hits_block(ax, ay, bx, by, Block(between, 4.0, 1.0)):
        assert lanes.may_stand_in(lane, between, HALF)
        around = (between.x - HALF, between.y - HALF, between.x + HALF, between.y + HALF)
        assert lanes.may_lie_in(lane, around)


def test_a_body_far_to_the_side_or_beyond_an_end_is_out_of_it() -> None:
    lane = lanes.between(Pose(0.0, 0.0, 0), Pose(0.0, 10.0, 0), 1.0)
    assert lanes.may_stand_in(lane, Pose(1.9, 5.0, 0), 1.0)
    assert not lanes.may_stand_in(lane, Pose(2.1, 5.0, 0), 1.0)
    assert lanes.may_stand_in(lane, Pose(0.0, 11.9, 0), 1.0)
    assert not lanes.may_stand_in(lane, Pose(0.0, 12.1, 0), 1.0)
    assert not lanes.may_lie_in(lane, (1.1, 0.0, 2.0, 10.0))
    assert lanes.may_lie_in(lane, (0.9, 0.0, 2.0, 10.0))
