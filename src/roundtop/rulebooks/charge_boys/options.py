"""The house rules of Charge Boys Charge!: every option of the ledger as a typed field."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from roundtop.battle.ledger import Ledger, read_ledger
from roundtop.battle.options import OptionError, checked, overlapping_strips, rising
from roundtop.record import record

LEDGER: Final[Ledger] = read_ledger(Path(__file__).with_name("clauses.toml"))
# Where the ledger names no limits, these are the widest with which a battle can still be played.
LIMITS: Final[dict[str, tuple[float, float]]] = {
    "max_hits_per_die": (1, 1000),
    "yards_per_inch": (1.0, 200.0),
    "men_per_figure": (1, 1000),
    "guns_per_model": (1, 24),
    "minutes_per_turn": (0.5, 240.0),
    "advised_strength_low": (5, 200),
    "advised_strength_high": (9, 200),
    "figures_per_officer": (1, 1000),
    "generals_per_brigade": (0, 6),
    "crew_per_gun": (1, 12),
    "base_foot_width": (0.1, 4.0),
    "base_foot_depth": (0.1, 4.0),
    "base_mounted_width": (0.1, 4.0),
    "base_mounted_depth": (0.1, 6.0),
    "base_gun_width": (0.25, 6.0),
    "base_gun_depth": (0.25, 6.0),
    "base_limbered_width": (0.25, 6.0),
    "base_limbered_depth": (0.25, 12.0),
    "table_length": (24.0, 400.0),
    "table_depth": (24.0, 400.0),
    "deployment_depth": (4.0, 100.0),
    "impulses": (1, 60),
    "horse_holders_one_in": (0, 100),
    "building_capacity": (1, 200),
    "fire_arc": (1.0, 180.0),
    "min_crew_to_fire": (1, 12),
    "woods_save_bonus": (0, 6),
    "turn_limit": (1, 1000),
    "army_break": (0.01, 1.0),
}


@record(frozen=True)
class Settings:
    """The options a game is played with, each at the ledger's default."""

    rounding: str = "half-up"
    max_hits_per_die: int | None = None
    premeasure: bool = True
    yards_per_inch: float = 12.0
    men_per_figure: int = 15
    guns_per_model: int = 2
    minutes_per_turn: float = 5.0
    roster: str = "scenario"
    advised_strength_low: int = 24
    advised_strength_high: int = 48
    quality_source: str = "roster"
    figures_per_officer: int = 24
    generals_per_brigade: int = 1
    crew_per_gun: int = 4
    base_foot_width: float = 0.75
    base_foot_depth: float = 0.75
    base_mounted_width: float = 1.0
    base_mounted_depth: float = 1.5
    base_gun_width: float = 2.0
    base_gun_depth: float = 2.0
    base_limbered_width: float = 1.5
    base_limbered_depth: float = 4.5
    table_length: float = 72.0
    table_depth: float = 48.0
    deployment_depth: float = 12.0
    turn_mode: str = "igougo"
    first_mover: str = "dice-each-turn"
    generals_ride_first: bool = True
    impulses: int = 12
    fire_after_full_turn: bool = False
    skirmish_whole_units: bool = True
    horse_holders_one_in: int = 4
    guns_cross_obstacles: bool = True
    building_capacity: int | None = None
    all_carbines_fire_twice: bool = False
    mounted_fires_once: bool = False
    mounted_line_fire_ranks: int = 2
    attack_column_fire_ranks: int = 1
    column_command: str = "second-rank"
    remainder: str = "half-up"
    buck_and_ball_carbines: bool = True
    fire_arc: float = 45.0
    target_choice: str = "nearest"
    artillery_at_skirmishers: str = "full"
    min_crew_to_fire: int = 2
    gun_fire_after_manhandle: bool = False
    woods_save_bonus: int = 0
    line_cover: str = "front-rank"
    disordered_fire: str = "half"
    hits_trigger: str = "before-saves"
    smallest_tenth: str = "figure"
    charged_units_test: bool = True
    green_deducts_in_other_tests: bool = False
    first_shot_memory: str = "latest"
    fortification_stacks_with_cover: bool = False
    casualty_deduction: str = "cumulative"
    retired_deduction: str = "all"
    first_shot_cavalry_3d6: bool = False
    retest_timing: str = "morale-phase"
    closing_fire: bool = True
    melee: str = "supplement"
    officer_hits: str = "on-a-six"
    failed_rally: str = "run"
    turn_limit: int = 12
    army_break: float = 0.5


PRINTED: Final[Settings] = Settings()
"""The book as printed, with the ledger's rulings."""


def measurable(settings: Settings) -> str:
    """What may be measured before something is declared: all, or none [core.measure]."""
    return "all" if settings.premeasure else "none"


def settings(given: Mapping[str, Any]) -> Settings:
    """The house rules given, the rest at their defaults; OptionError names whatever is wrong."""
    found = checked(LEDGER, given, LIMITS)
    wrong = _contradictions(found)
    if wrong:
        raise OptionError(wrong)
    return Settings(**found)


def _contradictions(found: Mapping[str, Any]) -> list[str]:
    """Options that cannot hold together, in words [setup.table, setup.typical-strength, artillery.crew-to-fire]."""
    wrong = overlapping_strips(found, "deployment_depth", "table_depth", "in")
    wrong.extend(rising(found, ("advised_strength_low", "advised_strength_high")))
    if found["min_crew_to_fire"] > found["crew_per_gun"]:
        crew = found["crew_per_gun"]
        wrong.append(f"min_crew_to_fire: no gun could ever fire with a crew of {crew} (crew_per_gun)")
    return wrong
