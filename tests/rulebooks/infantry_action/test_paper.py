"""The quick reference says what the rules do."""

from __future__ import annotations

from typing import Any

import pytest

from roundtop.battle.ledger import Choice
from roundtop.battle.paper import Block
from roundtop.battles import load
from roundtop.rulebooks.infantry_action.options import LEDGER, Settings, settings
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


OFF_THE_SHEET = {
    "yards_per_inch": "the scale of a scenario",
    "minutes_per_turn": "the scale of a scenario",
    "unit_size": "set-up",
    "stand_in": "set-up",
    "guns_per_battery": "set-up",
    "table_width_in": "set-up",
    "table_depth_in": "set-up",
    "deploy_depth_in": "set-up",
    "men_per_stand": "muster",
    "guns_per_stand": "muster",
}


IN_PLAY = [choice for choice in LEDGER.choices if choice.field.name not in OFF_THE_SHEET]


@pytest.mark.parametrize("choice", IN_PLAY, ids=[choice.field.name for choice in IN_PLAY])
def test_every_option_of_play_changes_words_on_the_sheet(choice: Choice) -> None:
    field = choice.field
    other: Any = next((value for value in field.values if value != field.default), None)
    if isinstance(field.default, bool):
        other = not field.default
    elif other is None:
        other = field.default * 0.5 if isinstance(field.default, float) else field.default + 3
    flipped = sheet(settings({field.name: other}))
    printed = sheet(Settings())
    assert [one.rows for one in flipped.blocks] != [one.rows for one in printed.blocks]


def test_roster_has_a_box_for_every_stand() -> None:
    union = roster(load("little-round-top"), Settings()).blocks[0]
    assert ("20th Maine", "Infantry", "Veteran", "Rifle musket", "") in union.rows
    assert union.boxes[[row[0] for row in union.rows].index("20th Maine")] == 10
