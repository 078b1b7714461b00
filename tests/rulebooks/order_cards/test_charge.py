"""Charges: who may charge whom, wheels, extra inches for points, and charges that fall short."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.rulebooks.order_cards.cards.rule import DECK
from roundtop.rulebooks.order_cards.charge import rule as charge_rule
from roundtop.rulebooks.order_cards.charge.rule import Charge, points_for, run
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.umpire import UmpireError
from tests.clauses import clause
from tests.rulebooks.order_cards.umpired import outcome, refused

CARD = {card.word: card for card in DECK}
FORMED = {"arm": "infantry"}


def may(target: dict[str, Any] | None = None, **more: Any) -> str:
    base = {"arm": "infantry", "card": "charge", "target": target or FORMED} | more
    return refused("charge-eligibility", **base)


def home(card: str = "charge", distance: float = 5.0, **more: Any) -> dict[str, Any]:
    return outcome(
        "charge-move", **({"arm": "infantry", "card": card, "stands": 6, "straight_distance": distance} | more)
    )


# ---- who


@clause("order-cards.charge.who")
@pytest.mark.parametrize(
    ("more", "clause_id"),
    [
        ({}, ""),
        ({"formation": "column-of-march"}, "charge.who"),
        ({"disordered": True}, "charge.who"),
        ({"disordered": True, "continuing": True}, ""),
        ({"state": "head-down"}, "charge.who"),
        ({"state": "routing", "continuing": True}, "charge.who"),
        ({"arm": "artillery", "formation": "unlimbered"}, "charge.who"),
        ({"arm": "wagon"}, "charge.who"),
        ({"refused_wing": True}, "charge.who"),
        ({"arm": "cavalry"}, ""),
        ({"arm": "cavalry", "formation": "loose-order", "target": {"arm": "wagon"}}, "charge.who"),
        ({"arm": "cavalry", "mounted": False, "formation": "loose-order", "target": {"arm": "wagon"}}, ""),
    ],
)
def test_who_may_charge(more: dict[str, Any], clause_id: str) -> None:
    assert may(**more) == clause_id


@clause("order-cards.charge.card-needed")
@clause("order-cards.misc.multiplayer", 1)
def test_a_charge_needs_a_charge_card() -> None:
    for card in DECK:
        assert may(card=card.word) == ("" if card.charge else "charge.card-needed")
        assert may(card=card.word, continuing=True, disordered=True) == ""
    assert (may(card="charge-home"), may(card="advance")) == ("", "charge.card-needed")


@clause("order-cards.charge.see-target")
@clause("order-cards.visibility.hidden-units")
def test_only_what_is_seen_is_charged() -> None:
    assert may(target_in_sight=False) == "charge.see-target"
    assert may(target_in_sight=False, formation="column-of-march") == "charge.who"


@clause("order-cards.formation.loose-order-charge")
@pytest.mark.parametrize(
    ("target", "clause_id"),
    [
        ({"arm": "infantry"}, "formation.loose-order-charge"),
        ({"arm": "cavalry"}, "formation.loose-order-charge"),
        ({"arm": "infantry", "formation": "loose-order"}, "formation.loose-order-charge"),
        ({"arm": "infantry", "state": "head-down"}, "formation.loose-order-charge"),
        ({"arm": "infantry", "state": "head-down", "disordered": True}, ""),
        ({"arm": "infantry", "disordered": True}, ""),
        ({"arm": "infantry", "state": "routing"}, ""),
        ({"arm": "artillery", "formation": "unlimbered"}, ""),
        ({"arm": "artillery", "formation": "limbered"}, ""),
        ({"arm": "wagon"}, ""),
    ],
)
def test_what_loose_order_may_charge(target: dict[str, Any], clause_id: str) -> None:
    assert may(target, formation="loose-order") == clause_id
    assert may(target) == ""


# ---- how far


@clause("order-cards.charge.path", 1, 2)
def test_a_wheel_takes_up_to_half() -> None:
    found = home(wheel_degrees=40, distance=5.81)
    assert (found["wheel_cost"], found["wheel_limit"], found["contact"], found["bonus_spent"]) == (4.19, 5, True, 0)
    assert home(wheel_degrees=40, distance=5.9)["bonus_spent"] == 1
    assert refused("charge-move", arm="infantry", card="charge", stands=6, wheel_degrees=50, straight_distance=1) == (
        "charge.path"
    )
    assert home(wheel_degrees=47.7, distance=1)["wheel_cost"] == 5.0
    chord = home(wheel_degrees=50, distance=1, card="double-quick", options={"wheel_measure": "chord"})
    assert chord["wheel_cost"] == 5.07


@clause("order-cards.charge.bonus-for-distance", 1, 2)
def test_inches_are_bought_with_points() -> None:
    found = home("charge-home", 9.4)
    assert (found["contact"], found["bonus_spent"], found["bonus_left"], found["moved"]) == (True, 2, 1, 9.4)
    found = home("charge", 11.2)
    assert (found["contact"], found["moved"], found["bonus_spent"], found["bonus_left"]) == (False, 10, 0, 1)
    assert home("charge-home", 11.0)["bonus_left"] == 0
    assert not home("charge-home", 11.02)["contact"]
    assert home("charge-home", 8.01)["bonus_spent"] == 0
    assert home("charge-home", 8.02)["bonus_spent"] == 1


@pytest.mark.parametrize(
    ("extra", "points"), [(-3.0, 0), (0.0, 0), (0.01, 0), (0.02, 1), (1.0, 1), (1.01, 1), (1.02, 2)]
)
def test_points_are_whole_inches(extra: float, points: int) -> None:
    assert points_for(extra) == points


@clause("order-cards.charge.declare")
def test_the_owner_may_keep_his_points() -> None:
    far = Charge(CARD["charge-home"], "infantry", True, False, 3, 6.0, 0.0, (), 9.4, most=1)
    assert not run(far).contact
    assert run(Charge(CARD["charge-home"], "infantry", True, False, 3, 6.0, 0.0, (), 9.4, most=2)).contact


def test_ground_on_the_way_is_deducted() -> None:
    found = home("charge", 6, actions=[{"do": "woods"}])
    assert (found["needed"], found["contact"], found["bonus_spent"]) == (10, True, 0)
    fence = home("charge-home", 6, actions=[{"do": "fence-disorder"}])
    assert (fence["contact"], fence["disordered_after"], fence["melee_modifier_sum"]) == (True, True, 3 - 2)
    assert refused(
        "charge-move", arm="cavalry", card="charge", stands=4, straight_distance=1, actions=[{"do": "bush"}]
    ) == ("move.cavalry-limits")
    with pytest.raises(UmpireError, match=r"actions\[0\].do: a charge cannot oblique"):
        home(actions=[{"do": "oblique"}])


@clause("order-cards.charge.short", 1, 2)
def test_a_charge_that_falls_short_goes_on() -> None:
    first = home("charge-home", 13)
    assert (first["contact"], first["moved"], first["distance_left"]) == (False, 8, 5)
    assert first["disordered_after"]
    on = {"continuing": True, "original_card": "charge-home"}
    second = home("volley", 5, **on)
    assert (second["allowance"], second["contact"], second["bonus_left"]) == (8, True, 3)
    assert second["melee_modifier_sum"] == 3 - 2
    assert home("march", 5, **on)["allowance"] == 10
    assert home("hold", 9.5, **on)["bonus_left"] == 1
    assert home("volley", 5, **on, bonus_before=1)["bonus_left"] == 1
    # In disorder it pays the disordered rate for a wood.
    assert home("volley", 5, **on, actions=[{"do": "woods"}])["needed"] == 7


@clause("order-cards.charge.short")
def test_cavalry_goes_on_by_the_option() -> None:
    horse = {"arm": "cavalry", "continuing": True, "original_card": "charge"}
    assert home("volley", 5, **horse)["allowance"] == 8
    house = {"continued_charge_non_move_cavalry": 12}
    assert home("volley", 5, **horse, options=house)["allowance"] == 12
    assert home("volley", 5, **horse, mounted=False, options=house)["allowance"] == 8
    assert home("march", 5, **horse, options=house)["allowance"] == 14
    assert charge_rule.charge_inches(CARD["volley"], "infantry", True, True, Settings()) == 8


def test_shock_of_mounted_cavalry() -> None:
    assert home("charge-home", 5, arm="cavalry")["melee_modifier_sum"] == 5
    assert home("charge-home", 5, arm="cavalry", mounted=False)["melee_modifier_sum"] == 3


@clause("order-cards.charge.declare")
def test_a_charge_without_a_frontage_is_as_wide_as_its_stands() -> None:
    assert home(stands=4, wheel_degrees=45)["wheel_cost"] == 3.14
    assert home(stands=4, wheel_degrees=45, frontage=5.2)["wheel_cost"] == 4.08
