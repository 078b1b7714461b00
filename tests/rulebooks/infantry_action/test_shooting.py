"""The shooting step on the table: who shoots, at whom, together or one after the other, and lines closing up."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Assigned, Chosen
from roundtop.rulebooks.infantry_action.field import unit_of
from roundtop.rulebooks.infantry_action.fire.events import HeldFire, StandsRemoved, TargetsNamed, VolleyFired
from roundtop.rulebooks.infantry_action.morale.events import UnitRemoved
from roundtop.rulebooks.infantry_action.views import seen, view
from roundtop.table.path import forward
from tests.clauses import clause
from tests.rulebooks.infantry_action.table import (
    CONFEDERATE,
    NORTH,
    SOUTH,
    UNION,
    Table,
    charge_home,
    field,
    guns,
    line,
    reserves,
    table,
    wall,
    wood,
)


def firing(
    gap: float, ours: int = 10, theirs: int = 10, orders: tuple[str, str] = ("fire", "hold"), **rest: Any
) -> Table:
    """Two lines face to face at the beginning of the shooting step."""
    units = (
        line("a", UNION, ours, 36, 20, order=orders[0]),
        line("x", CONFEDERATE, theirs, 36, 21 + gap, SOUTH, order=orders[1]),
    )
    return table(*units, *reserves(), phase="shooting", **rest)


def straight(stands: int, target: str = "x") -> dict[int, str]:
    """Every stand at the one opposite."""
    return {stand: f"{target}:{stands + 1 - stand}" for stand in range(1, stands + 1)}


@clause("infantry-action.turn.shooting-step")
@clause("infantry-action.shooting.needs-order", 1)
@pytest.mark.parametrize("order", ["move", "fast-advance", "charge", "opportunity-fire", "hold"])
def test_only_a_fire_chit_shoots_in_the_shooting_step(order: str) -> None:
    assert firing(6).asked == (UNION, "nominate", "a")
    assert firing(6, orders=(order, "hold")).asked[1] == "orders"


@clause("infantry-action.turn.shooting-step")
def test_a_battery_with_a_fire_chit_shoots_in_the_shooting_step_too() -> None:
    units = (guns("g", UNION, 1, 36, 20, order="fire"), line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="hold"))
    played = table(*units, *reserves(), phase="shooting")
    assert played.asked == (UNION, "aim", "g")
    assert set(played.keys) == {"x:1", "x:2", "x:3", "x:4"}


@clause("infantry-action.shooting.one-die-per-stand", 1)
@clause("infantry-action.shooting.nominated-stand")
def test_each_stand_throws_one_die_at_the_stand_it_names() -> None:
    played = firing(9, 8, 8).aim(straight(8), dice=(4, 3, 3, 3, 3, 3, 3, 6))
    volley = played.last(VolleyFired)
    assert (volley.stands, volley.hits, volley.removed) == (8, 2, (1, 8))
    assert played.unit("x").stands == 6


@clause("infantry-action.shooting.nominated-stand", 1)
def test_stands_name_what_is_in_their_own_range_arc_and_sight() -> None:
    played = firing(10)
    assert played.keys == [str(n) for n in range(1, 11)]
    assert set(played.offered("1")) == {f"x:{n}" for n in range(1, 11)}
    assert played.refusal(Assigned((("1", "x:11"),))) == [""]
    assert played.refusal(Assigned((("11", "x:1"),))) == [""]
    played.aim({1: "x:4", 2: "x:5", 3: "x:6"}, dice=(4, 2, 6))
    assert played.last(StandsRemoved).lost == (4, 6)
    close = firing(1)
    assert set(close.offered("1")) == {"x:10", "x:9"}, "1.5 in to the centres opposite: 45 degrees"


@clause("infantry-action.shooting.nominated-stand")
@clause("infantry-action.shooting.infantry-long")
@clause("infantry-action.shooting.infantry-short")
def test_a_line_may_split_its_fire_among_units_and_bands() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, order="fire"),
        line("x", CONFEDERATE, 2, 33, 30, SOUTH, order="hold"),
        line("y", CONFEDERATE, 2, 39, 35, SOUTH, order="hold"),
        *reserves(),
        phase="shooting",
    )
    played.aim({1: "x:1", 2: "x:2", 3: "y:1", 4: "y:2"}, dice=(4, 3, 4, 5))
    assert [(v.target, v.removed) for v in played.all(VolleyFired)] == [("x", (1,)), ("y", (2,))]


@clause("infantry-action.shooting.hit-removes-stand", 1)
@clause("infantry-action.shooting.surplus-hits", 1)
def test_the_stands_named_come_off_and_a_second_hit_on_one_is_wasted() -> None:
    played = firing(10).aim({2: "x:9", 9: "x:2"}, dice=(4, 4))
    assert (played.unit("x").stands, played.last(StandsRemoved).lost) == (8, (2, 9))
    wasted = firing(8).aim({4: "x:5", 5: "x:5", 6: "x:5"}, dice=(4, 5, 6))
    assert (wasted.last(VolleyFired).hits, wasted.unit("x").stands) == (3, 9)


@clause("infantry-action.shooting.nominated-stand")
def test_a_stand_or_a_whole_line_may_hold_its_fire() -> None:
    assert firing(10).aim({3: "x:8"}, dice=(1,)).last(VolleyFired).stands == 1
    played = firing(10).aim({})
    assert [event.unit for event in played.all(HeldFire)] == ["a"]
    assert not played.all(VolleyFired)


@clause("infantry-action.shooting.once-per-turn", 1)
def test_a_unit_that_shot_at_a_charger_does_not_shoot_in_the_shooting_step() -> None:
    for used in (True, False):
        played = table(
            line("a", UNION, 2, 36, 20, order="charge"),
            line("x", CONFEDERATE, 2, 36, 30, SOUTH, order="hold"),
            line("y", CONFEDERATE, 4, 26, 30, 150, order="fire"),
            line("b", UNION, 4, 26, 18, NORTH, order="hold"),
            *reserves(),
        )
        played.choose("a").choose("x").choose("blind:0")
        assert played.keys == ["y"]
        if used:
            played.choose("y").aim({1: "a:1"}, dice=(1,))
        else:
            played.choose()
        played.choose("blind:0")
        played.until("nominate", "orders", dice=("3-3", "4-4") if used else ())
        assert played.asked[1] == ("orders" if used else "nominate")


@clause("infantry-action.turn.simultaneous-fire", 1)
def test_two_lines_fire_at_each_other_and_both_throw_all_their_dice() -> None:
    played = firing(8, orders=("fire", "fire"))
    played.aim(straight(10))
    assert played.asked == (CONFEDERATE, "nominate", "x")
    assert played.unit("x").hits == (), "nothing is thrown before all have named their targets"
    played.aim(straight(10, "a"), dice=(6,) * 10 + (6,) * 5 + (1,) * 5)
    assert [event.unit for event in played.all(UnitRemoved)] == ["x"]
    assert played.unit("a").stands == 5


@clause("infantry-action.turn.simultaneous-fire")
def test_by_the_house_rule_the_side_with_the_initiative_shoots_first_and_the_dead_do_not_shoot_back() -> None:
    played = firing(8, 2, 2, orders=("fire", "fire"), first=CONFEDERATE, simultaneous_fire=False)
    assert played.asked == (CONFEDERATE, "nominate", "x")
    played.aim({1: "a:2", 2: "a:2"}, dice=(4, 1))
    assert played.unit("a").stands == 1
    assert played.asked == (UNION, "nominate", "a")
    assert played.keys == ["1"]
    wiped = firing(8, 2, 2, orders=("fire", "fire"), simultaneous_fire=False)
    wiped.aim({1: "x:1", 2: "x:2"}, dice=(4, 4))
    assert wiped.asked[1] == "orders"


@clause("infantry-action.shooting.once-per-turn")
@clause("infantry-action.artillery.several-guns")
def test_a_battery_that_shot_at_a_charger_has_shot_with_all_its_guns() -> None:
    played = table(
        line("a", UNION, 2, 36, 20, order="charge"),
        line("b", UNION, 2, 30, 20, order="hold"),
        line("x", CONFEDERATE, 2, 36, 30, SOUTH, order="hold"),
        guns("g", CONFEDERATE, 2, 30, 30, 170, order="fire"),
        *reserves(),
    )
    played.choose("a").choose("x").choose("blind:0").choose("g")
    played.choose("a:1").choose(dice=(1, 1))
    assert played.until("aim", "orders", dice=("3-3", "4-4")).asked[1] == "orders"


@clause("infantry-action.shooting.not-into-combat", 1)
def test_nobody_shoots_into_or_out_of_a_combat_in_the_shooting_step() -> None:
    played = table(
        line("a", UNION, 4, 36, 25, order="charge"),
        line("b", UNION, 4, 50, 22, order="hold"),
        line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="fire"),
        line("y", CONFEDERATE, 4, 50, 29, 235, order="fire"),
        *reserves(),
    )
    charge_home(played, "a", "x")
    played.until("nominate")
    assert played.asked == (CONFEDERATE, "nominate", "y")
    named = {key.partition(":")[0] for slot in played.keys for key in played.offered(slot)}
    assert named == {"b"}, "the flank of the charger is as near and in arc, but in contact"
    played.aim({}, dice=("3-3", "3-4", "4-4", "4-5"))
    assert played.asked[1] == "orders", "nobody else was asked to shoot"


@clause("infantry-action.shooting.close-up", 1)
def test_a_line_shot_at_closes_up_on_the_middle_and_is_numbered_anew() -> None:
    played = firing(10).aim({3: "x:8", 7: "x:4", 8: "x:3"}, dice=(4, 4, 4))
    assert played.last(StandsRemoved).lost == (3, 4, 8)
    assert (played.unit("x").stands, played.pose("x")) == (7, (36, 31, 180))
    # The line faces south, so that its stands count from the east: without 1 and 2 its middle is an inch to the west.
    ends = firing(10).aim({9: "x:2", 10: "x:1"}, dice=(4, 4))
    assert (ends.unit("x").stands, ends.pose("x")) == (8, (35, 31, 180))


@clause("infantry-action.shooting.reduced-after-rout", 1, 2)
@clause("infantry-action.outcome.after-rout", 1)
def test_a_unit_that_has_routed_needs_one_more() -> None:
    def routed(gap: float, dice: tuple[int, ...], **options: Any) -> tuple[int, ...]:
        played = table(
            line("a", UNION, 6, 36, 20, order="fire", routed=1),
            line("x", CONFEDERATE, 6, 36, 21 + gap, SOUTH, order="hold"),
            *reserves(),
            phase="shooting",
            turn=3,
            **options,
        )
        return played.aim(straight(6), dice=dice).last(VolleyFired).removed

    assert routed(10, (4, 4, 4, 5, 5, 6)) == (1, 2, 3)
    assert routed(12, (4, 4, 4, 4, 4, 5)) == (1,)
    assert routed(15, (5, 5, 5, 5, 5, 6)) == (1,)
    assert routed(10, (4, 3, 3, 3, 3), rout_fire_penalty="fewer-dice") == (6,)


@clause("infantry-action.shooting.no-cover", 1)
def test_as_printed_nothing_covers_and_by_the_house_rule_walls_and_woods_do() -> None:
    def hit(ground: object, die: int, **options: Any) -> bool:
        played = firing(12, 1, 1, ground=ground, **options)
        return bool(played.aim({1: "x:1"}, dice=(die,)).last(VolleyFired).removed)

    stones = field(wall((30.0, 32.0), (42.0, 32.0)))
    trees = field(wood(30, 32, 42, 40))
    for ground in (stones, trees):
        assert hit(ground, 4)
        assert not hit(ground, 3)
        assert not hit(ground, 4, cover_from_fire=True)
        assert hit(ground, 5, cover_from_fire=True)
    assert hit(field(wall((30.0, 30.0), (42.0, 30.0))), 4, cover_from_fire=True), "too far from the stand"


@clause("infantry-action.setup.weapons", 2)
def test_by_the_house_rule_smoothbores_shoot_less_far() -> None:
    def smoothbores(gap: float, **options: Any) -> Table:
        return table(
            line("a", UNION, 1, 36, 20, order="fire", weapon="smoothbore-musket"),
            line("x", CONFEDERATE, 1, 36, 21 + gap, SOUTH, order="hold"),
            *reserves(),
            phase="shooting",
            **options,
        )

    assert not smoothbores(10, weapon_effect="range").aim({1: "x:1"}, dice=(4,)).last(VolleyFired).removed
    assert smoothbores(10, weapon_effect="range").aim({1: "x:1"}, dice=(5,)).last(VolleyFired).removed
    assert smoothbores(15, weapon_effect="range").asked[1] == "orders"
    assert smoothbores(15).asked[1] == "nominate"


# ---------------------------------------------------------------- guns


def gunnery(gap: float, gun_stands: int = 1, stands: int = 10, facing: float = SOUTH, **rest: Any) -> Table:
    """A battery before a line."""
    return table(
        guns("g", UNION, gun_stands, 36, 6, order="fire"),
        line("x", CONFEDERATE, stands, 36, 7 + gap, facing, order="hold"),
        *reserves(),
        phase="shooting",
        **rest,
    )


@clause("infantry-action.artillery.canister", 1)
@clause("infantry-action.artillery.close", 1)
@clause("infantry-action.artillery.canister-automatic", 1)
@pytest.mark.parametrize(
    ("gap", "needs"), [(8, 3), (10.0, 3), (10.1, 4), (14, 4), (18.0, 4), (18.1, 5), (30, 5), (36.0, 5)]
)
def test_the_bands_of_a_gun(gap: float, needs: int) -> None:
    def struck(die: int) -> tuple[int, ...]:
        # One stand, so that the range is what the gap says.
        return gunnery(gap, stands=1).choose("x:1", dice=(die, 1)).last(VolleyFired).removed

    assert struck(needs) == (1,)
    assert struck(needs - 1) == ()


@clause("infantry-action.artillery.hit-destroys", 1)
@clause("infantry-action.artillery.two-dice")
def test_one_hit_of_two_destroys_the_stand_aimed_at() -> None:
    assert gunnery(20).choose("x:5", dice=(5, 1)).last(StandsRemoved).lost == (5,)
    held = gunnery(20).choose()
    assert [event.unit for event in held.all(HeldFire)] == ["g"]


@clause("infantry-action.artillery.second-hit", 1, 2)
@clause("infantry-action.artillery.no-neighbour", 1)
def test_a_second_hit_goes_to_the_neighbour_on_the_gunners_left_or_right() -> None:
    assert gunnery(14).choose("x:4", dice=(4, 6, 2)).last(StandsRemoved).lost == (4, 5)
    assert gunnery(14).choose("x:4", dice=(4, 6, 5)).last(StandsRemoved).lost == (3, 4)
    away = gunnery(14, facing=NORTH)
    assert away.choose("x:4", dice=(4, 6, 2)).last(StandsRemoved).lost == (3, 4), "its left is the gunner's left"
    assert gunnery(14).choose("x:10", dice=(4, 4, 1)).last(StandsRemoved).lost == (9, 10)


@clause("infantry-action.setup.artillery-unit", 1)
@clause("infantry-action.artillery.two-dice", 1)
@clause("infantry-action.artillery.several-guns", 1)
def test_the_guns_of_a_battery_name_their_stands_before_either_throws() -> None:
    played = gunnery(14, gun_stands=2)
    assert "Gun 1" in played.decision.sentence
    played.choose("x:4")
    assert played.unit("x").hits == ()
    assert "Gun 2" in played.decision.sentence
    same = gunnery(14, gun_stands=2).choose("x:4").choose("x:4", dice=(4, 1, 4, 1))
    assert same.last(StandsRemoved).lost == (4,), "the second hit is wasted"
    played.choose("x:5", dice=(4, 1, 6, 2))
    assert [(v.gun, v.removed) for v in played.all(VolleyFired)] == [(1, (4,)), (2, (5,))]
    assert played.last(StandsRemoved).lost == (4, 5)


@clause("infantry-action.artillery.no-neighbour")
def test_a_neighbour_already_hit_in_the_step_is_not_hit_again() -> None:
    played = gunnery(14, gun_stands=2).choose("x:5")
    played.choose("x:4", dice=(4, 1, 4, 4, 1))
    assert played.last(VolleyFired).removed == (4,)
    assert played.last(StandsRemoved).lost == (4, 5)


@clause("infantry-action.artillery.double-six", 1, 2)
@clause("infantry-action.artillery.counter-battery-terms", 1)
def test_only_a_double_six_of_one_gun_destroys_a_battery() -> None:
    def duel(gun_stands: int, enemy: int) -> Table:
        units = (
            guns("g", UNION, gun_stands, 36, 6, order="fire"),
            guns("h", CONFEDERATE, enemy, 36, 40, SOUTH, order="hold"),
        )
        return table(*units, *reserves(), phase="shooting")

    played = duel(1, 3).choose("h:2", dice=(6, 6))
    assert [(e.unit, e.cause) for e in played.all(UnitRemoved)] == [("h", "destroyed")]
    assert duel(1, 1).choose("h:1", dice=(6, 5)).unit("h").stands == 1
    assert duel(2, 1).choose("h:1").choose("h:1", dice=(6, 2, 6, 4)).unit("h").stands == 1


@clause("infantry-action.artillery.counter-battery-terms")
@clause("infantry-action.turn.simultaneous-fire")
def test_a_battery_destroyed_still_shoots_in_the_same_step() -> None:
    units = (
        guns("g", UNION, 1, 36, 6, order="fire"),
        guns("h", CONFEDERATE, 1, 36, 30, SOUTH, order="fire"),
    )
    played = table(*units, *reserves(), phase="shooting").choose("h:1")
    assert played.asked == (CONFEDERATE, "aim", "h")
    played.choose("g:1", dice=(6, 6, 6, 6))
    assert {event.unit for event in played.all(UnitRemoved)} == {"g", "h"}


@clause("infantry-action.artillery.infantry-against-battery", 1)
def test_infantry_may_not_name_guns_as_printed() -> None:
    def at_guns(**options: Any) -> Table:
        units = (
            line("a", UNION, 10, 36, 20, order="fire"),
            guns("h", CONFEDERATE, 1, 36, 30, SOUTH, order="hold"),
        )
        return table(*units, *reserves(), phase="shooting", **options)

    assert at_guns().asked[1] == "orders"
    two = at_guns(infantry_vs_battery="two-sixes")
    assert two.asked == (UNION, "nominate", "a")
    assert two.aim({4: "h:1", 5: "h:1", 6: "h:1"}, dice=(6, 5, 6)).last(UnitRemoved).unit == "h"
    one = at_guns(infantry_vs_battery="two-sixes").aim({4: "h:1", 5: "h:1"}, dice=(6, 5))
    assert one.unit("h").stands == 1


@clause("infantry-action.artillery.infantry-against-battery")
def test_by_the_house_rule_the_two_sixes_must_be_of_one_unit() -> None:
    played = table(
        line("a", UNION, 2, 35, 20, order="fire"),
        line("b", UNION, 2, 38, 20, order="fire"),
        guns("h", CONFEDERATE, 1, 36, 30, SOUTH, order="hold"),
        *reserves(),
        phase="shooting",
        infantry_vs_battery="two-sixes",
    )
    played.aim({1: "h:1", 2: "h:1"}).aim({1: "h:1", 2: "h:1"}, dice=(6, 5, 6, 5))
    assert played.unit("h").stands == 1


@clause("infantry-action.artillery.hit-destroys")
def test_a_gun_aims_at_one_stand_and_only_a_lawful_one() -> None:
    played = gunnery(14)
    assert played.refusal(Chosen(("x:4", "x:5"))) == [""]
    assert played.refusal(Chosen(("x:11",))) == [""]


@clause("infantry-action.shooting.needs-order")
def test_a_unit_that_moved_does_not_shoot_even_with_the_enemy_before_it() -> None:
    played = table(
        line("a", UNION, 4, 36, 20, order="move"), line("x", CONFEDERATE, 4, 36, 35, SOUTH, order="hold"), *reserves()
    )
    played.choose("a").march(forward(8))
    assert played.until("nominate", "orders").asked[1] == "orders"


def crossfire(**rest: Any) -> Table:
    """Two Union lines and a gun before one Confederate line, all of them to shoot."""
    return table(
        line("a", UNION, 4, 33, 20, order="fire"),
        line("b", UNION, 4, 39, 20, order="fire"),
        guns("g", UNION, 1, 36, 16, order="fire"),
        line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="fire"),
        *reserves(),
        phase="shooting",
        **rest,
    )


@clause("infantry-action.turn.simultaneous-fire", 2)
@clause("infantry-action.shooting.surplus-hits")
def test_both_sides_name_all_targets_before_either_throws() -> None:
    played = crossfire()
    played.aim({2: "x:4"}).aim({2: "x:4"}).choose("x:4")
    assert played.asked == (CONFEDERATE, "nominate", "x")
    assert not played.all(VolleyFired)
    played.aim({1: "a:1"}, dice=(4, 4, 5, 1, 4))
    assert [(v.unit, v.hits, v.removed) for v in played.all(VolleyFired)] == [
        ("a", 1, (4,)),
        ("b", 1, ()),
        ("g", 1, ()),
        ("x", 1, (1,)),
    ]
    assert played.all(StandsRemoved)[1].lost == (4,)


@clause("infantry-action.turn.simultaneous-fire")
def test_the_enemy_does_not_see_what_is_aimed_at_before_the_dice_are_thrown() -> None:
    played = crossfire().aim({2: "x:4"})
    named = played.last(TargetsNamed)
    assert named.shots == ((2, "x", 4),)
    assert seen(named, UNION) == named
    assert seen(named, CONFEDERATE) == TargetsNamed("a", UNION, 0, ())
    assert unit_of(view(played.state, UNION), "a").aims == ((2, "x", 4),)
    assert unit_of(view(played.state, CONFEDERATE), "a").aims == ()


@clause("infantry-action.shooting.reduced-after-rout")
def test_by_the_house_rule_a_routed_line_with_one_shot_has_none() -> None:
    def remnant(stands: int) -> Table:
        return table(
            line("a", UNION, stands, 36, 20, start=10, order="fire", routed=1),
            line("x", CONFEDERATE, 4, 36, 30, SOUTH, order="hold"),
            *reserves(),
            phase="shooting",
            turn=3,
            rout_fire_penalty="fewer-dice",
        )

    assert remnant(1).asked[1] == "orders", "it is not asked"
    assert remnant(2).asked == (UNION, "nominate", "a")
    one = remnant(2).aim({1: "x:3"})
    assert not one.all(VolleyFired)
    assert one.last(HeldFire).unit == "a"
    assert remnant(2).aim({1: "x:3", 2: "x:2"}, dice=(6,)).last(VolleyFired).removed == (3,)
