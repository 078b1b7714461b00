"""Melee: totals, every modifier, losses, rounds, and what becomes of the loser; prisoners."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.dice.exact import fold
from roundtop.rulebooks.order_cards.melee import rule as melee_rule
from roundtop.rulebooks.order_cards.melee.rule import Fighter, Melee, inflicted, modifiers, shared
from roundtop.rulebooks.order_cards.options import LEDGER, PRINTED, Settings
from roundtop.umpire import UmpireError
from tests.clauses import clause
from tests.rulebooks.order_cards.umpired import exact, outcome


def unit(name: str, stands: int = 6, *rows: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "starting_stands": stands, "modifiers": list(rows)} | more


def sixes(*faces: int) -> list[str]:
    return [f"d6:{face}" for face in faces]


def fought(
    attackers: list[dict[str, Any]], defenders: list[dict[str, Any]], *faces: int, **more: Any
) -> dict[str, Any]:
    return outcome("melee", *sixes(*faces), attackers=attackers, defenders=defenders, **more)


def added(fighter: Fighter, round: int = 1) -> int:
    """What a unit's modifiers come to."""
    return sum(mod.value for mod in modifiers(fighter, round))


def defender_total(stands: int, dice: tuple[int, int], *rows: str, **more: Any) -> int:
    found = fought([unit("A", 20)], [unit("B", stands, *rows, **more)], 6, 6, *dice)
    assert found["rounds"] == 1
    return int(found["defender_total"])


# ---- totals and modifiers


@clause("order-cards.melee.total", 1)
def test_two_dice_and_the_stands() -> None:
    found = fought([unit("A", 6, charge_bonus=1)], [unit("B", 5, "wall-fence-bush")], 3, 4, 4, 4)
    assert (found["attacker_total"], found["defender_total"], found["winner"]) == (14, 15, "defenders")


@clause("order-cards.melee.total")
def test_only_touching_stands_by_the_option() -> None:
    house = {"melee_stands": "touching"}
    pair = [unit("A", 6, stands_touching=2)], [unit("B", 6, stands_touching=3)]
    assert fought(*pair, 3, 4, 3, 3)["attacker_total"] == 13
    found = fought(*pair, 3, 4, 3, 4, options=house)
    assert (found["attacker_total"], found["defender_total"]) == (9, 10)
    # In later rounds no more fight than are left.
    thin = [unit("A", 3, stands_touching=3, circled_before=7)], [unit("B", 6, stands_touching=2)]
    assert fought(*thin, 4, 4, 4, 4, 4, 4, 1, 1, options=house)["totals"] == [[10, 10], [9, 4]]


@clause("order-cards.melee.modifiers", 1)
def test_the_rows_are_the_ledgers_table() -> None:
    rows = {row["row"]: row for row in LEDGER.clause("order-cards.melee.modifiers").rows}
    for name, weight in melee_rule.ROWS.items():
        if name == "charging-loose-order":
            assert rows[name]["double_attacking_bases"]
            continue
        assert weight.first == rows[name]["add"]
        later = rows[name].get("second_round", 0 if rows[name]["first_only"] else rows[name]["add"])
        assert weight.later == later
    assert defender_total(4, (4, 5), "in-disorder", "head-down") == 8


@pytest.mark.parametrize(
    ("stands", "dice", "rows", "total"),
    [
        pytest.param(5, (3, 4), ("head-down",), 9, marks=clause("order-cards.melee.head-down-mod", 1)),
        pytest.param(6, (3, 4), ("flank-or-rear",), 10, marks=clause("order-cards.melee.flank-mod", 1)),
        pytest.param(
            5, (3, 3), ("defending-uphill", "wall-fence-bush"), 14, marks=clause("order-cards.melee.uphill-mod", 1)
        ),
        pytest.param(5, (3, 3), ("fraise", "earthwork"), 15, marks=clause("order-cards.melee.obstacle-mod", 1)),
        (5, (3, 3), ("wall-fence-bush", "chevaux-de-frise"), 14),
    ],
)
def test_a_defenders_rows(stands: int, dice: tuple[int, int], rows: tuple[str, ...], total: int) -> None:
    assert defender_total(stands, dice, *rows) == total


@clause("order-cards.melee.ammo-mod", 1)
@clause("order-cards.melee.disorder-mod", 1)
def test_rows_of_later_rounds() -> None:
    low = Fighter(starting=5, rows=("low-or-no-ammo",))
    assert (8 + 5 + added(low, 1), 8 + 5 + added(low, 2)) == (11, 11)
    mob = Fighter(starting=4, rows=("in-disorder",))
    assert (8 + 4 + added(mob, 1), 8 + 4 + added(mob, 2), 8 + 4 + added(mob, 3)) == (10, 14, 14)
    every = Fighter(rows=tuple(melee_rule.ROWS), bonus=3)
    assert [mod.label for mod in modifiers(every, 2)] == ["low or no ammunition", "in disorder"]


@clause("order-cards.melee.charge-card-mod", 1)
@clause("order-cards.melee.cavalry-mod", 1)
def test_what_a_charger_brings() -> None:
    run = outcome("charge-move", arm="infantry", card="charge-home", stands=6, straight_distance=10)
    assert (run["bonus_spent"], run["bonus_left"]) == (2, 1)
    assert added(Fighter(bonus=1)) == 1
    horse = unit("A", 4, "cavalry-charging", arm="cavalry", charge_bonus=3)
    assert fought([horse], [unit("B", 1)], 3, 4, 1, 1)["attacker_total"] == 16


@clause("order-cards.melee.officer-mod", 1)
def test_an_officer_in_every_round() -> None:
    led = unit("A", 5, officer_rank="division", officer_rating=20)
    found = outcome("melee", *sixes(4, 4, 1, 1, 2, 5), attackers=[led], defenders=[unit("B", 1)])
    assert (found["attacker_total"], found["officer_results"]) == (15, {"A": "unharmed"})
    assert added(Fighter(rating=20), 3) == 2


@clause("order-cards.melee.loose-double", 1)
@clause("order-cards.formation.loose-order", 2)
def test_charging_loose_order_doubles_the_bases() -> None:
    found = fought([unit("A", 5, "charging-loose-order", charge_bonus=1)], [unit("B", 2)], 3, 4, 1, 1)
    assert found["attacker_total"] == 18
    tied = fought([unit("A", 3, "charging-loose-order")], [unit("B", 6)], 1, 2, 1, 2, 6, 6, 1, 1)
    assert (tied["totals"][0], tied["totals"][1][0]) == ([9, 9], 12 + 3)


@clause("order-cards.melee.modifiers-first-unit", 1)
@clause("order-cards.charge.multiple", 1)
def test_only_the_first_to_hit_brings_modifiers() -> None:
    first = unit("A", 5, charge_bonus=3)
    second = unit("B", 4, officer_rank="division", officer_rating=20, charge_bonus=3)
    found = fought([first, second], [unit("C", 6, "flank-or-rear")], 2, 4, 3, 4)
    assert (found["attacker_total"], found["defender_total"]) == (18, 7 + 6 - 3)
    assert found["officer_results"] == {}


@clause("order-cards.melee.limbered-wagon-contacted", 1)
def test_a_limbered_battery_fights_as_if_taken_in_flank() -> None:
    guns = unit("B", 3, arm="artillery", limbered=True)
    found = fought([unit("A", 6)], [guns], 6, 6, 3, 4)
    assert (found["defender_total"], found["boxes_circled"]["A"], found["retreats"]) == (7, 1, {"B": 14})
    listed = fought([unit("A", 6)], [guns | {"modifiers": ["flank-or-rear"]}], 6, 6, 3, 4)
    assert listed["defender_total"] == 7


# ---- losses and rounds


@clause("order-cards.melee.losses", 1, 2, 3)
def test_losses_by_total() -> None:
    for row in LEDGER.clause("order-cards.melee.losses").rows:
        assert inflicted(row["from"]) == inflicted(row["to"]) == row["boxes"]
    found = fought([unit("A", 6)], [unit("B", 5)], 4, 4, 3, 4)
    assert (found["attacker_total"], found["defender_total"], found["boxes_circled"]) == (14, 12, {"A": 2, "B": 3})
    two = (Fighter(), Fighter())
    assert shared(inflicted(18), two, (0, 0), PRINTED) == (2, 2)
    assert shared(inflicted(13), two, (0, 0), PRINTED) == (2, 1)
    assert shared(5, two, (23, 22), PRINTED) == (24, 24)
    assert shared(3, two, (24, 0), PRINTED) == (24, 3)


@clause("order-cards.melee.winner", 1)
def test_the_higher_total_wins() -> None:
    found = fought([unit("A", 7)], [unit("B", 7)], 4, 4, 3, 4)
    assert (found["attacker_total"], found["defender_total"], found["winner"]) == (15, 14, "attackers")
    assert found["boxes_circled"] == {"A": 3, "B": 3}


def test_a_side_wholly_destroyed_loses_whatever_the_totals() -> None:
    weak = unit("A", 3, circled_before=11)
    found = fought([weak], [unit("B", 2)], 6, 6, 2, 2)
    assert (found["winner"], found["stands_after"]["A"], found["retreats"]) == ("defenders", 0, {})
    both = fought([weak], [unit("B", 3, circled_before=11)], 5, 5, 5, 6)
    assert (both["winner"], both["rounds"], both["retreats"]) == ("none", 1, {})
    tied = fought([weak], [unit("B", 1)], 4, 4, 4, 4)
    assert (tied["winner"], tied["rounds"]) == ("defenders", 1)


@clause("order-cards.melee.tie-second-round", 1)
def test_a_tie_is_fought_on() -> None:
    found = fought([unit("A", 6)], [unit("B", 6)], 3, 4, 3, 4, 2, 3, 1, 2)
    assert found["totals"] == [[13, 13], [11, 9]]
    assert (found["winner"], found["boxes_circled"]) == ("attackers", {"A": 4, "B": 5})


@clause("order-cards.melee.tie-second-round")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_after_the_last_tie_the_attackers_have_lost(rounds: int) -> None:
    found = fought([unit("A", 9)], [unit("B", 9)], *[3, 4, 3, 4] * rounds, options={"melee_max_rounds": rounds})
    assert (found["winner"], found["rounds"], found["retreats"]) == ("defenders", rounds, {"A": 10})


@clause("order-cards.officer.melee-casualty")
def test_officers_dice_come_last_attackers_first() -> None:
    led = {"officer_rank": "brigade", "officer_rating": 10}
    chief = {"officer_rank": "cinc", "officer_rating": 30}
    found = outcome(
        "melee",
        *sixes(6, 6, 1, 1),
        "d10:7",
        "d10:7",
        "avg:3",
        "avg:4",
        attackers=[unit("A", 6, **led)],
        defenders=[unit("B", 6, **chief)],
    )
    assert found["officer_results"] == {"A": "killed", "B": "unharmed"}
    wounded = outcome(
        "melee",
        *sixes(6, 6, 1, 1),
        "d10:7",
        "d10:7",
        "d100:95",
        "d100:12",
        attackers=[unit("A", 6, **led, minor_wounds=1)],
        defenders=[unit("B", 6)],
        options={"officer_wounds": True},
    )
    assert wounded["officer_results"] == {"A": "serious wound"}


# ---- what becomes of the loser


@clause("order-cards.melee.retreat", 1)
@pytest.mark.parametrize(
    ("more", "inches"),
    [
        ({}, 10),
        ({"arm": "cavalry"}, 14),
        ({"arm": "cavalry", "mounted": False}, 10),
        ({"arm": "artillery", "limbered": True}, 14),
    ],
)
def test_how_far_the_loser_goes(more: dict[str, Any], inches: int) -> None:
    assert fought([unit("A", 9)], [unit("B", 5, **more)], 6, 6, 1, 1)["retreats"] == {"B": inches}


def test_an_unlimbered_battery_stands_by_its_guns() -> None:
    found = fought([unit("A", 9)], [unit("B", 4, arm="artillery")], 6, 6, 1, 1)
    assert (found["winner"], found["retreats"]) == ("attackers", {})


@clause("order-cards.melee.front-and-rear", 1)
@clause("order-cards.melee.surrender", 1)
def test_caught_between_front_and_rear() -> None:
    front, rear = unit("A", 3, zone="front"), unit("B", 4, zone="rear")
    found = fought([front, rear], [unit("C", 6)], 3, 4, 2, 2)
    assert (found["attacker_total"], found["defender_total"]) == (14, 10)
    assert (found["boxes_circled"]["C"], found["surrender"], found["retreats"]) == (3, ["C"], {})
    found = fought([front, rear], [unit("C", 5)], 3, 4, 2, 2)
    assert (found["prisoner_stands"], found["guards_needed"]) == (5, 2)
    flank = fought([front, unit("B", 4, zone="flank")], [unit("C", 6)], 3, 4, 2, 2)
    assert (flank["surrender"], flank["prisoner_stands"], flank["retreats"]) == ([], 0, {"C": 10})
    won = fought([front, rear], [unit("C", 9)], 1, 1, 6, 6)
    assert (won["surrender"], won["retreats"]) == ([], {"A": 10, "B": 10})


def retreat(*dice: str, **more: Any) -> dict[str, Any]:
    return outcome("retreat", *dice, **({"arm": "infantry", "starting_stands": 6} | more))


@clause("order-cards.melee.retreat-obstacle", 1)
def test_a_retreat_along_a_river() -> None:
    found = retreat("d6:2", object="major-river", distance_to_object=6)
    assert (found["boxes_circled"], found["turn"], found["inches_along"]) == (2, "left", 4)
    assert retreat("d6:3", object="cliff", distance_to_object=6)["turn"] == "left"
    assert retreat("d6:4", object="lake", distance_to_object=10)["turn"] == "right"
    assert retreat(object="lake", distance_to_object=10.02)["turn"] == "none"
    for thing in ("woods", "creek", "minor-river", "bush"):
        assert retreat(object=thing, distance_to_object=3)["boxes_circled"] == 0
        guns = retreat("d6:5", arm="artillery", starting_stands=3, object=thing, distance_to_object=13)
        assert (guns["boxes_circled"], guns["inches_along"]) == (2, 1)
    with pytest.raises(UmpireError, match="distance_to_object: missing"):
        retreat(object="lake")


@clause("order-cards.melee.retreat-into-enemy", 1)
def test_a_retreat_into_the_enemy() -> None:
    found = retreat(distance_to_enemy=4)
    assert (found["surrender"], found["prisoner_stands"], found["guards_needed"]) == (True, 6, 2)
    assert not retreat(distance_to_enemy=10.02)["surrender"]
    assert retreat(distance_to_enemy=13, arm="cavalry")["surrender"]
    for more in ({"enemy_state": "head-down"}, {"enemy_state": "routing"}, {"enemy_disordered": True}):
        assert not retreat(distance_to_enemy=4, **more)["surrender"]
    first = retreat("d6:1", object="cliff", distance_to_object=3, distance_to_enemy=4)
    assert (first["surrender"], first["turn"]) == (False, "left")
    second = retreat(object="cliff", distance_to_object=5, distance_to_enemy=4)
    assert (second["surrender"], second["boxes_circled"]) == (True, 0)


# ---- prisoners


@clause("order-cards.prisoners.guards", 1, 2)
@clause("order-cards.melee.surrender")
@pytest.mark.parametrize(
    ("prisoners", "captor", "found"),
    [
        (5, 6, (2, 2, 5, 0, 4)),
        (9, 3, (3, 2, 8, 1, 1)),
        (4, 2, (1, 1, 4, 0, 1)),
        (4, 1, (1, 0, 0, 4, 1)),
        (8, 3, (2, 2, 8, 0, 1)),
        (0, 3, (0, 0, 0, 0, 3)),
    ],
)
def test_guards(prisoners: int, captor: int, found: tuple[int, ...]) -> None:
    answer = outcome("prisoner-guards", prisoner_stands=prisoners, captor_stands=captor)
    assert tuple(answer.values()) == found


# ---- odds


@given(ours=st.integers(2, 8), theirs=st.integers(2, 8), bonus=st.sampled_from([0, 1, 3]))
def test_odds_of_the_winner_agree_with_icepool(ours: int, theirs: int, bonus: int) -> None:
    house = Settings(melee_max_rounds=1)
    situation = Melee((Fighter(starting=ours, bonus=bonus),), (Fighter(starting=theirs),), settings=house)
    stages = melee_rule.Stages(situation)
    odds = fold((stages.round, stages.officers), melee_rule.begun(situation))
    lead = (2 @ icepool.d6 + ours + bonus) - (2 @ icepool.d6 + theirs)
    wins = odds.where(lambda fray: fray.winner == melee_rule.ATTACKERS)
    # Two stands or more are never destroyed in one round.
    assert wins == Fraction((lead > 0).probability(True))


def test_odds_of_the_umpire_sum_to_one_with_three_rounds_and_two_officers() -> None:
    led = {"officer_rank": "brigade", "officer_rating": 10}
    found = exact(
        "melee",
        attackers=[unit("A", 6, **led), unit("B", 5)],
        defenders=[unit("C", 6, "wall-fence-bush", **led)],
        options={"officer_wounds": True},
    )
    assert len(found) > 50
    killed = sum(chance for key, chance in found.items() if "'A': 'killed'" in key)
    assert killed == Fraction(10, 100) * Fraction(11, 100)


def test_a_melee_that_cannot_be_says_why() -> None:
    with pytest.raises(UmpireError, match="two units are called 'A'"):
        fought([unit("A")], [unit("A")])
    with pytest.raises(UmpireError, match="defenders: nobody is there"):
        fought([unit("A")], [])
    with pytest.raises(UmpireError, match=r"attackers\[0\].circled_before: 24 cannot be"):
        fought([unit("A", circled_before=24)], [unit("B")])
