"""Law 9: every clause of the ledger is exercised."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundtop import rulebooks
from roundtop.battle.protocol import Rulebook
from roundtop.umpire.coverage import Coverage, coverage, sources
from tests.laws.book import positions

ROOT = Path(__file__).parents[2]
BOOKS = rulebooks.rulebooks()
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)


def covered(book: Rulebook) -> Coverage:
    """What code and tests hold of a rulebook's ledger."""
    return coverage(book.ledger, sources(book.id), ROOT / "tests" / "rulebooks" / book.id.replace("-", "_"))


@every_book
def test_every_clause_of_a_finished_rulebook_is_held(book: Rulebook) -> None:
    if not positions(book).done:
        pytest.skip(f"{book.id} is not called done")
    lacking = {row.clause.id: row.lacks() for row in covered(book).rows if row.lacks()}
    assert lacking == {}


@every_book
def test_every_option_names_a_clause_that_names_it(book: Rulebook) -> None:
    named = {choice.field.name: book.ledger.clause(choice.clause).options for choice in book.ledger.choices}
    assert {name for name, options in named.items() if name not in options} == set()
