"""Fire: percentages, halves and doubles, the one die, saves, who may fire and who else is hit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtop.dice.exact import Odds, fold, mapped
from roundtop.rulebooks.order_cards.cards.rule import DECK
from roundtop.rulebooks.order_cards.fire import rule as fire_rule
from roundtop.rulebooks.order_cards.fire.rule import (
    DOUBLES,
    HALVES,
    REACHES,
    Group,
    Volley,
    halved,
    percent,
    stand_percent,
)
from roundtop.rulebooks.order_cards.formation import rule as formation_rule
from roundtop.rulebooks.order_cards.options import LEDGER, Settings
from roundtop.umpire import UmpireError
from tests.clauses import clause
from tests.rulebooks.order_cards.umpired import exact, outcome, refused, rule

CARD = {card.word: card for card in DECK}


def shots(card: str, stands: int, distance: float = 5.0, arm: str = "infantry", **more: Any) -> dict[str, Any]:
    return {"arm": arm, "card": card, "stands_by_range": [{"stands": stands, "range": distance}]} | more


def total(card: str, stands: int, distance: float = 5.0, *rows: str, arm: str = "infantry", gun: str = "") -> int:
    """The percentage of a volley."""
    volley = Volley(CARD[card], (Group(stands, distance, gun or arm),), rows)
    return percent(volley)


# ---- ranges


@pytest.mark.parametrize(
    ("weapon", "distance", "each"),
    [
        ("infantry", 0.0, 20),
        ("infantry", 10.0, 20),
        ("infantry", 10.01, 20),
        ("infantry", 10.02, 0),
        ("cavalry", 4.0, 30),
        ("cavalry", 4.01, 30),
        ("cavalry", 4.02, 20),
        ("cavalry", 8.0, 20),
        ("cavalry", 8.02, 0),
        ("smoothbore", 8.0, 160),
        ("smoothbore", 8.02, 80),
        ("smoothbore", 30.0, 80),
        ("smoothbore", 30.02, 0),
        ("rifled", 8.0, 140),
        ("rifled", 8.02, 60),
        ("rifled", 36.0, 60),
        ("rifled", 36.02, 0),
    ],
)
@clause("order-cards.turn.measuring", 1, 2)
def test_a_limit_belongs_to_the_nearer_band(weapon: str, distance: float, each: int) -> None:
    assert stand_percent(weapon, distance, CARD["advance-firing"]) == each
    assert stand_percent(weapon, distance, CARD["march"]) == 0


@clause("order-cards.fire.infantry-range", 1)
def test_infantry() -> None:
    situation = shots("advance-firing", 7, 9.5)
    assert outcome("fire", "d100:40", **situation)["hits"] == 2
    found = outcome("fire", "d100:41", **situation)
    assert (found["percent"], found["certain_hits"], found["remainder"], found["hits"]) == (140, 1, 40, 1)


@clause("order-cards.fire.cavalry-range", 1, 2)
def test_cavalry_is_heavier_close_by() -> None:
    groups = [{"stands": 3, "range": 3.5}, {"stands": 2, "range": 4.5}]
    situation = {"arm": "cavalry", "card": "volley", "stands_by_range": groups}
    assert outcome("fire", "d100:30", **situation)["hits"] == 3
    assert outcome("fire", "d100:31", **situation)["hits"] == 2
    mounted = outcome("fire", "d100:16", **situation, modifiers=["firer-mounted"])
    assert (mounted["percent"], mounted["hits"]) == (115, 1)


@clause("order-cards.fire.smoothbore", 1, 2)
def test_smoothbores() -> None:
    close = shots("hold", 3, 7, "artillery")
    assert outcome("fire", "d100:80", **close)["hits"] == 5
    assert outcome("fire", "d100:81", **close)["hits"] == 4
    assert total("hold", 2, 25, gun="smoothbore") == 160
    assert total("hold", 2, 31, gun="smoothbore") == 0


@clause("order-cards.fire.rifled", 1)
def test_rifled_guns_reach_farther_by_the_option() -> None:
    battery = shots("volley", 3, 33, "artillery", gun="rifled")
    assert outcome("fire", "d100:80", **battery)["percent"] == 180
    assert outcome("fire", "d100:80", **battery)["hits"] == 2
    assert refused("fire", **(battery | {"gun": "smoothbore"})) == "fire.two-stands"
    assert refused("fire", **battery, options={"rifled_artillery": False}) == "fire.two-stands"
    groups = [{"stands": 2, "range": 20, "gun": "smoothbore"}, {"stands": 1, "range": 20, "gun": "rifled"}]
    mixed = {"arm": "artillery", "card": "volley", "stands_by_range": groups}
    assert outcome("fire", "d100:21", **mixed)["percent"] == 220
    assert outcome("fire", "d100:41", **mixed, options={"rifled_artillery": False})["percent"] == 240
    with pytest.raises(UmpireError, match=r"stands_by_range\[0\].gun: infantry has none"):
        outcome("fire", **(mixed | {"arm": "infantry"}))


@clause("order-cards.setup.muster-weapons")
def test_the_ranges_are_the_ledgers_tables() -> None:
    for weapon, name in (
        ("infantry", "infantry-range"),
        ("cavalry", "cavalry-range"),
        ("smoothbore", "smoothbore"),
        ("rifled", "rifled"),
    ):
        rows = LEDGER.clause(f"order-cards.fire.{name}").rows
        found = [(one.limit, f"card + {one.percent}" if one.card else one.percent) for one in REACHES[weapon]]
        assert found == [(row["to"], {"card": "card + 0"}.get(row["percent"], row["percent"])) for row in rows]
    assert fire_rule.weapon_of("cavalry", "", Settings()) == "cavalry"
    assert fire_rule.longest("rifled") == 36.0


@clause("order-cards.cards.artillery-on-cards", 1, 2)
def test_guns_fire_at_their_own_rate_if_they_stood_still() -> None:
    assert total("advance-firing", 2, 20, gun="smoothbore") == total("volley", 2, 20, gun="smoothbore") == 160
    battery = {
        "arm": "artillery",
        "formation": "unlimbered",
        "unit_stands": 2,
        "eligible_stands": 2,
        "target_stands": 6,
        "target_stands_reached": 6,
    }
    assert refused("fire-eligibility", card="advance-firing", **battery) == ""
    assert refused("fire-eligibility", card="advance-firing", moved=True, **battery) == "cards.artillery-on-cards"
    foot = battery | {"arm": "infantry", "formation": "line"}
    assert refused("fire-eligibility", card="advance-firing", moved=True, **foot) == ""


# ---- the percentage


@clause("order-cards.fire.percent-to-hits", 1, 2, 3)
def test_percent_to_hits() -> None:
    situation = shots("fire-at-will", 5, modifiers=["target-head-down"])
    assert outcome("fire", "d100:75", **situation)["hits"] == 1
    assert outcome("fire", "d100:76", **situation)["hits"] == 0
    rows = ("firer-loose-order", "firer-low-ammo", "target-loose-order")
    assert total("fire-at-will", 3, 5.0, *rows) == 12
    exactly = rule("fire", **shots("volley", 5))
    assert (exactly.outcome["percent"], exactly.outcome["hits"], exactly.rolls) == (200, 2, ())
    assert exactly.outcome["remainder_hit"] is False


@clause("order-cards.misc.chance-00", 1)
def test_00_is_a_hundred_here() -> None:
    assert outcome("fire", "d100:00", **shots("volley", 4))["hits"] == 1
    assert outcome("save", "d100:00", hits=1, cover=["wall"], fire_kind="small-arms")["saved"] == 0


@clause("order-cards.fire.modifiers-combine", 1, 2)
def test_halves_and_doubles_multiply() -> None:
    assert total("volley", 6, 5.0, "target-head-down", "target-enfiladed") == 240
    assert total("volley", 6, 5.0, "firer-low-ammo", "target-loose-order") == 60
    assert total("volley", 6, 5.0, "firer-low-ammo", "firer-low-ammo") == 120


@clause("order-cards.fire.modifier-table", 1)
def test_the_rows_are_the_ledgers_table() -> None:
    for row in LEDGER.clause("order-cards.fire.modifier-table").rows:
        if "factor" in row:
            assert row["row"] in (HALVES if row["factor"] == 0.5 else DOUBLES)
    assert len(HALVES) + len(DOUBLES) == 12
    assert total("hold", 2, 20, "target-mounted-or-limbered", gun="smoothbore") == 320


@pytest.mark.parametrize(
    ("card", "stands", "distance", "weapon", "row", "whole"),
    [
        pytest.param(
            "volley", 6, 5, "infantry", "target-head-down", 120, marks=clause("order-cards.fire.target-head-down", 1)
        ),
        pytest.param(
            "hold", 3, 10, "smoothbore", "firer-low-ammo", 120, marks=clause("order-cards.fire.firer-low-ammo", 1)
        ),
        pytest.param(
            "fire-at-will", 4, 6, "cavalry", "firer-mounted", 60, marks=clause("order-cards.fire.firer-mounted", 1)
        ),
        pytest.param(
            "volley", 5, 5, "infantry", "firer-loose-order", 100, marks=clause("order-cards.fire.firer-loose-order", 1)
        ),
        pytest.param(
            "hold",
            2,
            6,
            "smoothbore",
            "target-loose-order",
            160,
            marks=clause("order-cards.fire.target-loose-order", 1),
        ),
        pytest.param(
            "volley", 4, 5, "infantry", "firer-head-down", 80, marks=clause("order-cards.fire.firer-head-down", 1)
        ),
        pytest.param(
            "fire-at-will",
            6,
            5,
            "infantry",
            "target-unlimbered-artillery",
            90,
            marks=clause("order-cards.fire.target-unlimbered", 1),
        ),
        pytest.param(
            "hold",
            3,
            20,
            "smoothbore",
            "target-in-earthwork",
            120,
            marks=clause("order-cards.fire.target-earthwork", 1),
        ),
        pytest.param(
            "advance-firing",
            6,
            5,
            "infantry",
            "target-mounted-or-limbered",
            240,
            marks=clause("order-cards.fire.target-mounted-limbered", 1),
        ),
        pytest.param(
            "advance-firing", 4, 5, "infantry", "target-wagon", 160, marks=clause("order-cards.fire.target-wagon", 1)
        ),
    ],
)
def test_each_row(card: str, stands: int, distance: float, weapon: str, row: str, whole: int) -> None:
    assert total(card, stands, distance, row, gun=weapon) == whole


@clause("order-cards.formation.loose-order", 1)
def test_fire_at_loose_order() -> None:
    situation = shots("volley", 6, modifiers=["target-loose-order"])
    assert outcome("fire", "d100:20", **situation)["hits"] == 2
    assert outcome("fire", "d100:21", **situation)["hits"] == 1


@clause("order-cards.fire.target-earthwork", 1)
def test_an_earthwork_halves_and_saves() -> None:
    situation = shots("hold", 3, 20, "artillery", modifiers=["target-in-earthwork"], cover=["earthworks"])
    found = outcome("fire", "d100:20", "d100:30", "d100:31", **situation)
    assert (found["percent"], found["hits"], found["save_number"], found["boxes_circled"]) == (120, 2, 30, 1)


def test_a_wagon_tests_no_morale() -> None:
    found = outcome("fire", "d100:60", **shots("advance-firing", 4, modifiers=["target-wagon"]), target_stands=1)
    assert (found["hits"], found["morale_check"]) == (2, False)


@clause("order-cards.fire.firer-disordered", 1)
@clause("order-cards.formation.disorder-effects")
def test_a_unit_in_disorder_fires_with_its_nearest_stand() -> None:
    assert outcome("fire", "d100:40", **shots("volley", 6), firer_disordered=True)["percent"] == 40
    groups = [{"stands": 3, "range": 6.0}, {"stands": 2, "range": 3.0}]
    horse = {"arm": "cavalry", "card": "volley", "stands_by_range": groups, "firer_disordered": True}
    assert outcome("fire", "d100:50", **horse)["percent"] == 50
    assert refused("fire", **shots("volley", 6, 10.5), firer_disordered=True) == "fire.two-stands"


@clause("order-cards.fire.double-fire", 1, 2)
@clause("order-cards.supply.states")
def test_double_fire_costs_ammunition() -> None:
    first = outcome("fire", "d100:80", **shots("volley", 6), double_fire=True)
    assert (first["percent"], first["hits"], first["ammo_after"]) == (480, 5, "low")
    second = outcome("fire", "d100:41", **shots("volley", 6), double_fire=True, ammo="low")
    assert (second["percent"], second["hits"], second["ammo_after"]) == (240, 2, "out")
    assert refused("fire", **shots("volley", 6), ammo="out", double_fire=True) == "fire.double-fire"
    assert outcome("fire", "d100:41", **shots("volley", 6))["ammo_after"] == "normal"
    assert outcome("fire", "d100:21", **shots("volley", 6), ammo="low")["ammo_after"] == "low"


@clause("order-cards.formation.refuse-flank", 1, 2)
def test_refused_stands_do_not_fire() -> None:
    assert formation_rule.most_refused(7) == 3
    found = outcome("fire", "d100:21", **shots("fire-at-will", 4), refused_this_card=2)
    assert (found["percent"], found["refuse_max"]) == (120, 3)
    assert refused("fire", **shots("fire-at-will", 2), refused_this_card=3) == "formation.refuse-flank"
    assert outcome("fire", "d100:60", **shots("fire-at-will", 2), refused_this_card=2)["hits"] == 1


# ---- who may fire


@clause("order-cards.fire.two-stands", 1, 2)
@clause("order-cards.fire.stands-that-fire", 1)
def test_two_stands_fire_at_two() -> None:
    base = {"arm": "infantry", "card": "volley", "unit_stands": 6, "target_stands": 6, "target_stands_reached": 6}
    assert refused("fire-eligibility", **base, eligible_stands=1) == "fire.two-stands"
    assert refused("fire-eligibility", **base, eligible_stands=2) == ""
    assert refused("fire-eligibility", **base, eligible_stands=1, firer_disordered=True) == ""
    assert refused("fire-eligibility", **(base | {"target_stands_reached": 1}), eligible_stands=4) == "fire.two-stands"
    one = base | {"target_stands": 1, "target_stands_reached": 1}
    assert refused("fire-eligibility", **one, eligible_stands=4) == ""
    assert refused("fire-eligibility", **(base | {"unit_stands": 1}), eligible_stands=1) == ""
    situation = shots("volley", 4) | {"unit_stands": 6}
    assert outcome("fire", "d100:60", **situation)["percent"] == 160
    assert outcome("fire", "d100:60", **situation)["hits"] == 2
    wide = shots("volley", 1) | {"unit_stands": 6}
    assert refused("fire", **wide) == "fire.two-stands"


@clause("order-cards.fire.stands-that-fire")
def test_who_never_fires() -> None:
    base = {
        "arm": "infantry",
        "card": "volley",
        "unit_stands": 6,
        "eligible_stands": 6,
        "target_stands": 6,
        "target_stands_reached": 6,
    }
    assert refused("fire-eligibility", **base, formation="column-of-march") == "fire.two-stands"
    lone = base | {"unit_stands": 1, "eligible_stands": 1}
    assert refused("fire-eligibility", **lone, formation="column-of-march") == ""
    assert refused("fire-eligibility", **base, state="routing") == "fire.stands-that-fire"
    guns = base | {"arm": "artillery"}
    assert refused("fire-eligibility", **guns, formation="limbered") == "fire.stands-that-fire"
    assert refused("fire-eligibility", **base, state="head-down") == ""
    assert refused("fire-eligibility", **(base | {"card": "march"})) == "cards.deck"
    assert refused("fire-eligibility", **base, ammo="out", double_fire=True, state="routing") == "fire.double-fire"


# ---- saves


@clause("order-cards.save.procedure", 1)
def test_a_die_for_each_hit() -> None:
    found = outcome("save", "d100:12", "d100:31", "d100:30", hits=3, cover=["wall"], fire_kind="small-arms")
    assert (found["saved"], found["boxes_circled"]) == (2, 1)


@clause("order-cards.fire.hits-applied", 1)
def test_two_hits_saved_are_no_hits() -> None:
    situation = shots("volley", 5, cover=["wall"])
    found = outcome("fire", "d100:30", "d100:01", **situation)
    assert (found["hits"], found["boxes_circled"], found["morale_check"]) == (2, 0, False)


@given(whole=st.integers(0, 500), save=st.sampled_from([0, 20, 30]))
def test_odds_of_hits_and_saves_agree_with_icepool(whole: int, save: int) -> None:
    hits: Odds[int] = fold((lambda _, dice: fire_rule.unsaved(fire_rule.hits(whole, "", dice), save, "", dice),), 0)
    extra = icepool.coin(whole % 100, 100)
    pool = (whole // 100 + extra).map(lambda n: n @ icepool.coin(100 - save, 100) if n else 0)
    for boxes in hits.weights:
        assert hits.chance(boxes) == Fraction(pool.probability(boxes))
    assert mapped(hits, lambda boxes: boxes >= 0).chance(True) == 1


def test_the_umpires_odds_of_a_volley_are_those_of_its_dice() -> None:
    found = exact("fire", **shots("volley", 3), cover=["fence-or-bush"])
    chance = {key: value for key, value in found.items() if "'boxes_circled': 2" in key}
    assert list(chance.values()) == [Fraction(20, 100) * Fraction(80, 100) ** 2]


@given(whole=st.integers(0, 2000), halves=st.integers(0, 6), doubles=st.integers(0, 4))
def test_rounding_up_once(whole: int, halves: int, doubles: int) -> None:
    real = Fraction(whole) * 2**doubles / 2**halves
    assert halved(whole, halves, doubles) == -((-real.numerator) // real.denominator)


# ---- who else is hit


@clause("order-cards.fire.massed-target", 1)
def test_a_mass_suffers_alike() -> None:
    found = outcome("spread-casualties", target="A", unsaved_hits=2, mass=["A", "B"])
    assert found == {"boxes_circled": {"A": 2, "B": 2}, "morale_checks": ["A", "B"]}
    assert outcome("spread-casualties", target="A", unsaved_hits=0, mass=["A", "B"])["morale_checks"] == []
    with pytest.raises(UmpireError, match="mass: A is missing"):
        outcome("spread-casualties", target="A", unsaved_hits=1, mass=["B", "C"])


@clause("order-cards.fire.one-inch-rule", 1, 2, 3)
def test_units_too_near_share() -> None:
    def hit(gap: float, **more: Any) -> dict[str, int]:
        found = outcome("spread-casualties", target="A", unsaved_hits=2, gaps_from_target={"B": gap}, **more)
        return dict(found["boxes_circled"])

    assert hit(0.5) == {"A": 2, "B": 2}
    assert hit(0.8) == hit(0.75) == {"A": 2, "B": 0}
    assert hit(0.73) == {"A": 2, "B": 2}
    assert hit(0.0, unlimbered_artillery=["B"]) == {"A": 2, "B": 0}
    assert hit(0.0, unlimbered_artillery=["A"]) == {"A": 2, "B": 0}
    assert hit(0.8, options={"one_inch_tolerance": 1.0}) == {"A": 2, "B": 2}
    assert hit(0.1, mass=["A", "B"]) == {"A": 2, "B": 2}


# ---- enfilade


@clause("order-cards.fire.enfilade", 1, 2)
def test_enfilade_along_the_line() -> None:
    line = {
        "target_formation": "line",
        "target_stands": 6,
        "near_end": [6, 0],
        "axis": [1, 0],
        "eligible": [True, True],
    }
    found = outcome("enfilade", **line, firing_front_middles=[[9, 0.5], [9, -0.5]])
    assert found == {"enfilading_stands": 2, "enfilade": True}
    assert not outcome("enfilade", **line, firing_front_middles=[[8, 1], [8, 2]])["enfilade"]
    wide = outcome("enfilade", **line, firing_front_middles=[[8, 1], [8, 0]], options={"enfilade_angle": 30})
    assert wide["enfilade"]
    one = outcome("enfilade", **(line | {"eligible": [True, False]}), firing_front_middles=[[9, 0], [9, 0.5]])
    assert one == {"enfilading_stands": 1, "enfilade": False}
    assert outcome("enfilade", **line, firing_front_middles=[[5, 0], [3, 0]])["enfilading_stands"] == 0
    short = line | {"target_stands": 2}
    assert outcome("enfilade", **short, firing_front_middles=[[9, 0], [9, 0]])["enfilading_stands"] == 0


def test_enfilade_at_exactly_fifteen_degrees() -> None:
    edge = (3.0, 3.0 * 0.2679491924311227)
    assert fire_rule.enfilading((0.0, 0.0), (1.0, 0.0), [edge, (3.0, 0.81)]) == 1


# ---- officers


@clause("order-cards.officer.sniping", 1, 2)
def test_sniping() -> None:
    groups = [{"stands": 4, "range": 4}, {"stands": 2, "range": 6}]
    base = {"arm": "infantry", "card": "hold", "stands_by_range": groups, "officer_rank": "brigade"}
    assert outcome("snipe", "d100:50", "d10:1", "d10:2", **base, nearest_friend_range=9)["hit"]
    miss = outcome("snipe", "d100:51", **base, nearest_friend_range=9)
    assert (miss["percent"], miss["hit"], miss["officer_result"]) == (50, False, "unharmed")
    assert refused("snipe", **base, nearest_friend_range=3.5) == "officer.sniping"
    assert refused("snipe", **base, nearest_friend_range=4.0) == "officer.sniping"
    assert outcome("snipe", "d100:99", **base, nearest_friend_range=4.02)["legal"]
    assert refused("snipe", **(base | {"card": "march"}), nearest_friend_range=9) == "officer.sniping"
    assert refused("snipe", **base, nearest_friend_range=9, ammo="out") == "fire.double-fire"
    far = base | {"stands_by_range": [{"stands": 4, "range": 10.5}]}
    assert refused("snipe", **far, nearest_friend_range=20) == "officer.sniping"
    horse = base | {"arm": "cavalry", "stands_by_range": [{"stands": 4, "range": 8.5}]}
    assert refused("snipe", **horse, nearest_friend_range=20) == "officer.sniping"


def test_firers_halves_count_against_a_lone_man_and_bands_meet_at_five() -> None:
    groups = [{"stands": 3, "range": 5.0}]
    base = {"arm": "infantry", "card": "hold", "officer_rank": "messenger", "nearest_friend_range": 9}
    low = outcome("snipe", "d100:15", **base, stands_by_range=groups, ammo="low")
    assert (low["percent"], low["officer_result"], low["officer_out"]) == (15, "killed", True)
    loose = outcome("snipe", "d100:99", **base, stands_by_range=groups, ammo="low", modifiers=["firer-loose-order"])
    assert loose["percent"] == 8
    one = outcome("snipe", "d100:99", **base, stands_by_range=groups, firer_disordered=True)
    assert one["percent"] == 10
    far = outcome("snipe", "d100:99", **base, stands_by_range=[{"stands": 3, "range": 5.02}])
    assert far["percent"] == 15


@clause("order-cards.officer.sniping-result", 1, 2)
def test_a_hit_goes_to_the_casualty_dice() -> None:
    base = {
        "arm": "infantry",
        "card": "hold",
        "stands_by_range": [{"stands": 6, "range": 2}],
        "nearest_friend_range": 9,
    }
    found = outcome("snipe", "d100:01", "d10:4", "d10:7", **base, officer_rank="brigade")
    assert (found["casualty"], found["officer_result"]) == (False, "unharmed")
    found = outcome("snipe", "d100:60", "d6:3", "d6:3", **base, officer_rank="division")
    assert (found["casualty"], found["officer_result"], found["officer_out"]) == (True, "killed", True)
    wounds = {"officer_wounds": True}
    found = outcome("snipe", "d100:60", "avg:3", "avg:3", "d100:95", **base, officer_rank="cinc", options=wounds)
    assert (found["casualty"], found["officer_result"], found["officer_out"]) == (True, "minor wound", False)


def test_odds_of_sniping_put_harmless_shots_together() -> None:
    base = {
        "arm": "infantry",
        "card": "hold",
        "stands_by_range": [{"stands": 6, "range": 2}],
        "nearest_friend_range": 9,
    }
    found = exact("snipe", **base, officer_rank="division")
    assert sorted(found.values()) == [Fraction(60, 600), Fraction(540, 600)]
