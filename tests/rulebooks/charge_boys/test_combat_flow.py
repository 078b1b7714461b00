"""Charges and melees at the table, each link of the chain with its dice."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.charge_boys.artillery.events import GunsChanged
from roundtop.rulebooks.charge_boys.casualties.events import FiguresLost, UnitRemoved
from roundtop.rulebooks.charge_boys.charge.declare import charge_options, frontal, may_declare
from roundtop.rulebooks.charge_boys.charge.events import Answered, ChargeDeclared, ChargeFell, Intercepted, ReachThrown
from roundtop.rulebooks.charge_boys.charge.way import charge_way
from roundtop.rulebooks.charge_boys.field import strength
from roundtop.rulebooks.charge_boys.fire.events import Fired
from roundtop.rulebooks.charge_boys.melee.events import ContactMade, MeleeDecided, RoundFought
from roundtop.rulebooks.charge_boys.melee.table import fighting
from roundtop.rulebooks.charge_boys.morale.events import Disordered, MoraleTested
from roundtop.rulebooks.charge_boys.movement.events import Moved
from roundtop.rulebooks.charge_boys.pursuit.events import FollowedUp
from roundtop.rulebooks.charge_boys.state import Fight, Record, Unit
from roundtop.table.path import Manoeuvre
from tests.clauses import clause
from tests.rulebooks.charge_boys.table import (
    CONFEDERATE,
    EAST,
    NORTH,
    SOUTH,
    UNION,
    WEST,
    Table,
    building,
    field,
    foot,
    general,
    guns,
    horse,
    obstacle,
    position,
    table,
)


def calm(id: str, side: str, figures: int, x: float, y: float, facing: float = NORTH, **fields: Any) -> Unit:
    """A unit that has fired, and passed its first-shot test."""
    mettle = {"first_shot": "successful", **fields.pop("mettle", {})}
    return foot(id, side, figures, x, y, facing, has_fired=True, mettle=mettle, **fields)


def declared(*units: Unit, key: str = "a:x", dice: tuple[int, ...] = (), **rest: Any) -> Table:
    return table(*units, **rest).choose(key, dice=dice)


# ---- declaring


@clause("charge-boys.turn.igougo-movement")
@clause("charge-boys.officer.with-unit")
def test_a_general_rides_up_before_a_charge_and_leads_it() -> None:
    a, x = calm("a", UNION, 24, 36, 20), calm("x", CONFEDERATE, 24, 36, 27, SOUTH)
    chief = general("g", UNION, 30.0, 12.0)
    charge = table(a, x, generals=(chief,))
    assert charge.asked[1] == "charge"
    assert charge.choose("g").asked == (UNION, "ride", "g")
    charge.way("join-a")
    assert charge.asked[1] == "charge"
    assert "g" not in charge.keys
    charge.choose("a:x", dice=(2, 5, 1))
    # First-shot test passed, advancing, over 20 figures and now a General: a 2 is enough.
    assert charge.all(MoraleTested)[0].total == 6
    later = table(a, x, generals=(general("g", UNION, 30.0, 12.0),), generals_ride_first=False)
    assert "g" not in later.keys


@clause("charge-boys.charge.declare", 1)
def test_a_charge_is_declared_within_the_greatest_reach() -> None:
    def options(distance: float, **fields: Any) -> list[tuple[str, str]]:
        a, x = foot("a", UNION, 24, 36, 10, **fields), foot("x", CONFEDERATE, 24, 36, 10 + distance, SOUTH)
        return charge_options(position(a, x), UNION)

    assert options(12.0) == [("a", "x")]
    assert options(12.5) == []
    assert options(14.0, formation="attack-column") == [("a", "x")]
    assert options(8.0, formation="skirmish") == []
    assert options(8.0, formation="road-column") == []
    assert options(8.0, mettle={"disordered": True}) == []
    assert options(8.0, mettle={"state": "halted", "by": "other", "retest": 2}) == []
    assert options(8.0, turn=Record(24, acted=True)) == []


@clause("charge-boys.charge.declare")
@clause("charge-boys.charge.not-skirmishers", 1)
def test_arc_sight_hedges_and_loose_targets() -> None:
    def may(a: Unit, x: Unit, *others: Unit, **rest: Any) -> bool:
        return may_declare(position(a, x, *others, **rest), a, x)

    line = foot("a", UNION, 12, 36, 20)
    assert not may(line, foot("x", CONFEDERATE, 12, 50, 21, SOUTH))
    assert not may(line, foot("x", CONFEDERATE, 12, 36, 12, NORTH))
    x = foot("x", CONFEDERATE, 12, 36, 28, SOUTH)
    assert not may(line, x, foot("b", UNION, 24, 36, 25))
    assert may(line, x, foot("b", UNION, 6, 36, 25, formation="skirmish"))
    assert not may(line, x, ground=field(obstacle("hedge", (20, 24), (50, 24))))
    assert may(line, x, ground=field(obstacle("hedge", (20, 27.9), (50, 27.9))))
    loose = foot("a", UNION, 6, 36, 20, formation="skirmish")
    assert may(loose, guns("x", CONFEDERATE, 1, 36, 29, SOUTH))
    house = field(building(30, 28, 40, 34))
    inside = foot("x", CONFEDERATE, 12, 35, 31, SOUTH, building=0, trail=((30.0, 28.0), (40.0, 34.0)))
    assert may(line, inside, ground=house)
    assert not may(horse("a", UNION, 12, 36, 20), inside, ground=house)


@clause("charge-boys.charge.flank", 1)
def test_a_charge_is_frontal_if_it_starts_ahead_of_the_front_rank() -> None:
    target = foot("x", CONFEDERATE, 24, 36, 20)
    beside = foot("a", UNION, 12, 30, 19.5, EAST)
    before = foot("a", UNION, 12, 36, 24, SOUTH)
    assert not frontal(position(target, beside), beside, target)
    assert frontal(position(target, before), before, target)
    loose = foot("x", CONFEDERATE, 24, 36, 20, formation="skirmish")
    assert frontal(position(loose, beside), beside, loose)


@clause("charge-boys.charge.alignment", 1)
def test_a_wheel_is_paid_for_out_of_the_reach() -> None:
    a = foot("a", UNION, 24, 36, 20)
    x = foot("x", CONFEDERATE, 5, 30.5, 29.0, 160, ranks=1)
    way = charge_way(position(a, x), a, x, 30.0)
    assert way is not None
    wheels = [leg for leg in way.legs if leg.kind == "wheel"]
    assert all([leg.width == 9.0 for leg in wheels])
    assert way.cost == pytest.approx(
        sum([9.0 * 3.14159 * leg.degrees / 180 for leg in wheels]) + sum([leg.inches for leg in way.legs]), abs=0.01
    )
    assert pytest.approx(3.14, abs=0.01) == 9.0 * 3.14159 * 20 / 180


@clause("charge-boys.core.measure")
def test_a_blind_charge_out_of_reach_is_not_made() -> None:
    a, x = foot("a", UNION, 24, 36, 10), foot("x", CONFEDERATE, 24, 36, 30, SOUTH)
    blind = table(a, x, premeasure=False)
    assert blind.decision.measure == "none"
    blind.choose("a:x")
    assert blind.last(ChargeFell).cause == "out-of-reach"
    assert not blind.all(MoraleTested)
    assert (blind.asked[1], "a" in blind.until("activate").keys) == ("activate", True)


# ---- the chain


@clause("charge-boys.charge.sequence", 1)
@clause("charge-boys.morale.trigger-charge")
def test_a_charge_step_by_step_to_contact() -> None:
    """Charger 3 + 2 = 5 goes, target 6 + 0 stands, bonus 3 reaches, closing fire, test, contact."""
    a, x = foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 24, 36, 29, SOUTH)
    charge = declared(a, x, dice=(3, 6, 3))
    assert charge.last(ChargeDeclared).distance == 9.0
    assert [(test.unit, test.total, test.result) for test in charge.all(MoraleTested)] == [
        ("a", 5, "carry-on"),
        ("x", 6, "carry-on"),
    ]
    assert charge.last(ReachThrown).reach == 9.0
    assert charge.asked == (CONFEDERATE, "closing", "x")
    charge.choose("fire", dice=(2, 1, 1, 1, 5, 6, 6, 6, 6, 6, 5, 5))
    fired = charge.last(Fired)
    assert (fired.mode, fired.men, fired.hits, fired.killed) == ("closing", 21, 5, 0)
    assert charge.last(MoraleTested).kind == "both"
    assert charge.last(ContactMade).fight == Fight("a", "x", True, False, False, "", "")
    assert charge.gap("a", "x") <= 0.02
    assert charge.unit("a").turn.impetus


@clause("charge-boys.charge.sequence")
def test_a_charger_that_balks_obeys_its_result() -> None:
    a, x = calm("a", UNION, 18, 36, 20), calm("x", CONFEDERATE, 18, 36, 29, SOUTH)
    halted = declared(a, x, dice=(2,))
    assert (halted.unit("a").mettle.state, halted.pose("a")[1]) == ("halted", 19.25)
    back = declared(calm("a", UNION, 18, 36, 20), calm("x", CONFEDERATE, 18, 36, 29, SOUTH), dice=(1,))
    assert (back.last(Moved).cause, back.pose("a")[1], back.unit("a").mettle.state) == ("retire", 13.25, "retired")
    assert not back.unit("x").turn.charged


@clause("charge-boys.morale.trigger-charged", 1)
@clause("charge-boys.melee.caught")
def test_a_target_that_gives_way_is_caught_if_reached() -> None:
    a = calm("a", UNION, 24, 36, 20)
    x = foot("x", CONFEDERATE, 18, 36, 23, SOUTH, weapon="none")
    caught = declared(a, x, dice=(3, 3, 6, 4, 2, 1, 5, 3, 3, 3))
    assert [(test.unit, test.result) for test in caught.all(MoraleTested)][1] == ("x", "retire")
    assert caught.last(Answered).met == "gives-way"
    fought = caught.last(RoundFought)
    assert (fought.caught, fought.hits[0], fought.killed) == (True, 12, (0, 12))
    assert (strength(caught.unit("x")), caught.unit("x").mettle.state) == (6, "routing")
    assert caught.last(Moved).cause == "rout"
    far = declared(
        calm("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 18, 36, 29, SOUTH, weapon="none"), dice=(3, 3, 2)
    )
    assert far.last(ChargeFell).cause == "short"
    assert far.gap("a", "x") >= 1.0


@clause("charge-boys.charge.evade-bonus", 1, 2)
def test_skirmishers_evade_a_formed_charger() -> None:
    x = foot("x", CONFEDERATE, 6, 36, 26, SOUTH, formation="skirmish")
    away = declared(calm("a", UNION, 24, 36, 20), x, dice=(3, 3, 5))
    assert away.last(Answered).met == "evades"
    assert away.gap("a", "x") >= 8.0 - 0.02
    assert (away.last(ChargeFell).cause, away.unit("x").turn.met) == ("short", "evades")
    column = horse("a", UNION, 12, 36, 20, formation="cavalry-column", mettle={"first_shot": "successful"})
    near = foot("x", CONFEDERATE, 6, 36, 24, SOUTH, formation="skirmish")
    caught = declared(column, near, dice=(4, 1, 2, 3, 2, 3, 3, 3), ground=field(depth=90))
    assert caught.last(RoundFought).caught
    assert caught.unit("x").mettle.state == "routing"


@clause("charge-boys.charge.evade-bonus")
@clause("charge-boys.turn.decisions")
def test_skirmishers_choose_against_loose_chargers() -> None:
    a = foot("a", UNION, 6, 36, 20, formation="skirmish", mettle={"first_shot": "successful"})
    x = foot("x", CONFEDERATE, 6, 36, 26, SOUTH, formation="skirmish", weapon="none")
    asked = declared(a, x, dice=(5,))
    assert asked.asked == (CONFEDERATE, "evade", "x")
    asked.choose("stand", dice=(6,))
    assert asked.last(ContactMade).fight.b == "x"


@clause("charge-boys.charge.closing-fire")
@clause("charge-boys.charge.test-under-fire")
def test_fire_stops_a_charger_three_inches_short() -> None:
    a, x = calm("a", UNION, 18, 36, 20), calm("x", CONFEDERATE, 24, 36, 26, SOUTH)
    stopped = declared(a, x, dice=(4, 5, 3)).choose("fire", dice=(5, 2, 1, 1, 5, 1, 1, 1, 1, 1, 4))
    assert stopped.last(Fired).killed == 5
    assert (stopped.last(MoraleTested).total, stopped.unit("a").mettle.state) == (4, "halted")
    assert stopped.gap("a", "x") == pytest.approx(3.0, abs=0.02)
    assert stopped.last(ChargeFell).cause == "shaken"
    assert stopped.unit("x").turn.volleys == 1


@clause("charge-boys.charge.closing-fire")
def test_guns_under_a_foot_leave_no_save() -> None:
    a = calm("a", UNION, 24, 36, 20)
    battery = guns("x", CONFEDERATE, 2, 36, 28, SOUTH, mettle={"first_shot": "successful"})
    shot = declared(a, battery, dice=(4, 5, 4)).choose("fire", dice=(4, 3, 2, 6))
    assert (shot.last(Fired).hits, shot.last(Fired).killed) == (7, 7)
    flank = declared(
        calm("a", UNION, 24, 24, 28, EAST),
        guns("x", CONFEDERATE, 2, 36, 28, SOUTH, mettle={"first_shot": "successful"}),
        dice=(4, 5, 6),
    )
    assert flank.last(ContactMade).fight.flank
    assert not flank.all(Fired)


@clause("charge-boys.charge.countercharge", 1)
def test_cavalry_may_meet_a_charge_with_a_charge() -> None:
    a = horse("a", UNION, 12, 36, 20, mettle={"first_shot": "successful"})
    x = horse("x", CONFEDERATE, 12, 36, 40, SOUTH, mettle={"first_shot": "successful"})
    asked = declared(a, x, dice=(5, 5))
    assert asked.asked == (CONFEDERATE, "counter", "x")
    met = asked.choose("counter", dice=(2, 3, 3, 4))
    fight = met.last(ContactMade).fight
    assert (fight.a_impetus, fight.b_impetus) == (True, True)
    assert pytest.approx(met.pose("a")[1] + 0.75, abs=0.1) == 20 + 9.33


@clause("charge-boys.orders.charge-intercepted")
def test_a_charger_that_meets_another_enemy_turns_on_him() -> None:
    a = calm("a", UNION, 24, 36, 20)
    x = calm("x", CONFEDERATE, 6, 36, 23, SOUTH, formation="skirmish", weapon="none")
    y = calm("y", CONFEDERATE, 24, 36, 30.0, SOUTH, weapon="none")
    met = declared(a, x, y, key="a:x", dice=(3, 6, 6, 5))
    assert met.last(Intercepted).target == "y"
    assert met.last(ContactMade).fight.b == "y"


@clause("charge-boys.melee.supplement")
def test_without_the_supplement_a_charger_is_pushed_back() -> None:
    a, x = calm("a", UNION, 24, 36, 20), calm("x", CONFEDERATE, 24, 36, 27, SOUTH, weapon="none")
    repulsed = declared(a, x, dice=(3, 5, 4), melee="none")
    assert repulsed.last(ChargeFell).cause == "repulsed"
    assert repulsed.gap("a", "x") == pytest.approx(3.0, abs=0.02)
    assert repulsed.unit("a").mettle.retired == 1


@clause("charge-boys.charge.closing-fire")
@clause("charge-boys.morale.trigger-charged")
def test_house_rules_without_closing_fire_or_charged_tests() -> None:
    a, x = calm("a", UNION, 24, 36, 20), calm("x", CONFEDERATE, 24, 36, 27, SOUTH)
    quiet = declared(a, x, dice=(3, 5, 4), closing_fire=False)
    assert quiet.last(ContactMade).fight.b == "x"
    steady = declared(
        calm("a", UNION, 24, 36, 20),
        calm("x", CONFEDERATE, 24, 36, 27, SOUTH, weapon="none"),
        dice=(3, 4),
        charged_units_test=False,
    )
    assert [test.unit for test in steady.all(MoraleTested)] == ["a"]
    assert steady.unit("x").turn.charged


# ---- who fights


def squared(a: Unit, x: Unit) -> tuple[int, int]:
    state = position(a, x)
    return fighting(state, a, x), fighting(state, x, a)


@clause("charge-boys.melee.who-fights", 1, 2)
def test_figures_in_contact_overlap_and_second_rank() -> None:
    assert squared(foot("a", UNION, 24, 36, 20), foot("x", CONFEDERATE, 24, 36, 20, SOUTH)) == (24, 24)
    column = foot("a", UNION, 24, 36, 20, formation="attack-column")
    assert squared(column, foot("x", CONFEDERATE, 24, 36, 20, SOUTH)) == (8, 12)
    assert squared(horse("a", UNION, 12, 36, 20), foot("x", CONFEDERATE, 24, 36, 20, SOUTH))[0] == 12
    end_on = foot("a", UNION, 12, 40.5, 19.25, WEST)
    assert squared(end_on, foot("x", CONFEDERATE, 24, 36, 20))[1] == 4


# ---- rounds


def melee(*units: Unit, fights: tuple[Fight, ...], dice: tuple[int, ...] = (), **rest: Any) -> Table:
    return table(*units, phases=("melee",), fights=fights, dice=dice, **rest)


def pair(**fields: Any) -> tuple[Unit, Unit]:
    a = calm("a", UNION, 12, 36, 20, weapon="none", **fields)
    x = calm("x", CONFEDERATE, 12, 36, 20, SOUTH, weapon="none")
    return a, x


LOCKED = (Fight("a", "x", False, False, False, "", ""),)


@clause("charge-boys.melee.draw", 1)
@clause("charge-boys.melee.loser")
def test_a_drawn_round_keeps_them_locked() -> None:
    drawn = melee(*pair(), fights=LOCKED, dice=(5, 3, 4, 4, 1, 1, 1, 1, 5, 5, 1, 1, 5, 5))
    assert drawn.last(RoundFought).hits == (4, 4)
    assert drawn.last(MeleeDecided).loser == ""
    assert drawn.state.fights == LOCKED
    assert drawn.unit("a").turn.fought


@clause("charge-boys.melee.loser-test", 1)
@clause("charge-boys.melee.follow-up", 1)
def test_a_loser_is_pushed_back_and_followed() -> None:
    a, x = pair()
    pushed = melee(a, x, fights=LOCKED, dice=(5, 3, 1, 1, 1, 1, 1, 5, 5, 4))
    assert pushed.last(MeleeDecided).loser == CONFEDERATE
    assert (pushed.last(MoraleTested).total, pushed.unit("x").mettle.state) == (4, "halted")
    assert pushed.last(Moved).cause == "push-back"
    assert pushed.gap("a", "x") == pytest.approx(3.0, abs=0.02)
    assert pushed.asked == (UNION, "follow-up", "a")
    again = pushed.choose("follow-up", dice=(3,))
    assert again.last(FollowedUp).inches == 3
    assert again.state.fights == (Fight("a", "x", True, False, False, "", ""),)
    a, x = pair()
    short = melee(a, x, fights=LOCKED, dice=(5, 3, 1, 1, 1, 1, 1, 5, 5, 4)).choose("follow-up", dice=(2,))
    assert short.state.fights == ()
    assert short.gap("a", "x") == pytest.approx(1.0, abs=0.02)


@clause("charge-boys.melee.winner", 1)
@clause("charge-boys.morale.trigger-melee")
def test_a_winner_tests_only_for_hits_it_has_not_tested_for() -> None:
    a = calm("a", UNION, 30, 36, 20, turn=Record(30, hits=7, hits_tested=True, fought=True))
    x = calm("x", CONFEDERATE, 12, 36, 40, SOUTH)
    assert table(a, x, phases=("morale",)).all(MoraleTested) == []
    hurt = calm("a", UNION, 24, 36, 20, turn=Record(24, hits=3, fought=True))
    tested = table(hurt, x, phases=("morale",), dice=(4,))
    assert tested.last(MoraleTested).unit == "a"
    few = calm("a", UNION, 24, 36, 20, turn=Record(24, hits=2, fought=True))
    assert table(few, x, phases=("morale",)).all(MoraleTested) == []


@clause("charge-boys.melee.winner")
def test_a_winner_may_stay_and_fire_again_next_turn() -> None:
    a, x = pair()
    stays = melee(a, x, fights=LOCKED, dice=(5, 3, 1, 1, 1, 1, 1, 5, 5, 4)).choose("stay")
    assert (stays.state.fights, stays.unit("a").mettle.state) == ((), "steady")
    assert stays.asked == (UNION, "redress", "a")
    assert stays.no_march(Manoeuvre("turn", 0.0, 9001)) == ["melee.winner"]
    before = stays.pose("a")
    stays.march(Manoeuvre("turn", 0.0, -6000))
    assert stays.pose("a") == (before[0], before[1], 300.0)


@clause("charge-boys.melee.caught")
def test_a_routing_loser_that_is_reached_is_removed() -> None:
    rider = horse("a", UNION, 12, 36, 20, mettle={"first_shot": "successful"})
    x = foot("x", CONFEDERATE, 12, 36, 20, SOUTH, mettle={"first_shot": "failed", "retired": 1}, quality="green")
    x.men -= 3
    fled = melee(rider, x, fights=LOCKED, dice=(6, 1, 1, 5, *([1] * 5), 6, 1, 1))
    assert (fled.unit("x").mettle.state, fled.last(Moved).cause) == ("routing", "rout")
    fled.choose("follow-up", dice=(6, 6))
    assert fled.last(UnitRemoved).cause == "caught"


@clause("charge-boys.melee.guns")
def test_gunners_who_lose_and_do_not_stand_leave_their_guns() -> None:
    a = calm("a", UNION, 24, 36, 20, weapon="none")
    battery = guns("x", CONFEDERATE, 2, 36, 20, SOUTH, mettle={"first_shot": "successful"})
    lost = melee(
        a, battery, fights=(Fight("a", "x", True, False, False, "", ""),), dice=(4, 4, 1, 1, *([1] * 7), 6, 3, 4)
    )
    assert lost.last(GunsChanged).cause == "abandoned"
    assert lost.unit("x").formation == "gunners"


@clause("charge-boys.melee.follow-up", 2)
def test_mounted_pursuers_fall_into_disorder() -> None:
    rider = horse("a", UNION, 12, 36, 20, mettle={"first_shot": "successful"})
    x = calm("x", CONFEDERATE, 24, 36, 20, SOUTH, weapon="none")
    won = melee(rider, x, fights=LOCKED, dice=(6, 5, 1, 1, 1, 1, 1, *([1] * 9), 4))
    assert won.asked == (UNION, "follow-up", "a")
    won.choose("follow-up", dice=(1, 1))
    assert won.last(Disordered).unit == "a"
    assert won.gap("a", "x") == pytest.approx(4.0, abs=0.02)


@clause("charge-boys.melee.obstacle")
def test_an_obstacle_is_fought_over() -> None:
    wall = field(obstacle("wall", (20, 26.9), (60, 26.9)))
    a, x = calm("a", UNION, 24, 36, 20), calm("x", CONFEDERATE, 24, 36, 27, SOUTH, weapon="none")
    contact = declared(a, x, dice=(3, 5, 4), ground=wall)
    assert contact.last(ContactMade).fight.over == "wall"


@clause("charge-boys.melee.draw")
def test_cavalry_may_break_off_and_foot_may_not() -> None:
    rider = horse("a", UNION, 12, 36, 20, mettle={"first_shot": "successful"})
    x = calm("x", CONFEDERATE, 24, 36, 20, SOUTH)
    free = table(rider, x, fights=LOCKED).until("activate").choose("a").way("break-off")
    assert (free.state.fights, free.last(Moved).cause) == ((), "break-off")
    assert free.unit("a").mettle.retired == 1
    foot_soldiers = table(calm("a", UNION, 12, 36, 20), x, fights=LOCKED)
    assert foot_soldiers.asked == ("", "", "") or "a" not in foot_soldiers.until("activate").keys


@clause("charge-boys.melee.draw")
def test_fresh_units_charge_into_a_melee_without_fire_or_test() -> None:
    a, x = pair()
    fresh = calm("b", UNION, 12, 28, 27, 120)
    joined = table(fresh, a, x, fights=LOCKED).choose("b:x", dice=(3, 6))
    assert joined.last(ContactMade).fight.b == "x"
    assert [test.unit for test in joined.all(MoraleTested)] == ["b"]


@clause("charge-boys.melee.who-fights")
def test_a_unit_between_two_enemies_chooses_whom_it_fights() -> None:
    a = calm("a", UNION, 24, 36, 20, weapon="none")
    x = calm("x", CONFEDERATE, 12, 33.75, 20, SOUTH, weapon="none")
    y = calm("y", CONFEDERATE, 12, 38.25, 20, SOUTH, weapon="none")
    fights = (Fight("a", "x", False, False, False, "", ""), Fight("a", "y", False, False, False, "", ""))
    asked = table(a, x, y, phases=("melee",), fights=fights)
    assert asked.asked == (UNION, "foe", "a")
    fought = asked.choose("x", dice=(*([1] * 8),))
    assert len(fought.all(RoundFought)) == 2


def test_lost_figures_are_told() -> None:
    a, x = pair()
    told = melee(a, x, fights=LOCKED, dice=(5, 3, 1, 1, 1, 1, 1, 5, 5, 4))
    assert told.last(FiguresLost).lost == 2
    assert not told.all(UnitRemoved)
