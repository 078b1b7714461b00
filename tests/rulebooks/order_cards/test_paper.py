"""The quick reference says what the rules do."""

from __future__ import annotations

from roundtop.battle.paper import Block
from roundtop.battles import load
from roundtop.rulebooks.order_cards.options import LEDGER, Settings
from roundtop.rulebooks.order_cards.paper import roster, sheet


def block(title: str, settings: Settings | None = None) -> Block:
    return next(one for one in sheet(settings or Settings()).blocks if one.title == title)


def test_cards_moves_and_ranges() -> None:
    assert block("The cards").rows[1][:6] == ("March", "10″", "14″", "14″", "–", "–")
    assert ("Woods, in disorder half", "4″", "8″", "no") in block("Moving").rows
    assert ("Cavalry", "4″", "card + 10") in block("Fire, percent a stand").rows
    assert block("Melee: boxes inflicted").rows[0] == ("21 or more", "5")
    assert block("Melee: boxes inflicted").rows[-1] == ("5 or less", "0")


def test_house_rules_change_the_sheet() -> None:
    assert "3 cards" in block("A set", Settings(cards_per_set=3)).rows[0][1]
    barrier = ("Defence barrier (disorder)", "6″", "6″", "no")
    assert barrier not in block("Moving").rows
    assert barrier in block("Moving", Settings(mounted_cross_barriers=True)).rows
    fence = ("The same in good order", "6″", "no", "6″")
    assert fence in block("Moving", Settings(limbers_cross_fences=True)).rows
    weapons = {row[0] for row in block("Fire, percent a stand", Settings(rifled_artillery=False)).rows}
    assert "Rifled" not in weapons
    assert ("Wound, 51 to 90", "light wound", "") in block("Officers", Settings(officer_wounds=True)).rows
    assert ("Nobody sees beyond", "12″") in block("Seeing", Settings(max_visibility=12.0)).rows
    assert "30%" in block("The end", Settings(break_percent=30)).rows[0][1]
    assert block("The end", Settings(break_percent=100)).rows[0][1] == "with 100% of its stands lost"
    assert len(block("Supply", Settings(supply_limit=True, supply_wagons=True)).rows) == 4


def test_blocks_cite_clauses_of_the_ledger() -> None:
    ids = {clause.id for clause in LEDGER.clauses}
    for one in sheet(Settings()).blocks:
        assert one.clauses
        assert set(one.clauses) <= ids
        assert not one.heads or {len(row) for row in one.rows} == {len(one.heads)}


def test_roster_has_a_box_for_every_hit() -> None:
    blocks = roster(load("little-round-top"), Settings()).blocks
    union = blocks[0]
    assert ("20th Maine", "Infantry", "6", "80", "Rifle musket", "") in union.rows
    assert union.boxes[[row[0] for row in union.rows].index("20th Maine")] == 24
    assert ("Strong Vincent", "Brigade", "20") in blocks[1].rows
    farm = roster(load("brawners-farm"), Settings())
    rows = [row for one in farm.blocks for row in one.rows]
    assert ("Rockbridge Artillery", "Artillery", "2", "80", "1 rifled, 1 smoothbore", "") in rows
