"""The quick reference says what the rules do."""

from __future__ import annotations

from typing import Any

from roundtop.battle.paper import Block
from roundtop.battles import load
from roundtop.rulebooks.chamberlain.options import LEDGER, Settings
from roundtop.rulebooks.chamberlain.paper import roster, sheet


def block(title: str, **options: Any) -> Block:
    return next(one for one in sheet(Settings(**options)).blocks if one.title == title)


def words(title: str, **options: Any) -> str:
    return " ".join([" ".join(row) for row in block(title, **options).rows])


def test_moves_weapons_and_terrain_come_from_the_chapters() -> None:
    assert block("Moves").rows[:2] == (("Infantry", "2", "1"), ("Cavalry", "4", "2"))
    assert block("Moves").rows[-1] == ("Dismounted", "2", "1")
    assert ("Shotgun", "1", "6+", "+1") in block("Small arms").rows
    assert ("Repeating rifle", "2", "5+", "RR") in block("Small arms").rows
    assert ("Heavy woods", "difficult", "1 more", "yes", "-1") in block("Terrain").rows
    assert ("Crest", "simple", "at the crest", "no", "") in block("Terrain").rows
    assert ("Rebel Yell", "+1") in block("Melee dice").rows


def test_house_rules_change_the_sheet() -> None:
    assert block("Activation").rows[0] == ("3+", "a force within 4 of its commander")
    assert block("Activation", activate_mode="unit", activate_force_target=5).rows[0][0] == "5+"
    assert len(block("Activation", activate_cnc_command=False).rows) == 2
    assert ("Shotgun", "2", "6+", "+1") in block("Small arms", weapon_slash_zero="no-bonus").rows
    assert "over friends' heads" not in words("Fire is halved once")
    assert "over friends' heads" in words("Fire is halved once", artillery_overhead=True)
    assert "rounded down" in words("Fire is halved once", fire_half_rounding="down")
    small = block("Fire is halved once", fire_guns_and_horse_halve="artillery", fire_cover_applies_to="all").rows[0][1]
    assert "target in cover" in small
    assert "at artillery" not in small
    assert "each +1" in words("Bonus dice in fire", artillery_bonus="cumulative")
    assert "22.5°" in words("Bonus dice in fire", fire_arc="45-total")
    assert "below half" in words("Fatigue", fatigue_fatigued_at="below-half")
    assert "only fresh" in words("Other moves", charge_bar="any-fatigue")
    assert "1/3" in words("The end", victory_break_fraction="1/3")


def test_every_block_names_clauses_of_the_ledger() -> None:
    ids = {clause.id for clause in LEDGER.clauses}
    for one in sheet(Settings()).blocks:
        assert one.clauses
        assert set(one.clauses) <= ids


def test_roster_has_a_box_for_every_point_of_elan_and_ammunition() -> None:
    union, officers = roster(load("little-round-top"), Settings()).blocks[:2]
    names = [row[0] for row in union.rows]
    maine = union.rows[names.index("20th Maine")]
    assert maine[2:4] == ("Infantry", "Rifle musket")
    assert union.boxes[names.index("20th Maine")] == int(maine[5])
    assert [row[:2] for row in officers.rows] == [("Strong Vincent", "3rd Brigade, 1st Division")]
    posts = [row[1] for row in roster(load("gettysburg-first-day"), Settings()).blocks[1].rows]
    assert posts.count("CnC") == 1
    due = [row[6] for row in union.rows if row[6]]
    assert all(text.startswith("turn ") for text in due)
