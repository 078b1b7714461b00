"""The quick reference says what the rules do."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.paper import Block
from roundtop.battles import load
from roundtop.rulebooks.skirmish.options import LEDGER, Settings, settings
from roundtop.rulebooks.skirmish.paper import roster, sheet


def block(title: str, settings: Settings | None = None) -> Block:
    return next(one for one in sheet(settings or Settings()).blocks if one.title == title)


def test_weapons_and_dice() -> None:
    weapons = block("Weapons, cm")
    assert ("Minie rifle", "15", "30", "110", "150", "3") in weapons.rows
    assert ("Shotgun", "5", "10", "40", "–", "3") in weapons.rows
    assert block("Target's dice").rows[0] == ("Cover open", "d4")
    assert ("Improvised", "d4", "none") in block("Melee dice").rows


def test_charts() -> None:
    assert block("A shot").rows == (
        ("1", "graze"),
        ("2 to 3", "wound"),
        ("4 to 5", "disabled"),
        ("6 or more", "killed"),
        ("Mounted target", "the horse on 4+; it takes wounds as a man does, and is down at two"),
        ("A graze", "the group tests"),
        ("A wall, fence or bank covers", "within 3 cm"),
        ("Sight through wood", "10 cm at most"),
    )
    assert block("Beaten by").rows[1] == ("2", "Push back and wound", "Dismounted and wound")
    assert [row[0] for row in block("Morale total").rows] == ["1 or more", "0 or -1", "-2", "-3", "less", "Rally"]
    assert ("NCO killed or disabled", "-2") in block("Morale").rows


def test_house_rules_change_the_sheet() -> None:
    assert block("Quality", Settings(quality_dice="d4-to-d10")).rows[0] == ("Green", "d4")
    assert "30%" in block("The end", Settings(force_break=0.3)).rows[0][1]
    assert len(block("Moving, cm an action", Settings(mounted_jump_height_cm=0.0)).rows) == 5
    assert block("Melee", Settings(melee_score="sum")).rows[0] == ("Score", "the sum of the dice")
    carbines = Settings(carbines_breech_loading=True)
    assert ("Minie carbine", "8", "20", "70", "120", "1") in block("Weapons, cm", carbines).rows


def test_roster_has_two_boxes_for_every_man() -> None:
    blocks = roster(load("kellys-ford"), Settings()).blocks
    brown = next(one for one in blocks if "Brown's platoon" in one.title)
    assert len(brown.rows) == 9
    assert brown.rows[0] == ("Lt. Simeon A. Brown", "Elite d12", "Pistol", "Sword pistol")
    assert set(brown.boxes) == {2}
    late = roster(load("the-picket-line"), Settings()).blocks
    assert any(one.title.endswith("(turn 4)") for one in late)


OTHERS: dict[str, Any] = {
    "yards_per_cm": 3.0,
    "turns_per_minute": 2.0,
    "quality_dice": "d4-to-d10",
    "group_min": 5,
    "group_max": 10,
    "group_stock": 6,
    "force_commander": "attached",
    "start_loaded": False,
    "base_foot_cm": 1.5,
    "base_mounted_cm": 2.5,
    "table_width_cm": 120.0,
    "table_depth_cm": 100.0,
    "deploy_depth_cm": 20.0,
    "initiative": "alternate",
    "phase_structure": "consecutive",
    "melee_timing": "on-contact",
    "muzzle_load_on_moving_horse": False,
    "horse_holders": True,
    "detachment_min": 3,
    "difficult_ground": "whole-move",
    "mounted_turn_rounding": "proportional",
    "mounted_jump_height_cm": 0.0,
    "cohesion_cm": 5.0,
    "carbines_breech_loading": True,
    "shotguns_breech_loading": True,
    "repeater_magazine": 7,
    "linear_cover_reach_cm": 2.0,
    "graze": "duck",
    "wood_sight_cm": 20.0,
    "horse_harm": "any-hit-fells",
    "melee_minus_stacks": False,
    "melee_plus_stacks": True,
    "melee_score": "sum",
    "flank_reach_cm": 30.0,
    "surrender": False,
    "nco_replacement": True,
    "turn_limit": 9,
    "force_break": 0.4,
}


@pytest.mark.parametrize("option", sorted({choice.field.name for choice in LEDGER.choices} - {"weapons"}))
def test_every_house_rule_shows_on_the_sheet(option: str) -> None:
    assert sheet(settings({option: OTHERS[option]})) != sheet(settings({}))
