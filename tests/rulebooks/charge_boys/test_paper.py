"""The quick reference says what the rules do."""

from __future__ import annotations

import pytest

from roundtop.battle.paper import Block
from roundtop.battles import load
from roundtop.rulebooks.charge_boys.options import LEDGER, Settings
from roundtop.rulebooks.charge_boys.paper import roster, sheet


def block(title: str, settings: Settings | None = None) -> Block:
    return next(one for one in sheet(settings or Settings()).blocks if one.title == title)


def test_ranges_guns_and_moves() -> None:
    assert ("Superior rifle", "10″", "20″", "30″") in block("Small arms").rows
    assert block("Guns").rows[1] == ("1-2", "2+", "the die, reduced save")
    assert ("Attack column", "8", "+1D6") in block("Moves").rows
    assert ("Road column", "6, on a road 8", "") in block("Moves").rows
    assert ("Buck and ball", "0") in block("On every die of a volley").rows
    assert ("Over 20 figures", "+1") in block("Other tests").rows


def test_every_clause_named_is_the_ledgers() -> None:
    ids = {clause.id for clause in LEDGER.clauses}
    for one in sheet(Settings()).blocks:
        assert set(one.clauses) <= ids
        assert {len(row) for row in one.rows} <= {len(one.heads) or len(one.rows[0])}


@pytest.mark.parametrize(
    ("title", "house", "row"),
    [
        ("A turn", Settings(turn_mode="written-orders"), "Orders: one written"),
        ("Ground", Settings(guns_cross_obstacles=False), "only by road"),
        ("Volleys", Settings(max_hits_per_die=3), "At most 3 hits"),
        ("Volleys", Settings(all_carbines_fire_twice=True), "breech-loaders and carbines"),
        ("Volleys", Settings(remainder="up"), "any left over"),
        ("Volleys", Settings(mounted_fires_once=True), "on foot"),
        ("Saving throws", Settings(line_cover="all-figures"), "half of all figures"),
        ("A turn", Settings(generals_ride_first=False), "then its other moves; then the other side."),
        ("Guns", Settings(artillery_at_skirmishers="half"), "half the hits"),
        ("Guns", Settings(min_crew_to_fire=3), "3 a gun"),
        ("Saving throws", Settings(woods_save_bonus=1), "In a wood +1"),
        ("Saving throws", Settings(officer_hits="last"), "lost last"),
        ("Other tests", Settings(green_deducts_in_other_tests=True), "Green"),
        ("Other tests", Settings(casualty_deduction="this-turn"), "this turn"),
        ("Results", Settings(failed_rally="remove"), "is removed"),
        ("A charge", Settings(charged_units_test=False), "others stand"),
        ("Melee", Settings(melee="none"), "throws the charger back to 3"),
        ("The end", Settings(army_break=0.3), "30%"),
    ],
)
def test_house_rules_change_the_sheet(title: str, house: Settings, row: str) -> None:
    assert row in str(block(title, house).rows)
    plain = [one for one in sheet(Settings()).blocks if one.title == title]
    assert not plain or plain[0].rows != block(title, house).rows


def test_a_charge_without_closing_fire_has_a_step_less() -> None:
    assert len(block("A charge", Settings(closing_fire=False)).rows) == len(block("A charge").rows) - 1


def test_roster_has_a_box_for_every_figure() -> None:
    union = roster(load("little-round-top"), Settings()).blocks[0]
    names = [row[0] for row in union.rows]
    maine = union.rows[names.index("20th Maine")]
    assert maine[1:4] == ("Infantry", "Veteran", "Superior rifle")
    assert maine[4].startswith(f"{union.boxes[names.index('20th Maine')]}: ")
