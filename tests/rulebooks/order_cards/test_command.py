"""Officers and supply: ratings, casualty dice, wounds, and who is served."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.options import LEDGER, Settings
from roundtop.umpire import UmpireError
from tests.clauses import clause
from tests.rulebooks.order_cards.umpired import exact, outcome


@clause("order-cards.officer.ratings", 1)
def test_rank_gives_the_dice_and_rating_the_help() -> None:
    assert command_rule.melee_bonus(20) == 2
    led = {"officer_rank": "brigade", "officer_rating": 20}
    fired_at = {"kind": "fire", "arm": "infantry", "grade": 70, "starting_stands": 6, "boxes_now": 1}
    assert outcome("morale", "d100:01", **fired_at, **led)["value"] == 90
    first = {"id": "A", "starting_stands": 5} | led
    found = outcome(
        "melee",
        "d6:4",
        "d6:4",
        "d6:1",
        "d6:1",
        "d10:3",
        "d10:4",
        attackers=[first],
        defenders=[first | {"id": "B", "officer_rating": 0}],
    )
    assert found["attacker_total"] == 8 + 5 + 2


@clause("order-cards.setup.muster-commanders", 1, 2, 3)
@pytest.mark.parametrize(
    ("rank", "repute", "rating"),
    [
        ("brigade", "good", 20),
        ("division", "poor", 10),
        ("cinc", "excellent", 30),
        ("brigade", "poor", 10),
        ("brigade", "excellent", 30),
        ("brigade", "average", 10),
        ("division", "", 20),
        ("cinc", "good", 30),
        ("cinc", "poor", 20),
    ],
)
def test_ratings_by_rank_and_repute(rank: str, repute: str, rating: int) -> None:
    assert command_rule.rating_of(rank, repute) == rating


@clause("order-cards.officer.ratings")
def test_the_ratings_of_the_ranks_are_options() -> None:
    house = Settings(officer_rating_brigade=20, officer_rating_division=30, officer_rating_cinc=10)
    assert [command_rule.rating_of(rank, "average", house) for rank in ("brigade", "division", "cinc")] == [20, 30, 10]


@clause("order-cards.officer.melee-casualty", 1)
def test_a_double_on_the_ranks_dice() -> None:
    found = outcome("officer-casualty", "avg:3", "avg:3", officer_rank="cinc")
    assert found == {"casualty": True, "officer_result": "killed", "officer_out": True}
    found = outcome("officer-casualty", "avg:2", "avg:5", officer_rank="cinc")
    assert found == {"casualty": False, "officer_result": "unharmed", "officer_out": False}


@pytest.mark.parametrize(
    ("rank", "chance"), [("brigade", Fraction(10, 100)), ("division", Fraction(6, 36)), ("cinc", Fraction(10, 36))]
)
def test_chances_of_a_casualty(rank: str, chance: Fraction) -> None:
    found = exact("officer-casualty", officer_rank=rank)
    assert [value for key, value in found.items() if "killed" in key] == [chance]


@clause("order-cards.officer.wound-table", 1, 2)
@clause("order-cards.misc.chance-00", 2)
@pytest.mark.parametrize(
    ("die", "result", "out"),
    [
        ("00", "killed", True),
        ("01", "killed", True),
        ("10", "killed", True),
        ("11", "serious wound", True),
        ("50", "serious wound", True),
        ("51", "light wound", True),
        ("90", "light wound", True),
        ("91", "minor wound", False),
        ("99", "minor wound", False),
    ],
)
@clause("order-cards.officer.wound-effect")
def test_wounds(die: str, result: str, out: bool) -> None:
    house = {"officer_wounds": True}
    found = outcome("officer-casualty", "d6:2", "d6:2", f"d100:{die}", officer_rank="division", options=house)
    assert (found["officer_result"], found["officer_out"]) == (result, out)
    second = outcome(
        "officer-casualty", "d6:2", "d6:2", "d100:95", "d100:40", officer_rank="division", minor_wounds=1, options=house
    )
    assert second["officer_result"] == "serious wound"


def test_the_wounds_are_the_ledgers_table() -> None:
    for row in LEDGER.clause("order-cards.officer.wound-table").rows:
        assert command_rule.WOUNDS[command_rule.WOUND_TOPS.index(row["to"])] == row["result"]


def test_a_second_minor_wound_is_never_the_end_of_it() -> None:
    found = exact("officer-casualty", officer_rank="division", minor_wounds=1, options={"officer_wounds": True})
    assert not [key for key in found if "minor" in key]
    assert [value for key, value in found.items() if "killed" in key] == [Fraction(6, 36) * Fraction(11, 91)]


def test_an_officer_needs_both_rank_and_rating() -> None:
    fired_at = {"kind": "fire", "arm": "infantry", "grade": 70, "starting_stands": 6, "boxes_now": 1}
    with pytest.raises(UmpireError, match="officer_rank: missing; an officer of rating 20 has a rank"):
        outcome("morale", "d100:01", **fired_at, officer_rating=20)
    with pytest.raises(UmpireError, match="officer_rating: 15 cannot be"):
        outcome("morale", "d100:01", **fired_at, officer_rank="brigade", officer_rating=15)
    # A rank alone is nobody declared.
    assert outcome("morale", "d100:66", **fired_at, officer_rank="brigade")["officer_result"] == "none"


# ---- supply


def served(*ammo: str, **more: Any) -> dict[str, Any]:
    units = [{"id": f"{n}", "ammo": one} for n, one in enumerate(ammo)]
    return outcome("resupply", units=units, **more)


@clause("order-cards.supply.card", 1)
def test_everybody_is_served_in_the_plain_game() -> None:
    found = served("low", "low", "out")
    assert list(found["ammo_after"].values()) == ["normal"] * 3
    assert "points_left" not in found


@pytest.mark.parametrize(
    ("more", "after"),
    [
        ({"state": "routing"}, "low"),
        ({"state": "head-down"}, "normal"),
        ({"nearest_enemy_range": 3.0}, "low"),
        ({"nearest_enemy_range": 3.02}, "normal"),
    ],
)
def test_who_is_not_served(more: dict[str, Any], after: str) -> None:
    found = outcome("resupply", units=[{"id": "K", "ammo": "low"} | more])
    assert found["ammo_after"] == {"K": after}


@clause("order-cards.supply.limit", 1, 2)
def test_supply_points() -> None:
    house = {"supply_limit": True}
    found = served("low", "out", "out", points=5, options=house)
    assert (list(found["ammo_after"].values()), found["points_left"]) == (["normal"] * 3, 0)
    found = served("out", "out", points=3, options=house)
    assert (list(found["ammo_after"].values()), found["points_left"]) == (["normal", "low"], 0)
    found = served("normal", "low", "out", points=0, options=house)
    assert list(found["ammo_after"].values()) == ["normal", "low", "out"]
    assert served("low", units_commanded=7, options=house)["points_start"] == 4
    assert served("low", units_commanded=7, options=house)["points_left"] == 3


@clause("order-cards.supply.limit")
def test_wagons_carry_six_and_reach_twelve() -> None:
    house = {"supply_limit": True, "supply_wagons": True}
    units = [{"id": name, "ammo": "low", "wagon_range": reach} for name, reach in (("K", 12.0), ("L", 12.02))]
    found = outcome("resupply", units=[*units, {"id": "M", "ammo": "low"}], options=house)
    assert found == {"points_start": 6, "ammo_after": {"K": "normal", "L": "low", "M": "low"}, "points_left": 5}
    with pytest.raises(UmpireError, match=r"units\[0\].id: two units are called 'K'"):
        outcome("resupply", units=[{"id": "K", "ammo": "low"}] * 2)
