"""The quick reference says what the rules do."""

from __future__ import annotations

from roundtop.battle.paper import Block
from roundtop.battles import load
from roundtop.rulebooks.skirmish.options import Settings
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
