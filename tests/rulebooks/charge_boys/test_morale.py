"""Tests of nerve: triggers, both lists of modifiers, results and their moves, re-tests, rally, permissions."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.rulebooks.charge_boys.morale.rule import Nerve, other_mods, reading, tenths_lost
from tests.clauses import clause
from tests.rulebooks.charge_boys.page import exact, only, outcome

LINE: Final = {"arm": "infantry", "formation": "line"}
HORSE: Final = {"arm": "cavalry", "formation": "cavalry-line"}
GUNS: Final = {"arm": "artillery", "formation": "unlimbered"}


def first(*faces: int, **more: Any) -> tuple[Any, ...]:
    return only(outcome("morale-first", *faces, **(LINE | more)), "total", "result", "retreat")


def other(start: int, strength: int, *faces: int, **more: Any) -> tuple[Any, ...]:
    found = outcome("morale-other", *faces, start=start, strength=strength, **(LINE | more))
    return only(found, "total", "result", "retreat")


def due(strength: int, **more: Any) -> tuple[Any, ...]:
    return only(outcome("morale-trigger", strength_at_turn_start=strength, **more), "first", "other")


# ---- which tests are due


@clause("charge-boys.morale.first-trigger", 1)
@clause("charge-boys.morale.first-without-losses", 1)
def test_the_first_time_under_fire() -> None:
    assert due(24, under_fire=True, first_shot="untested") == (True, False)
    assert due(24, under_fire=True, first_shot="successful") == (False, False)
    assert due(24, under_fire=True, first_shot="failed") == (False, False)
    assert due(24) == (False, False)


@clause("charge-boys.morale.trigger-hits", 1, 2, 3)
def test_hits_of_more_than_a_tenth() -> None:
    assert due(24, hits=2) == (False, False)
    assert due(24, hits=3) == (False, True)
    assert due(30, hits=3) == (False, False)
    assert due(9, hits=1) == (False, False)
    assert due(9, hits=2) == (False, True)
    assert due(24, hits=3, tested_for_hits=True) == (False, False)
    house = {"hits_trigger": "figures-lost"}
    assert due(24, hits=9, casualties=2, options=house) == (False, False)
    assert due(24, hits=3, casualties=3, options=house) == (False, True)


@clause("charge-boys.morale.trigger-general", 1)
@clause("charge-boys.morale.trigger-charge")
@clause("charge-boys.morale.trigger-charged")
@clause("charge-boys.morale.trigger-melee", 1)
def test_other_reasons_to_test() -> None:
    assert due(40, hits=1, general_killed=True) == (False, True)
    assert other(40, 39, 4, general_killed=True)[0] == 4
    assert due(40, wishes_charge=True) == (False, True)
    assert due(40, charged=True) == (False, True)
    assert due(40, charged=True, options={"charged_units_test": False}) == (False, False)
    assert due(24, lost_melee=True) == (False, True)
    assert due(24, hits=2) == (False, False)
    assert due(24, hits=3) == (False, True)


@clause("charge-boys.rout.behaviour", 1)
def test_a_routing_unit_takes_no_such_test() -> None:
    assert due(15, hits=5, casualties=3, under_fire=True, routing=True, general_killed=True) == (False, False)
    assert outcome("remove-casualties", men=15, killed=3)["men"] == 12


# ---- the first-shot test


@clause("charge-boys.morale.first-die", 1)
@clause("charge-boys.morale.first-green", 1)
@clause("charge-boys.morale.first-disordered", 1)
@clause("charge-boys.morale.first-cover", 1)
@clause("charge-boys.morale.first-advancing", 1)
@clause("charge-boys.morale.first-general", 1)
@clause("charge-boys.morale.first-veteran", 1)
@clause("charge-boys.morale.cover-or-advancing", 1)
def test_first_shot_modifiers() -> None:
    assert first(4) == (4, "halt", 0.0)
    assert first(5, quality="green")[1] == "halt"
    assert first(2, 1, 1, quality="green", disordered=True) == (0, "rout", 8.0)
    assert first(4, cover=True)[1] == "carry-on"
    assert first(1, advancing=True) == (2, "retire", 6.0)
    assert first(3, cover=True, general=True)[1] == "carry-on"
    assert first(2, quality="veteran", advancing=True, general=True)[1] == "carry-on"
    both = outcome("morale-first", 3, quality="veteran", cover=True, advancing=True, **LINE)
    assert both["modifier"] == 2


# ---- other tests


@clause("charge-boys.morale.other-replaces", 1)
@clause("charge-boys.morale.other-first-shot-passed", 1)
@clause("charge-boys.morale.other-advancing", 1)
@clause("charge-boys.morale.other-cover", 1)
@clause("charge-boys.morale.other-general", 1)
@clause("charge-boys.morale.other-veteran", 1)
@clause("charge-boys.morale.other-over-20", 1)
@clause("charge-boys.morale.other-fortification", 1)
@clause("charge-boys.morale.other-charged", 1)
@clause("charge-boys.morale.other-officers", 1)
@clause("charge-boys.morale.other-general-killed", 1)
@clause("charge-boys.morale.other-disordered", 1)
@clause("charge-boys.morale.other-green-failed", 1)
@clause("charge-boys.morale.other-retired", 1)
def test_other_modifiers() -> None:
    passed: dict[str, Any] = {"first_shot": "successful"}
    assert other(12, 12, 4, quality="green", **passed)[0:2] == (5, "carry-on")
    assert other(20, 20, 3, **passed)[0:2] == (4, "halt")
    assert other(20, 20, 4, advancing=True)[0:2] == (5, "carry-on")
    assert other(20, 18, 4, cover=True, **passed)[0:2] == (5, "carry-on")
    assert other(20, 20, 3, advancing=True, general=True)[0:2] == (5, "carry-on")
    assert other(20, 15, 4, quality="veteran", **passed)[0:2] == (4, "halt")
    assert other(21, 21, 4)[0] == 5
    assert other(20, 20, 4)[0] == 4
    assert other(24, 24, 3, fortification=True, charged=True)[0:2] == (5, "carry-on")
    assert other(20, 20, 3, charged=True, **passed)[0:2] == (3, "retire")
    assert other(30, 26, 6, officers_killed=2, **passed)[0:2] == (5, "carry-on")
    assert other(24, 24, 4, general_killed=True, **passed)[0:2] == (5, "carry-on")
    assert other(20, 16, 5, disordered=True, **passed)[0:2] == (3, "retire")
    assert other(24, 22, 3, quality="green", first_shot="failed", advancing=True)[0:2] == (4, "halt")
    assert other(20, 20, 5, retired=True, **passed)[0:2] == (5, "carry-on")


@clause("charge-boys.morale.other-casualties", 1, 2, 3, 4)
def test_each_complete_tenth_lost() -> None:
    assert tenths_lost(Nerve(start=24, strength=17)) == 2
    assert tenths_lost(Nerve(start=30, strength=27)) == 1
    assert tenths_lost(Nerve(start=24, strength=22)) == 0
    assert tenths_lost(Nerve(start=5, strength=4)) == 1
    house = {"casualty_deduction": "this-turn"}
    found = outcome("morale-other", 6, start=24, strength=12, lost_this_turn=3, options=house, **LINE)
    assert found["modifier"] == -1


@clause("charge-boys.terrain.fortification", 1)
@clause("charge-boys.morale.other-fortification")
def test_fortifications_count_two_and_in_a_first_shot_test_one() -> None:
    assert due(20, hits=3) == (False, True)
    assert other(20, 20, 3, fortification=True)[0:2] == (5, "carry-on")
    assert first(3, cover=True)[0:2] == (4, "halt")
    house = {"fortification_stacks_with_cover": True}
    assert other(20, 20, 3, fortification=True, cover=True, options=house)[0] == 6
    assert other(20, 20, 3, fortification=True, cover=True, advancing=True)[0] == 5


@clause("charge-boys.morale.other-replaces")
@clause("charge-boys.morale.other-retired")
@clause("charge-boys.morale.other-green-failed")
def test_green_troops_by_house_rule() -> None:
    green: dict[str, Any] = {"quality": "green", "retired": True}
    assert other(20, 20, 5, **green)[0] == 4
    assert other(20, 20, 5, options={"green_deducts_in_other_tests": True}, **green)[0] == 3
    assert other(20, 20, 5, options={"retired_deduction": "green"}, **green)[0] == 4
    assert other(20, 20, 5, retired=True, options={"retired_deduction": "green"})[0] == 5
    assert other(20, 20, 5, first_shot="failed")[0] == 5


@settings(max_examples=40, deadline=None)
@given(
    st.builds(
        Nerve,
        quality=st.sampled_from(["green", "regular", "veteran"]),
        start=st.just(48),
        strength=st.integers(1, 48),
        first_shot=st.sampled_from(["untested", "successful", "failed"]),
        advancing=st.booleans(),
        cover=st.booleans(),
        fortification=st.booleans(),
        general=st.booleans(),
    )
)
def test_cover_advancing_and_fortification_never_add_up(nerve: Nerve) -> None:
    ground = [mod for mod in other_mods(nerve) if mod.label in ("in cover", "advancing", "in fortifications")]
    assert len(ground) <= 1
    if nerve.fortification:
        assert ground[0].value == 2


# ---- results


@clause("charge-boys.core.modifiers", 2)
@clause("charge-boys.morale.result-carry-on", 1)
@pytest.mark.parametrize(
    ("score", "result"),
    [
        (9, "carry-on"),
        (7, "carry-on"),
        (5, "carry-on"),
        (4, "halt"),
        (3, "retire"),
        (2, "retire"),
        (1, "disorder"),
        (0, "rout"),
        (-3, "rout"),
    ],
)
def test_reading_a_total(score: int, result: str) -> None:
    assert reading(score) == result


@clause("charge-boys.core.modifiers")
def test_a_total_is_not_capped() -> None:
    assert first(6, quality="veteran", cover=True, general=True)[0:2] == (9, "carry-on")


@clause("charge-boys.morale.trigger-charge", 1)
@clause("charge-boys.morale.trigger-charged", 1)
def test_wishing_to_charge_and_being_charged() -> None:
    wishes: dict[str, Any] = {"quality": "veteran", "advancing": True}
    assert other(24, 24, 1, **wishes)[0:2] == (4, "halt")
    assert other(24, 24, 2, **wishes)[0:2] == (5, "carry-on")
    results = [other(18, 18, *faces, charged=True)[1] for faces in ((6,), (5,), (3,), (2, 1, 1), (1, 1, 1))]
    assert results == ["carry-on", "halt", "retire", "disorder", "rout"]


@clause("charge-boys.orders.mutual-charge", 1)
def test_a_test_that_serves_for_both() -> None:
    found = outcome(
        "morale-other", 3, start=24, strength=24, first_shot="successful", advancing=True, charged=True, **LINE
    )
    assert only(found, "modifier", "total", "result") == (2, 5, "carry-on")


@clause("charge-boys.morale.result-disorder-first", 1)
@clause("charge-boys.morale.result-rout-first", 1)
@clause("charge-boys.morale.result-rout-other", 1)
@clause("charge-boys.move.table-edge", 1)
def test_how_far_the_beaten_run() -> None:
    assert first(1, 4, 3, **HORSE) == (1, "disorder", 7.0)
    assert first(1, 3, 6, quality="green", disordered=True) == (-1, "rout", 15.0)
    assert other(20, 12, 4, 2, 2, **HORSE) == (0, "rout", 13.0)
    assert other(20, 12, 4, 5, 3) == (0, "rout", 14.0)
    assert first(1, 4, 3, 6, options={"first_shot_cavalry_3d6": True}, **HORSE) == (1, "disorder", 13.0)
    assert first(1, 4, 3, options={"first_shot_cavalry_3d6": True}) == (1, "disorder", 7.0)


@clause("charge-boys.morale.result-guns-abandoned", 1, 2)
def test_gunners_leave_their_guns() -> None:
    ran = outcome("morale-other", 1, 5, 4, start=9, strength=9, crew=[4, 4], **GUNS)
    assert only(ran, "result", "retreat", "guns_abandoned", "retreat_guns") == ("disorder", 9.0, [True, True], None)
    drawn = outcome("morale-other", 4, start=6, strength=5, crew=[4, 1], **GUNS)
    assert only(drawn, "total", "retreat") == (3, 0.0)
    assert only(drawn, "retreat_guns", "guns_abandoned") == ([4, 0], [False, True])
    stands = outcome("morale-other", 6, start=9, strength=9, crew=[4, 4], **GUNS)
    assert only(stands, "guns_abandoned", "retreat_guns") == ([False, False], None)
    team = outcome("morale-other", 1, 5, 4, start=9, strength=9, arm="artillery", formation="limbered")
    assert only(team, "retreat", "guns_abandoned") == (9.0, None)
    routed = outcome("morale-first", 1, 2, 2, quality="green", crew=[4], **GUNS)
    assert only(routed, "retreat", "guns_abandoned") == (10.0, [True])


@clause("charge-boys.morale.number-of-tests", 1)
def test_both_tests_in_one_phase() -> None:
    found = outcome("morale-both", 5, 2, start=24, strength=22, **LINE)
    assert only(found, "first_total", "first_shot", "other_total", "obeys", "result", "retest") == (
        5,
        "successful",
        4,
        "other",
        "halt",
        "other",
    )
    level = outcome("morale-both", 4, 4, start=20, strength=20, **LINE)
    assert only(level, "first_total", "other_total", "obeys", "retest") == (4, 4, "first", "first")


@clause("charge-boys.morale.other-first-shot-passed")
def test_the_first_roll_remembered_by_house_rule() -> None:
    memory = {"first_shot_memory": "first"}
    again: dict[str, Any] = {"start": 20, "strength": 20, "first_shot": "failed"}
    assert outcome("morale-both", 5, 4, **again, **LINE)["first_shot"] == "successful"
    kept = outcome("morale-both", 5, 4, options=memory, **again, **LINE)
    assert only(kept, "first_shot", "other_total") == ("failed", 4)
    fresh = outcome("morale-both", 5, 4, start=20, strength=20, options=memory, **LINE)
    assert only(fresh, "first_shot", "other_total") == ("successful", 5)


@clause("charge-boys.morale.result-disorder-other")
def test_the_dice_of_disorder_follow_the_test_obeyed() -> None:
    horse = {"start": 12, "strength": 12, **HORSE}
    by_other = outcome("morale-both", 5, 1, 2, 2, 2, retired=True, **horse)
    assert only(by_other, "other_total", "obeys", "retreat") == (1, "other", 6.0)
    by_first = outcome("morale-both", 1, 1, 2, 2, **horse)
    assert only(by_first, "first_total", "other_total", "obeys", "retreat") == (1, 1, "first", 4.0)


@clause("charge-boys.morale.first-die")
def test_odds_of_a_first_shot_test() -> None:
    chances: dict[str, float] = {}
    for row, chance in exact("morale-first", **LINE):
        chances[row["result"]] = chances.get(row["result"], 0) + float(chance)
    assert chances == pytest.approx({"carry-on": 2 / 6, "halt": 1 / 6, "retire": 2 / 6, "disorder": 1 / 6})


# ---- re-tests


def retest(test: str, total: int, turn: int = 5, **more: Any) -> tuple[Any, ...]:
    found = outcome("retest-due", test=test, total=total, turn=turn, phase=6, **more)
    return only(found, "retest", "due_turn", "due_phase")


@clause("charge-boys.morale.retest-timing", 1)
@clause("charge-boys.morale.result-halt", 1)
@clause("charge-boys.morale.result-keep-testing", 1)
def test_when_a_unit_tests_again() -> None:
    assert retest("other", 2) == ("other", 6, 6)
    assert retest("other", 4, 3) == ("other", 4, 6)
    assert retest("first", 1) == ("first", 6, 6)
    assert retest("other", 5) == ("none", 0, 0)
    assert retest("other", 0) == ("rally", 6, 6)
    assert retest("first", 0) == ("general-joins", 0, 0)
    assert [retest("other", total)[0] for total in (1, 3, 2, 5)] == ["other", "other", "other", "none"]
    early = {"retest_timing": "turn-start"}
    assert retest("other", 2, options=early) == ("other", 6, 1)
    assert retest("other", 0, options=early) == ("rally", 6, 6)


@clause("charge-boys.morale.retest-timing")
def test_a_unit_that_retired_last_turn_re_tests_at_minus_one() -> None:
    assert outcome("morale-other", 5, start=20, strength=20, retired=True, **LINE)["modifier"] == -1


# ---- rout and rally


@clause("charge-boys.rout.general-stops", 1, 2)
def test_a_general_joins_a_routing_unit() -> None:
    stood = outcome("general-joins", 4, **LINE)
    assert only(stood, "modifier", "result", "routing", "disordered") == (0, "halt", False, True)
    green = outcome("general-joins", 3, quality="green", **LINE)
    assert only(green, "modifier", "total", "result", "retreat", "disordered") == (-1, 2, "retire", 6.0, True)
    again = outcome("general-joins", 1, 3, 4, quality="green", **LINE)
    assert only(again, "result", "retreat", "routing", "retest") == ("rout", 13.0, True, "general-joins")


def runs(routed_by: str, edge: float, *faces: int, **more: Any) -> tuple[Any, ...]:
    found = outcome("rout-move", *faces, routed_by=routed_by, distance_to_edge=edge, **(LINE | more))
    return only(found, "moved", "leaves_table", "tests_instead")


@clause("charge-boys.rout.first-continues", 1)
@clause("charge-boys.rout.other-retires", 1)
@clause("charge-boys.turn.compulsory-moves", 1)
@clause("charge-boys.rout.leaves-table")
def test_routing_units_run_on() -> None:
    assert runs("first", 20.0) == (6.0, False, False)
    assert runs("other", 20.0, formation="attack-column") == (8.0, False, False)
    assert runs("other", 6.01) == (6.0, True, False)
    assert runs("other", 6.02) == (6.0, False, False)
    assert runs("first", 3.0, general=True) == (0.0, False, True)
    assert runs("other", 3.0, general=True) == (3.0, True, False)
    assert runs("other", 20.0, 5, 4, rally_failed=True) == (15.0, False, False)


@clause("charge-boys.rout.other-rally", 1)
@clause("charge-boys.rout.leaves-table", 1)
@clause("charge-boys.rout.after-rally", 1)
def test_the_rally_test() -> None:
    veteran: dict[str, Any] = {"quality": "veteran", "start": 24, "strength": 20, "first_shot": "successful"}
    found = outcome("rally", 4, general=True, **veteran, **LINE)
    assert only(found, "modifier", "total", "result", "removed", "retest") == (0, 4, "halt", False, "other")
    removed = outcome("rally", 3, general=True, options={"failed_rally": "remove"}, **veteran, **LINE)
    assert removed["removed"] is True
    runs_on = outcome("rally", 3, general=True, **veteran, **LINE)
    assert only(runs_on, "result", "removed", "retest") == ("rout", False, "none")
    steady = outcome("rally", 5, general=True, **veteran, **LINE)
    assert only(steady, "result", "disordered", "retest") == ("carry-on", True, "none")
    assert retest("other", 4, 6) == ("other", 7, 6)


@clause("charge-boys.morale.reorder", 1)
def test_a_turn_at_the_halt_restores_order() -> None:
    assert outcome("reorder") == {"disordered": False}
    assert outcome("reorder", hits=5) == {"disordered": False}
    for busy in ("moved", "fired", "fought", "compelled", "routing"):
        assert outcome("reorder", **{busy: True}) == {"disordered": True}
    assert outcome("reorder", disordered_at_turn_start=False) == {"disordered": True}
    assert outcome("morale-other", 6, start=20, strength=20, disordered=True, **LINE)["modifier"] == -1


# ---- permissions


def may(**more: Any) -> dict[str, Any]:
    return outcome("permissions", **(LINE | more))


def freedom(**more: Any) -> tuple[Any, ...]:
    return only(may(**more), "move", "advance", "withdraw", "form", "charge", "fire")


@clause("charge-boys.orders.default")
@clause("charge-boys.morale.result-halt")
@clause("charge-boys.morale.result-retire")
@clause("charge-boys.morale.disordered-effect")
def test_what_each_state_leaves_open() -> None:
    assert freedom() == (True, True, True, True, True, "full")
    assert freedom(state="halted") == (False, False, False, False, False, "half")
    assert freedom(state="retired") == (True, False, True, True, False, "full")
    assert freedom(state="routing") == (False, False, False, False, False, "none")
    assert freedom(disordered=True) == (False, False, False, False, False, "half")
    mute = {"disordered_fire": "none"}
    assert freedom(disordered=True, options=mute) == (False, False, False, False, False, "none")
    assert freedom(moved=True) == (False, False, False, False, False, "full")


@clause("charge-boys.formation.full-turn-no-fire")
@clause("charge-boys.musketry.column-fire")
@clause("charge-boys.charge.not-skirmishers")
def test_what_formations_and_long_actions_leave_open() -> None:
    assert freedom(full_turn_action=True)[5] == "none"
    assert freedom(full_turn_action=True, options={"fire_after_full_turn": True})[5] == "full"
    assert freedom(formation="road-column")[4:] == (False, "none")
    assert freedom(arm="cavalry", formation="cavalry-column")[4:] == (True, "none")
    assert freedom(formation="garrison")[4:] == (False, "full")
    assert freedom(formation="skirmish")[4:] == (True, "full")
    assert freedom(weapon="none")[5] == "none"


@clause("charge-boys.musketry.no-fire-into-melee")
@clause("charge-boys.melee.draw")
def test_only_mounted_troops_leave_a_melee() -> None:
    assert freedom(locked=True) == (False, False, False, False, False, "none")
    assert freedom(locked=True, **HORSE) == (True, False, True, False, False, "none")
    assert freedom(locked=True, state="halted", **HORSE)[0] is False


@clause("charge-boys.artillery.moved-no-fire")
@clause("charge-boys.morale.result-halt-artillery")
@clause("charge-boys.formation.limber", 1)
def test_when_guns_may_fire() -> None:
    assert freedom(**GUNS)[4:] == (False, "full")
    assert freedom(moved=True, **GUNS)[5] == "none"
    assert freedom(moved=True, options={"gun_fire_after_manhandle": True}, **GUNS)[5] == "full"
    unlimbering = {"full_turn_action": True, "options": {"fire_after_full_turn": True}}
    assert freedom(**unlimbering, **GUNS)[5] == "none"
    assert freedom(arm="artillery", formation="limbered")[5] == "none"
    assert freedom(arm="artillery", formation="gunners")[3:] == (False, False, "none")
    assert freedom(state="halted", **GUNS)[5] == "none"
    assert freedom(state="retired", **GUNS)[5] == "full"


@clause("charge-boys.musketry.breech-twice")
@clause("charge-boys.musketry.mounted-fire")
def test_who_fires_twice() -> None:
    rifle = {"weapon": "breech-rifle"}
    assert may(**rifle)["second_volley"] is True
    assert may(state="halted", **rifle)["second_volley"] is True
    assert may(moved=True, **rifle)["second_volley"] is False
    assert may(full_turn_action=True, options={"fire_after_full_turn": True}, **rifle)["second_volley"] is False
    assert may()["second_volley"] is False
    assert may(weapon="breech-carbine", **HORSE)["second_volley"] is True
    assert may(weapon="breech-carbine", options={"mounted_fires_once": True}, **HORSE)["second_volley"] is False
    assert may(weapon="rifled-carbine", options={"all_carbines_fire_twice": True})["second_volley"] is True
    assert may(**GUNS)["second_volley"] is False


@clause("charge-boys.charge.evade-bonus")
def test_who_can_evade() -> None:
    loose: dict[str, Any] = {"formation": "skirmish"}
    assert may(**loose)["evade"] is True
    assert may(moved=True, **loose)["evade"] is True
    assert may(state="retired", **loose)["evade"] is True
    for state in ("halted", "routing"):
        assert may(state=state, **loose)["evade"] is False
    assert may(disordered=True, **loose)["evade"] is False
    assert may(locked=True, **loose)["evade"] is False
    assert may()["evade"] is False
