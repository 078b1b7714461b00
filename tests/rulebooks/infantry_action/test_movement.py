"""MOVE and FAST ADVANCE on the table: how far, which way, past whom, over what."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Marched
from roundtop.rulebooks.infantry_action.field import stand_at
from roundtop.rulebooks.infantry_action.movement.events import Moved
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.ground import Area, Crossing, Ground, Line
from roundtop.table.path import about_face, forward, glide, oblique, pivot, shift, wheel
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    SOUTH,
    UNION,
    Table,
    box,
    building,
    field,
    hill,
    line,
    table,
    wall,
    wood,
)


def lone(order: str, stands: int = 10, x: float = 36, y: float = 20, facing: float = 0, **rest: Any) -> Table:
    """A line that is to move, the enemy far off in a corner."""
    units = (line("a", UNION, stands, x, y, facing, order=order), line("x", CONFEDERATE, 4, 3, 47, SOUTH, order="hold"))
    return table(*units, **rest).choose("a")


def near(order: str, gap: float, *others: Unit, **rest: Any) -> Table:
    """A line of four with an enemy line so far before its front."""
    units = (line("a", UNION, 4, 36, 20, order=order), line("x", CONFEDERATE, 4, 36, 21 + gap, SOUTH, order="hold"))
    return table(*units, *others, **rest).choose("a")


@clause("infantry-action.movement.move", 1)
def test_a_move_goes_12_inches_and_no_farther() -> None:
    assert lone("move").no_march(forward(12.5)) == ["movement.move"]
    assert lone("move").no_march(forward(12.02)) == ["movement.move"]
    assert lone("move").march(forward(12.01)).pose("a") == (36, 32.01, 0)
    assert lone("move").march(forward(12)).pose("a") == (36, 32, 0)


@clause("infantry-action.movement.fast-advance", 1)
def test_a_fast_advance_goes_18_inches_and_no_farther() -> None:
    assert lone("fast-advance").march(forward(17.5)).pose("a") == (36, 37.5, 0)
    assert lone("fast-advance").march(forward(18)).pose("a") == (36, 38, 0)
    assert lone("fast-advance").no_march(forward(18.02)) == ["movement.fast-advance"]


@clause("infantry-action.movement.measuring", 1, 2)
def test_the_outer_stand_limits_a_wheel() -> None:
    assert lone("move").march(pivot(6000, -4.5, 0)).pose("a")[2] == 60
    assert lone("move").no_march(pivot(9000, -4.5, 0)) == ["movement.move"]
    # An arc of 76.39 degrees at 9 in is 12.0: the last whole degree that fits.
    assert lone("move").march(pivot(7600, -4.5, 0)).pose("a")[2] == 76
    assert lone("move").no_march(pivot(7700, -4.5, 0)) == ["movement.move"]
    assert lone("move").no_march(pivot(36000, -4.5, 0)) == ["movement.move"], "a full wheel ends where it began"


@clause("infantry-action.movement.measuring", 3)
def test_every_inch_of_a_detour_is_walked() -> None:
    assert lone("move").no_march(forward(10), forward(-10), glide(11)) == ["movement.move"]
    assert lone("move").no_march(shift(25, 0), shift(0, 8), shift(-25, 0)) == ["movement.move"], "58 in"
    assert lone("move").march(forward(4), glide(8)).pose("a") == (44, 24, 0)
    assert lone("move").no_march(forward(4), glide(8.1)) == ["movement.move"]


@clause("infantry-action.movement.measuring")
def test_a_wheel_and_a_march_add_up_for_the_outer_stand() -> None:
    # 30 degrees at 9 in are 4.71 in for stand 10: 7.29 in are left.
    assert lone("move").march(pivot(-3000, -4.5, 0), forward(7.29)).pose("a")[2] == 330
    assert lone("move").no_march(pivot(-3000, -4.5, 0), forward(7.32)) == ["movement.move"]
    # An about-face first makes it another stand, but takes nobody anywhere.
    assert lone("move").no_march(about_face(), pivot(-3000, -4.5, 0), forward(7.32)) == ["movement.move"]
    assert lone("move").march(about_face(), pivot(-3000, -4.5, 0), forward(7.29)).pose("a")[2] == 150


@clause("infantry-action.movement.measuring")
def test_an_about_face_is_free_once_at_the_start_or_the_end() -> None:
    assert lone("move").march(about_face(), forward(12)).pose("a") == (36, 8, 180)
    assert lone("move").march(forward(12), about_face()).pose("a") == (36, 32, 180)
    assert lone("move").march(about_face()).pose("a") == (36, 20, 180)
    assert lone("move").no_march(about_face(), forward(3), about_face()) == ["movement.measuring"]
    assert lone("move").no_march(forward(3), about_face(), forward(3)) == ["movement.measuring"]


@clause("infantry-action.setup.numbering", 1)
def test_an_about_face_numbers_the_stands_from_the_new_left() -> None:
    played = lone("move", stands=6)
    unit = played.unit("a")
    before = [stand_at(unit.pose, 6, n, played.state.settings) for n in range(1, 7)]
    assert [x for x, _ in before] == [33.5, 34.5, 35.5, 36.5, 37.5, 38.5]
    played.march(about_face())
    unit = played.unit("a")
    after = [stand_at(unit.pose, 6, n, played.state.settings) for n in range(1, 7)]
    assert [(round(x, 6), round(y, 6)) for x, y in after] == list(reversed(before))


@clause("infantry-action.movement.direction", 1)
def test_a_move_goes_any_way_and_a_fast_advance_within_45_degrees_of_straight_ahead() -> None:
    assert lone("move").march(glide(-12)).pose("a") == (24, 20, 0)
    assert lone("move").march(forward(-12)).pose("a") == (36, 8, 0)
    assert lone("fast-advance").march(shift(5, 14)).pose("a") == (41, 34, 0)
    assert lone("fast-advance").march(oblique(18, 4500)).pose("a")[2] == 0
    assert lone("fast-advance").no_march(oblique(18, 4505)) == ["movement.direction"]
    assert lone("fast-advance").no_march(oblique(10, -4505)) == ["movement.direction"]
    assert lone("fast-advance").no_march(forward(-1)) == ["movement.direction"]
    assert lone("fast-advance").march(about_face(), forward(10)).pose("a") == (36, 10, 180)
    assert lone("fast-advance").no_march(forward(-10), about_face()) == ["movement.direction"]


@clause("infantry-action.movement.direction")
def test_a_fast_advance_may_wheel_on_its_end_stand() -> None:
    # Stand 1 stays, the others go up to 20 degrees off straight ahead.
    assert lone("fast-advance").march(pivot(-4000, -4.5, 0)).pose("a")[2] == 320
    # Wheeling backwards, stand 1 goes straight to the rear.
    assert lone("fast-advance").no_march(pivot(4000, -4.5, 0)) == ["movement.direction"]


@clause("infantry-action.movement.no-contact-without-charge")
@pytest.mark.parametrize("order", ["move", "fast-advance"])
def test_only_a_charge_comes_into_contact(order: str) -> None:
    assert near(order, 8).no_march(forward(8)) == ["movement.no-contact-without-charge"]


@clause("infantry-action.movement.separation", 1)
def test_a_move_stays_an_inch_from_every_enemy_stand() -> None:
    assert near("move", 8).no_march(forward(7.4)) == ["movement.separation"]
    assert near("move", 8).no_march(forward(7.02)) == ["movement.separation"]
    assert near("move", 8).march(forward(7)).pose("a") == (36, 27, 0)


@clause("infantry-action.movement.separation")
def test_an_inch_is_kept_throughout_the_move_not_only_at_its_end() -> None:
    # Past the shoulder of the enemy with half an inch to spare, and on.
    passing = table(line("a", UNION, 4, 36, 20, order="move"), line("x", CONFEDERATE, 2, 39.5, 24, SOUTH)).choose("a")
    assert passing.no_march(forward(10)) == ["movement.separation"]
    wide = table(line("a", UNION, 4, 36, 20, order="move"), line("x", CONFEDERATE, 2, 40, 24, SOUTH)).choose("a")
    assert wide.march(forward(10)).pose("a") == (36, 30, 0)


@clause("infantry-action.movement.separation")
def test_a_unit_that_begins_nearer_must_end_farther_off() -> None:
    assert near("move", 0.5).no_march(forward(0.2)) == ["movement.separation"]
    assert near("move", 0.5).march(forward(-0.2)).pose("a") == (36, 19.8, 0)
    assert near("move", 0.5).march(forward(-10)).pose("a") == (36, 10, 0)


@clause("infantry-action.movement.separation")
@clause("infantry-action.movement.interpenetration")
def test_a_unit_that_begins_near_an_enemy_does_not_pass_through_him() -> None:
    assert near("move", 0.5).no_march(forward(10)) == ["movement.interpenetration"]
    assert "back" in [way.key for way in near("move", 0.5).form.ways]


@clause("infantry-action.movement.separation")
def test_by_the_house_rule_the_distance_kept_is_another() -> None:
    assert near("move", 8, min_separation_in=3.0).no_march(forward(5.5)) == ["movement.separation"]
    assert near("move", 8, min_separation_in=3.0).march(forward(5)).pose("a") == (36, 25, 0)
    assert near("move", 8, min_separation_in=0.5).march(forward(7.5)).pose("a") == (36, 27.5, 0)


@clause("infantry-action.movement.interpenetration")
def test_friends_are_passed_through_but_nobody_ends_on_them() -> None:
    def behind_friends(order: str) -> Table:
        friend = line("b", UNION, 4, 36, 24, order="hold")
        return table(
            line("a", UNION, 4, 36, 20, order=order), friend, line("x", CONFEDERATE, 4, 3, 47, SOUTH, order="hold")
        ).choose("a")

    for order in ("move", "fast-advance"):
        assert behind_friends(order).march(forward(8)).pose("a") == (36, 28, 0)
        assert behind_friends(order).no_march(forward(4.5)) == ["movement.interpenetration"]
        assert behind_friends(order).march(forward(5)).pose("a") == (36, 25, 0), "shoulder to shoulder is not on top"


@clause("infantry-action.movement.table-edge")
def test_a_move_stays_on_the_table() -> None:
    assert lone("move", y=10).no_march(forward(-9.6)) == ["movement.table-edge"]
    assert lone("move", y=10).march(forward(-9.5)).pose("a") == (36, 0.5, 0)
    assert lone("move", x=6).no_march(glide(-2)) == ["movement.table-edge"]


@clause("infantry-action.movement.terrain", 1)
@clause("infantry-action.setup.terrain-catalogue")
def test_as_printed_woods_slopes_and_walls_cost_nothing() -> None:
    rough = field(wood(20, 21, 50, 40), hill(1, 20, 25, 50, 45), wall((20.0, 23.0), (50.0, 23.0)))
    assert lone("move", ground=rough).march(forward(12)).pose("a") == (36, 32, 0)


@clause("infantry-action.movement.terrain")
@pytest.mark.parametrize("kind", ["building", "pond", "cliff"])
def test_nobody_enters_a_building_deep_water_or_a_cliff(kind: str) -> None:
    ground = Ground(72.0, 48.0, areas=(Area(kind, box(40, 24, 44, 28)),))
    assert lone("move", ground=ground).no_march(forward(8)) == ["movement.terrain"]
    assert lone("move", ground=ground).no_march(forward(4)) == ["movement.terrain"]
    assert lone("move", ground=ground).march(forward(3)).pose("a") == (36, 23, 0)


@clause("infantry-action.movement.terrain")
def test_a_river_is_crossed_at_a_bridge_only() -> None:
    river = Line("river", ((0.0, 24.0), (72.0, 24.0)))
    assert lone("move", ground=Ground(72.0, 48.0, lines=(river,))).no_march(forward(8)) == ["movement.terrain"]
    bridged = Ground(72.0, 48.0, lines=(river,), crossings=(Crossing("bridge", 36.0, 24.0, 2.0),))
    assert lone("move", ground=bridged).march(forward(8)).pose("a") == (36, 28, 0)


@clause("infantry-action.movement.terrain")
def test_by_the_house_rule_an_inch_of_wood_costs_two_and_a_wall_three() -> None:
    trees = field(wood(20, 24, 50, 40))
    # 4 in of open ground and 4 in of wood are 12.
    assert lone("move", ground=trees, terrain_movement="slow").march(forward(8)).pose("a") == (36, 28, 0)
    assert lone("move", ground=trees, terrain_movement="slow").no_march(forward(8.1)) == ["movement.terrain"]
    stones = field(wall((20.0, 23.0), (50.0, 23.0)))
    assert lone("move", ground=stones, terrain_movement="slow").march(forward(9)).pose("a") == (36, 29, 0)
    assert lone("move", ground=stones, terrain_movement="slow").no_march(forward(9.1)) == ["movement.terrain"]
    assert lone("fast-advance", ground=stones, terrain_movement="slow").march(forward(15)).pose("a") == (36, 35, 0)
    assert lone("move", ground=stones, terrain_movement="slow").no_march(forward(12.5)) == ["movement.move"]


@clause("infantry-action.movement.terrain")
def test_by_the_house_rule_the_dearest_stand_counts() -> None:
    # Only the stand at the right-hand end goes through the trees.
    corner = field(wood(40, 21, 50, 40))
    assert lone("move", ground=corner, terrain_movement="slow").no_march(forward(8)) == ["movement.terrain"]


@clause("infantry-action.movement.move")
def test_every_reason_is_given_at_once() -> None:
    played = near("move", 8, line("b", UNION, 4, 36, 48.5), ground=field(building(34, 24, 38, 25)))
    found = played.no_march(forward(29), about_face(), about_face())
    assert found[:2] == ["movement.measuring", "movement.move"]
    assert set(found[2:]) == {"movement.no-contact-without-charge", "movement.table-edge", "movement.terrain"} | {
        "movement.interpenetration"
    }


@clause("infantry-action.movement.move")
def test_every_way_that_is_proposed_is_lawful_and_standing_is_one() -> None:
    for order in ("move", "fast-advance"):
        played = near(order, 2.5)
        ways = played.form.ways
        assert ways[0].manoeuvres == ()
        assert len(ways) > 3
        for way in ways:
            again = near(order, 2.5).answer(Marched(way.manoeuvres))
            assert again.unit("a").pose == way.end


@clause("infantry-action.movement.measuring")
def test_a_wheel_on_the_corner_is_measured_by_the_stand_not_by_the_corner() -> None:
    # The outer stand's middle is 9.51 in from the corner: 72 degrees are 11.95 in for it, 73 degrees 12.12.
    assert lone("move").march(wheel(7200, "right")).last(Moved).manoeuvres == (wheel(7200, "right"),)
    assert lone("move").no_march(wheel(7300, "right")) == ["movement.move"]
