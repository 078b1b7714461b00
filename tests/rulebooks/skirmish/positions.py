"""What the skirmish sheet adds to the laws: its house rules, and its questions put to icepool."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import icepool

from tests.laws.book import Positions, Variant

VARIANTS: Final = (
    Variant(
        "house-rules",
        {
            "quality_dice": "d4-to-d10",
            "initiative": "commander-quality",
            "phase_structure": "consecutive",
            "melee_timing": "on-contact",
            "graze": "duck",
            "horse_harm": "any-hit-fells",
            "difficult_ground": "whole-move",
            "mounted_turn_rounding": "proportional",
            "force_commander": "attached",
            "horse_holders": True,
            "repeater_magazine": 6,
            "nco_replacement": True,
            "turns_per_minute": 2.0,
            "yards_per_cm": 2.5,
        },
        ("the-supply-wagon",),
    ),
    Variant(
        "other-house-rules",
        {
            "quality_dice": "d8-to-d12",
            "initiative": "alternate",
            "graze": "none",
            "start_loaded": False,
            "muzzle_load_on_moving_horse": False,
            "carbines_breech_loading": True,
            "shotguns_breech_loading": True,
            "melee_minus_stacks": False,
            "melee_plus_stacks": True,
            "melee_score": "sum",
            "surrender": False,
            "detachment_min": 1,
            "mounted_jump_height_cm": 0.0,
            "base_foot_cm": 1.5,
            "base_mounted_cm": 2.5,
            "group_min": 3,
            "group_max": 9,
            "group_stock": 5,
            "force_break": 0.35,
        },
        ("the-picket-line",),
    ),
    Variant(
        "reach",
        {
            "cohesion_cm": 4.0,
            "linear_cover_reach_cm": 5.0,
            "wood_sight_cm": 4.0,
            "flank_reach_cm": 25.0,
            "table_width_cm": 140.0,
            "table_depth_cm": 90.0,
            "deploy_depth_cm": 25.0,
            "turn_limit": 8,
        },
        ("the-meadow",),
    ),
)


def winners(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """The higher of two dice, thrown again while they are equal."""
    first, second = situation["order"]
    both = icepool.tupleize(icepool.d(6), icepool.d(6)).reroll(lambda a, b: a == b, depth="inf")
    return shares(both.map(lambda a, b: json.dumps({"winner": first if a > b else second})))


# The example's group of regulars has modifiers that come to nothing.
REGULAR: Final = icepool.d(8)


def checks(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    return shares(REGULAR.map(lambda face: json.dumps({"result": "ok" if face >= 1 else "no-advance"})))


def rallies(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    return shares((REGULAR >= 4).map(lambda yes: json.dumps({"legal": True, "rallied": yes})))


def shots(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """A pistol at medium range at a rider in the open: the margin, then horse or rider, then the fall."""
    margin = REGULAR - icepool.highest(icepool.d(4), icepool.d(8))
    return shares(icepool.map(shot, margin, icepool.d(6) >= 4, icepool.d(6) >= 5))


def shot(margin: int, horse: bool, fall: bool) -> str:
    if margin < 1:
        return struck("none", "none", False, 0, True)
    result = "graze" if margin == 1 else "wound" if margin < 4 else "disabled" if margin < 6 else "killed"
    harm = {"graze": 0, "wound": 1, "disabled": 2, "killed": 3}[result]
    if not horse:
        return struck(result, "rider", True, harm, harm < 2)
    if harm < 2:
        return struck(result=result, who="horse", injury=False, harm=0, mounted=True, horse=harm)
    return struck(result, "horse", fall, int(fall), False)


def struck(result: str, who: str, injury: bool, harm: int, mounted: bool, horse: int = 0) -> str:
    target: dict[str, Any] = {"harm": harm, "mounted": mounted}
    target["status"] = ("fit", "wounded", "disabled", "killed")[harm]
    if mounted:
        target["horse_harm"] = horse
    found = {"injury": injury, "legal": True, "result": result, "struck": who, "target": target}
    return json.dumps(found, sort_keys=True)


def combats(situation: Mapping[str, Any]) -> dict[str, Fraction]:
    """A regular trooper with sword and pistol against a regular with the bayonet; the horse is of no use."""
    trooper = icepool.highest(REGULAR, icepool.d(6))
    footman = icepool.highest(REGULAR, icepool.d(8))
    return shares(icepool.map(combat, trooper, footman, icepool.d(6) >= 5))


def combat(trooper: int, footman: int, fall: bool) -> str:
    by = min(6, abs(trooper - footman))
    if by == 0:
        return json.dumps({"result": "none", "winner": "tie"})
    names = ["fit", "wounded", "disabled", "killed"]
    if trooper > footman:
        result = ("push-back", "push-back-and-wound", "wound", "disabled", "killed", "killed")[by - 1]
        harm = (0, 1, 1, 2, 3, 3)[by - 1]
        mounted = False
    else:
        result = ("dismounted", "dismounted-and-wound", "wound", "wound", "disabled", "killed")[by - 1]
        harm = (0, 1, 1, 1, 2, 3)[by - 1] + (fall if by < 3 else 0)
        mounted = by in (3, 4)
    loser = {"harm": int(harm), "mounted": mounted, "status": names[harm]}
    winner = "a" if trooper > footman else "b"
    return json.dumps({"loser": loser, "result": result, "winner": winner}, sort_keys=True)


def shares(die: Any) -> dict[str, Fraction]:
    return {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die}


POSITIONS: Final = Positions(
    variants=VARIANTS,
    points=("entry", "outline", "points", "zone", "zones", "centre", "foe"),
    done=True,
    icepool={
        "initiative": winners,
        "resolve-shot": shots,
        "resolve-melee": combats,
        "morale-check": checks,
        "rally": rallies,
    },
)
