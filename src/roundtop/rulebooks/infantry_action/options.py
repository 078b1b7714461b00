"""The house rules of Infantry Action: every option of the ledger as a typed field."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from roundtop.battle.ledger import Ledger, read_ledger
from roundtop.battle.options import OptionError, checked, overlapping_strips
from roundtop.record import record

LEDGER: Final[Ledger] = read_ledger(Path(__file__).with_name("clauses.toml"))
# Where the ledger names no limits, these are the widest with which a battle can still be played.
LIMITS: Final[dict[str, tuple[float, float]]] = {
    "yards_per_inch": (1.0, 200.0),
    "minutes_per_turn": (1, 120),
    "unit_size": (4, 10),
    "stand_in": (0.25, 4.0),
    "guns_per_battery": (1, 4),
    "table_width_in": (24.0, 400.0),
    "table_depth_in": (24.0, 400.0),
    "deploy_depth_in": (4.0, 100.0),
    "men_per_stand": (1, 1000),
    "guns_per_stand": (1, 24),
    "min_separation_in": (0.1, 6.0),
    "fire_arc_deg": (1.0, 180.0),
    "wood_sight_in": (0.0, 36.0),
    "turn_limit": (1, 1000),
    "army_break": (0.01, 1.0),
}


@record(frozen=True)
class Settings:
    """The options a game is played with, each at the ledger's default."""

    yards_per_inch: float = 20.0
    minutes_per_turn: int = 10
    unit_size: int = 10
    stand_in: float = 1.0
    guns_per_battery: int = 1
    cinc_rating: str = "dice"
    table_width_in: float = 72.0
    table_depth_in: float = 48.0
    deploy_depth_in: float = 12.0
    men_per_stand: int = 40
    guns_per_stand: int = 6
    quality_effect: str = "none"
    weapon_effect: str = "none"
    simultaneous_fire: bool = True
    initiative_tie: str = "reroll"
    min_separation_in: float = 1.0
    artillery_pivot: bool = False
    terrain_movement: str = "none"
    fire_arc_deg: float = 45.0
    wood_sight_in: float = 2.0
    cover_from_fire: bool = False
    rout_fire_penalty: str = "die"
    infantry_vs_battery: str = "none"
    opportunity_fire: str = "react"
    rout_from_fire: bool = False
    boneyard: str = "per-combat"
    sideways_face: str = "forward"
    overlap_outflanks: bool = True
    end_runs_count: bool = True
    rout_move: str = "at-once"
    turn_limit: int = 10
    army_break: float = 0.5


PRINTED: Final[Settings] = Settings()
"""The page as printed, with the ledger's rulings."""


def settings(given: Mapping[str, Any]) -> Settings:
    """The house rules given, the rest at their defaults; OptionError names whatever is wrong."""
    found = checked(LEDGER, given, LIMITS)
    wrong = _contradictions(found)
    if wrong:
        raise OptionError(wrong)
    return Settings(**found)


def _contradictions(found: Mapping[str, Any]) -> list[str]:
    """Options that cannot hold together, in words."""
    wrong = overlapping_strips(found, "deploy_depth_in", "table_depth_in", "in", found["min_separation_in"])
    stand, width = found["stand_in"], found["table_width_in"]
    for name in ("unit_size", "guns_per_battery"):
        if found[name] * stand > width:
            wrong.append(f"{name}: a line of {found[name]} stands of {stand:g} in is longer than the table, {width:g}")
    if stand > found["deploy_depth_in"]:
        wrong.append(f"stand_in: a stand of {stand:g} in is deeper than deploy_depth_in, {found['deploy_depth_in']:g}")
    return wrong
