"""Commanders, initiative, goes, orders and what an order lets a unit do."""

from __future__ import annotations

from fractions import Fraction
from math import radians, sin

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.dice.exact import Odds, fold
from roundtop.dice.questions import DiceError
from roundtop.dice.sources import Dice, Scripted
from roundtop.rulebooks.infantry_action.command.rule import (
    HISTORICAL,
    first_to_place,
    go_refusal,
    goes,
    initiative,
    order_refusal,
    rating,
    rating_of,
)
from roundtop.rulebooks.infantry_action.field import ORDERS
from roundtop.rulebooks.infantry_action.movement.rule import ALLOWANCE_IN, Step, step_refusal
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings
from tests.clauses import clause

KEEPS = Settings(initiative_tie="holder-keeps")
MOVEMENT = "infantry-action.movement."


# ---- commanders


@pytest.mark.parametrize(
    ("faces", "units"),
    [
        pytest.param((4, 5), 2, marks=clause("infantry-action.setup.cinc-choice", 1)),
        pytest.param((6, 4), 3, marks=clause("infantry-action.setup.cinc-brilliant", 1)),
        pytest.param((1, 6), 2, marks=clause("infantry-action.setup.cinc-average", 1)),
        pytest.param((3, 3), 1, marks=clause("infantry-action.setup.cinc-poor", 1)),
        ((6, 6), 3),
        ((1, 1), 1),
    ],
)
def test_rating_by_two_dice(faces: tuple[int, int], units: int) -> None:
    dice = Scripted([f"d6:{face}" for face in faces])
    assert rating(dice, "union") == units
    dice.finish()
    assert dice.rolls[0].by == "union"


def test_bands_of_the_rating_meet_without_a_gap() -> None:
    assert [rating_of(total) for total in range(2, 13)] == [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3]


@clause("infantry-action.setup.cinc-poor", 2)
def test_chances_of_a_rating() -> None:
    odds: Odds[int] = fold((lambda _, dice: rating(dice, ""),), 0)
    assert [odds.chance(units) for units in (3, 2, 1)] == [Fraction(6, 36), Fraction(15, 36), Fraction(15, 36)]
    theirs = (2 @ icepool.d6).map(lambda total: 3 if total >= 10 else 2 if total >= 7 else 1)
    assert all(odds.chance(units) == theirs.probability(units) for units in (1, 2, 3))


@clause("infantry-action.setup.cinc-choice", 2)
def test_historical_commander_brings_his_rating() -> None:
    assert HISTORICAL == {"poor": 1, "average": 2, "good": 2, "excellent": 3}


# ---- initiative


def throw(*faces: int, holder: str = "", settings: Settings = PRINTED) -> str:
    dice = Scripted([f"d6:{face}" for face in faces])
    side = initiative(("union", "confederate"), holder, settings, dice)
    dice.finish()
    return side


@clause("infantry-action.turn.initiative-step", 1)
@clause("infantry-action.initiative.roll", 1)
def test_higher_throw_has_the_initiative() -> None:
    assert throw(1, 2) == "confederate"
    assert throw(5, 2) == "union"


@clause("infantry-action.initiative.tie", 1)
def test_equal_throws_are_thrown_again() -> None:
    assert throw(4, 4, 1, 3) == "confederate"
    assert throw(4, 4, 1, 1, 6, 3, holder="confederate") == "union"


@clause("infantry-action.initiative.tie")
def test_holder_keeps_it_on_equal_throws_by_the_house_rule() -> None:
    assert throw(4, 4, holder="confederate", settings=KEEPS) == "confederate"
    assert throw(5, 4, holder="confederate", settings=KEEPS) == "union"
    assert throw(4, 5, holder="union", settings=KEEPS) == "confederate"
    assert throw(4, 4, 2, 1, settings=KEEPS) == "union", "no holder in the first turn"


def test_each_side_throws_its_own_die_by_the_house_rule() -> None:
    dice = Scripted(["d6:5", "d6:4"])
    initiative(("union", "confederate"), "union", KEEPS, dice)
    assert [roll.by for roll in dice.rolls] == ["union", "confederate"]


@pytest.mark.parametrize(
    ("holder", "settings", "union"),
    [("union", PRINTED, Fraction(1, 2)), ("union", KEEPS, Fraction(21, 36)), ("", KEEPS, Fraction(1, 2))],
)
def test_chances_of_the_initiative(holder: str, settings: Settings, union: Fraction) -> None:
    def stage(_: str, dice: Dice) -> str:
        return initiative(("union", "confederate"), holder, settings, dice)

    odds: Odds[str] = fold((stage,), "")
    assert odds.chance("union") == union
    assert odds.chance("union") + odds.chance("confederate") == 1


@clause("infantry-action.setup.table-and-deployment", 1)
def test_lower_throw_places_first() -> None:
    dice = Scripted(["d6:6", "d6:1"])
    assert first_to_place(("union", "confederate"), dice) == "confederate"
    assert first_to_place(("union", "confederate"), Scripted(["d6:2", "d6:2", "d6:1", "d6:5"])) == "union"


# ---- goes


@clause("infantry-action.activation.alternate", 1)
def test_goes_alternate_until_all_are_done() -> None:
    assert goes(("first", "second"), (3, 1), (4, 3)) == (
        ("first", 3),
        ("second", 1),
        ("first", 1),
        ("second", 1),
        ("second", 1),
    )


@clause("infantry-action.activation.per-go", 1)
@clause("infantry-action.activation.early-reveal", 1)
def test_a_poor_commander_moves_everybody_in_time() -> None:
    assert goes(("a", "b"), (1, 1), (4, 0)) == (("a", 1),) * 4
    assert goes(("a", "b"), (1, 1), (3 - 1, 0)) == (("a", 1),) * 2


@clause("infantry-action.activation.until-all")
@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 12), st.integers(0, 12))
def test_goes_move_each_unit_once_and_nobody_moves_too_many(a: int, b: int, m: int, n: int) -> None:
    found = goes(("a", "b"), (a, b), (m, n))
    assert sum(units for side, units in found if side == "a") == m
    assert sum(units for side, units in found if side == "b") == n
    assert all(1 <= units <= (a if side == "a" else b) for side, units in found)
    for place in range(len(found) - 1):
        same = found[place][0] == found[place + 1][0]
        others = [side for side, _ in found[place + 1 :] if side != found[place][0]]
        assert not same or not others, "nobody goes twice running while the other has units left"


@clause("infantry-action.activation.minimum", 1, 2)
def test_a_go_has_at_least_one_unit_and_at_most_the_rating() -> None:
    left = 5
    for chosen in (1, 3, 1):
        assert go_refusal(chosen, 3, left) == ""
        left -= chosen
    assert go_refusal(0, 2, 2) == "infantry-action.activation.minimum"
    assert go_refusal(0, 2, 1) == "infantry-action.activation.minimum"
    assert go_refusal(3, 2, 5) == "infantry-action.activation.per-go"
    assert go_refusal(2, 2, 1) == "infantry-action.activation.per-go"
    assert go_refusal(0, 2, 0) == "", "a side with none left is passed over"


# ---- orders


@clause("infantry-action.orders.chit-list", 1)
def test_infantry_may_have_any_chit() -> None:
    assert ORDERS == ("move", "fast-advance", "charge", "fire", "opportunity-fire", "hold")
    assert [order_refusal("infantry", False, False, order) for order in ORDERS] == [""] * 6


@clause("infantry-action.orders.artillery", 1)
def test_battery_fires_or_holds() -> None:
    refused = [order for order in ORDERS if order_refusal("battery", False, False, order)]
    assert refused == ["move", "fast-advance", "charge"]
    assert order_refusal("battery", False, False, "move") == "infantry-action.orders.artillery"


@clause("infantry-action.orders.no-charge-after-rout", 1)
@clause("infantry-action.outcome.after-rout")
def test_routed_unit_never_charges() -> None:
    refused = [order for order in ORDERS if order_refusal("infantry", True, False, order)]
    assert refused == ["charge"]
    assert order_refusal("infantry", True, False, "charge") == "infantry-action.orders.no-charge-after-rout"
    assert order_refusal("infantry", True, False, "fire") == ""


@clause("infantry-action.orders.any-order-after-regroup", 1)
def test_unit_that_retired_may_charge() -> None:
    assert order_refusal("infantry", False, False, "charge") == ""


@clause("infantry-action.outcome.rout-move")
def test_unit_still_routing_has_no_chit() -> None:
    assert {order_refusal("infantry", True, True, order) for order in ORDERS} == {"infantry-action.outcome.rout-move"}


# ---- moves


def refusal(order: str, farthest: float, end_gap: float = 9.0, **given: object) -> str:
    return step_refusal(Step(order, farthest, end_gap, **given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("order", "limit"),
    [
        pytest.param("move", 12.0, marks=clause("infantry-action.movement.move", 1)),
        pytest.param("fast-advance", 18.0, marks=clause("infantry-action.movement.fast-advance", 1)),
        pytest.param("charge", 12.0, marks=clause("infantry-action.movement.charge", 1, 2)),
    ],
)
def test_allowance_is_inclusive_with_its_tolerance(order: str, limit: float) -> None:
    assert ALLOWANCE_IN[order] == limit
    for farthest in (0.5, limit - 1.0, limit - 0.5, limit, limit + 0.01):
        assert refusal(order, farthest) == ""
    for farthest in (limit + 0.02, limit + 0.5):
        assert refusal(order, farthest) == MOVEMENT + order


@clause("infantry-action.movement.measuring", 1, 2)
def test_outer_stand_limits_a_wheel() -> None:
    assert refusal("move", 2 * 9 * sin(radians(30))) == ""
    assert refusal("move", 2 * 9 * sin(radians(45))) == MOVEMENT + "move"


@clause("infantry-action.movement.no-contact-without-charge")
def test_only_a_charge_makes_contact() -> None:
    for gap in (0.0, 0.01):
        assert refusal("charge", 8.0, gap) == ""
        for order in ("move", "fast-advance"):
            assert refusal(order, 8.0, gap) == MOVEMENT + "no-contact-without-charge"


@clause("infantry-action.movement.separation", 1)
@pytest.mark.parametrize("order", ["move", "fast-advance", "charge"])
def test_an_inch_is_kept_from_the_enemy(order: str) -> None:
    assert refusal(order, 8.0, 0.6) == MOVEMENT + "separation"
    assert refusal(order, 8.0, 0.98) == MOVEMENT + "separation"
    assert refusal(order, 8.0, 0.99) == ""
    assert refusal(order, 8.0, 1.0) == ""


@clause("infantry-action.movement.separation")
def test_a_unit_that_begins_nearer_must_end_farther_off() -> None:
    assert refusal("move", 2.0, 0.8, start_gap=0.5) == ""
    assert refusal("move", 2.0, 0.5, start_gap=0.5) == MOVEMENT + "separation"
    assert refusal("move", 2.0, 0.3, start_gap=0.5) == MOVEMENT + "separation"
    assert refusal("move", 2.0, 0.8, start_gap=1.0) == MOVEMENT + "separation"


@clause("infantry-action.movement.separation")
def test_separation_is_an_option() -> None:
    assert refusal("move", 2.0, 1.5, start_gap=3.0, settings=Settings(min_separation_in=2.0)) == MOVEMENT + "separation"
    assert refusal("move", 2.0, 0.5, settings=Settings(min_separation_in=0.5)) == ""


@clause("infantry-action.charge.no-target", 1)
def test_charge_without_a_target_moves_up_to_twelve() -> None:
    assert refusal("charge", 12.0, 3.0) == ""
    assert refusal("charge", 12.5, 2.5) == MOVEMENT + "charge"


@clause("infantry-action.movement.terrain", 1)
def test_ground_slows_only_by_the_house_rule() -> None:
    slow = Settings(terrain_movement="slow")
    assert refusal("move", 12.0, wood=12.0, obstacles=3) == ""
    assert refusal("move", 6.0, wood=6.0, settings=slow) == ""
    assert refusal("move", 6.0, wood=6.02, settings=slow) == MOVEMENT + "terrain"
    assert refusal("move", 9.0, obstacles=1, settings=slow) == ""
    assert refusal("move", 9.02, obstacles=1, settings=slow) == MOVEMENT + "terrain"
    assert refusal("fast-advance", 11.0, wood=1.0, obstacles=2, settings=slow) == ""
    assert refusal("move", 12.5, wood=1.0, settings=slow) == MOVEMENT + "move", "too far on any ground"


@clause("infantry-action.movement.pinned", 1)
@clause("infantry-action.movement.pinned-order")
def test_pinned_unit_stays() -> None:
    assert refusal("move", 3.0, pinned=True) == MOVEMENT + "pinned"
    assert refusal("move", 0.0, 0.0, pinned=True) == ""


@clause("infantry-action.orders.chit-list")
@pytest.mark.parametrize("order", ["fire", "opportunity-fire", "hold"])
def test_other_chits_do_not_move_a_unit(order: str) -> None:
    assert refusal(order, 1.0) == "infantry-action.orders.chit-list"
    assert refusal(order, 0.0, 0.3) == "", "closeness is not looked at while nobody moves"


@clause("infantry-action.movement.artillery-static")
def test_battery_stays_and_turns_only_by_the_house_rule() -> None:
    pivots = Settings(artillery_pivot=True)
    static = MOVEMENT + "artillery-static"
    assert refusal("hold", 1.0, kind="battery", settings=pivots) == static
    assert refusal("hold", 0.0, kind="battery") == ""
    assert refusal("hold", 0.0, kind="battery", pivot=10.0) == static
    assert refusal("hold", 0.0, kind="battery", pivot=45.0, settings=pivots) == ""
    assert refusal("hold", 0.0, kind="battery", pivot=-45.0, settings=pivots) == ""
    assert refusal("hold", 0.0, kind="battery", pivot=46.0, settings=pivots) == static
    assert refusal("fire", 0.0, kind="battery", pivot=45.0, settings=pivots) == static
    assert refusal("hold", 0.0, kind="battery", pivot=45.0, pinned=True, settings=pivots) == MOVEMENT + "pinned"


def test_the_first_clause_in_the_ledgers_order_is_named() -> None:
    slow = Settings(terrain_movement="slow")
    assert refusal("move", 3.0, 0.0, kind="battery", pinned=True) == MOVEMENT + "artillery-static"
    assert refusal("hold", 20.0, 0.0, pinned=True) == MOVEMENT + "pinned"
    assert refusal("hold", 20.0, 0.0) == "infantry-action.orders.chit-list"
    assert refusal("move", 20.0, 0.0, wood=5.0, settings=slow) == MOVEMENT + "move"
    assert refusal("move", 10.0, 0.0, wood=5.0, settings=slow) == MOVEMENT + "terrain"
    assert order_refusal("battery", True, True, "charge") == "infantry-action.orders.artillery"
    assert order_refusal("infantry", True, True, "charge") == "infantry-action.outcome.rout-move"


def test_a_die_too_few_is_an_error() -> None:
    with pytest.raises(DiceError, match="too few"):
        rating(Scripted(["d6:4"]), "")
