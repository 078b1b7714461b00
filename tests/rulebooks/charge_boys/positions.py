"""What Charge Boys Charge! adds to the laws: its house rules and its secrets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import icepool

from roundtop.battle.forms import Answer, March, Marched
from roundtop.battle.protocol import Decision
from tests.laws.book import Positions, Variant

VARIANTS: Final = (
    Variant("written-orders", {"turn_mode": "written-orders", "impulses": 6, "retest_timing": "turn-start"}),
    Variant(
        "house-rules",
        {
            "rounding": "down",
            "remainder": "up",
            "max_hits_per_die": 3,
            "first_mover": "alternate",
            "fire_after_full_turn": True,
            "guns_cross_obstacles": False,
            "all_carbines_fire_twice": True,
            "attack_column_fire_ranks": 2,
            "target_choice": "free",
            "artillery_at_skirmishers": "half",
            "gun_fire_after_manhandle": True,
            "woods_save_bonus": 1,
            "hits_trigger": "figures-lost",
            "green_deducts_in_other_tests": True,
            "fortification_stacks_with_cover": True,
            "casualty_deduction": "this-turn",
            "retired_deduction": "green",
            "first_shot_cavalry_3d6": True,
            "failed_rally": "remove",
            "quality_source": "dice",
            "army_break": 0.75,
        },
    ),
    Variant(
        "other-house-rules",
        {
            "rounding": "up",
            "remainder": "down",
            "premeasure": False,
            "first_mover": "scenario",
            "skirmish_whole_units": False,
            "horse_holders_one_in": 0,
            "building_capacity": 30,
            "buck_and_ball_carbines": False,
            "fire_arc": 60,
            "min_crew_to_fire": 1,
            "charged_units_test": False,
            "first_shot_memory": "first",
            "closing_fire": False,
            "melee": "none",
            "officer_hits": "last",
            "turn_limit": 9,
        },
    ),
    Variant(
        "close-quarters",
        {
            "yards_per_inch": 36,
            "men_per_figure": 25,
            "guns_per_model": 3,
            "minutes_per_turn": 8,
            "advised_strength_low": 12,
            "advised_strength_high": 30,
            "figures_per_officer": 10,
            "generals_per_brigade": 2,
            "crew_per_gun": 3,
            "base_foot_width": 0.5,
            "base_foot_depth": 0.5,
            "base_mounted_width": 0.75,
            "base_mounted_depth": 1.0,
            "base_gun_width": 1.5,
            "base_gun_depth": 1.5,
            "base_limbered_width": 1.0,
            "base_limbered_depth": 3.0,
            "max_hits_per_die": 1,
            "army_break": 1.0,
        },
    ),
    Variant(
        "own-rosters",
        {"roster": "custom", "table_length": 60, "table_depth": 44, "deployment_depth": 10},
        ("parade-ground",),
    ),
)


def alike(decision: Decision) -> tuple[tuple[Answer, ...], ...]:
    """Whatever an order says, the enemy sees only that it is written."""
    if decision.kind == "order" and isinstance(decision.form, March):
        return (tuple([Marched(way.manoeuvres) for way in decision.form.ways]),)
    return ()


# The printed figures of the ledger's examples, asked of icepool in its own words.


def winners(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """The higher of two dice, thrown again while they are equal."""
    first, second = situation["sides"]
    both = icepool.tupleize(icepool.d(6), icepool.d(6)).reroll(lambda a, b: a == b, depth="inf")
    return shares(both.map(lambda a, b: written(winner=first if a > b else second)))


def volleys(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """Fifteen Veterans at skirmishers at close range: three dice, 1 off each, none below 0."""
    hits = 3 @ icepool.d(6).map(lambda face: max(0, face - 1))
    return shares(hits.map(lambda total: written(band="close", hits=total, legal=True, save="normal")))


def batteries(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """Two of three smoothbores at 50 inches: 5 or more hits, half the effect die."""
    gun = icepool.d(6).map(lambda face: icepool.d(6).map(lambda effect: (effect + 1) // 2) if face >= 5 else 0)
    rest = {"band": "4-5", "fires": [True, False, True], "legal": True, "save": "normal"}
    return shares((2 @ gun).map(lambda total: written(hits=total, **rest)))


def saves(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """Three men on 4 or more and an officer on 3 or more."""
    both = icepool.tupleize(3 @ (icepool.d(6) < 4), icepool.d(6) < 3)
    return shares(
        both.map(
            lambda men, officer: written(men_killed=men, officers_killed=int(officer), saved=4 - men - int(officer))
        )
    )


def evades(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """Skirmishers 3 inches before an attack column: 10 and a die against 8 and a die."""
    both = icepool.tupleize(icepool.d(6), icepool.d(6))
    return shares(
        both.map(
            lambda away, bonus: written(
                caught=8 + bonus >= 13 + away, evade_move=10.0 + away, gap=13.0 + away, reach=8.0 + bonus
            )
        )
    )


def first_shots(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """A line with +1: it retires on 1 and 2, halts on 3, carries on from 4."""

    def read(face: int) -> str:
        if face <= 2:
            return written(result="retire", retest="first", retreat=6.0)
        if face == 3:
            return written(result="halt", retest="first", retreat=0.0)
        return written(result="carry-on", retest="none", retreat=0.0)

    return shares(icepool.d(6).map(read))


def written(**outcome: Any) -> str:
    return json.dumps(outcome, sort_keys=True)


def shares(die: Any) -> dict[str, Fraction]:
    return {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die}


POSITIONS: Final = Positions(
    variants=VARIANTS,
    alike=alike,
    reveals=("OrdersRevealed",),
    points=("entry", "outline", "points", "zone", "zones", "trail"),
    done=True,
    icepool={
        "initiative": winners,
        "musketry": volleys,
        "artillery": batteries,
        "save": saves,
        "evade": evades,
        "morale-first": first_shots,
    },
)
