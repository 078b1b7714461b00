"""What a stand may shoot at: range, arc and line of sight."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from roundtop.rulebooks.infantry_action.field import unit_of
from roundtop.rulebooks.infantry_action.sight.table import Aim, aims, bodies, body, sees, sheltered
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.ground import Area, Ground, Height, Line
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    box,
    building,
    field,
    guns,
    hill,
    line,
    position,
    wall,
    wood,
)


def shots(state: State, target: str = "x", gun: int = 0) -> list[Aim]:
    """Every shot of unit a at another."""
    unit = unit_of(state, "a")
    return aims(state, unit, body(unit), [body(unit_of(state, target))], bodies(state), gun)


def pairs(state: State, target: str = "x") -> list[tuple[int, int]]:
    return [(aim.stand, aim.target_stand) for aim in shots(state, target)]


def duel(away: float, *others: Unit, ground: Ground | None = None, **options: Any) -> State:
    """One stand looking north at one so far off, from the shooter's front to the target's."""
    return position(
        line("a", UNION, 1, 36, 10), line("x", CONFEDERATE, 1, 36, 11 + away, SOUTH), *others, ground=ground, **options
    )


@clause("infantry-action.shooting.band-edges", 1, 2)
def test_range_runs_from_the_middle_of_the_front_edge_to_the_nearest_point_of_the_target() -> None:
    assert shots(duel(12.0))[0].distance == pytest.approx(12.0)
    assert len(shots(duel(18.0))) == 1
    assert len(shots(duel(18.01))) == 1
    assert not shots(duel(18.1))
    # To the side: the nearest point of the target is its corner.
    aside = position(line("a", UNION, 1, 36, 10), line("x", CONFEDERATE, 1, 40, 20, SOUTH))
    assert shots(aside)[0].distance == pytest.approx((3.5**2 + 9**2) ** 0.5)


@clause("infantry-action.artillery.long", 1)
@clause("infantry-action.shooting.band-edges", 3)
def test_a_gun_reaches_36_inches() -> None:
    def at_range(away: float) -> list[Aim]:
        wide = position(guns("a", UNION, 1, 36, 1), line("x", CONFEDERATE, 1, 36, 2 + away, SOUTH))
        return shots(wide)

    assert at_range(36)[0].distance == pytest.approx(36)
    assert at_range(10)[0].distance == pytest.approx(10)
    assert at_range(18)[0].distance == pytest.approx(18)
    assert not at_range(36.5)


@clause("infantry-action.setup.weapons")
def test_by_the_house_rule_a_weapon_has_its_own_reach() -> None:
    def carbines(away: float, effect: str) -> int:
        units = (line("a", UNION, 1, 36, 10, weapon="carbine"), line("x", CONFEDERATE, 1, 36, 11 + away, SOUTH))
        return len(shots(position(*units, weapon_effect=effect)))

    assert [carbines(14, "range"), carbines(14.1, "range"), carbines(18, "none"), carbines(18.1, "none")] == [
        1,
        0,
        1,
        0,
    ]
    rifles = (guns("a", UNION, 1, 36, 1, weapon="3-inch-rifle"), line("x", CONFEDERATE, 1, 36, 44, SOUTH))
    assert len(shots(position(*rifles, weapon_effect="range"))) == 1
    assert not shots(position(*rifles))


def bearing(degrees: float, **options: Any) -> State:
    """A target stand whose centre bears so many degrees to the right, 10 in off."""
    angle = radians(degrees)
    x, y = 36 + 10 * sin(angle), 10.5 + 10 * cos(angle)
    return position(line("a", UNION, 1, 36, 10), line("x", CONFEDERATE, 1, x, y, SOUTH), **options)


@clause("infantry-action.shooting.arc", 1)
def test_a_target_is_in_arc_up_to_45_degrees_to_either_side() -> None:
    for side in (1, -1):
        assert len(shots(bearing(45.0 * side))) == 1
        assert len(shots(bearing(45.01 * side))) == 1
        assert not shots(bearing(45.03 * side))
        assert not shots(bearing(46 * side))
    assert not shots(bearing(180))


@clause("infantry-action.shooting.arc")
def test_by_the_house_rule_the_arc_is_another() -> None:
    assert len(shots(bearing(30, fire_arc_deg=30.0))) == 1
    assert not shots(bearing(31, fire_arc_deg=30.0))
    assert len(shots(bearing(90, fire_arc_deg=90.0))) == 1
    assert not shots(bearing(91, fire_arc_deg=90.0))


@clause("infantry-action.shooting.arc")
def test_each_stand_has_its_own_arc_and_range() -> None:
    state = position(line("a", UNION, 10, 36, 10), line("x", CONFEDERATE, 1, 31.5, 12, SOUTH))
    # 1.5 in before stand 1: stands 1 and 2 bear on it, the others look past it.
    assert pairs(state) == [(1, 1), (2, 1)]


@clause("infantry-action.shooting.line-of-sight", 1)
def test_sight_reaches_2_inches_into_a_wood() -> None:
    def inside(depth: float) -> int:
        """Shots at a stand whose centre is so deep in a wood."""
        return len(shots(duel(8, ground=field(wood(20, 19 - depth, 50, 40)))))

    assert [inside(1.5), inside(2.0), inside(2.02), inside(3.0)] == [1, 1, 0, 0]


@clause("infantry-action.shooting.line-of-sight")
def test_sight_reaches_2_inches_out_of_a_wood_4_inside_and_through_none() -> None:
    def seen(away: float, bottom: float, top: float, **options: Any) -> int:
        return len(shots(duel(away, ground=field(wood(20, bottom, 50, top)), **options)))

    # The muzzle is at 10.5.
    assert [seen(8, 0, 12.5), seen(8, 0, 12.6)] == [1, 0]
    # Wholly inside: muzzle to centre 4 in is 3.5 in of gap.
    assert [seen(3.5, 0, 40), seen(3.6, 0, 40)] == [1, 0]
    assert [seen(8, 14, 14.5), seen(8, 14, 14.005)] == [0, 1]
    assert [seen(8, 0, 13.5, wood_sight_in=3.0), seen(8, 0, 13.6, wood_sight_in=3.0)] == [1, 0]
    assert [seen(5.5, 0, 40, wood_sight_in=3.0), seen(5.6, 0, 40, wood_sight_in=3.0)] == [1, 0]


@clause("infantry-action.shooting.line-of-sight")
@clause("infantry-action.setup.terrain-catalogue")
def test_orchards_screen_like_woods_and_crops_and_walls_do_not() -> None:
    for kind, seen in (("orchard", 0), ("open-woods", 0), ("corn", 1), ("rough", 1), ("building", 0), ("town", 0)):
        ground = Ground(72.0, 48.0, areas=(Area(kind, box(20, 14, 50, 16)),))
        assert len(shots(duel(8, ground=ground))) == seen, kind
    assert len(shots(duel(8, ground=field(wall((20.0, 14.0), (50.0, 14.0)))))) == 1
    assert len(shots(duel(8, ground=Ground(72.0, 48.0, lines=(Line("earthwork", ((20.0, 14.0), (50.0, 14.0))),))))) == 1
    assert not shots(duel(8, ground=field(building(30, 14, 40, 15))))


@clause("infantry-action.shooting.line-of-sight")
def test_ground_higher_than_both_ends_blocks() -> None:
    ridge = hill(1, 20, 13, 50, 15)
    assert not shots(duel(8, ground=field(ridge)))
    assert len(shots(duel(8, ground=field(ridge, hill(1, 20, 18, 50, 30))))) == 1, "the target as high as the ridge"
    assert len(shots(duel(8, ground=field(ridge, hill(1, 20, 0, 50, 11))))) == 1, "the shooter as high as the ridge"
    high = field(hill(2, 20, 13, 50, 15), hill(1, 20, 0, 50, 11), hill(1, 20, 18, 50, 30))
    assert not shots(duel(8, ground=high))


@clause("infantry-action.shooting.line-of-sight")
@pytest.mark.parametrize("side", [UNION, CONFEDERATE])
def test_other_units_block_unless_an_end_is_higher_than_they(side: str) -> None:
    between = line("m", side, 3, 36, 15)
    assert not shots(duel(8, between))
    assert len(shots(duel(8, line("m", side, 3, 38, 15)))) == 1, "not in the line"
    assert len(shots(duel(8, between, ground=field(hill(1, 20, 0, 50, 11))))) == 1, "the shooter is higher"
    assert len(shots(duel(8, between, ground=field(hill(1, 20, 18, 50, 30))))) == 1, "the target is higher"
    level = field(hill(1, 20, 0, 50, 11), hill(1, 20, 14, 50, 16))
    assert not shots(duel(8, between, ground=level)), "all equally high"


@clause("infantry-action.shooting.line-of-sight")
def test_neither_the_targets_nor_the_shooters_own_line_blocks() -> None:
    # The target seen end on: its near stand does not hide the far ones.
    state = position(line("a", UNION, 1, 36, 10), line("x", CONFEDERATE, 4, 36, 16, 90))
    assert pairs(state) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    unit = position(line("a", UNION, 4, 36, 10, 90), line("x", CONFEDERATE, 1, 42, 10, 270))
    assert [stand for stand, _ in pairs(unit)] == [1, 2, 3, 4]


@clause("infantry-action.charge.declaration")
def test_seeing_for_a_charge_knows_no_arc() -> None:
    state = position(line("a", UNION, 2, 36, 20), line("x", CONFEDERATE, 2, 36, 10), ground=field(wood(20, 0, 50, 9)))
    assert sees(state, unit_of(state, "a"), unit_of(state, "x"))
    assert not shots(state)


@clause("infantry-action.shooting.no-cover")
def test_cover_is_a_wood_or_an_obstacle_within_an_inch_of_the_stand() -> None:
    def covered(x: float, y: float, *things: Area | Height | Line) -> bool:
        state = position(line("x", CONFEDERATE, 1, 36, 20, SOUTH), ground=field(*things))
        return sheltered(state, x, y, body(unit_of(state, "x")), 1)

    assert covered(36, 10, wall((30.0, 18.5), (42.0, 18.5)))
    assert not covered(36, 10, wall((30.0, 18.4), (42.0, 18.4)))
    assert not covered(36, 10, wall((30.0, 21.0), (42.0, 21.0))), "behind it"
    assert covered(36, 10, wood(35, 19, 40, 25))
    assert not covered(36, 10, wood(36.1, 19, 40, 25)), "its centre is outside"
    assert not covered(36, 10)
    # Shot at slantwise the wall is as near to the stand as it was.
    assert covered(27, 11, wall((20.0, 18.5), (42.0, 18.5)))
    assert not covered(27, 11, wall((20.0, 18.4), (42.0, 18.4)))
