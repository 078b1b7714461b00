"""Charges: who may declare one, and who must test first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from roundtop.rulebooks.skirmish.charge.rule import Charge, charge_refusal, must_test
from roundtop.rulebooks.skirmish.tables import majority, rank
from tests.clauses import clause

CHARGE = Charge(path_cost=9.0, quality="regular", able=6, arm="foot", target_quality="regular", target_able=6)


@clause("skirmish.movement.charge-declaration", 1)
def test_out_of_reach_no_charge_is_declared() -> None:
    out = "skirmish.movement.charge-declaration"
    assert charge_refusal(replace(CHARGE, path_cost=14.0)) == out
    assert charge_refusal(replace(CHARGE, path_cost=12.01)) == ""
    assert charge_refusal(replace(CHARGE, path_cost=12.02)) == out
    assert charge_refusal(replace(CHARGE, in_sight=False)) == out


@clause("skirmish.movement.charge-move", 1)
def test_a_charge_is_an_ordinary_move() -> None:
    riders = replace(CHARGE, arm="mounted")
    assert charge_refusal(replace(riders, path_cost=6.0 + 17.0)) == ""
    assert charge_refusal(replace(riders, path_cost=24.02)) == "skirmish.movement.charge-declaration"


@pytest.mark.parametrize(
    ("state", "clause_id"),
    [
        ("no-advance", "skirmish.morale.no-advance-terms"),
        ("fall-back", "skirmish.morale.no-advance-terms"),
        ("break", "skirmish.morale.break-terms"),
        ("break-no-rally", "skirmish.morale.break-terms"),
    ],
)
@clause("skirmish.movement.charge-declaration")
def test_a_shaken_group_does_not_charge(state: str, clause_id: str) -> None:
    assert charge_refusal(replace(CHARGE, state=state, in_sight=False)) == clause_id


@clause("skirmish.morale.charge-comparison", 1, 2)
def test_numbers_and_class_are_compared() -> None:
    assert must_test("regular", 6, "regular", 7)
    assert not must_test("veteran", 6, "regular", 6)
    assert not must_test("regular", 6, "regular", 6)
    assert must_test("regular", 9, "veteran", 3)


@clause("skirmish.morale.trigger-charging", 1)
def test_four_regulars_test_before_charging_nine_greens() -> None:
    assert must_test("regular", 4, "green", 9)


@clause("skirmish.setup.class-order", 1, 2)
def test_better_class() -> None:
    assert must_test("regular", 6, "veteran", 6)
    mixed = majority({"regular": 7, "elite": 1})
    assert rank(mixed) < rank("veteran")
    assert not must_test("veteran", 8, mixed, 8)
