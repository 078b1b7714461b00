"""Sheets to print: the page, and that every rulebook prints for every battle it is fought with."""

from __future__ import annotations

import pytest

from roundtop.battle.paper import Block, Sheet
from roundtop.battle.protocol import Rulebook
from roundtop.battles import load
from roundtop.battles.shelf import ids
from roundtop.report.paper import page
from roundtop.rulebooks import rulebooks


def test_cells_are_escaped_and_boxes_counted() -> None:
    block = Block("Union", ("Unit",), (("20th <Maine>",), ("16th",)), ("book.setup.unit-size",) * 2, (3, 1))
    made = page(Sheet("Rules & figures", "roster", (block,)))
    assert "Rules &amp; figures" in made
    assert "<td>20th &lt;Maine&gt;</td>" in made
    assert [row.count("\N{BALLOT BOX}") for row in made.split("<tr>")[2:]] == [3, 1]
    assert made.count("setup: unit size") == 1


def test_a_list_has_no_heads() -> None:
    made = page(Sheet("A", "b", (Block("Turn", (), (("1", "Orders"),)),)))
    assert "<thead>" not in made
    assert 'boxes">' not in made


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.id)
def test_every_rulebook_prints_its_quick_reference(book: Rulebook) -> None:
    assert book.sheet is not None
    sheet = book.sheet(book.settings({}))
    known = {clause.id for clause in book.ledger.clauses}
    assert len(sheet.blocks) >= 5
    for block in sheet.blocks:
        assert block.rows, block.title
        assert set(block.clauses) <= known, block.title
        assert {len(row) for row in block.rows} == {len(block.heads) or len(block.rows[0])}, block.title


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.id)
def test_every_rulebook_prints_a_roster_of_its_battles(book: Rulebook) -> None:
    assert book.roster is not None
    for scenario in [load(id) for id in ids()]:
        if book.id not in scenario.rulebooks:
            continue
        sheet = book.roster(scenario, book.settings({}))
        for side in scenario.sides:
            assert any([side.name in block.title for block in sheet.blocks]), (scenario.id, side.name)
        for block in sheet.blocks:
            assert {len(row) for row in block.rows} <= {len(block.heads) or len(block.rows[0])}
            assert len(block.boxes) in (0, len(block.rows))
