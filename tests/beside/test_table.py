"""The table beside each book's clauses: no name that is no field, every procedure, forms that can be asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from roundtop.battle.protocol import Rulebook
from roundtop.beside.check import faults
from roundtop.beside.situation import count_up, put, start
from roundtop.beside.table import Entry, Follow, derived, named, table
from roundtop.rulebooks import rulebook, rulebooks
from roundtop.umpire import Result, ask, by_hand

BOOKS = rulebooks()
every_book = pytest.mark.parametrize("book", BOOKS, ids=[book.id for book in BOOKS])


@every_book
def test_every_name_is_a_field_and_every_procedure_is_there(book: Rulebook) -> None:
    if named(book.id):
        assert faults(book.ledger, table(book), named(book.id)) == []


def test_the_five_books_have_a_table() -> None:
    assert len([book.id for book in BOOKS if named(book.id)]) >= 5


@every_book
def test_what_a_form_begins_with_is_answered(book: Rulebook) -> None:
    known = table(book)
    for name, routine in book.ledger.routines.items():
        begun = start(book, routine, known.entries[name])
        assert isinstance(by_hand(book, name, begun, ()), Result) or ask(book, name, begun, seed=1).rolls, name


def test_a_form_begins_with_nothing_out_of_sight() -> None:
    book = rulebook("chamberlain")
    begun = start(book, book.ledger.routines["fire"], table(book).entries["fire"])
    assert begun == {"firer": {"elan": 7}, "target": {"elan": 6}, "range_bw": 1.4}


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"eyes": ("rang_bw",)}, "eyes: 'rang_bw' is no field"),
    ({"asks": ("firer.fatig",)}, "asks: 'firer.fatig' is no field"),
    ({"asks": ("flank",) * 2}, "asks: 'flank' is named twice"),
    ({"asks": ("flank", "visible", "in_arc", "obstructed", "timing", "range_bw", "firer")}, "asks: 7 named, at most 6"),
    ({"fills": {"range": "firer.elan"}}, "fills: 'range' is no field"),
    ({"fills": {"range_bw": "firer.morale"}}, "fills.range_bw: 'firer.morale' is no value of a card"),
    ({"changes": {"target.morale": "hits"}}, "changes: 'target.morale' is no value of a card"),
    ({"changes": {"target.fatigue": "+ wounds"}}, "changes.target.fatigue: 'wounds' is neither asked nor answered"),
    ({"changes": {"target.gone": {"when": {"target_status": ["dead"]}, "set": True}}}, "target_status is never 'dead'"),
    ({"next": (Follow(do="flee"),)}, "next: there is no procedure 'flee'"),
    ({"next": (Follow(do="rally", roles={"unit": "nobody"}),)}, "next: 'nobody' is no role here"),
]


@pytest.mark.parametrize(("wrong", "fault"), WRONG, ids=[fault for _, fault in WRONG])
def test_a_name_that_is_none_is_a_fault(wrong: dict[str, Any], fault: str) -> None:
    book = rulebook("chamberlain")
    known = table(book)
    broken = replace(known, entries=known.entries | {"fire": replace(known.entries["fire"], **wrong)})
    found = faults(book.ledger, broken, named(book.id))
    assert [one for one in found if one.startswith("procedure.fire.") and fault in one]


def test_a_procedure_left_out_is_a_fault() -> None:
    book = rulebook("chamberlain")
    names = [name for name in named(book.id) if name != "rally"]
    assert faults(book.ledger, table(book), names) == ["procedure.rally: missing"]


def test_a_book_without_a_table_asks_what_is_required_first() -> None:
    entry = derived(rulebook("infantry-action").ledger.routines["artillery-fire"])
    assert entry == Entry(eyes=entry.eyes, asks=entry.eyes)
    assert entry.eyes[0] == "distance_in"
    assert len(entry.eyes) == 6


def test_a_path_reaches_every_record_of_a_list_and_counts_them() -> None:
    ledger = rulebook("infantry-action").ledger
    routine = ledger.routines["infantry-volley"]
    situation: dict[str, Any] = {}
    put(ledger, routine, situation, "shots", 3)
    put(ledger, routine, situation, "shots.distance_in", 12.0)
    count_up(ledger, routine, situation, "shots.stand")
    count_up(ledger, routine, situation, "shots.target", 2)
    assert [(one["stand"], one["target"], one["distance_in"]) for one in situation["shots"]] == [
        (1, 1, 12.0), (2, 2, 12.0), (3, 2, 12.0),
    ]  # fmt: skip
