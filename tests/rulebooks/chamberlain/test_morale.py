"""Fatigue, rally, and the morale of an army."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.chamberlain.morale.rule import break_point
from roundtop.rulebooks.chamberlain.options import Settings
from tests.clauses import clause
from tests.rulebooks.chamberlain.asked import Outcome, asked


def status(elan: int, fatigue: int, unit: dict[str, Any] | None = None, **options: Any) -> Outcome:
    return asked("fatigue-status", unit={"elan": elan, "fatigue": fatigue} | (unit or {}), options=options)


@clause("chamberlain.fatigue.effect", 1)
@clause("chamberlain.fatigue.fresh", 1)
def test_each_fatigue_costs_one_elan() -> None:
    assert status(6, 2)["current_elan"] == 4
    assert status(6, 0)["status"] == "fresh"
    assert status(6, 1)["status"] == "worn"


@clause("chamberlain.fatigue.fatigued", 1)
@pytest.mark.parametrize(("elan", "last_fit"), [(9, 5), (8, 5), (7, 4), (6, 4), (5, 3), (4, 3), (3, 2)])
def test_fatigued_at_half(elan: int, last_fit: int) -> None:
    assert status(elan, elan - last_fit)["status"] in ("worn", "fresh")
    assert status(elan, elan - last_fit + 1)["status"] == "fatigued"


@clause("chamberlain.fatigue.fatigued")
def test_fatigued_below_half_by_house_rule() -> None:
    assert status(6, 3, fatigue_fatigued_at="below-half")["status"] == "worn"
    assert status(6, 4, fatigue_fatigued_at="below-half")["status"] == "fatigued"
    assert status(7, 4, fatigue_fatigued_at="below-half")["status"] == "fatigued"


@clause("chamberlain.fatigue.broken", 1)
def test_broken_at_nought() -> None:
    assert status(5, 5) == {"current_elan": 0, "status": "broken", "may_charge": False}
    assert status(5, 4)["status"] == "fatigued"
    assert status(5, 7)["current_elan"] == 0


@clause("chamberlain.move.charge-not-fatigued", 1, 2)
def test_the_fatigued_do_not_charge() -> None:
    assert status(6, 2)["may_charge"]
    assert not status(6, 3)["may_charge"]


@clause("chamberlain.move.charge-not-fatigued")
def test_who_is_barred_from_charging_by_house_rule() -> None:
    assert not status(6, 1, charge_bar="any-fatigue")["may_charge"]
    assert status(6, 0, charge_bar="any-fatigue")["may_charge"]
    assert status(6, 3, charge_bar="mounted-only")["may_charge"]
    assert not status(6, 3, {"arm": "cavalry"}, charge_bar="mounted-only")["may_charge"]
    assert status(6, 3, {"arm": "cavalry", "mounted": False}, charge_bar="mounted-only")["may_charge"]


# ---- rally


def rallied(fatigue: int, *faces: int, enemy: float = 9.0, activated: bool = True, **unit: Any) -> Outcome:
    given = {"arm": "infantry", "elan": 7, "fatigue": fatigue} | unit
    return asked("rally", *faces, unit=given, activated=activated, nearest_enemy_bw=enemy)


@clause("chamberlain.rally.roll", 1)
@clause("chamberlain.rally.remove-one", 1)
@clause("chamberlain.rally.counts-as-moved", 1)
def test_three_or_more_rallies() -> None:
    assert rallied(3, 3)["success"]
    failed = rallied(3, 2)
    assert (failed["success"], failed["fatigue"], failed["moved"]) == (False, 3, True)
    assert rallied(3, 5)["fatigue"] == 2


@clause("chamberlain.rally.distance", 1)
def test_not_with_an_enemy_near() -> None:
    assert rallied(3, enemy=2.0)["clause"] == "chamberlain.rally.distance"
    assert rallied(3, enemy=2.0, officer=["I"])["clause"] == "chamberlain.rally.distance"
    assert rallied(3, 3, enemy=2.2)["legal"]


@clause("chamberlain.rally.activated", 1)
def test_only_the_activated() -> None:
    found = rallied(3, activated=False)
    assert (found["clause"], found["moved"], found["fatigue"]) == ("chamberlain.rally.activated", False, 3)


@clause("chamberlain.rally.not-to-fresh", 1)
def test_the_last_fatigue_stays() -> None:
    assert rallied(2, 6)["fatigue"] == 1
    assert rallied(1)["clause"] == "chamberlain.rally.not-to-fresh"
    assert rallied(0)["clause"] == "chamberlain.rally.not-to-fresh"


@clause("chamberlain.fatigue.artillery")
def test_guns_never_rally() -> None:
    assert rallied(0, arm="artillery", ammo=3)["clause"] == "chamberlain.fatigue.artillery"


@clause("chamberlain.trait.hero", 1)
@clause("chamberlain.trait.hero-risk", 1, 2)
def test_a_hero_rallies_in_the_enemys_face_at_his_own_risk() -> None:
    survived = rallied(3, 2, 4, enemy=1.5, officer=["H"])
    assert (survived["officer_killed"], survived["fatigue"]) == (False, 2)
    killed = rallied(3, 6, 3, enemy=1.9, officer=["H"])
    assert (killed["at_risk_rolled"], killed["officer_killed"], killed["fatigue"]) == (True, True, 2)
    assert not rallied(3, 3, enemy=2.5, officer=["H"])["at_risk_rolled"]


# ---- armies


@clause("chamberlain.status.morale", 1, 2, 3)
@clause("chamberlain.move.retire-effect", 1)
def test_an_army_breaks_at_two_fifths() -> None:
    assert asked("army-morale", starting_units=12)["break_point"] == 5
    assert asked("army-morale", starting_units=20)["break_point"] == 8
    assert not asked("army-morale", starting_units=12, broken_units=4, retired_units=2)["army_broken"]
    assert asked("army-morale", starting_units=12, broken_units=5)["army_broken"]
    retired = asked("army-morale", starting_units=15, broken_units=5, retired_units=3)
    assert retired == {"break_point": 6, "army_broken": False}


@clause("chamberlain.status.morale")
def test_other_break_points_by_house_rule() -> None:
    points = [break_point(13, Settings(victory_break_fraction=share)) for share in ("1/3", "2/5", "1/2")]
    assert points == [5, 6, 7]
