"""The house rules of the skirmish sheet: every option of the ledger as a typed field."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from roundtop.battle.ledger import Ledger, read_ledger
from roundtop.battle.options import OptionError, checked, overlapping_strips
from roundtop.record import field, record
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule

LEDGER: Final[Ledger] = read_ledger(Path(__file__).with_name("clauses.toml"))
# Where the ledger names no limits, these are the widest with which a battle can still be played.
LIMITS: Final[dict[str, tuple[float, float]]] = {
    "yards_per_cm": (0.1, 20.0),
    "turns_per_minute": (0.1, 60.0),
    "group_min": (1, 12),
    "group_max": (4, 24),
    "group_stock": (2, 24),
    "base_foot_cm": (0.5, 5.0),
    "base_mounted_cm": (0.5, 8.0),
    "table_width_cm": (40.0, 1000.0),
    "table_depth_cm": (40.0, 1000.0),
    "deploy_depth_cm": (5.0, 200.0),
    "detachment_min": (1, 12),
    "mounted_jump_height_cm": (0.0, 10.0),
    "cohesion_cm": (0.1, 200.0),
    "repeater_magazine": (1, 20),
    "linear_cover_reach_cm": (0.0, 20.0),
    "wood_sight_cm": (0.0, 200.0),
    "flank_reach_cm": (0.0, 500.0),
    "turn_limit": (1, 1000),
    "force_break": (0.01, 1.0),
}


@record(unsafe_hash=True)
class Settings:
    """The options a game is played with, each at the ledger's default; `armoury` are the weapon tables read."""

    yards_per_cm: float = 2.0
    turns_per_minute: float = 3.0
    quality_dice: str = "d6-to-d12"
    group_min: int = 4
    group_max: int = 12
    group_stock: int = 8
    force_commander: str = "independent"
    weapons: str = weapons_rule.DEFAULT
    start_loaded: bool = True
    base_foot_cm: float = 2.0
    base_mounted_cm: float = 3.0
    table_width_cm: float = 180.0
    table_depth_cm: float = 120.0
    deploy_depth_cm: float = 30.0
    initiative: str = "d6"
    phase_structure: str = "interleaved"
    melee_timing: str = "end-of-turn"
    muzzle_load_on_moving_horse: bool = True
    horse_holders: bool = False
    detachment_min: int = 2
    difficult_ground: str = "by-distance"
    mounted_turn_rounding: str = "up"
    mounted_jump_height_cm: float = 1.5
    cohesion_cm: float = 10.0
    carbines_breech_loading: bool = False
    shotguns_breech_loading: bool = False
    repeater_magazine: int = 1
    linear_cover_reach_cm: float = 3.0
    graze: str = "morale"
    wood_sight_cm: float = 10.0
    horse_harm: str = "ladder"
    melee_minus_stacks: bool = True
    melee_plus_stacks: bool = False
    melee_score: str = "highest"
    flank_reach_cm: float = 50.0
    surrender: bool = True
    nco_replacement: bool = False
    turn_limit: int = 12
    force_break: float = 0.5
    armoury: weapons_rule.Armoury = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.armoury = weapons_rule.armoury_of(self.weapons)


PRINTED: Final[Settings] = Settings()
"""The sheet as printed, with the ledger's rulings."""


def settings(given: Mapping[str, Any]) -> Settings:
    """The house rules given, the rest at their defaults; OptionError names whatever is wrong.

    [setup.weapon-categories]
    """
    found = checked(LEDGER, given, LIMITS)
    wrong = _contradictions(given, found)
    if wrong:
        raise OptionError(wrong)
    found["group_stock"] = min(max(found["group_stock"], found["group_min"]), found["group_max"])
    try:
        return Settings(**found)
    except weapons_rule.WeaponsError as error:
        raise OptionError([f"weapons: {error}; give the text of a weapons.toml, or '{weapons_rule.DEFAULT}'"]) from None


def _contradictions(given: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """Options that cannot hold together, in words."""
    least, most, stock = found["group_min"], found["group_max"], found["group_stock"]
    wrong = overlapping_strips(found, "deploy_depth_cm", "table_depth_cm", "cm")
    if least > most:
        wrong.append(f"group_min: {least} is more than group_max, {most}")
    elif "group_min" in given and most < 2 * least - 1:
        wrong.append(f"group_max: a company of {most + 1} could not be split into groups of {least} or more")
    if "group_stock" in given and not least <= stock <= most:
        wrong.append(f"group_stock: {stock} is not between group_min, {least}, and group_max, {most}")
    if 2 * found["detachment_min"] > most:
        wrong.append(f"detachment_min: no group of {most} can be split into two of {found['detachment_min']}")
    return wrong
