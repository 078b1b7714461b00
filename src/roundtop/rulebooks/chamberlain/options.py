"""The house rules of Chamberlain ACW: every option of the ledger as a typed field."""

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
    "setup_unit_depth": (0.1, 1.0),
    "setup_force_min": (1, 8),
    "setup_force_max": (1, 40),
    "setup_table_width": (8.0, 200.0),
    "setup_table_depth": (8.0, 200.0),
    "setup_deploy_depth": (1.0, 20.0),
    "setup_game_turns": (1, 200),
    "unit_default_elan_infantry": (3, 9),
    "unit_default_elan_cavalry": (3, 9),
    "unit_default_elan_mounted_infantry": (3, 9),
    "unit_default_ammo_field": (3, 8),
    "unit_default_ammo_horse": (3, 8),
    "unit_default_ammo_heavy": (3, 8),
    "info_reinforcement_target": (1, 6),
    "command_placement_limit": (0.0, 200.0),
    "command_range_force": (0.0, 200.0),
    "command_range_cnc": (0.0, 200.0),
    "activate_force_target": (1, 6),
    "activate_lone_target": (1, 6),
    "victory_objective_radius": (0.0, 20.0),
}


@record(frozen=True)
class Settings:
    """The options a game is played with, each at the ledger's default."""

    unit_scale: str = "brigade"
    setup_unit_depth: float = 0.5
    fire_half_rounding: str = "up"
    setup_force_min: int = 2
    setup_force_max: int = 8
    setup_table_width: float = 24.0
    setup_table_depth: float = 16.0
    setup_deploy_depth: float = 4.0
    setup_game_turns: int = 15
    unit_default_elan_infantry: tuple[int, ...] = (5, 6, 7, 8)
    unit_default_elan_cavalry: tuple[int, ...] = (4, 5, 6, 7)
    unit_default_elan_mounted_infantry: tuple[int, ...] = (4, 5, 6, 7)
    artillery_ammo_track: str = "linear"
    unit_default_ammo_field: int = 6
    unit_default_ammo_horse: int = 5
    unit_default_ammo_heavy: int = 7
    artillery_empty: str = "stay"
    weapon_slash_zero: str = "no-fire"
    weapon_cavalry_default: str = "carbine"
    info_reinforcement_target: int = 3
    conceal_start: str = "all"
    conceal_level: str = "identity"
    command_placement_limit: float | None = None
    command_range_force: float = 4.0
    command_range_cnc: float = 8.0
    trait_imb_countdown: str = "own-status"
    trait_inspiring_fire: bool = True
    activate_mode: str = "force"
    activate_force_target: int = 3
    activate_lone_target: int = 4
    activate_cnc_command: bool = True
    move_roads_cancel_difficult: bool = True
    move_stop_when_engaged: bool = True
    charge_engaged_free_choice: bool = False
    charge_bar: str = "fatigued"
    charge_difficult_slows: bool = False
    mobile_requires_difficult: bool = False
    artillery_track_limber: bool = False
    los_mode: str = "touch-plus"
    fire_arc: str = "45-each-side"
    fire_bonus_timing: str = "after-halving"
    fire_guns_and_horse_halve: str = "infantry"
    fire_cover_applies_to: str = "artillery"
    ss_needs_hit: bool = True
    fire_target_priority: str = "free"
    artillery_bonus: str = "one"
    artillery_overhead: bool = False
    melee_minus: str = "one"
    melee_yell: str = "all"
    melee_defender_first: bool = True
    fatigue_fatigued_at: str = "half"
    victory_break_fraction: str = "2/5"
    victory_sudden_death: str = "none"
    victory_objective_radius: float = 1.0


PRINTED: Final[Settings] = Settings()
"""The sheets as printed, with the ledger's rulings."""


def settings(given: Mapping[str, Any]) -> Settings:
    """The house rules given, the rest at their defaults; OptionError names whatever is wrong."""
    found = checked(LEDGER, given, LIMITS)
    wrong = _contradictions(found)
    if wrong:
        raise OptionError(wrong)
    return Settings(**found)


def _contradictions(found: Mapping[str, Any]) -> list[str]:
    """Options that cannot hold together, in words."""
    least, most = found["setup_force_min"], found["setup_force_max"]
    wrong = overlapping_strips(found, "setup_deploy_depth", "setup_table_depth", "BW")
    if least > most:
        wrong.append(f"setup_force_min: {least} is more than setup_force_max, {most}")
    elif most < 2 * least - 1:
        wrong.append(f"setup_force_max: a force of {most + 1} could not be divided into forces of {least} or more")
    for arm in ("infantry", "cavalry", "mounted_infantry"):
        name = f"unit_default_elan_{arm}"
        elan = list(found[name])
        if elan != sorted(elan):
            wrong.append(f"{name}: {elan} falls from one quality to the next better")
    if found["trait_imb_countdown"] != "own-status" and not found["activate_cnc_command"]:
        wrong.append("trait_imb_countdown: nothing is counted down while activate_cnc_command is off")
    return wrong
