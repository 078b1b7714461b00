"""`docs/battles.md` says what the shelf shows; every dated battle says how it went and what each side must do."""

from __future__ import annotations

import pytest

from roundtop.battle.engine import begin
from roundtop.battles import ids, load
from roundtop.rulebooks import names, suiting
from tests.battles import features

DATED = [id for id in ids() if load(id).date]
NOWHERE_YET: frozenset[str] = frozenset()
"""What regimental battles do not show yet."""
BEST = 4
"""So many dated battles at least suit every book best: they name it first."""


def test_the_page_has_the_tables_as_they_are() -> None:
    page = features.PAGE.read_text("utf-8")
    assert features.written(page) == page, "python -m tests.battles.features --write"


def test_every_feature_is_met_on_the_shelf_or_known_to_be_missing() -> None:
    battles = [load(id) for id in ids() if len(load(id).rulebooks) > 1]
    missing = {name for name, has in features.FEATURES.items() if not any(has(one) for one in battles)}
    assert missing - {"loads, ladders, deeds"} == NOWHERE_YET


@pytest.mark.parametrize("book", sorted({book for id in ids() for book in load(id).rulebooks}))
def test_every_book_has_battles_that_suit_it_best(book: str) -> None:
    assert len([id for id in DATED if load(id).rulebooks[0] == book]) >= BEST


@pytest.mark.parametrize("id", DATED)
def test_a_dated_battle_is_researched_and_told(id: str) -> None:
    battle = load(id)
    assert len(battle.sources) >= 3
    assert battle.objectives
    assert battle.estimates
    assert battle.history is not None
    assert battle.history.winner
    assert battle.history.losses
    assert all(side.briefing for side in battle.sides)
    assert set(battle.rulebooks) <= set(names())


@pytest.mark.parametrize("id", DATED)
def test_every_book_that_a_battle_names_puts_both_sides_on_the_table(id: str) -> None:
    battle = load(id)
    for book in suiting(battle):
        pieces = book.scene(book.view(begin(book, battle, {}).state, "")).pieces
        for side in ("union", "confederate"):
            assert [one for one in pieces if one.side == side], (book.id, side)
