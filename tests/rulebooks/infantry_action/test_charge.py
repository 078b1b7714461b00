"""Charges on the table: whom a unit can reach, by which path, how the lines meet, and who is pinned."""

from __future__ import annotations

from math import radians
from typing import Any

import pytest

from roundtop.rulebooks.infantry_action.charge.events import ChargeDeclared, ContactMade
from roundtop.rulebooks.infantry_action.charge.paths import Plan, by_hand, from_flank_or_rear, offset_of, strikes
from roundtop.rulebooks.infantry_action.charge.table import charge_targets
from roundtop.rulebooks.infantry_action.command.events import ChitRevealed
from roundtop.rulebooks.infantry_action.field import unit_of
from roundtop.rulebooks.infantry_action.fire.events import VolleyFired
from roundtop.rulebooks.infantry_action.melee.events import CombatFought, DominoesSet
from roundtop.rulebooks.infantry_action.movement.events import Moved
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.ground import Area
from roundtop.table.path import forward, glide, pivot, shift, sweep, walked
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    Table,
    at,
    box,
    building,
    charge_home,
    field,
    guns,
    line,
    position,
    reserves,
    straightest,
    table,
    wall,
    wood,
)


def facing_off(gap: float, ours: int = 4, theirs: int = 4, aside: float = 0, **rest: Any) -> Table:
    """A line on CHARGE with an enemy line so far before its front and so far to its right."""
    units = (
        line("a", UNION, ours, 36, 20, order="charge"),
        line("x", CONFEDERATE, theirs, 36 + aside, 21 + gap, SOUTH, order="hold"),
    )
    return table(*units, *reserves(), **rest)


def targets(*units: Unit, **rest: Any) -> list[str]:
    state = position(*units, **rest)
    return [strike.plan.target for strike in charge_targets(state, unit_of(state, "a"))]


def fights(played: Table) -> list[tuple[str, str, bool, int]]:
    return [(f.charger, f.defender, f.flank, f.offset) for f in played.state.fights]


@clause("infantry-action.charge.declaration", 1)
@clause("infantry-action.movement.charge", 1, 2)
def test_a_charge_reaches_12_inches_from_stand_to_stand() -> None:
    played = facing_off(11.2).choose("a")
    assert played.asked == (UNION, "charge", "a")
    assert played.keys == ["x"]
    played.choose("x").until("activate")
    assert played.pose("a") == (36, 31.2, 0)
    assert facing_off(11).choose("a").keys == ["x"]
    assert facing_off(12).choose("a").keys == ["x"]
    assert facing_off(12.5).choose("a").asked == (UNION, "advance", "a")
    assert facing_off(12.05).choose("a").asked == (UNION, "advance", "a")


@clause("infantry-action.charge.declaration")
@clause("infantry-action.combat.when-placed")
@clause("infantry-action.combat.defender-when")
@clause("infantry-action.combat.defender-draws", 1)
def test_dominoes_then_fire_then_contact_then_the_dominoes_of_the_charged() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, order="charge"),
        line("x", CONFEDERATE, 7, 36, 30, SOUTH, order="fire"),
    )
    played.choose("a").name("x")
    assert played.asked == (UNION, "strike", "a")
    played.strike()
    assert played.asked == (UNION, "dominoes", "a")
    played.choose("blind:0")
    assert played.asked == (CONFEDERATE, "charge-fire", "a")
    assert played.pose("a") == (36, 20, 0), "the charger moves after the fire at it"
    played.choose("x").aim({3: "a:2"}, dice=(6,))
    assert played.asked == (CONFEDERATE, "dominoes", "x")
    assert played.keys[:2] == ["look:7", "blind:7"]
    assert played.pose("a")[1] == 29
    played.choose("look:7", dice=("6-5",))
    assert played.asked == (CONFEDERATE, "place-domino", "x")
    assert len(played.keys) == 8, "four places, either way round"
    kinds = [type(e) for e in played.events if isinstance(e, ChargeDeclared | DominoesSet | VolleyFired | ContactMade)]
    assert kinds == [ChargeDeclared, DominoesSet, VolleyFired, ContactMade, DominoesSet]


@clause("infantry-action.charge.declaration")
def test_a_charger_must_see_its_target() -> None:
    behind = (line("a", UNION, 4, 36, 20), line("x", CONFEDERATE, 4, 36, 29, SOUTH))
    assert targets(*behind) == ["x"]
    assert targets(*behind, ground=field(wood(30, 23, 42, 24))) == []
    assert targets(*behind, ground=field(building(30, 23, 33.9, 24), building(38.1, 23, 42, 24))) == ["x"]


@clause("infantry-action.charge.declaration", 2, 3)
@clause("infantry-action.combat.mod-wood")
def test_a_wood_does_not_hide_who_has_gone_into_it_from_a_charge() -> None:
    behind = (line("a", UNION, 4, 36, 20), line("x", CONFEDERATE, 4, 36, 29, SOUTH))
    assert targets(*behind, ground=field(wood(30, 22, 42, 40))) == ["x"], "6 in inside the wood"
    assert targets(*behind, ground=field(wood(30, 27.5, 42, 40), wood(30, 23, 42, 24))) == [], "another wood between"
    assert targets(*behind, ground=field(wood(30, 15, 42, 40))) == ["x"], "both in the same wood"
    played = table(
        line("a", CONFEDERATE, 1, 36, 29, SOUTH, order="charge"),
        line("x", UNION, 1, 36, 20, order="hold"),
        *reserves(),
        ground=field(wood(30, 10, 42, 26)),
        first=CONFEDERATE,
    )
    # +2 for Confederates charging, -2 for the enemy in the wood.
    fought = charge_home(played, "a", "x").turn_over(("3-3", "4-4")).last(CombatFought)
    assert fought.scores == (("a", 1, 3, "x", 1, 4),)


@clause("infantry-action.charge.declaration")
def test_a_battery_may_be_charged() -> None:
    assert targets(line("a", UNION, 4, 36, 20), guns("g", CONFEDERATE, 1, 36, 29, SOUTH)) == ["g"]


@clause("infantry-action.charge.no-target", 1)
def test_a_charge_with_nobody_in_reach_may_go_straight_on() -> None:
    def far() -> Table:
        return facing_off(15).choose("a")

    assert far().asked == (UNION, "advance", "a")
    played = far().march(forward(12))
    assert played.pose("a") == (36, 32, 0)
    assert not played.all(DominoesSet)
    assert played.asked[1] != "charge-fire"
    assert played.unit("x").pose.y - 0.5 - (played.unit("a").pose.y + 0.5) == 3
    assert far().march().pose("a") == (36, 20, 0)
    assert far().no_march(forward(12.5)) == ["movement.charge"]
    assert far().no_march(glide(3)) == ["charge.no-target"]
    assert far().no_march(forward(-3)) == ["charge.no-target"]


@clause("infantry-action.charge.no-target")
def test_a_charge_with_nobody_in_reach_may_go_towards_the_nearest_enemy_in_sight() -> None:
    def far(**rest: Any) -> Table:
        return table(
            line("a", UNION, 4, 20, 20, order="charge"),
            line("x", CONFEDERATE, 4, 35, 30, SOUTH, order="hold"),
            line("y", CONFEDERATE, 4, 20, 47, SOUTH, order="hold"),
            **rest,
        ).choose("a")

    assert far().march(shift(9, 6)).pose("a") == (29, 26, 0)
    assert far().no_march(shift(6, 9)) == ["charge.no-target"]
    hidden = field(building(28, 20, 29, 32))
    assert far(ground=hidden).no_march(shift(6, 4)) == ["charge.no-target"]
    assert {way.key for way in far().form.ways} == {"stand", "lane-0", "lane-1"}


@clause("infantry-action.charge.no-target")
@clause("infantry-action.movement.separation")
def test_a_charge_with_nobody_in_reach_keeps_an_inch_off() -> None:
    # The enemy is in reach, but a friend stands in the way.
    played = table(
        line("a", UNION, 4, 20, 20, order="charge"),
        line("b", UNION, 4, 20, 23),
        line("x", CONFEDERATE, 4, 20, 29, SOUTH, order="hold"),
    ).choose("a")
    assert played.asked == (UNION, "advance", "a")
    assert played.no_march(forward(7.5)) == ["movement.separation"]
    assert played.no_march(forward(8)) == ["movement.no-contact-without-charge"]
    assert played.march(forward(7)).pose("a") == (20, 27, 0)


@clause("infantry-action.charge.path", 1)
def test_a_charge_wheels_on_its_inner_stand() -> None:
    state = position(line("a", UNION, 7, 36, 20), line("x", CONFEDERATE, 7, 40.0, 28.0, 210))
    unit = unit_of(state, "a")
    plan = by_hand(state, unit, unit_of(state, "x"), (pivot(3000, 3.0, 0.0), forward(12)))
    assert isinstance(plan, Plan)
    turn = plan.manoeuvres[0]
    offered = [found.manoeuvres[0] for found in strikes(state, unit, unit_of(state, "x"))]
    assert {m.kind for m in offered} <= {"pivot", "forward"}
    assert {m.x for m in offered if m.by > 0} == {3.0}, "on the stand at the right-hand end"
    wheeled = sweep(unit.pose, 7, 1, (turn,))
    assert walked(wheeled, 3, 0) == pytest.approx(0)
    assert walked(wheeled, -3, 0) == pytest.approx(6 * radians(30))
    assert [m.kind for m in plan.manoeuvres] == ["pivot", "forward"]


@clause("infantry-action.charge.path")
def test_a_charge_wheels_up_to_45_degrees() -> None:
    # Straight to the right, one stand: a wheel of 45 degrees points at it, a degree more does not.
    assert targets(line("a", UNION, 1, 20, 20), line("x", CONFEDERATE, 1, 25, 25, 225)) == ["x"]
    assert targets(line("a", UNION, 1, 20, 20), line("x", CONFEDERATE, 1, 27, 22, 255)) == []


@clause("infantry-action.charge.path")
def test_no_stand_of_a_charge_goes_more_than_12_inches() -> None:
    # Nearest stands 11.5 in apart, but the outer stand of ten would have to go farther round.
    assert targets(line("a", UNION, 10, 20, 20), line("x", CONFEDERATE, 1, 31, 30, 225)) == []
    assert targets(line("a", UNION, 4, 20, 20), line("x", CONFEDERATE, 4, 20, 33, SOUTH)) == ["x"]


@clause("infantry-action.charge.path")
@clause("infantry-action.movement.interpenetration")
def test_a_charge_passes_through_no_friends() -> None:
    lines = (line("a", UNION, 4, 20, 20), line("x", CONFEDERATE, 4, 20, 30, SOUTH))
    assert targets(*lines, line("b", UNION, 4, 20, 24)) == []
    assert targets(*lines, line("b", UNION, 4, 24, 24)) == ["x"], "shoulders may rub"
    assert targets(*lines, line("b", UNION, 4, 24, 20), line("c", UNION, 4, 16, 20)) == ["x"]


@clause("infantry-action.charge.path")
def test_a_charge_wheels_on_its_corner_where_a_friend_stands_at_its_shoulder() -> None:
    state = position(line("a", UNION, 4, 20, 20), line("b", UNION, 4, 24, 20), line("x", CONFEDERATE, 4, 25, 27.5, 215))
    plan = straightest(state, "a", "x")
    assert plan.manoeuvres[0].kind == "wheel"


@clause("infantry-action.charge.path")
def test_a_charge_keeps_an_inch_from_enemies_it_does_not_contact() -> None:
    def lane(half: float) -> list[str]:
        """Whom a line can reach between two enemies so far to either side of its middle."""
        y, z = line("y", CONFEDERATE, 2, 20 + half, 23, SOUTH), line("z", CONFEDERATE, 2, 20 - half, 23, SOUTH)
        return targets(line("a", UNION, 4, 20, 20), line("x", CONFEDERATE, 4, 20, 30, SOUTH), y, z)

    assert "x" in lane(4)
    assert "x" not in lane(3.9)
    assert "x" not in lane(3.2)


@clause("infantry-action.charge.path")
@clause("infantry-action.movement.terrain")
def test_a_charge_enters_no_impassable_ground_and_by_the_house_rule_is_slowed() -> None:
    lines = (line("a", UNION, 4, 20, 20), line("x", CONFEDERATE, 4, 20, 31, SOUTH))
    assert targets(*lines, ground=field(Area("pond", box(10, 24, 30, 25)))) == []
    stones = field(wall((10.0, 25.0), (30.0, 25.0)))
    assert targets(*lines, ground=stones) == ["x"]
    assert targets(*lines, ground=stones, terrain_movement="slow") == [], "10 in and a wall are 13"
    nearer = (lines[0], line("x", CONFEDERATE, 4, 20, 30, SOUTH))
    assert targets(*nearer, ground=stones, terrain_movement="slow") == ["x"]


@clause("infantry-action.charge.path")
@clause("infantry-action.combat.pairing", 1)
def test_after_contact_the_charger_lines_up_stand_opposite_stand() -> None:
    played = charge_home(facing_off(8, ours=10, theirs=10, aside=0.3), "a", "x")
    assert fights(played) == [("a", "x", False, 0)]
    assert played.pose("a") == (36.3, 28, 0)
    oblique = line("x", CONFEDERATE, 4, 36, 27, 200, order="hold")
    swung = charge_home(table(line("a", UNION, 4, 36, 20, order="charge"), oblique, *reserves()), "a", "x")
    assert swung.pose("a")[2] == 20, "parallel to the target"


@clause("infantry-action.combat.pairing")
@pytest.mark.parametrize(
    ("ours", "theirs", "aside", "offset"),
    [
        (10, 10, 0, 0),
        (10, 6, 0, 2),
        (8, 8, -3, -3),
        (10, 10, 0.4, 0),
        (10, 10, 0.6, 1),
        (10, 10, 0.5, 0),  # a half: towards more pairs
        (10, 10, -0.5, 0),
        (10, 10, 2.5, 2),
        (10, 10, -2.5, -2),
        (10, 6, 0.5, 2),  # as many pairs either way: the smaller
        (10, 6, -0.5, 1),
        (10, 7, 0, 1),
        (7, 10, 0, -2),
        (4, 4, 3.4, 3),
        (4, 4, 9, 3),  # never so far that nobody meets anybody
    ],
)
def test_the_offset_is_counted_in_whole_stands_from_the_chargers_left(
    ours: int, theirs: int, aside: float, offset: int
) -> None:
    state = position(line("a", UNION, ours, 36, 20), line("x", CONFEDERATE, theirs, 36 + aside, 21, SOUTH))
    assert offset_of(state, unit_of(state, "a"), unit_of(state, "x"), at(36, 20)) == offset


@clause("infantry-action.combat.pairing", 2, 3)
@clause("infantry-action.combat.unopposed", 1)
def test_stands_meet_those_opposite_and_others_do_not_fight() -> None:
    def met(ours: int, theirs: int, aside: float, dice: list[str]) -> list[tuple[int, int]]:
        played = charge_home(facing_off(8, ours, theirs, aside), "a", "x").turn_over(dice)
        return [(score[1], score[4]) for score in played.last(CombatFought).scores]

    # Only the dominoes of stands that fight are turned up.
    ten = ["1-1", "1-2", "1-3", "1-4", "6-1", "6-2", "6-3"]
    assert met(10, 6, 0, ten[:3] + ten[4:]) == [(3, 6), (4, 5), (5, 4), (6, 3), (7, 2), (8, 1)]
    assert met(8, 8, -3, ten[:3] + ten[4:]) == [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)]
    eight = ["1-1", "1-2", "1-3", "1-4", "1-5", "6-1", "6-2", "6-3", "6-4"]
    assert met(10, 8, 0, eight) == [(stand, 10 - stand) for stand in range(2, 10)]


@clause("infantry-action.charge.several-enemies", 1)
def test_two_chargers_share_the_front_of_one_line_which_draws_once() -> None:
    played = table(
        line("a", UNION, 5, 33.5, 20, order="charge"),
        line("b", UNION, 5, 38.5, 20, order="charge"),
        line("x", CONFEDERATE, 10, 36, 30, SOUTH, order="hold"),
    )
    played.choose("a").choose("x").until("activate")
    tiles = [f"1-{n}" for n in range(1, 7)] + [f"6-{n}" for n in range(2, 7)]
    played.choose("b").choose("x").until("orders", dice=tiles)
    fought = played.last(CombatFought)
    pairs = {(s[0], s[1], s[4]) for s in fought.scores}
    assert pairs == {("a", n, 11 - n) for n in range(1, 6)} | {("b", n, 6 - n) for n in range(1, 6)}
    assert [event.unit for event in played.all(DominoesSet)] == ["a", "x", "b"]


@clause("infantry-action.charge.several-enemies")
def test_a_later_charger_finds_room_beside_the_first_or_none() -> None:
    first = line("a", UNION, 4, 36, 29)
    target = line("x", CONFEDERATE, 10, 36, 30, SOUTH)
    later = line("b", UNION, 3, 32.4, 20)
    state = position(later, first, target)
    plan = straightest(state, "b", "x")
    assert plan.end == at(32.5, 29), "shoulder to shoulder with the first"
    full = position(later, line("a", UNION, 10, 36, 29), target)
    assert strikes(full, unit_of(full, "b"), unit_of(full, "x")) == []


@clause("infantry-action.charge.several-enemies")
@clause("infantry-action.movement.pinned")
def test_a_charger_that_meets_two_lines_fights_both_and_pins_both() -> None:
    played = table(
        line("a", UNION, 8, 36, 20, order="charge"),
        line("x", CONFEDERATE, 4, 34, 30, SOUTH, order="move"),
        line("y", CONFEDERATE, 4, 38, 30, SOUTH, order="move"),
    )
    played.choose("a").choose("x").until("orders", dice=["1-1", "1-2", "1-3", "1-4", "6-1", "6-2", "6-3", "6-4"])
    met = played.last(ContactMade).fights
    assert [(f.defender, f.offset) for f in met] == [("x", 0), ("y", 4)]
    assert [event.unit for event in played.all(ChitRevealed)] == ["a", "x", "y"]
    fought = played.last(CombatFought)
    assert [(s[1], s[3], s[4]) for s in fought.scores] == [(n, "x", 5 - n) for n in range(1, 5)] + [
        (n, "y", 9 - n) for n in range(5, 9)
    ]


@clause("infantry-action.charge.several-enemies")
def test_a_charge_into_the_rear_of_two_lines_meets_both() -> None:
    state = position(
        line("a", UNION, 8, 36, 20),
        line("x", CONFEDERATE, 4, 34, 30, NORTH),
        line("y", CONFEDERATE, 4, 38, 30, NORTH),
    )
    plan = straightest(state, "a", "x")
    assert [(f.defender, f.flank) for f in plan.fights] == [("x", True), ("y", True)]


def charging_past(behind: int, stands: int = 10) -> State:
    """A line facing east, so many of whose stands are behind the front of a line facing north."""
    # The target's front edge is at y = 20.5; charger stands count from the north.
    return position(
        line("a", UNION, stands, 20, 20.5 + 0.5 * stands - behind, EAST),
        line("x", CONFEDERATE, 10, 34, 20, NORTH),
    )


@clause("infantry-action.charge.flank-or-rear", 1, 2)
@pytest.mark.parametrize(("behind", "flank"), [(6, True), (5, False), (10, True), (0, False)])
def test_a_charge_is_from_the_flank_when_more_than_half_begins_behind_the_front_line(behind: int, flank: bool) -> None:
    state = charging_past(behind)
    assert from_flank_or_rear(state, unit_of(state, "a"), unit_of(state, "x")) is flank


@clause("infantry-action.charge.flank-or-rear")
def test_of_an_odd_line_the_bigger_half_decides() -> None:
    four = charging_past(4, 7)
    assert from_flank_or_rear(four, unit_of(four, "a"), unit_of(four, "x"))
    three = charging_past(3, 7)
    assert not from_flank_or_rear(three, unit_of(three, "a"), unit_of(three, "x"))


@clause("infantry-action.charge.flank-or-rear")
@clause("infantry-action.combat.outflanked-terms")
def test_a_flank_charge_is_fought_centre_to_centre_and_all_charged_stands_are_outflanked() -> None:
    played = table(
        line("a", CONFEDERATE, 5, 24, 20, EAST, order="charge"),
        line("x", UNION, 10, 34, 20, NORTH, order="hold"),
        *reserves(),
        first=CONFEDERATE,
    )
    played.choose("a")
    played.choose("x").until("activate")
    # floor((5 - 10) / 2) = -3: charger 1 to 5 meet positions 4 to 8, defender 7 to 3.
    assert fights(played) == [("a", "x", True, -3)]
    assert played.pose("a") == (28.5, 20, 90), "it stops where it touches"
    played.turn_over(dice=["3-3", "3-4", "3-5", "4-4", "4-5", "4-6"])
    scores = played.last(CombatFought).scores
    assert [(s[1], s[4]) for s in scores] == [(1, 7), (2, 6), (3, 5), (4, 4), (5, 3)]
    # Faces 3 3 3 4 3 with +2; the charged stands 3 to 7 show 4 4 4 5 4, less 2.
    assert [s[2] for s in scores] == [5, 5, 5, 6, 5]
    assert [s[5] for s in scores] == [2, 3, 2, 2, 2]


@clause("infantry-action.movement.pinned", 1)
@clause("infantry-action.movement.pinned-order")
def test_a_contacted_unit_loses_its_move_and_stays_to_fight() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, order="charge"),
        line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="move"),
        line("y", CONFEDERATE, 4, 60, 40, SOUTH, order="hold"),
    )
    charge_home(played, "a", "x")
    assert (played.unit("x").revealed, played.unit("x").order) == (True, "move")
    assert played.asked == (CONFEDERATE, "activate", "")
    assert played.keys == ["y"]
    assert [moved.unit for moved in played.all(Moved)] == ["a"]


@clause("infantry-action.movement.pinned-order", 1)
@clause("infantry-action.combat.mod-union-charge")
def test_of_two_that_mean_to_charge_each_other_the_first_has_the_bonus() -> None:
    played = table(
        line("a", CONFEDERATE, 2, 36, 30, SOUTH, order="charge"),
        line("x", UNION, 2, 36, 20, NORTH, order="charge"),
        first=CONFEDERATE,
    )
    charge_home(played, "a", "x", dice=("3-3", "4-5"))
    assert played.last(CombatFought).scores == (("a", 1, 5, "x", 2, 5), ("a", 2, 5, "x", 1, 4))


@clause("infantry-action.movement.pinned-order")
@clause("infantry-action.shooting.not-into-combat")
def test_a_fire_chit_not_used_against_the_charger_is_lost() -> None:
    for order in ("fire", "opportunity-fire"):
        played = table(
            line("a", UNION, 2, 36, 20, order="charge"),
            line("b", UNION, 2, 40, 20, order="move"),
            line("x", CONFEDERATE, 2, 36, 30, SOUTH, order=order),
            *reserves(),
        )
        played.choose("a").choose("x").choose("blind:0").choose().choose("blind:0")
        played.choose("b").march(forward(1)).until("nominate", "orders", dice=("3-3", "1-1"))
        assert played.asked[1] == "orders", "nobody is asked to shoot"
        assert not played.all(VolleyFired)


@clause("infantry-action.movement.pinned-order")
def test_pinning_ends_in_the_react_step() -> None:
    played = table(
        line("a", UNION, 2, 36, 20, order="charge"), line("x", CONFEDERATE, 2, 36, 30, SOUTH, order="move"), turn=1
    )
    charge_home(played, "a", "x", dice=("3-3", "4-4"))
    assert played.state.fights == ()
    assert "move" in played.assign(a="hold").offered("x")


@clause("infantry-action.combat.only-by-charge")
@clause("infantry-action.turn.combat-step")
def test_without_a_charge_there_is_no_combat_however_near_the_lines() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, order="move"), line("x", CONFEDERATE, 4, 36, 21.5, SOUTH, order="fast-advance")
    )
    played.turn_over()
    assert not played.all(CombatFought)
    assert not played.all(DominoesSet)


@clause("infantry-action.combat.defender-when")
@clause("infantry-action.charge.several-enemies")
def test_a_charger_may_be_charged_in_its_turn_and_keeps_its_dominoes() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, order="charge"),
        line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="hold"),
        line("y", CONFEDERATE, 4, 46, 28, 270, order="charge"),
    )
    charge_home(played, "a", "x")
    played.choose("y").choose("a").until("activate", "orders", dice=("1-2", "2-3", "4-4", "5-5"))
    assert [event.unit for event in played.all(DominoesSet)] == ["a", "x", "y"]
    scores = played.last(CombatFought).scores
    # Every stand of the first charger is taken; charged in flank it is outflanked, +1 for charging and -2.
    assert [(s[0], s[1], s[2], s[3]) for s in scores] == [
        ("a", 1, 0, "x"),
        ("a", 2, 1, "x"),
        ("a", 3, 1, "x"),
        ("a", 4, 2, "x"),
    ]


@clause("infantry-action.setup.stand-and-line")
@clause("infantry-action.combat.pairing")
def test_by_the_house_rule_lines_and_offsets_scale_with_the_stand() -> None:
    def broad(aside: float) -> Table:
        units = (
            line("a", UNION, 4, 36, 20, order="charge"),
            line("x", CONFEDERATE, 4, 36 + aside, 30, SOUTH, order="hold"),
        )
        return charge_home(table(*units, *reserves(), stand_in=2.0), "a", "x")

    assert fights(broad(0.9)) == [("a", "x", False, 0)]
    assert fights(broad(1.1)) == [("a", "x", False, 1)]
    assert broad(0).pose("a") == (36, 28, 0), "two inches from middle to middle"
    assert broad(2).pose("a") == (36, 28, 0)
