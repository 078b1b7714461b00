"""What Infantry Action adds to the laws: its house rules, its secrets, and its questions put to icepool."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import icepool

from roundtop.battle.forms import Answer, Assign, Assigned, Choose, Chosen
from roundtop.battle.protocol import Decision
from tests.laws.book import Positions, Variant

VARIANTS: Final = (
    Variant(
        "house-rules",
        {
            "opportunity_fire": "movement",
            "artillery_pivot": True,
            "terrain_movement": "slow",
            "cover_from_fire": True,
            "infantry_vs_battery": "two-sixes",
            "rout_move": "two-turns",
            "boneyard": "per-turn",
            "sideways_face": "higher",
            "quality_effect": "combat",
            "weapon_effect": "range",
        },
    ),
    Variant(
        "other-house-rules",
        {
            "simultaneous_fire": False,
            "initiative_tie": "holder-keeps",
            "cinc_rating": "scenario",
            "rout_fire_penalty": "fewer-dice",
            "rout_from_fire": True,
            "overlap_outflanks": False,
            "end_runs_count": False,
            "sideways_face": "sum",
            "guns_per_stand": 2,
            "men_per_stand": 45,
            "minutes_per_turn": 15,
            "army_break": 1.0,
        },
    ),
    Variant(
        "close-quarters",
        {"yards_per_inch": 40.0, "stand_in": 0.5, "boneyard": "per-turn", "opportunity_fire": "movement"},
    ),
)


def alike(decision: Decision) -> tuple[tuple[Answer, ...], ...]:
    """Chits lie face down; of a domino placed, the enemy sees where and not which way round."""
    form = decision.form
    if decision.kind == "orders" and isinstance(form, Assign):
        count = max([len(slot.items) for slot in form.slots])
        return (
            tuple(
                [
                    Assigned(tuple([(slot.key, slot.items[n % len(slot.items)].key) for slot in form.slots]))
                    for n in range(count)
                ]
            ),
        )
    if decision.kind == "place-domino" and isinstance(form, Choose):
        slots = dict.fromkeys([item.key.partition(":")[0] for item in form.items])
        return tuple(
            [
                tuple([Chosen((item.key,)) for item in form.items if item.key.partition(":")[0] == slot])
                for slot in slots
            ]
        )
    return ()


# The printed figures of the examples: an infantry shot within 12 in and a gun's within 18 in hit on 4 or more.
HITS_ON: Final = 4


def ratings(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """Two dice: up to 6 a rating of 1, up to 9 of 2, above of 3."""
    thrown = 2 @ icepool.d(6)
    return shares(thrown.map(lambda total: json.dumps({"rating": 1 if total <= 6 else 2 if total <= 9 else 3})))


def winners(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """The higher of two dice, thrown again while they are equal."""
    first, second = situation["order"]
    both = icepool.tupleize(icepool.d(6), icepool.d(6)).reroll(lambda a, b: a == b, depth="inf")
    return shares(both.map(lambda a, b: json.dumps({"winner": first if a > b else second})))


def volleys(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """Each die by itself takes its stand off."""
    targets = [shot["target"] for shot in situation["shots"]]
    hit = icepool.d(6) >= HITS_ON
    all_hits = icepool.tupleize(*[hit for _ in targets])
    struck_by = all_hits.map(lambda hits: struck([t for t, hit in zip(targets, hits, strict=True) if hit]), star=False)
    return shares(struck_by)


def gun_shots(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """Two dice; the second hit goes to one neighbour or the other."""
    hits = 2 @ (icepool.d(6) >= HITS_ON)
    aimed = situation["target"]
    ends = {0: struck([]), 1: struck([aimed])}
    beside = icepool.Die([struck([aimed - 1, aimed]), struck([aimed, aimed + 1])])
    return shares(hits.map({**ends, 2: beside}))


def struck(removed: list[int]) -> str:
    return json.dumps({"battery_destroyed": False, "legal": True, "markers": [], "removed": removed})


def shares(die: Any) -> dict[str, Fraction]:
    return {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die}


POSITIONS: Final = Positions(
    variants=VARIANTS,
    alike=alike,
    reveals=("ChitRevealed", "VolleyFired", "DominoLooked", "CombatFought"),
    points=("entry", "outline", "points", "zone", "zones"),
    done=True,
    icepool={
        "commander-rating": ratings,
        "initiative": winners,
        "infantry-volley": volleys,
        "artillery-fire": gun_shots,
    },
)
