"""Charges up to contact: reach, evading, countercharges, and the chain from the declaration to contact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import pytest

from roundtop.rulebooks.charge_boys.charge.rule import greatest_reach
from tests.clauses import clause
from tests.rulebooks.charge_boys.page import exact, legs, only, outcome

LINE: Final[dict[str, Any]] = {"arm": "infantry", "formation": "line"}
COLUMN: Final[dict[str, Any]] = {"arm": "infantry", "formation": "attack-column"}
LOOSE: Final[dict[str, Any]] = {"arm": "infantry", "formation": "skirmish"}
HORSE: Final[dict[str, Any]] = {"arm": "cavalry", "formation": "cavalry-line"}
HORSE_COLUMN: Final[dict[str, Any]] = {"arm": "cavalry", "formation": "cavalry-column"}
GUNS: Final[dict[str, Any]] = {"arm": "artillery", "formation": "unlimbered"}


def rush(distance: float, *faces: int, way: list[dict[str, Any]] | None = None, **unit: Any) -> Any:
    path = legs(("open", distance)) if way is None else way
    return outcome("charge-move", *faces, distance=distance, path=path, **unit)


# ---- reach


@clause("charge-boys.charge.bonus-infantry", 1, 2)
@clause("charge-boys.charge.bonus-cavalry", 1, 2)
@clause("charge-boys.charge.not-skirmishers", 1)
def test_the_bonus_of_each_arm() -> None:
    assert rush(9.0, 4, **LINE)["reach"] == 10.0
    assert rush(9.0, 2, **COLUMN)["reach"] == 10.0
    assert rush(9.0, 3, 5, **HORSE)["reach"] == 17.0
    assert rush(9.0, 1, 1, **HORSE_COLUMN)["reach"] == 14.0
    assert only(rush(9.0, **LOOSE), "bonus", "reach", "contact") == (0, 10.0, True)


@clause("charge-boys.charge.declare", 1)
def test_how_far_a_charge_can_be_declared() -> None:
    no = {"legal": False, "clause": "charge-boys.charge.declare"}
    assert rush(12.5, **LINE) == no | {"cost": 12.5, "contact": False}
    reaches = {"line": 12.0, "attack-column": 14.0, "cavalry-line": 21.0, "cavalry-column": 24.0, "skirmish": 10.0}
    for formation, inches in reaches.items():
        assert greatest_reach(formation, formation.startswith("cavalry")) == inches
    assert rush(12.01, 6, **LINE)["contact"] is True
    assert rush(12.02, **LINE)["legal"] is False


@clause("charge-boys.terrain.compelled-moves", 1)
@clause("charge-boys.charge.declare")
def test_a_charge_pays_for_the_ground_and_crosses_no_hedge() -> None:
    walled = legs(("open", 3.0), "wall", ("open", 4.0))
    assert only(rush(7.0, 4, way=walled, **LINE), "reach", "cost", "contact") == (10.0, 10.0, True)
    assert rush(7.0, 3, way=walled, **LINE)["contact"] is False
    hedged = legs(("open", 5.0), "hedge", ("open", 2.0))
    assert rush(7.0, way=hedged, **LINE)["legal"] is False
    assert rush(5.0, 1, way=hedged, **LINE)["cost"] == 5.0


# ---- evading


@clause("charge-boys.charge.evade-bonus", 1, 2)
def test_skirmishers_evade() -> None:
    away = outcome("evade", 3, 5, distance=6.0, charger=LINE)
    assert only(away, "evade_move", "gap", "reach", "caught") == (13.0, 19.0, 11.0, False)
    ridden = outcome("evade", 1, 2, 3, distance=4.0, charger=HORSE_COLUMN)
    assert only(ridden, "gap", "reach", "caught") == (15.0, 17.0, True)
    loose = outcome("evade", 1, distance=0.0, charger=LOOSE)
    assert only(loose, "reach", "caught") == (10.0, False)


# ---- countercharge


@clause("charge-boys.charge.countercharge", 1)
def test_cavalry_meets_cavalry() -> None:
    line = {"formation": "cavalry-line"}
    met = outcome("countercharge", 2, 3, 3, 4, distance=20.0, charger=line, target=line)
    assert only(met, "charger_reach", "target_reach", "charger_moved", "gap") == (14.0, 16.0, 9.333, 0.0)
    missed = outcome("countercharge", 1, 1, 1, 1, distance=24.0, charger=line, target=line)
    assert only(missed, "contact", "charger_moved", "target_moved", "gap") == (False, 11.0, 11.0, 2.0)


# ---- the whole chain


def unit(figures: int, **more: Any) -> dict[str, Any]:
    return LINE | {"start": figures, "strength": figures} | more


def charged(distance: float, *faces: int, charger: Any = None, target: Any = None, **more: Any) -> dict[str, Any]:
    path = more.pop("path", legs(("open", distance)))
    ours = unit(24) if charger is None else charger
    theirs = unit(24) if target is None else target
    return outcome("charge", *faces, distance=distance, path=path, charger=ours, target=theirs, **more)


@clause("charge-boys.charge.sequence", 1)
def test_a_charge_that_goes_home() -> None:
    found = charged(9.0, 3, 6, 3)
    assert only(found, "charger_total", "charger_result", "target_total", "target_result") == (
        5,
        "carry-on",
        6,
        "carry-on",
    )
    assert only(found, "reach", "outcome", "moved", "gap", "retest") == (9.0, "contact", 9.0, 0.0, "none")


@clause("charge-boys.charge.sequence")
@pytest.mark.parametrize(
    ("faces", "result", "retreat", "test"),
    [((2,), "halt", 0.0, "other"), ((1,), "retire", 6.0, "other")],
)
def test_a_charger_that_balks(faces: tuple[int, ...], result: str, retreat: float, test: str) -> None:
    found = charged(9.0, *faces)
    assert only(found, "outcome", "charger_result", "retreat", "retest") == ("balked", result, retreat, test)
    assert only(found, "target_result", "moved", "gap") == (None, 0.0, 9.0)


@clause("charge-boys.charge.sequence")
def test_a_reach_too_short_stops_an_inch_away() -> None:
    found = charged(11.0, 3, 6, 4)
    assert only(found, "outcome", "moved", "gap", "target_fired") == ("short", 10.0, 1.0, False)
    near = charged(10.5, 3, 6, 4)
    assert only(near, "outcome", "moved", "gap") == ("short", 9.5, 1.0)
    wood = charged(9.0, 3, 6, 4, path=legs(("woods", 9.0)))
    assert only(wood, "outcome", "moved", "gap") == ("short", 5.0, 4.0)


@clause("charge-boys.charge.closing-fire", 1)
def test_closing_fire() -> None:
    men = unit(24, men=21)
    # The charger's test, the target's, the bonus; four dice at close range; nine saves; its first-shot and other test.
    found = charged(9.0, 3, 6, 3, 4, 2, 6, 1, *[5] * 9, 5, 5, target=men)
    assert only(found, "closing_dice", "closing_hits", "charger_killed", "outcome") == (4, 9, 0, "contact")
    assert only(found, "first_total", "other_total", "obeys") == (6, 8, "first")


@clause("charge-boys.charge.test-under-fire", 1)
@clause("charge-boys.charge.alignment")
def test_a_charger_shaken_by_closing_fire() -> None:
    ours = unit(30, first_shot="successful")
    theirs = unit(24, men=12, first_fire=True)
    # Two dice at close range with first fire: 6 + 1 = 7 hits; four of the saves fail.
    start = (2, 6, 3, 6, 1, 1, 1, 1, 1, 5, 5, 5)
    goes = charged(9.0, *start, 3, charger=ours, target=theirs)
    assert only(goes, "closing_hits", "charger_killed", "charger_strength") == (7, 4, 26)
    assert only(goes, "other_total", "obeys", "outcome") == (5, "other", "contact")
    stops = charged(9.0, *start, 2, charger=ours, target=theirs)
    assert only(stops, "outcome", "moved", "gap", "retest") == ("halt", 6.0, 3.0, "other")
    falls_back = charged(9.0, *start, 1, charger=ours, target=theirs)
    assert only(falls_back, "outcome", "gap", "retreat") == ("retire", 3.0, 6.0)
    near = charged(2.0, *start, 2, charger=ours, target=theirs)
    assert only(near, "outcome", "moved", "gap") == ("halt", 0.0, 2.0)


@clause("charge-boys.charge.test-under-fire")
def test_a_general_lost_to_closing_fire_calls_for_a_test() -> None:
    ours = unit(40, first_shot="successful", general=True, officers=1)
    theirs = unit(24, men=6)
    # One die: 3 hits of 40; the General is picked and not saved.
    found = charged(9.0, 3, 6, 3, 4, 6, 4, 5, 5, 1, 4, charger=ours, target=theirs)
    assert only(found, "charger_general_killed", "charger_killed", "other_total") == (True, 0, 6)
    spared = charged(9.0, 3, 6, 3, 4, 2, 5, 5, 5, charger=ours, target=theirs)
    assert only(spared, "obeys", "outcome") == (None, "contact")


@clause("charge-boys.charge.closing-fire")
@clause("charge-boys.artillery.hit-0-1")
def test_guns_fire_at_a_charge_without_a_miss_or_a_save() -> None:
    battery = GUNS | {"start": 9, "strength": 9, "crew": [4, 4]}
    ours = unit(30, first_shot="successful")
    found = charged(9.0, 3, 6, 3, 5, 6, 2, 1, 1, charger=ours, target=battery)
    assert only(found, "closing_dice", "closing_hits", "charger_killed") == (2, 11, 11)
    assert only(found, "other_total", "outcome", "retreat") == (1, "disorder", 2.0)
    halted = charged(9.0, 3, 5, 3, charger=ours, target=battery)
    assert only(halted, "target_result", "target_fired", "outcome") == ("halt", False, "contact")
    one_man = GUNS | {"start": 9, "strength": 3, "crew": [1, 1]}
    gone = charged(9.0, 3, 6, 1, 1, 3, charger=ours, target=one_man)
    assert only(gone, "target_total", "target_result") == (-1, "rout")


@clause("charge-boys.charge.closing-fire")
@pytest.mark.parametrize(
    ("more", "target"),
    [
        ({"closing_fire": False}, {}),
        ({"options": {"closing_fire": False}}, {}),
        ({"frontal": False}, {}),
        ({}, {"fired": True}),
        ({}, {"full_turn_action": True}),
        ({}, {"men": 2}),
        ({}, {"formation": "road-column"}),
    ],
)
def test_when_there_is_no_closing_fire(more: dict[str, Any], target: dict[str, Any]) -> None:
    found = charged(9.0, 3, 6, 3, target=unit(24, men=21) | target, **more)
    assert only(found, "target_fired", "outcome") == (False, "contact")


@clause("charge-boys.charge.closing-fire")
@clause("charge-boys.formation.full-turn-no-fire")
def test_closing_fire_of_halted_busy_and_loose_units() -> None:
    theirs = unit(24, men=21)
    halted = charged(9.0, 3, 4, 3, 1, 1, 6, target=theirs)
    assert only(halted, "target_result", "closing_dice", "closing_hits") == ("halt", 2, 0)
    busy = theirs | {"full_turn_action": True}
    fires = charged(9.0, 3, 6, 3, 1, 1, 1, 1, 6, target=busy, options={"fire_after_full_turn": True})
    assert fires["target_fired"] is True
    inside = unit(12, men=6, formation="skirmish", in_building=True)
    fires = charged(9.0, 3, 6, 3, 1, 6, target=inside, frontal=False)
    assert only(fires, "target_fired", "closing_dice") == (True, 1)


@clause("charge-boys.musketry.buck-use")
@clause("charge-boys.musketry.buck-rounds")
def test_closing_fire_with_buck_and_ball_while_there_is_some() -> None:
    theirs = unit(24, men=6, weapon="smoothbore-musket", buck_and_ball=True)
    buck = charged(9.0, 3, 6, 3, 2, 5, 5, 6, target=theirs)
    assert only(buck, "closing_hits", "charger_killed") == (2, 2)
    ball = charged(9.0, 3, 6, 3, 2, 5, 6, target=theirs | {"buck_rounds": 0})
    assert only(ball, "closing_hits", "charger_killed") == (1, 0)


@clause("charge-boys.charge.evade-bonus")
def test_skirmishers_before_a_charge() -> None:
    loose = unit(12, formation="skirmish", men=11)
    away = charged(6.0, 3, 3, 5, target=loose)
    assert only(away, "target_result", "target_retreat", "target_tested", "outcome") == ("evade", 13.0, False, "short")
    assert only(away, "moved", "gap") == (11.0, 8.0)
    held = charged(6.0, 3, 3, 3, target=loose | {"halted": True})
    assert only(held, "target_tested", "target_result") == (True, "retire")
    inside = charged(6.0, 3, 6, 3, 1, 6, target=loose | {"in_building": True, "men": 6})
    assert only(inside, "target_tested", "outcome") == (True, "contact")
    must = charged(6.0, 3, 3, 5, target=loose | {"stands": True})
    assert must["target_result"] == "evade"
    ours = unit(12, formation="skirmish")
    dares = charged(6.0, 4, 6, 1, 6, charger=ours, target=loose | {"stands": True, "men": 6})
    assert only(dares, "target_tested", "outcome") == (True, "contact")


@clause("charge-boys.melee.caught")
def test_a_target_caught_as_it_gives_way() -> None:
    horse = HORSE | {"start": 12, "strength": 12, "fighting": 9, "first_shot": "successful"}
    # It retires 6 in over open ground: 8 to cover, reach 16.
    found = charged(2.0, 3, 3, 3, 4, 2, 3, 5, 1, 1, charger=horse, target=unit(18, officers=1))
    assert only(found, "target_result", "outcome", "moved", "gap") == ("retire", "caught", 8.0, 0.0)
    assert only(found, "caught_modifier", "caught_dice", "target_killed", "target_strength") == (1, 2, 7, 11)
    assert found["target_rout"] == 8.0


@clause("charge-boys.melee.caught")
def test_a_routing_target_reached_is_gone() -> None:
    horse = HORSE | {"start": 12, "strength": 12, "fighting": 9, "first_shot": "successful"}
    found = charged(2.0, 3, 1, 1, 1, 6, 6, charger=horse, target=unit(18))
    assert only(found, "target_result", "outcome", "target_strength") == ("rout", "caught", 0)
    assert only(found, "caught_dice", "target_rout") == (None, None)


@clause("charge-boys.charge.declare")
@clause("charge-boys.charge.not-skirmishers")
@pytest.mark.parametrize(
    "more",
    [
        {"charger": unit(24, disordered=True)},
        {"charger": unit(24, formation="road-column")},
        {"charger": unit(24, arm="artillery", formation="gunners")},
        {"charger": unit(24, formation="skirmish")},
        {"charger": HORSE | {"start": 12, "strength": 12}, "target": unit(10, in_building=True)},
        {"distance": 12.5},
        {"path": legs(("open", 4.0), "hedge")},
    ],
)
def test_charges_that_may_not_be_declared(more: dict[str, Any]) -> None:
    given = {"distance": 9.0} | more
    found = charged(**given)
    nobody = {"target_tested": False, "target_fired": False, "charger_killed": 0, "charger_officers_killed": 0}
    still = {"charger_general_killed": False, "moved": 0.0, "gap": given["distance"], "retest": "none"}
    strength = given.get("charger", {}).get("strength", found["charger_strength"])
    no = {"legal": False, "clause": "charge-boys.charge.declare", "charger_strength": strength}
    assert found == no | nobody | still


@clause("charge-boys.morale.trigger-charged")
def test_a_charged_unit_that_does_not_test_by_house_rule() -> None:
    found = charged(9.0, 3, 3, options={"charged_units_test": False})
    assert only(found, "target_tested", "target_result", "outcome") == (False, "carry-on", "contact")


@clause("charge-boys.melee.supplement")
def test_a_charge_without_melee_by_house_rule() -> None:
    house = {"melee": "none"}
    found = charged(9.0, 3, 6, 3, options=house)
    assert only(found, "outcome", "moved", "gap") == ("repulsed", 6.0, 3.0)
    near = charged(2.0, 3, 6, 3, options=house)
    assert only(near, "moved", "gap") == (0.0, 2.0)
    caught = charged(2.0, 3, 3, 2, 1, 1, target=unit(18), options=house, charger=unit(24, fighting=12))
    assert only(caught, "outcome", "target_killed", "target_rout") == ("caught", 0, 8.0)


@clause("charge-boys.charge.sequence")
def test_odds_of_a_whole_charge() -> None:
    ours = unit(24, first_shot="successful", officers=1)
    theirs = unit(24, men=12)
    rows = exact("charge", distance=6.0, path=[], charger=ours, target=theirs)
    # Modifier +3: it goes in on 2 or more; the target, at 0, stands on 4, 5 and 6.
    assert sum([chance for row, chance in rows if row["outcome"] == "balked"]) == Fraction(1, 6)
    stands = sum([chance for row, chance in rows if row.get("target_result") in ("carry-on", "halt")])
    assert stands == Fraction(5, 6) * Fraction(1, 2)
    assert all(row["outcome"] != "contact" or row["gap"] == 0 for row, _ in rows)
