"""Morale: figures falling with stands, every occasion of a test and its result, rally, and the loser's test."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Scripted
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.morale.rule import Check, Nerve, Regiment, basic, nerve
from roundtop.rulebooks.order_cards.options import LEDGER, Settings
from roundtop.umpire import UmpireError
from tests.clauses import clause
from tests.rulebooks.order_cards.umpired import exact, outcome, rule


def check(kind: str, *dice: str, **more: Any) -> dict[str, Any]:
    """A test of a whole regular regiment of six stands."""
    unit = {"arm": "infantry", "grade": 70, "starting_stands": 6} | more
    return outcome("morale", *dice, kind=kind, **unit)


def under_fire(*dice: str, **more: Any) -> dict[str, Any]:
    return check("fire", *dice, **({"boxes_now": 1} | more))


def fate(found: dict[str, Any]) -> tuple[bool, str, int]:
    return found["passed"], found["state_after"], found["boxes_from_morale"]


# ---- rosters and basic figures


@clause("order-cards.setup.roster-boxes", 1, 2)
def test_stands_left_by_the_boxes() -> None:
    assert tables.stands_left(6, 3, 4) == 6
    assert tables.stands_left(6, 5, 4) == 5
    assert tables.stands_left(5, 5, 3) == 4
    assert [tables.stands_left(2, circled, 4) for circled in (0, 3, 4, 7, 8, 9)] == [2, 2, 1, 1, 0, 0]
    found = under_fire("d100:01", circled_before=3, boxes_now=2)
    assert (found["stands_before"], found["stands_after_fire"]) == (6, 5)
    horse = under_fire("d100:01", arm="cavalry", starting_stands=5, boxes_now=5)
    assert (horse["stands_after"], horse["circled_after"]) == (4, 5)
    thin = under_fire("d100:01", boxes_now=5, options={"boxes_infantry": 2})
    assert thin["stands_after"] == 4


@pytest.mark.parametrize(("arm", "option"), [("infantry", 4), ("cavalry", 3), ("artillery", 4), ("wagon", 4)])
def test_boxes_of_each_arm_are_an_option(arm: str, option: int) -> None:
    assert tables.boxes_per_stand(arm, Settings()) == option
    assert tables.boxes_per_stand(arm, Settings(**{f"boxes_{arm}": 7})) == 7  # type: ignore[arg-type]


@clause("order-cards.setup.morale-grade", 1)
def test_a_regular_regiment_passes_on_seventy() -> None:
    assert under_fire("d100:70")["passed"]
    assert not under_fire("d100:71")["passed"]


@clause("order-cards.morale.stand-loss-decrease", 1, 2)
def test_basic_morale_falls_with_each_stand() -> None:
    assert basic(70, 2) == 50
    assert basic(50, 5) == 10
    assert basic(50, 4) == 10
    assert basic(50, 3) == 20
    assert basic(70, 2, Settings(morale_step=5)) == 60
    assert basic(50, 5, Settings(morale_floor=25)) == 25
    assert basic(5, 3, Settings()) == 5
    house = {"morale_step": 20, "morale_floor": 40}
    assert under_fire("d100:01", circled_before=3, options=house)["value"] == 50
    assert under_fire("d100:01", circled_before=11, options=house)["value"] == 40


@clause("order-cards.morale.level-lost", 1)
def test_a_stand_lost_is_tested_at_the_lower_figure_once() -> None:
    found = under_fire("d100:64", circled_before=3)
    assert (found["value"], found["passed"], found["further_check"]) == (60, False, False)


# ---- the value


@clause("order-cards.morale.procedure", 1, 2)
def test_the_value_to_roll() -> None:
    found = under_fire("d100:80", grade=80, disordered=True, cover=["wall"])
    assert (found["value"], found["passed"]) == (80, True)
    led = {"officer_rank": "cinc", "officer_rating": 30}
    assert under_fire("d100:98", **led)["value"] == 100
    assert under_fire("d100:98", **led)["passed"]
    assert under_fire("d100:99", **led)["passed"]
    assert not under_fire("d100:00", **led)["passed"]


@clause("order-cards.morale.modifiers", 1)
def test_modifiers_are_the_ledgers_table() -> None:
    rows = {row["row"]: row["add"] for row in LEDGER.clause("order-cards.morale.modifiers").rows}
    for cover, row in (
        ("wall", "behind-wall"),
        ("earthworks", "in-entrenchment"),
        ("defence-barrier", "behind-defence-barrier"),
    ):
        assert under_fire("d100:01", cover=[cover])["value"] == 70 + rows[row]
    assert under_fire("d100:01", disordered=True)["value"] == 70 + rows["in-disorder"]
    for cover in ("fence-or-bush", "woods", "orchard"):
        assert under_fire("d100:01", cover=[cover])["value"] == 70
    assert under_fire("d100:01", cover=["wall", "earthworks", "defence-barrier"])["value"] == 90
    assert under_fire("d100:01", cover=["built-up"])["value"] == 80
    green = under_fire(
        "d100:70",
        grade=50,
        cover=["earthworks"],
        disordered=True,
        officer_rank="brigade",
        officer_rating=10,
    )
    assert (green["value"], green["passed"]) == (70, True)


@clause("order-cards.officer.fire-morale", 1)
def test_an_officer_makes_up_for_disorder() -> None:
    assert under_fire("d100:70", disordered=True, officer_rank="brigade", officer_rating=10)["value"] == 70


# ---- after fire


@clause("order-cards.morale.when", 1)
def test_every_attack_is_a_check_and_none_without_a_box() -> None:
    once = under_fire("d100:71", in_cover=True)
    assert once["state_after"] == "head-down"
    again = under_fire("d100:71", circled_before=1, state=once["state_after"])
    assert (again["state_after"], again["boxes_from_morale"]) == ("routing", 2)
    nothing = under_fire(boxes_now=0)
    assert (nothing["test_required"], nothing["state_after"]) == (False, "steady")
    assert rule("morale", kind="fire", arm="infantry", grade=70, starting_stands=6, boxes_now=0).rolls == ()


@clause("order-cards.morale.fire-check-failed", 1, 2, 3)
@clause("order-cards.morale.head-down-state")
def test_failing_after_fire() -> None:
    assert fate(under_fire("d100:71")) == (False, "head-down", 0)
    assert fate(under_fire("d100:90", state="head-down")) == (False, "routing", 2)
    assert fate(under_fire("d100:36", state="routing", disordered=True)) == (False, "routing", 4)
    assert fate(under_fire("d100:35", state="routing", disordered=True)) == (True, "routing", 0)
    assert fate(under_fire("d100:70", state="head-down")) == (True, "head-down", 0)


def test_head_down_out_of_cover_is_disorder() -> None:
    assert under_fire("d100:71")["disordered_after"]
    assert not under_fire("d100:71", in_cover=True)["disordered_after"]
    assert not under_fire("d100:81", cover=["wall"])["disordered_after"]
    assert under_fire("d100:71", cover=["orchard"])["disordered_after"]
    assert under_fire("d100:81", cover=["wall"], in_cover=False)["disordered_after"]
    assert under_fire("d100:70", disordered=False)["disordered_after"] is False
    assert under_fire("d100:90", state="head-down", in_cover=True)["disordered_after"]


@clause("order-cards.morale.double-zero", 1, 2)
def test_00_always_breaks_a_unit() -> None:
    led = {"officer_rank": "cinc", "officer_rating": 30}
    assert fate(under_fire("d100:00", grade=80, **led)) == (False, "routing", 4)
    routing = under_fire("d100:00", circled_before=14, boxes_now=1, state="routing")
    assert (24 - routing["circled_after"], routing["state_after"]) == (5, "routing")
    for kind in ("interpenetration", "retreat-through", "voluntary-disorder"):
        assert fate(check(kind, "d100:00")) == (False, "routing", 4)
    assert fate(check("formation-change", "d100:00", enemy_range=5)) == (False, "routing", 4)


def test_boxes_never_exceed_the_roster() -> None:
    found = under_fire("d100:00", circled_before=21, boxes_now=1)
    assert (found["boxes_from_morale"], found["circled_after"], found["stands_after"]) == (4, 24, 0)
    assert found["state_after"] == "destroyed"
    gone = under_fire(circled_before=22, boxes_now=3)
    assert (gone["test_required"], gone["state_after"], gone["circled_after"]) == (False, "destroyed", 24)
    with pytest.raises(UmpireError, match="circled_before: 24 cannot be; it is from 0 to 23"):
        under_fire(circled_before=24)


@clause("order-cards.officer.fire-double", 1, 2)
def test_a_double_kills_the_officer_who_helped() -> None:
    led = {"officer_rank": "brigade", "officer_rating": 10}
    found = under_fire("d100:66", **led)
    assert (found["value"], found["passed"], found["officer_result"], found["officer_out"]) == (
        80,
        True,
        "killed",
        True,
    )
    found = under_fire("d100:00", **led)
    assert fate(found) == (False, "routing", 4)
    assert found["officer_result"] == "killed"
    assert under_fire("d100:67", **led)["officer_result"] == "unharmed"
    assert under_fire("d100:66")["officer_result"] == "none"
    assert check("voluntary-disorder", "d100:66", **led)["officer_result"] == "unharmed"


@clause("order-cards.officer.fire-double-optional", 1)
def test_or_wounds_him_by_the_option() -> None:
    led = {"officer_rank": "brigade", "officer_rating": 10, "options": {"officer_wounds": True}}
    found = under_fire("d100:44", "d100:60", **led)
    assert (found["officer_result"], found["officer_out"]) == ("light wound", True)
    found = under_fire("d100:44", "d100:95", "d100:40", minor_wounds=1, **led)
    assert (found["officer_result"], found["officer_out"]) == ("serious wound", True)
    assert under_fire("d100:45", **led)["officer_result"] == "unharmed"


# ---- other occasions


@clause("order-cards.move.interpenetration", 1)
def test_a_formed_unit_passed_through() -> None:
    assert check("interpenetration", "d100:80", cover=["wall"])["disordered_after"] is False
    found = check("interpenetration", "d100:81", cover=["wall"])
    assert (found["value"], found["state_after"], found["disordered_after"]) == (80, "steady", True)
    led = {"officer_rank": "cinc", "officer_rating": 30}
    assert check("interpenetration", "d100:71", **led)["value"] == 70
    assert not check("interpenetration", disordered=True)["test_required"]


@clause("order-cards.melee.retreat-through-friends", 1, 2)
def test_fugitives_passing_through() -> None:
    assert fate(check("retreat-through", "d100:75")) == (False, "head-down", 0)
    assert fate(check("retreat-through", "d100:70")) == (True, "steady", 0)
    led = {"officer_rank": "brigade", "officer_rating": 10}
    assert check("retreat-through", "d100:80", **led)["passed"]
    for state in ("head-down", "routing"):
        assert not check("retreat-through", state=state)["test_required"]


@clause("order-cards.formation.change-in-musket-range", 1)
def test_changing_formation_under_muskets() -> None:
    led = {"officer_rank": "brigade", "officer_rating": 10}
    found = check("formation-change", "d100:61", grade=50, enemy_range=9, **led)
    assert (found["value"], found["disordered_after"], found["formation_changed"]) == (60, True, False)
    assert check("formation-change", "d100:60", grade=50, enemy_range=10, **led)["formation_changed"]
    for free in ({"enemy_range": 10.02}, {}, {"enemy_range": 9, "enemy_in_sight": False}):
        found = check("formation-change", **free)
        assert (found["test_required"], found["formation_changed"]) == (False, True)


@clause("order-cards.formation.voluntary-disorder", 1, 2)
@clause("order-cards.morale.rout-no-pass-losses", 1)
def test_going_into_disorder_by_choice() -> None:
    found = check("voluntary-disorder", "d100:45")
    assert (found["state_after"], found["disordered_after"]) == ("steady", True)
    for die in ("d100:85", "d100:99"):
        found = check("voluntary-disorder", die)
        assert (found["state_after"], found["circled_after"]) == ("routing", 0)


# ---- guns


@clause("order-cards.melee.unlimbered-artillery-loses")
def test_a_battery_that_routs_leaves_its_guns() -> None:
    guns = {"arm": "artillery", "starting_stands": 3, "state": "head-down"}
    found = under_fire("d100:71", **guns, circled_before=3)
    assert (found["state_after"], found["guns_abandoned"], found["stands_after"]) == ("destroyed", 2, 0)
    limbered = under_fire("d100:71", **guns, limbered=True, circled_before=3)
    assert (limbered["state_after"], limbered["guns_abandoned"], limbered["circled_after"]) == ("routing", 0, 6)
    down = under_fire("d100:71", arm="artillery", starting_stands=3)
    assert (down["state_after"], down["guns_abandoned"]) == ("head-down", 0)


# ---- rally


def rally(*dice: str, **more: Any) -> dict[str, Any]:
    return outcome("rally", *dice, **({"arm": "infantry", "grade": 70, "starting_stands": 6} | more))


@clause("order-cards.rally.head-down", 1)
@clause("order-cards.rally.card")
def test_a_head_down_unit_rallies_or_breaks() -> None:
    down = {"state": "head-down", "disordered": True}
    found = rally("d100:60", **down)
    assert (found["value"], found["passed"], found["state_after"], found["disordered_after"]) == (
        60,
        True,
        "steady",
        True,
    )
    assert fate(rally("d100:61", **down)) == (False, "routing", 2)
    assert not rally("d100:60", state="head-down")["disordered_after"]
    assert fate(rally("d100:00", **down)) == (False, "routing", 4)


@clause("order-cards.rally.routing", 1, 2)
def test_a_routing_unit_rallies_at_half() -> None:
    run = {"state": "routing", "disordered": True}
    found = rally("d100:35", grade=80, circled_before=4, **run)
    assert (found["value"], found["state_after"], found["disordered_after"]) == (35, "steady", True)
    led = {"officer_rank": "division", "officer_rating": 20}
    found = rally("d100:41", "d100:41", grade=50, circled_before=4, **run, **led)
    assert (found["value"], found["boxes_from_morale"], found["officer_routs"]) == (40, 4, False)
    assert rally("d100:45", **run, cover=["wall"])["value"] == 45


@clause("order-cards.rally.officer-bonus", 1)
def test_an_officer_helps_to_rally_and_fears_no_double() -> None:
    led = {"officer_rank": "cinc", "officer_rating": 30}
    found = rally("d100:65", state="routing", **led)
    assert (found["value"], found["passed"], found["officer_result"]) == (65, True, "unharmed")
    assert rally("d100:44", state="routing", **led)["officer_result"] == "unharmed"
    assert rally("d100:30", state="routing")["officer_result"] == "none"


@clause("order-cards.rally.officer-routs", 1)
@pytest.mark.parametrize(("rating", "rank", "last"), [(10, "brigade", 20), (20, "division", 40), (30, "cinc", 60)])
def test_an_officer_may_be_swept_along(rating: int, rank: str, last: int) -> None:
    led = {"officer_rank": rank, "officer_rating": rating, "state": "head-down"}
    assert rally("d100:99", f"d100:{last}", grade=50, **led)["officer_routs"]
    assert not rally("d100:99", f"d100:{last + 1}", grade=50, **led)["officer_routs"]
    assert not rally("d100:99", "d100:00", grade=50, **led)["officer_routs"]


def test_no_die_for_the_officer_of_a_unit_that_is_gone() -> None:
    led = {"officer_rank": "brigade", "officer_rating": 10, "state": "routing"}
    found = rally("d100:99", circled_before=20, **led)
    assert (found["state_after"], found["officer_routs"], found["stands_after"]) == ("destroyed", False, 0)


@clause("order-cards.rally.disordered-near-officer")
def test_a_rallied_unit_near_an_officer_may_form_up() -> None:
    led = {"officer_rank": "brigade", "officer_rating": 10}
    assert rally("d100:10", state="routing", **led)["may_form_up_free"]
    assert not rally("d100:10", state="routing")["may_form_up_free"]
    assert not rally("d100:10", state="head-down", **led)["may_form_up_free"]
    assert rally("d100:10", state="head-down", disordered=True, **led)["may_form_up_free"]


# ---- the loser of a melee


def beaten(*dice: str, **more: Any) -> dict[str, Any]:
    return outcome("melee-morale", *dice, **({"arm": "infantry", "grade": 70, "starting_stands": 6} | more))


@clause("order-cards.melee.morale-ok", 1)
@clause("order-cards.melee.morale-head-down", 1)
@clause("order-cards.melee.morale-rout", 1, 2)
@pytest.mark.parametrize(
    ("die", "state", "boxes"),
    [
        ("01", "steady", 0),
        ("30", "steady", 0),
        ("31", "head-down", 0),
        ("60", "head-down", 0),
        ("61", "routing", 2),
        ("99", "routing", 2),
        ("00", "routing", 4),
    ],
)
def test_the_loser_tests(die: str, state: str, boxes: int) -> None:
    found = beaten(f"d100:{die}", circled_before=4, disordered=True)
    assert (found["value"], found["half"]) == (60, 30)
    assert (found["state_after"], found["boxes_from_morale"], found["disordered_after"]) == (state, boxes, True)


@clause("order-cards.melee.half-rounding", 1)
def test_half_is_rounded_up() -> None:
    assert tables.half_up(75) == 38
    assert beaten("d100:38", grade=75)["state_after"] == "steady"
    assert beaten("d100:39", grade=75)["state_after"] == "head-down"
    assert rally("d100:38", grade=75, state="routing")["passed"]


@clause("order-cards.melee.unlimbered-artillery-loses", 1)
def test_an_unlimbered_battery_tests_where_it_stands() -> None:
    guns = {"arm": "artillery", "starting_stands": 3}
    found = beaten("d100:40", **guns)
    assert (found["value"], found["state_after"], found["limbered_after"], found["retreat_inches"]) == (
        70,
        "head-down",
        True,
        14,
    )
    found = beaten("d100:75", **guns)
    assert (found["state_after"], found["guns_abandoned"], found["retreat_inches"]) == ("destroyed", 3, 0)
    assert not found["disordered_after"]
    moving = beaten("d100:75", **guns, limbered=True)
    assert (moving["state_after"], moving["guns_abandoned"]) == ("routing", 0)
    assert "retreat_inches" not in moving


def test_a_double_does_not_hurt_an_officer_after_a_melee() -> None:
    assert beaten("d100:44", officer_rank="brigade", officer_rating=10)["value"] == 80


# ---- odds


def chances(check: Check) -> Odds[Nerve]:
    return fold((lambda _, dice: nerve(check, dice),), Nerve(False, 0, check.unit))


@given(
    grade=st.sampled_from([50, 70, 80]),
    circled=st.integers(0, 20),
    state=st.sampled_from(["steady", "head-down", "routing"]),
    disordered=st.booleans(),
    officer=st.sampled_from([0, 10, 30]),
)
def test_odds_of_a_check_are_its_value(grade: int, circled: int, state: str, disordered: bool, officer: int) -> None:
    unit = Regiment(grade=grade, circled=circled, state=state, disordered=disordered)
    test = Check("fire", unit, officer=morale_rule.Officer("brigade", officer))
    odds = chances(test)
    value = morale_rule.check_value(test)
    assert odds.where(lambda one: one.passed) == Fraction(max(0, min(99, value)), 100)
    assert odds.where(lambda one: one.officer == "killed") == (Fraction(1, 10) if officer else 0)
    assert mapped(odds, lambda one: one.unit.circled >= circled).chance(True) == 1


@given(face=st.integers(1, 100), value=st.integers(0, 120))
def test_the_die_read_whole_and_in_bands_say_the_same(face: int, value: int) -> None:
    unit = Regiment(grade=50)
    plain = Check("fire", unit, officer=morale_rule.NOBODY)
    led = Check("fire", unit, officer=morale_rule.Officer("brigade", 10))
    die = [f"d100:{face % 100:02d}"]
    assert morale_rule.verdict(face, value) == (2 if face == 100 else int(face > value))
    alone = nerve(plain, Scripted(die)).passed
    with_him = nerve(led, Scripted(die)).passed
    assert alone == (face <= 50)
    assert with_him == (face <= 60)


def test_odds_of_the_umpire_for_a_rally() -> None:
    led = {"officer_rank": "brigade", "officer_rating": 10}
    found = exact("rally", arm="infantry", grade=70, starting_stands=6, state="routing", **led)
    swept = [chance for key, chance in found.items() if "'officer_routs': True" in key]
    assert swept == [Fraction(55, 100) * Fraction(20, 100)]


@clause("order-cards.melee.morale-ok", 2)
def test_losing_a_melee_does_not_raise_a_head() -> None:
    for roll, state in ((35, "head-down"), (70, "head-down"), (71, "routing")):
        found = outcome("melee-morale", f"d100:{roll}", arm="infantry", grade=70, starting_stands=6, head_down=True)
        assert (found["state_after"], found["disordered_after"]) == (state, True)
    steady = outcome("melee-morale", "d100:35", arm="infantry", grade=70, starting_stands=6)
    assert steady["state_after"] == "steady"
