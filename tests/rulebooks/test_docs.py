"""The pages of the rulebooks say what their ledgers say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roundtop.battle.protocol import Rulebook
from roundtop.rulebooks import names, rulebooks

DOCS = Path(__file__).parents[2] / "docs" / "rulebooks"
BOOKS = [book for book in rulebooks() if (DOCS / f"{book.id}.md").exists()]
READING = re.compile(r"- \*\*[^*]+\*\* \(`([a-z0-9.-]+)`\)\. ")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.id))
def test_every_house_rule_and_reading_is_on_the_page(book: Rulebook) -> None:
    lines = (DOCS / f"{book.id}.md").read_text("utf-8").splitlines()
    rows = {found[1] for line in lines if (found := re.match(r"\| `([a-z0-9_]+)` \|", line))}
    assert {choice.field.name for choice in book.ledger.choices} <= rows
    for choice in book.ledger.choices:
        if isinstance(choice.field.default, bool):
            said = next(
                line.split("|")[2].strip(" `") for line in lines if line.startswith(f"| `{choice.field.name}` |")
            )
            assert said.startswith(("on", "yes", "true")) == choice.field.default, choice.field.name
    rulings = {clause.id.removeprefix(f"{book.id}."): clause.ruling for clause in book.ledger.clauses}
    for line in lines:
        found = READING.match(line)
        if found and rulings.get(found[1]):
            assert line.endswith(rulings[found[1]].replace(f"{book.id}.", "")), found[1]


def test_a_book_is_known_by_its_folder_before_it_is_opened() -> None:
    assert names() == tuple([book.id for book in rulebooks()])
