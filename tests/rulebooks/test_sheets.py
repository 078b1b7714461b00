"""The quick reference of every book follows every house rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roundtop.battle.ledger import Field
from roundtop.battle.options import OptionError
from roundtop.battle.protocol import Rulebook
from roundtop.rulebooks import rulebooks
from roundtop.rulebooks.skirmish.weapons import rule as weapons_rule
from tests.rulebooks.order_cards.positions import SIX_CARDS

BESIDE: dict[str, dict[str, Any]] = {
    "supply_wagons": {"supply_limit": True},
    "impulses": {"turn_mode": "written-orders"},
}
"""Options that mean something only beside others."""
WEAPONS = Path(weapons_rule.__file__).parents[1] / "weapons.toml"
TEXTS: dict[str, str] = {"deck": SIX_CARDS, "weapons": WEAPONS.read_text("utf-8").replace("short = 15", "short = 16")}
CASES = [(book, choice.field) for book in rulebooks() for choice in book.ledger.choices]


def others(field: Field) -> Iterator[Any]:
    """Other values of an option, nearest first; what a book does not take is passed over."""
    default = field.default
    yield from [value for value in field.values if value != default]
    if isinstance(default, bool):
        yield not default
    elif isinstance(default, (int, float)):
        yield from (default + 1, default - 1, default * 0.5, default + 0.5)
    elif isinstance(default, (list, tuple)):
        yield [value + 1 for value in default]
    elif field.name in TEXTS:
        yield TEXTS[field.name]
    elif "none" in field.type:
        yield 5


@pytest.mark.parametrize(("book", "field"), CASES, ids=[f"{book.id}-{field.name}" for book, field in CASES])
def test_every_house_rule_changes_words_on_the_sheet(book: Rulebook, field: Field) -> None:
    assert book.sheet is not None
    beside = BESIDE.get(field.name, {})
    plain = [block.rows for block in book.sheet(book.settings(beside)).blocks]
    for value in others(field):
        try:
            house = book.settings({**beside, field.name: value})
        except OptionError:
            continue
        assert [block.rows for block in book.sheet(house).blocks] != plain
        return
    raise AssertionError(f"no other value of {field.name} is taken")
