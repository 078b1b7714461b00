"""Law 9: every clause of the shared ledger is exercised."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundtop import rulebooks
from roundtop.battle.ledger import read_ledger
from roundtop.battle.protocol import Rulebook
from roundtop.umpire.coverage import Coverage, coverage
from tests.laws.book import positions

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "rulebooks"
BOOKS = rulebooks.rulebooks()
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
with_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared ledgers are not beside this project")


def covered(book: Rulebook) -> Coverage:
    """What code and tests hold of a rulebook's ledger."""
    folder = book.id.replace("-", "_")
    path = SHARED / f"{book.id}.toml"
    shared = read_ledger(path) if path.is_file() else None
    code = ROOT / "src" / "roundtop" / "rulebooks" / folder
    return coverage(book.ledger, code, ROOT / "tests" / "rulebooks" / folder, shared)


@with_shared
@every_book
def test_the_clauses_are_those_of_the_shared_ledger(book: Rulebook) -> None:
    shared = read_ledger(SHARED / f"{book.id}.toml")
    assert [clause.id for clause in book.ledger.clauses] == [clause.id for clause in shared.clauses]
    assert covered(book).differences == []


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
