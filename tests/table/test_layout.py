"""Laying a field out: scaling, strips along edges, and room among blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.table.footprint import Block, block_in_box, overlap
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road
from roundtop.table.layout import scaled, settled, slid, strip
from roundtop.table.pose import Point, Pose, aside


def test_every_feature_is_scaled_and_rounded() -> None:
    triangle = ((0.0, 0.0), (100.0, 0.0), (33.33, 66.66))
    small = ((0.0, 0.0), (5.0, 0.0), (1.67, 3.33))
    ground = Ground(
        1440.0,
        960.0,
        (Area("woods", triangle),),
        (Line("fence", triangle),),
        (Road("pike", triangle, 8.0),),
        (Height(2, triangle),),
        (Crossing("ford", 33.33, 66.66, 10.0),),
    )
    assert scaled(ground, 20.0) == Ground(
        72.0,
        48.0,
        (Area("woods", small),),
        (Line("fence", small),),
        (Road("pike", small, 0.4),),
        (Height(2, small),),
        (Crossing("ford", 1.67, 3.33, 0.5),),
    )


@pytest.mark.parametrize(
    ("edge", "outline"),
    [
        ("south", ((0.0, 0.0), (72.0, 0.0), (72.0, 9.0), (0.0, 9.0))),
        ("north", ((0.0, 39.0), (72.0, 39.0), (72.0, 48.0), (0.0, 48.0))),
        ("west", ((0.0, 0.0), (9.0, 0.0), (9.0, 48.0), (0.0, 48.0))),
        ("east", ((63.0, 0.0), (72.0, 0.0), (72.0, 48.0), (63.0, 48.0))),
    ],
)
def test_strip_lies_along_its_edge(edge: str, outline: tuple[Point, ...]) -> None:
    assert strip(edge, 72.0, 48.0, 9.0) == outline


def test_block_settles_aside_then_behind_then_nowhere() -> None:
    wanted, taken = Block(Pose(7.5, 10.0, 0), 10.0, 1.0), Block(Pose(7.5, 10.0, 0), 10.0, 1.0)
    assert settled(wanted, [taken], Ground(40.0, 20.0), 0.5) == Pose(17.5, 10.0, 0)
    assert settled(wanted, [taken], Ground(15.0, 20.0), 0.5) == Pose(7.5, 9.0, 0)
    assert settled(wanted, [taken], Ground(9.0, 20.0), 0.5) is None


def crept(block: Block, others: list[Block], ground: Ground) -> float | None:
    """The least step aside that frees a line, found by trying every hundredth."""
    for hundredths in range(7200):
        for shift in (0.01 * hundredths, -0.01 * hundredths):
            tried = Block(aside(block.pose, shift), block.width, block.depth)
            free = not any(overlap(tried, other) for other in others)
            if free and block_in_box(tried, 0.0, 0.0, ground.width, ground.depth):
                return abs(shift)
    return None


spots = st.builds(Pose, st.integers(10, 62), st.integers(10, 38), st.sampled_from([0, 9000, 18000, 4500, 1234, 30011]))
blocks = st.builds(lambda pose, stands: Block(pose, float(stands), 1.0), spots, st.integers(1, 10))


@given(blocks, st.lists(blocks, max_size=4))
def test_slide_is_the_least_that_creeping_finds(block: Block, others: list[Block]) -> None:
    ground = Ground(72.0, 48.0)
    found = slid(block, others, ground)
    least = crept(block, others, ground)
    assert (found is None) == (least is None)
    if found is not None and least is not None:
        moved = ((found.x - block.pose.x) ** 2 + (found.y - block.pose.y) ** 2) ** 0.5
        # A slanting line may be overlapped by the tolerance over a longer way than the tolerance itself.
        assert moved >= least - 0.02
        assert not any(overlap(Block(found, block.width, 1.0), other) for other in others)
