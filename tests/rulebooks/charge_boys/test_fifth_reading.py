"""What a fifth reader of the source tried at the table: two rules that meet, and what the one leaves for the other."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.charge.events import Answered
from roundtop.rulebooks.charge_boys.field import overlapping
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.generals.events import GeneralLost
from roundtop.rulebooks.charge_boys.melee.events import MeleeDecided
from roundtop.rulebooks.charge_boys.melee.told import melee_decided
from roundtop.rulebooks.charge_boys.morale.events import MoraleTested
from roundtop.rulebooks.charge_boys.state import Fight, General, Gun
from roundtop.table.path import Manoeuvre, forward, leg, shift
from tests.clauses import clause
from tests.rulebooks.charge_boys import table as at
from tests.rulebooks.charge_boys.table import CONFEDERATE, SOUTH, UNION, Table, field, guns, horse, moving, table
from tests.rulebooks.charge_boys.test_fourth_reading import FAR, ON, STOOD, UNARMED, calm, lodged, totals

CHARGE_X = Manoeuvre("charge", 0.0, 0, "x")
LEAVE = Manoeuvre("leave", 0.0, 0, "")
HOUSE = field(at.building(33, 21, 39, 27))


def led(unit: str, side: str = UNION) -> tuple[General, ...]:
    return (at.general("g", side, 30, 10, unit=unit),)


def locked(a: str, b: str) -> Fight:
    return Fight(a, b, False, False, False, "", "")


TURN = ("orders", "movement", "melee", "morale")


def ordered(*units: Any, orders: dict[str, Any], dice: tuple[int, ...], **rest: Any) -> Table:
    """Both sides' orders written and turned up, whoever has none holding."""
    begun = table(*units, **({"phases": TURN, "turn_mode": "written-orders"} | rest))
    while begun.asked[1] == "order":
        order = orders.get(begun.asked[2], Manoeuvre("hold"))
        begun.march(*order) if isinstance(order, tuple) else begun.march(order)
        if begun.asked[1] == "seal":
            begun.choose("done", dice=dice if begun.asked[0] == CONFEDERATE else ())
    return begun


# ---- tests


@clause("charge-boys.morale.trigger-general")
def test_a_general_who_falls_after_the_hits_were_tested_for_is_tested_for_too() -> None:
    a, x = calm("a", UNION, 18, 36, 20, **UNARMED), calm("x", CONFEDERATE, 12, 36, 25, SOUTH)
    begun = table(a, x, calm("y", CONFEDERATE, 9, 46, 28, SOUTH), phases=ON, generals=led("a"))
    begun.choose("a:x", dice=(6, 6, 6)).choose("fire", dice=(4, 4, 1, *[6] * 6, 1)).until("fire")
    # Halted by six hits of eighteen; one more is the General's, and he is not saved. 5 + 1 - 1 for him.
    begun.choose("a:ball", dice=(2, 6, 4, 1, 5))
    assert begun.all(GeneralLost)
    assert totals(begun, "a") == [9, 4, 5]


@clause("charge-boys.morale.trigger-hits")
def test_hits_above_a_tenth_are_tested_for_though_the_general_was() -> None:
    a, x = calm("a", UNION, 18, 36, 20, **UNARMED), calm("x", CONFEDERATE, 6, 36, 25, SOUTH)
    begun = table(a, x, calm("y", CONFEDERATE, 9, 46, 28, SOUTH), phases=ON, generals=led("a"))
    begun.choose("a:x", dice=(6, 6, 6)).choose("fire", dice=(2, 6, 4, 1, 3)).until("fire")
    begun.choose("a:ball", dice=(4, 1, 6, 6, 6, 5))
    assert totals(begun, "a") == [9, 4, 5]


@clause("charge-boys.morale.trigger-general")
def test_a_general_is_tested_for_once() -> None:
    a, x = calm("a", UNION, 18, 36, 20, **UNARMED), calm("x", CONFEDERATE, 6, 36, 25, SOUTH)
    begun = table(a, x, phases=ON, generals=led("a"))
    begun.choose("a:x", dice=(6, 6, 6)).choose("fire", dice=(2, 6, 4, 1, 3)).until("done")
    assert totals(begun, "a") == [9, 4]


@clause("charge-boys.morale.trigger-melee")
@clause("charge-boys.melee.draw")
@pytest.mark.parametrize("side", [UNION, CONFEDERATE])
def test_whoever_its_test_drives_from_a_drawn_melee_is_free_and_so_is_the_enemy(side: str) -> None:
    a, x = calm("a", UNION, 9, 36, 20, **UNARMED), calm("x", CONFEDERATE, 9, 36, 20, SOUTH, **UNARMED)
    tests = (1, 6) if side == UNION else (6, 1)
    dice = (4, 1, 4, 1, 1, 1, *[6] * 4, *tests)
    begun = table(a, x, phases=("melee", "morale"), fights=(locked("a", "x"),), dice=dice)
    assert begun.last(MeleeDecided).loser == ""
    assert [event.why for event in begun.all(MoraleTested)] == ["melee", "melee"]
    assert begun.state.fights == ()


@clause("charge-boys.melee.draw")
def test_nobody_stays_locked_with_a_unit_that_has_left_the_table() -> None:
    green: dict[str, Any] = {"quality": "green", "mettle": {"first_shot": "failed"}}
    a, x = calm("a", UNION, 9, 36, 3, **green, **UNARMED), calm("x", CONFEDERATE, 24, 36, 3, SOUTH, **UNARMED)
    begun = table(a, x, phases=("melee", "morale"), fights=(locked("a", "x"),), dice=(1, 1, 4, 1, 1, 1, 6, 6, 1, 1, 1))
    assert begun.unit("a").place == "gone"
    assert begun.state.fights == ()


# ---- melees


@clause("charge-boys.melee.loser")
def test_a_unit_of_which_nobody_is_left_has_lost_however_many_it_felled() -> None:
    a, x = calm("a", UNION, 24, 36, 20, **UNARMED), calm("x", CONFEDERATE, 5, 36, 20, SOUTH, quality="veteran")
    fight = Fight("a", "x", False, True, False, "", "")
    begun = table(a, x, phases=("melee",), fights=(fight,), dice=(4, 5, 6, 1, 1, *[1] * 11))
    decided = begun.last(MeleeDecided)
    assert (decided.loser, decided.lost) == (CONFEDERATE, ((UNION, 6), (CONFEDERATE, 5)))
    assert begun.asked == (UNION, "redress", "a")
    assert "6 figures lost to 5" in melee_decided(begun.state, decided).text


@clause("charge-boys.officer.hit-check")
def test_a_general_falls_once_in_a_melee_of_several() -> None:
    x = calm("x", CONFEDERATE, 24, 36, 20, SOUTH, **UNARMED)
    a, b = calm("a", UNION, 12, 33, 20, **UNARMED), calm("b", UNION, 12, 39, 20, **UNARMED)
    begun = table(
        a, b, x, phases=("melee",), fights=(locked("a", "x"), locked("b", "x")), generals=led("x", CONFEDERATE)
    )
    # The General falls to a; of b's two hits one is on the only officer left, and no die says which.
    begun.choose("a", dice=(3, 1, 1, 1, 6, 4, 1, 4, 1, 1, 1, 6, 6, 6))
    assert len(begun.all(GeneralLost)) == 1


# ---- orders


@clause("charge-boys.orders.mutual-charge")
@clause("charge-boys.morale.other-charged")
def test_of_two_that_charge_each_other_both_have_been_charged_and_have_been_tested_so() -> None:
    a, x = calm("a", UNION, 12, 36, 16, **UNARMED), calm("x", CONFEDERATE, 12, 36, 26, SOUTH, **UNARMED)
    y = calm("y", CONFEDERATE, 12, 46, 24, 225, **UNARMED)
    orders = {"a": CHARGE_X, "x": Manoeuvre("charge", 0.0, 0, "a")}
    third = orders | {"y": Manoeuvre("charge", 0.0, 0, "a")}
    begun = ordered(a, x, y, orders=third, dice=(6, 6, 6, 6, 6, 6))
    assert [event.why for event in begun.all(MoraleTested)] == ["test to charge"] * 3
    assert [begun.unit(id).turn.charged for id in ("a", "x", "y")] == [True, True, False]
    assert {event.met for event in begun.all(Answered)} == {"charges"}


@clause("charge-boys.orders.enemy-collision")
@pytest.mark.parametrize("who", ["column", "guns"])
def test_columns_and_guns_go_as_far_as_an_enemy_who_comes_in_their_way_lets_them(who: str) -> None:
    a = calm("a", UNION, 12, 36, 16, formation="road-column") if who == "column" else guns("a", UNION, 1, 36, 16)
    x = calm("x", CONFEDERATE, 12, 36, 26, SOUTH)
    orders = {"a": forward(8.0 if who == "column" else 4.0), "x": forward(6.0)}
    begun = ordered(a, x, orders=orders, dice=(), ground=field(at.road((36, 0), (36, 48))))
    assert begun.gap("a", "x") == pytest.approx(1.0, abs=0.02)


@clause("charge-boys.officer.lone-general")
@pytest.mark.parametrize(("order", "place"), [("hold", "gone"), ("ride", "on")])
def test_a_lone_general_is_taken_where_a_march_by_order_reaches_him(order: str, place: str) -> None:
    a, x = calm("a", UNION, 12, 36, 16, **UNARMED), calm("x", CONFEDERATE, 12, 36, 46, SOUTH, **UNARMED)
    orders = {"a": forward(6.0), "g": Manoeuvre("hold") if order == "hold" else leg(36.0, 30.0)}
    begun = ordered(a, x, orders=orders, dice=(), generals=(at.general("g", CONFEDERATE, 36, 20),))
    assert begun.state.generals[0].place == place


@clause("charge-boys.artillery.abandoned")
@pytest.mark.parametrize(("mates", "formation"), [(20, "gunners"), (30, "unlimbered")])
def test_gunners_who_march_up_by_order_man_their_guns_unless_others_stand_there(mates: float, formation: str) -> None:
    crewless = guns("a", UNION, 2, 36, 20)
    crewless.guns = tuple(Gun(gun.pose, 0, "abandoned") for gun in crewless.guns)
    crewless.men, crewless.formation, crewless.files, crewless.pose = 6, "gunners", 3, at.at(36, 14)
    begun = ordered(crewless, calm("b", UNION, 18, 36, mates), FAR, orders={"a": shift(-1.5, 3.24)}, dice=())
    assert begun.unit("a").formation == formation


@clause("charge-boys.formation.close-up")
def test_a_line_that_marches_by_order_may_close_up_first() -> None:
    thinned = calm("a", UNION, 24, 36, 16)
    thinned.men -= 6
    begun = ordered(thinned, FAR, orders={"a": (Manoeuvre("close-up"), forward(6.0))}, dice=())
    assert (begun.unit("a").files, begun.pose("a")[1]) == (9, 21.25)


@clause("charge-boys.melee.caught")
def test_those_who_are_left_of_a_unit_that_was_caught_are_not_caught_again() -> None:
    a, x = horse("a", UNION, 12, 36, 16, mettle=STOOD), calm("x", CONFEDERATE, 24, 36, 18, SOUTH, **UNARMED)
    begun = ordered(a, x, orders={"a": CHARGE_X}, dice=(6, 2, 6, 6, 1, 1, 1, 1, 1))
    assert (begun.unit("x").place, begun.unit("x").mettle.state) == ("on", "routing")


@clause("charge-boys.move.wheel")
def test_skirmishers_who_charge_by_order_turn_at_no_cost() -> None:
    s, x = (
        calm("s", UNION, 8, 36, 16, formation="skirmish", **UNARMED),
        calm("x", CONFEDERATE, 8, 36, 24, SOUTH, formation="skirmish"),
    )
    begun = ordered(s, x, orders={"s": CHARGE_X, "x": Manoeuvre("stand")}, dice=(6, 4))
    assert begun.asked == (CONFEDERATE, "closing", "x")


# ---- a screen of friends


def screened(at_y: float) -> Table:
    """A line behind its own skirmishers, whose target is a line."""
    s = calm("s", UNION, 8, 36, at_y, formation="skirmish", **UNARMED)
    a, x = calm("a", UNION, 18, 36, 17, **UNARMED), calm("x", CONFEDERATE, 24, 36, 26, SOUTH)
    return table(a, s, x)


@clause("charge-boys.charge.closing-fire")
@clause("charge-boys.move.interpenetration")
@pytest.mark.parametrize("screen", [22.0, 23.0])
def test_a_charge_through_its_own_screen_is_fired_on_and_does_not_stop_on_it(screen: float) -> None:
    begun = screened(screen).choose("a:x", dice=(6, 6, 6)).choose("fire", dice=(4, 4, 4, 4, 1, *[6] * 12, 2))
    assert (begun.last(Fired).men, begun.unit("a").mettle.state) == (21, "halted")
    assert not overlapping(begun.blocks("a"), begun.blocks("s"))
    assert begun.gap("a", "x") >= 2.99


@clause("charge-boys.move.interpenetration")
@pytest.mark.parametrize(("front", "offered"), [(25.9, ["s:x"]), (25.0, ["a:x", "s:x"])])
def test_no_charge_ends_on_friends_who_stand_right_before_the_guns(front: float, offered: list[str]) -> None:
    s = calm("s", UNION, 5, 36, front, formation="skirmish", **UNARMED)
    begun = table(calm("a", UNION, 12, 36, 18, **UNARMED), s, guns("x", CONFEDERATE, 2, 36, 27, SOUTH))
    assert begun.keys[1:] == offered


# ---- three inches


@clause("charge-boys.move.skirmish-distance")
@pytest.mark.parametrize(("away", "may"), [(2.9, False), (3.1, True)])
def test_skirmishers_leave_no_house_and_cross_no_hedge_right_before_a_line(away: float, may: bool) -> None:
    a = lodged(calm("a", UNION, 8, 36, 24, formation="skirmish"), 33, 21, 39, 27)
    out = moving(a, calm("x", CONFEDERATE, 12, 36, 27.77 + away, SOUTH), ground=HOUSE)
    b = calm("a", UNION, 8, 36, 20, formation="skirmish")
    hedge = field(at.obstacle("hedge", (10, 20.5), (60, 20.5)))
    over = moving(b, calm("x", CONFEDERATE, 12, 36, 21.27 + away, SOUTH), ground=hedge)
    for begun, way in ((out, LEAVE), (over, Manoeuvre("cross"))):
        if may:
            assert begun.march(way).gap("a", "x") >= 2.99
        else:
            assert begun.no_march(way) == ["move.skirmish-distance"]


@clause("charge-boys.move.skirmish-distance")
def test_skirmishers_fall_back_from_enemies_who_form_beside_them() -> None:
    a, x = (
        calm("a", UNION, 8, 36, 20, formation="skirmish"),
        calm("x", CONFEDERATE, 8, 36, 21.5, SOUTH, formation="skirmish"),
    )
    assert moving(a, x).march(Manoeuvre("form", 0.0, 0, "line")).gap("a", "x") == pytest.approx(3.0, abs=0.02)


@clause("charge-boys.move.skirmish-distance")
def test_skirmishers_fall_back_from_a_charge_that_goes_home_beside_them() -> None:
    a, x = calm("a", UNION, 12, 36, 20, **UNARMED), calm("x", CONFEDERATE, 12, 36, 26, SOUTH, **UNARMED)
    s = calm("s", CONFEDERATE, 5, 44, 26, SOUTH, formation="skirmish", **UNARMED)
    begun = table(a, x, s).choose("a:x", dice=(6, 6, 1))
    assert begun.state.fights
    assert begun.gap("a", "s") == pytest.approx(3.0, abs=0.02)


@clause("charge-boys.move.skirmish-distance")
def test_skirmishers_in_a_melee_are_not_drawn_out_of_it() -> None:
    s, x = (
        calm("s", UNION, 8, 36, 20, formation="skirmish", **UNARMED),
        calm("x", CONFEDERATE, 8, 36, 20, SOUTH, formation="skirmish", **UNARMED),
    )
    b = calm("b", UNION, 12, 46, 19, **UNARMED)
    begun = moving(s, b, x, who="b", fights=(locked("s", "x"),)).march(forward(2.0))
    assert begun.gap("b", "x") < 2.9
    assert begun.pose("x")[:2] == (36.0, x.pose.y)
    assert not begun.unit("x").mettle.disordered


# ---- houses


@clause("charge-boys.terrain.building-garrison")
def test_a_garrison_fires_in_whatever_formation_it_went_in() -> None:
    a = lodged(calm("a", UNION, 12, 36, 24, formation="road-column"), 33, 21, 39, 27)
    x = calm("x", CONFEDERATE, 12, 36, 32, SOUTH, **UNARMED)
    shot = table(a, x, ground=HOUSE, phases=("firing",)).choose("x:ball", dice=(1,))
    assert shot.last(Fired).men == 5
    begun = table(a, x, ground=HOUSE, first=CONFEDERATE).choose("x:a", dice=(6, 6, 6))
    assert begun.asked == (UNION, "closing", "a")


# ---- Generals


@clause("charge-boys.officer.with-unit")
def test_a_general_who_begins_within_an_inch_of_an_enemy_may_ride_away_from_him() -> None:
    a, x = calm("a", UNION, 12, 36, 16), calm("x", CONFEDERATE, 12, 36, 46, SOUTH)
    begun = table(a, x, first=CONFEDERATE, generals=(at.general("g", CONFEDERATE, 36, 17.5),))
    begun.until("activate").choose("g")
    assert begun.no_march(leg(36.0, 12.0)) == ["move.enemy-proximity"]
    assert begun.march(leg(36.0, 30.0)).state.generals[0].pose.y == 30.0


@clause("charge-boys.officer.lone-general")
@pytest.mark.parametrize("mode", ["igougo", "written-orders"])
def test_a_charge_that_falls_short_takes_a_general_whom_it_has_run_over(mode: str) -> None:
    a, x = calm("a", UNION, 12, 36, 16, **UNARMED), calm("x", CONFEDERATE, 12, 36, 27, SOUTH, **UNARMED)
    rest: dict[str, Any] = {"generals": (at.general("g", CONFEDERATE, 36, 22),)}
    if mode == "igougo":
        begun = table(a, x, **rest).choose("a:x", dice=(6, 6, 1))
    else:
        begun = ordered(a, x, orders={"a": CHARGE_X}, dice=(6, 6, 1), **rest)
    assert not begun.state.fights
    assert begun.state.generals[0].unit == "x"


@clause("charge-boys.setup.muster")
@clause("charge-boys.move.skirmish-distance")
def test_skirmishers_fall_back_from_a_line_that_comes_on_beside_them() -> None:
    late = calm("r", UNION, 24, 36, 20)
    late.place, late.due, late.entry = "arrive", 1, ((30.0, 0.0), (42.0, 0.0))
    x = calm("x", CONFEDERATE, 8, 36, 3.5, SOUTH, formation="skirmish")
    begun = table(late, x).choose("line").place(at.at(36, 0.75))
    assert begun.gap("r", "x") == pytest.approx(3.0, abs=0.02)


@clause("charge-boys.officer.with-unit")
def test_a_general_who_has_left_a_house_with_his_unit_does_not_ride_on() -> None:
    a = lodged(calm("a", UNION, 8, 36, 24), 33, 21, 39, 27)
    begun = moving(a, calm("b", UNION, 8, 60, 10), FAR, ground=HOUSE, generals=led("a")).march(LEAVE)
    assert begun.keys == ["done", "b"]


# ---- guns


@clause("charge-boys.formation.limber")
@pytest.mark.parametrize("by", [0, 9000, -13500, 18000])
def test_guns_are_unlimbered_facing_any_way(by: int) -> None:
    begun = moving(guns("a", UNION, 2, 36, 20, formation="limbered"), FAR)
    assert "form-rear" in begun.keys
    begun.march(Manoeuvre("form", 0.0, by, "unlimbered"))
    assert {gun.pose.facing for gun in begun.unit("a").guns} == {by % 36000}
