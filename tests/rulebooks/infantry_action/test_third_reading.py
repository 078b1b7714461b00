"""The page read a third time: who is hit twice, who is caught between two, and limits from both sides."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.forms import Assigned
from roundtop.rulebooks.infantry_action.fire.events import VolleyFired
from roundtop.rulebooks.infantry_action.melee.events import CombatFought
from roundtop.rulebooks.infantry_action.morale.events import RoutBegan
from roundtop.rulebooks.infantry_action.movement.events import Moved
from roundtop.rulebooks.infantry_action.state import Unit
from roundtop.table.path import forward, pivot, shift
from tests.clauses import clause
from tests.rulebooks.infantry_action import table as t
from tests.rulebooks.infantry_action.table import CONFEDERATE, NORTH, SOUTH, UNION, WEST, guns, reserves, table

BOOK = "infantry-action."
DEEP = t.field(depth=96)


def blue(id: str, stands: int, x: float, y: float, order: str = "hold", **rest: Any) -> Unit:
    return t.line(id, UNION, stands, x, y, rest.pop("facing", NORTH), order=order, **rest)


def grey(id: str, stands: int, x: float, y: float, order: str = "hold", **rest: Any) -> Unit:
    return t.line(id, CONFEDERATE, stands, x, y, rest.pop("facing", SOUTH), order=order, **rest)


def goes_in(played: t.Table, unit: str, target: str) -> t.Table:
    return played.choose(unit).choose(target).until("activate")


# ---------------------------------------------------------------- several at once


@clause(BOOK + "chargefire.reduces-spots")
def test_dice_on_a_chargers_dominoes_count_against_whoever_charges_him() -> None:
    played = table(
        blue("a", 6, 36, 20, "charge"), grey("x", 2, 34, 28, "fire"), grey("y", 2, 38, 33, "charge"), *reserves(),
    )  # fmt: skip
    played.choose("a").choose("x").choose("blind:0").choose("x").aim({1: "a:6", 2: "a:5"}, dice=(6, 6))
    played.until("activate")
    while played.asked[0] == UNION:
        played.choose(played.keys[0]).until("activate")
    played.choose("y").choose("a").turn_over(dice=("1-1", "4-5", "3-3", "4-4"))
    met = {score[4]: score[5] for score in played.last(CombatFought).scores if score[3] == "a"}
    assert met == {5: 4 - 1, 6: 5 - 1}


@clause(BOOK + "outcome.retire-direction")
@pytest.mark.parametrize(("y", "stands"), [(28, 2), (30, 6)])
def test_a_line_between_front_and_flank_goes_straight_back_where_it_cannot_turn(y: float, stands: int) -> None:
    """Two stands lost in one place: four inches, although he who came in on the flank had nobody left to fight."""
    own = (blue("a", 4, 36, 20, "charge"), blue("b", stands, 44, y, "charge", facing=WEST))
    played = goes_in(table(*own, grey("x", 4, 36, 27), *reserves()), "a", "x")
    played.choose("b").choose("x").turn_over(dice=("1-1", "2-2", "3-3", "4-4"))
    assert played.unit("x").stands == 2
    assert played.pose("x") == ((35.0, 31.0, 180.0) if stands == 2 else (35.0, 27.0, 180.0))


@clause(BOOK + "activation.early-reveal")
def test_who_shoots_at_a_charger_needs_no_go_and_whoever_is_met_besides_has_none() -> None:
    theirs = (grey("x", 2, 34, 27), grey("y", 2, 37.5, 27, "move"), grey("w", 4, 44, 30, "fire"))
    played = table(
        blue("a", 6, 36, 20, "charge"), *theirs, grey("z", 2, 60, 40, "move"), *reserves()[:2], ratings=(1, 1)
    )
    played.choose("a").name("x")
    played.strike(*next(way.manoeuvres for way in played.form.ways if "Y" in way.label)).choose("blind:0").choose("w")
    slots = played.form.slots
    played.answer(Assigned(tuple((slot.key, slot.items[0].key) for slot in slots)), dice=(1,) * len(slots))
    played.until("activate")
    assert (played.asked[0], played.keys) == (CONFEDERATE, ["z"])


@clause(BOOK + "combat.outflanked-terms")
def test_lines_a_stand_out_of_step_outflank_each_other_at_one_end() -> None:
    played = table(blue("a", 4, 37, 20, "charge"), grey("x", 4, 36, 27), *reserves()).choose("a").name("x")
    played.strike(*next(way.manoeuvres for way in played.form.ways if "3 stands" in way.label))
    played.turn_over(dice=("4-4", "4-3", "6-6", "6-5"))
    assert [(score[2], score[5]) for score in played.last(CombatFought).scores] == [(4 + 1 - 2, 6), (5, 6), (5, 6 - 2)]


# ---------------------------------------------------------------- fire


@clause(BOOK + "chargefire.range")
def test_who_is_too_far_from_where_a_charge_begins_shoots_where_it_ends() -> None:
    """And only at the stand that he sees past his friends."""
    men = (blue("a", 4, 36, 8, "charge"), grey("x", 2, 36, 20), grey("y", 2, 40, 30, "fire"))
    played = table(*men, *reserves()).choose("a").choose("x").choose("blind:0")
    assert played.keys == ["y"]
    played.choose("y")
    assert [(slot.key, [item.key for item in slot.items]) for slot in played.form.slots] == [
        ("1", ["a:4"]),
        ("2", ["a:4"]),
    ]


@clause(BOOK + "shooting.line-of-sight")
@pytest.mark.parametrize(("things", "may"), [((), []), ((t.hill(1, 30, 33, 42, 40),), ["y"])])
def test_who_stands_behind_the_charged_shoots_over_them_only_from_a_hill(things: Any, may: list[str]) -> None:
    men = (blue("a", 2, 36, 20, "charge"), grey("x", 2, 36, 28), grey("y", 2, 36, 34, "fire"))
    played = table(*men, *reserves(), ground=t.field(*things)).choose("a").choose("x").choose("blind:0")
    assert played.keys == may


@clause(BOOK + "chargefire.artillery")
@pytest.mark.parametrize(("dice", "markers"), [((3, 2), ((2, 1),)), ((2, 2), ()), ((3, 3, 6), ((1, 1), (2, 1)))])
def test_guns_that_are_charged_fire_canister_whatever_the_chit(dice: tuple[int, ...], markers: Any) -> None:
    battery = guns("g", CONFEDERATE, 1, 36, 30, SOUTH, order="opportunity-fire")
    played = table(blue("a", 4, 36, 20, "charge"), battery, *reserves())
    played.choose("a").choose("g").choose("blind:0").choose("g").choose("a:2", dice=dice)
    assert played.until("activate").unit("a").markers == markers


@clause(BOOK + "artillery.canister")
@pytest.mark.parametrize(("y", "left"), [(30.0, 1), (30.1, 2)])
def test_canister_ends_at_ten_inches(y: float, left: int) -> None:
    battery = guns("g", UNION, 1, 36, 19, order="fire")
    played = table(battery, grey("x", 2, 36.5, y), *reserves(), phase="shooting")
    assert played.choose("x:2", dice=(3, 1)).turn_over().unit("x").stands == left


@clause(BOOK + "artillery.second-hit")
@pytest.mark.parametrize(("facing", "removed"), [(NORTH, (1, 2)), (SOUTH, (2, 3))])
def test_left_is_the_gunners_left_whichever_way_they_look(facing: int, removed: tuple[int, ...]) -> None:
    battery = guns("g", UNION, 1, 36, 10, order="fire")
    played = table(battery, grey("x", 4, 36, 18, facing=facing), *reserves(), phase="shooting")
    assert played.choose("x:2", dice=(3, 3, 2)).last(VolleyFired).removed == removed


@clause(BOOK + "artillery.several-guns")
def test_two_guns_at_one_stand_waste_a_hit_and_not_the_one_beside_it() -> None:
    played = table(guns("g", UNION, 2, 36, 18, order="fire"), grey("x", 4, 36, 28), *reserves(), phase="shooting")
    played.choose("x:2").choose("x:2", dice=(6, 1, 6, 6, 1))
    assert [volley.removed for volley in played.all(VolleyFired)] == [(2,), (3,)]


@clause(BOOK + "turn.simultaneous-fire")
def test_lines_and_batteries_shoot_each_other_away() -> None:
    pairs = [
        table(blue("a", 1, 36, 20, "fire"), grey("x", 1, 36, 28, "fire"), *reserves(), phase="shooting")
        .aim({1: "x:1"}).aim({1: "a:1"}, dice=(6, 6)),
        table(guns("a", UNION, 1, 36, 10, order="fire"), guns("x", CONFEDERATE, 1, 36, 40, SOUTH, order="fire"),
              *reserves(), phase="shooting").choose("x:1").choose("a:1", dice=(6, 6, 6, 6)),
    ]  # fmt: skip
    assert [played.unit(id).place for played in pairs for id in ("a", "x")] == ["gone"] * 4


@clause(BOOK + "opportunity.terms")
@pytest.mark.parametrize(("x", "asked"), [(50, "nominate"), (43, "orders")])
def test_opportunity_is_for_who_comes_into_the_arc_and_not_for_who_was_in_it(x: float, asked: str) -> None:
    played = table(blue("m", 2, x, 18, "move"), grey("x", 2, 36, 27, "opportunity-fire"), *reserves())
    played.choose("m").march(shift(38 - x, 0)).until("nominate", "orders")
    assert played.asked[1] == asked


@clause(BOOK + "opportunity.terms")
def test_who_has_fought_has_no_opportunity_left() -> None:
    played = table(
        blue("a", 2, 36, 20, "charge"), blue("m", 2, 50, 18, "move"), grey("x", 2, 36, 27, "opportunity-fire"),
        *reserves(),
    )  # fmt: skip
    goes_in(played, "a", "x").choose("m").march(shift(-10, 0)).until("nominate", "orders", dice=("4-4", "5-5"))
    assert played.asked[1] == "orders"


# ---------------------------------------------------------------- moves, routs and the end


@clause(BOOK + "movement.measuring")
@pytest.mark.parametrize(("drill", "may"), [
    ((pivot(3000, 1.5, 0.0), forward(10.42)), True), ((pivot(3000, 1.5, 0.0), forward(10.45)), False),
    ((pivot(-3000, -1.5, 0.0), forward(10.42)), True), ((pivot(-3000, -1.5, 0.0), forward(10.45)), False),
])  # fmt: skip
def test_the_outer_stand_pays_for_wheel_and_way(drill: Any, may: bool) -> None:
    played = table(blue("a", 4, 36, 20, "move"), grey("x", 4, 60, 45), *reserves()).choose("a")
    if may:
        assert played.march(*drill).unit("a").moved
    else:
        assert played.no_march(*drill)


@clause(BOOK + "movement.separation")
@pytest.mark.parametrize(
    ("y", "step", "may"), [(29.0, 7.0, True), (29.0, 7.1, False), (21.5, -0.2, True), (21.5, 0.2, False)]
)
def test_an_inch_from_the_enemy_and_away_from_him_if_nearer(y: float, step: float, may: bool) -> None:
    played = table(blue("a", 4, 36, 20, "move"), grey("x", 4, 36, y), *reserves()).choose("a")
    if may:
        assert played.march(forward(step)).pose("a")[1] == pytest.approx(20 + step)
    else:
        assert played.no_march(forward(step))


@clause(BOOK + "outcome.rout-move")
def test_a_rout_ends_an_inch_short_of_an_enemy_behind() -> None:
    men = (blue("a", 10, 36, 20, "charge"), grey("x", 10, 36, 27), blue("b", 4, 36, 40), *reserves())
    played = t.beaten([("a", "x")], {"a": (), "x": (1, 3, 5)}, *men, ground=DEEP).turn_over()
    assert played.pose("x") == pytest.approx((35.5, 38.0, 0.0), abs=0.02)
    assert (played.last(RoutBegan).cause, played.last(Moved).cause) == ("combat", "rout")


@clause(BOOK + "outcome.regroup")
@pytest.mark.parametrize(("lost", "y"), [((5, 6, 7, 8, 9, 10), 7.0), ((1, 2, 3, 4, 5, 6), 4.0)])
def test_who_is_left_of_a_line_struck_in_flank_runs_from_where_he_can_close_up(lost: tuple[int, ...], y: float) -> None:
    """Four of ten have room to face the charger at the edge of the table, unless they would stand over it."""
    men = (blue("b", 4, 50, 5, "charge", facing=WEST), grey("x", 10, 40, 4), *reserves())
    played = t.beaten([("b", "x")], {"b": (), "x": lost}, *men).turn_over()
    assert played.pose("x")[1:] == (y, 270.0)


@clause(BOOK + "victory.army-break")
@pytest.mark.parametrize(("units", "over"), [(2, True), (3, False), (4, False)])
def test_an_army_breaks_with_half_of_its_units(units: int, over: bool) -> None:
    rest = [grey(f"y{n}", 4, 10 * n, 80) for n in range(1, units)]
    men = (blue("a", 10, 36, 20, "charge"), grey("x", 10, 36, 27), *rest)
    played = t.beaten([("a", "x")], {"a": (), "x": (1, 3, 5)}, *men, ground=DEEP)
    assert (played.over is not None) is over


@clause(BOOK + "victory.points")
@pytest.mark.parametrize(("start", "winner"), [(7, UNION), (6, "draw")])
def test_three_points_win_and_two_do_not(start: int, winner: str) -> None:
    last = table(blue("a", 4, 36, 20), grey("x", 4, 36, 40, start=start), *reserves(), phase="react", turn=10).over
    assert last is not None
    assert last.winner == winner


@clause(BOOK + "initiative.choice")
def test_equal_throws_are_thrown_again_and_the_higher_may_let_the_other_begin() -> None:
    played = table(blue("a", 4, 36, 20), grey("x", 4, 36, 40), *reserves(), phase="orders", turn=2)
    played.until("first", dice=(3, 3, 2, 5))
    assert (played.asked[0], played.choose("second").asked[0]) == (CONFEDERATE, UNION)


@clause(BOOK + "shooting.below-half-by-fire")
@pytest.mark.parametrize("rule", [True, False])
def test_fire_routs_a_line_by_the_house_rule_whoever_stands_before_it_in_the_list(rule: bool) -> None:
    battery = guns("g", CONFEDERATE, 1, 60, 40, SOUTH)
    men = (blue("a", 2, 36, 20, "fire"), battery, grey("x", 4, 36, 28, start=6))
    played = table(*men, *reserves(), phase="shooting", rout_from_fire=rule).aim({1: "x:4", 2: "x:3"}, dice=(6, 6))
    assert bool(played.turn_over().unit("x").routed) is rule


@clause(BOOK + "outcome.routed-removed")
def test_a_second_rout_by_fire_takes_a_line_off() -> None:
    men = (blue("a", 2, 36, 20, "fire"), grey("x", 4, 36, 28, start=6, routed=1), *reserves())
    played = table(*men, phase="shooting", rout_from_fire=True, turn=3).aim({1: "x:4", 2: "x:3"}, dice=(6, 6))
    assert played.turn_over().unit("x").place == "gone"
