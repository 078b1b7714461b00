"""Lines of sight as the five ledgers ask about them."""

from __future__ import annotations

from hypothesis import given

from roundtop.table.footprint import Block, Disc
from roundtop.table.ground import Area, Ground, Height, Line
from roundtop.table.measure import distance
from roundtop.table.pose import Point, Pose
from roundtop.table.sight import (
    Screen,
    area_ends_sight,
    area_holding,
    area_in_way,
    block_in_way,
    disc_in_way,
    height_in_way,
    higher_ground,
    lines_in_way,
    too_much_area,
    unit_in_way,
)

from .naive import contains, coordinates, edges, outlines, point_segment, segment_point

WOOD = Area("woods", ((10.0, 0.0), (20.0, 0.0), (20.0, 20.0), (10.0, 20.0)))
BARN = Area("building", ((30.0, 9.0), (32.0, 9.0), (32.0, 11.0), (30.0, 11.0)))
RIDGE = Height(1, ((40.0, 0.0), (50.0, 0.0), (50.0, 20.0), (40.0, 20.0)))
CREST = Line("crest", ((45.0, 0.0), (45.0, 20.0)))
FIELD = Ground(72.0, 48.0, (WOOD, BARN), (CREST,), (), (RIDGE,))

WOODS = Screen(("woods",), 2.0, 2.0, 4.0, 0.0)
BUILDINGS = Screen(("building",), 99.0, 99.0, 99.0, 0.0)


def sees_woods(ax: float, bx: float, y: float = 10.0) -> bool:
    """Whether the line along a parallel is clear of woods by the Infantry Action ruling."""
    return area_in_way(FIELD, WOODS, ax, y, bx, y) is None


def test_into_and_out_of_a_wood() -> None:
    """infantry-action.shooting.line-of-sight: 1.5 in inside a wood is seen, 3 in is not."""
    assert sees_woods(5, 11.5)
    assert not sees_woods(5, 13)
    assert sees_woods(5, 12)
    assert sees_woods(5, 12.01)
    assert not sees_woods(5, 12.02)
    assert sees_woods(11.5, 5)
    assert not sees_woods(13, 5)


def test_wholly_inside_and_right_through_a_wood() -> None:
    """infantry-action.shooting.line-of-sight."""
    assert sees_woods(12, 16)
    assert not sees_woods(12, 16.5)
    assert not sees_woods(5, 25)
    assert sees_woods(5, 25, 20.0)
    blocked = area_in_way(FIELD, WOODS, 5, 10, 25, 10)
    assert blocked is not None
    assert (blocked.kind, blocked.what, blocked.index, blocked.x, blocked.y) == ("area", "woods", 0, 10, 10)


def test_a_building_that_holds_an_end_does_not_block() -> None:
    """skirmish.shooting.line-of-sight."""
    assert area_in_way(FIELD, BUILDINGS, 25, 10, 35, 10) is not None
    assert area_in_way(FIELD, BUILDINGS, 25, 10, 31, 10) is None
    assert area_in_way(FIELD, BUILDINGS, 25, 5, 35, 5) is None


def test_so_much_wood_in_all() -> None:
    """skirmish.shooting.line-of-sight: more than 10 cm of wood in total blocks."""
    assert too_much_area(FIELD, ("woods",), 10.0, 0, 10, 30, 10) is None
    blocked = too_much_area(FIELD, ("woods",), 9.5, 0, 10, 30, 10)
    assert blocked is not None
    assert (blocked.x, blocked.y) == (10, 10)


def test_sight_ends_so_far_from_where_it_enters() -> None:
    """chamberlain.los.obstructing: on for 1 BW from the point of entry, out of the far side or not."""
    assert area_ends_sight(FIELD, ("building",), 2.0, 25, 10, 32, 10) is None
    assert area_ends_sight(FIELD, ("building",), 2.0, 25, 10, 32.5, 10) is not None
    assert area_ends_sight(FIELD, ("building",), 2.0, 25, 5, 60, 5) is None


def test_ground_higher_than_both_ends() -> None:
    """infantry-action.shooting.line-of-sight."""
    blocked = higher_ground(FIELD, 35, 10, 55, 10)
    assert blocked is not None
    assert (blocked.kind, blocked.what, blocked.x) == ("height", "1", 40)
    assert higher_ground(FIELD, 42, 10, 55, 10) is None
    assert higher_ground(FIELD, 35, 10, 40, 10) is None
    assert height_in_way(FIELD, 0, 35, 10, 45, 10) is not None
    assert height_in_way(FIELD, 1, 35, 10, 45, 10) is None
    assert higher_ground(Ground(10.0, 10.0), 0, 0, 9, 9) is None


def test_crests_are_told_with_their_place() -> None:
    """order-cards.fire.line-of-sight and chamberlain.los.crest: the rulebook judges which end is nearer."""
    (crest,) = lines_in_way(FIELD, ("crest",), 35, 10, 50, 10)
    assert (crest.kind, crest.what, crest.index, crest.x, crest.y) == ("line", "crest", 0, 45, 10)
    assert lines_in_way(FIELD, ("wall",), 35, 10, 50, 10) == ()


def test_units_in_the_way() -> None:
    """infantry-action.shooting, order-cards.fire and charge-boys.artillery, each .line-of-sight."""
    line = Block(Pose(10, 5, 0), 10, 1)
    assert block_in_way([line], 10, 0, 10, 10) == 0
    assert block_in_way([line], 15, 0, 15, 10) == -1
    assert block_in_way([line], 4, 0, 4, 10) == -1
    assert unit_in_way([line], [0], 0, 0.0, 10, 0, 10, 10) is not None
    assert unit_in_way([line], [0], 1, 0.0, 10, 0, 10, 10) is None
    blocked = unit_in_way([line], [0], 1, 6.0, 10, 0, 10, 12)
    assert blocked is not None
    assert (blocked.kind, blocked.index, blocked.y) == ("unit", 0, 4.5)
    assert unit_in_way([line], [0], 1, 4.5, 10, 0, 10, 12) is None


def test_figures_in_the_way() -> None:
    assert disc_in_way([Disc(5, 9, 1), Disc(5, 0.5, 1)], 0, 0, 10, 0) == 1
    assert disc_in_way([Disc(5, 1, 1)], 0, 0, 10, 0) == -1


def test_an_area_that_holds_both_ends() -> None:
    assert area_holding(FIELD, ("woods",), 11, 5, 19, 15) == 0
    assert area_holding(FIELD, ("woods",), 9, 5, 19, 15) == -1


@given(outlines(), coordinates, coordinates, coordinates, coordinates)
def test_sight_through_woods_by_small_steps(
    outline: tuple[Point, ...], ax: float, ay: float, bx: float, by: float
) -> None:
    a, b = (ax, ay), (bx, by)
    length = distance(ax, ay, bx, by)
    if length < 1 or min(point_segment(p, a, b) for p in outline) < 0.05:
        return
    count = 1500
    flags = [contains(outline, segment_point(a, b, (i + 0.5) / count)) for i in range(count)]
    step = length / count
    allowed = [2.0, 2.0, 4.0, 0.0]
    margin, clear = 99.0, True
    start = 0
    while start < count:
        stop = start
        while stop < count and flags[stop] == flags[start]:
            stop += 1
        if flags[start]:
            limit = allowed[2 if start == 0 and stop == count else 1 if start == 0 else 0 if stop == count else 3]
            margin = min(margin, abs((stop - start) * step - limit - 0.01))
            clear = clear and (stop - start) * step <= limit + 0.01
        start = stop
    near_end = min(point_segment(p, *edge) for p in (a, b) for edge in edges(outline))
    if margin > 3 * step and near_end > 3 * step:
        ground = Ground(72.0, 48.0, (Area("woods", outline),))
        assert (area_in_way(ground, WOODS, ax, ay, bx, by) is None) == clear
        assert (area_in_way(ground, WOODS, bx, by, ax, ay) is None) == clear
