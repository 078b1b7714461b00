"""The quick reference says what the rules do."""

from __future__ import annotations

from roundtop.battle.paper import Block
from roundtop.battles import load
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.paper import roster, sheet


def block(title: str, house: Settings | None = None) -> Block:
    return next(one for one in sheet(house or Settings()).blocks if one.title == title)


def test_ranges_orders_and_abilities() -> None:
    assert block("Infantry fire").rows == (("Short", "12″", "4+"), ("Long", "18″", "5+"))
    assert block("Battery fire").rows[0] == ("Canister", "10″", "3+")
    assert ("Fast advance", "Up to 18″.") in block("Orders").rows
    assert block("CinC").rows == (("10 to 12", "3"), ("7 to 9", "2"), ("2 to 6", "1"))


def test_house_rules_change_the_sheet() -> None:
    assert block("Shooting").rows[0] == ("Has routed", "-1")
    assert ("Target in cover", "-1") not in block("Shooting").rows
    assert block("Shooting", Settings(rout_fire_penalty="fewer-dice")).rows[0] == ("Has routed", "one die fewer")
    assert ("Target in cover", "-1") in block("Shooting", Settings(cover_from_fire=True)).rows
    assert ("Elite troops", "+1") not in block("Combat").rows
    assert ("Elite troops", "+1") in block("Combat", Settings(quality_effect="combat")).rows
    assert "30%" in block("The end", Settings(army_break=0.3)).rows[0][1]


def test_roster_has_a_box_for_every_stand() -> None:
    union = roster(load("little-round-top"), Settings()).blocks[0]
    assert ("20th Maine", "Infantry", "Veteran", "Rifle musket", "") in union.rows
    assert union.boxes[[row[0] for row in union.rows].index("20th Maine")] == 10
