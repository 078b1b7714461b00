"""The rulebooks as pages: clauses to search, procedures as forms, answers of the umpire."""

from __future__ import annotations

import json
import secrets
from functools import cache
from typing import Any, Final

import msgspec

from roundtop.battle.ledger import Clause, Field, Ledger, Record, inner
from roundtop.battle.paper import Block
from roundtop.battle.protocol import Rulebook
from roundtop.beside.check import roles, several
from roundtop.beside.situation import start
from roundtop.beside.table import held, table
from roundtop.rulebooks import rulebooks
from roundtop.server.bodies import Umpire
from roundtop.server.hall import Hall
from roundtop.server.hands import Help
from roundtop.server.limits import Trouble
from roundtop.umpire import procedures
from roundtop.umpire.search import search

LONGEST_SEARCH: Final = 200


@cache
def all_books() -> tuple[Rulebook, ...]:
    """The rulebooks at hand, looked for once."""
    return rulebooks()


def ledgers() -> list[Ledger]:
    return [book.ledger for book in all_books()]


async def found_clauses(hall: Hall, words: str, book: str, visitor: str) -> bytes:
    """Clauses with these words, searched for in another process."""
    if len(words) > LONGEST_SEARCH:
        raise Trouble(400, "too-long", f"search: at most {LONGEST_SEARCH} characters", "search")
    if book and book not in [one.id for one in all_books()]:
        return b"[]"
    return await hall.pages.get(
        ("clauses", words, book), lambda: hall.hands.run("clauses", words, book, visitor=visitor)
    )


def clauses(words: str, book: str) -> list[dict[str, Any]]:
    """Clauses with these words, the fittest first; without words all of them."""
    chosen = [ledger for ledger in ledgers() if book in ("", ledger.id)]
    return [_clause(one.book, one.clause) for one in search(chosen, words.split())]


def clause(id: str) -> dict[str, Any]:
    for ledger in ledgers():
        for found in ledger.clauses:
            if found.id == id:
                return _clause(ledger.id, found)
    raise Trouble(404, "no-such-clause", f"There is no clause '{id}'; search for it by words.")


def _clause(book: str, found: Clause) -> dict[str, Any]:
    return {
        "id": found.id,
        "book": book,
        "kind": found.kind,
        "source": found.source,
        "text": found.text,
        "ruling": found.ruling,
        "options": list(found.options),
        "rows": list(found.rows),
        "examples": list(found.examples),
        "was": found.was,
        "because": found.because,
    }


@cache
def glance(book: str) -> bytes:
    """A rulebook's quick reference as printed, table by table, each with the clauses it comes from; as JSON."""
    for one in all_books():
        if one.id == book:
            blocks = one.sheet(one.settings({})).blocks if one.sheet is not None else ()
            return json.dumps([_block(block) for block in blocks]).encode()
    raise Trouble(404, "no-such-book", f"There is no rulebook '{book[:100]}'.")


def _block(block: Block) -> dict[str, Any]:
    return {
        "title": block.title,
        "heads": list(block.heads),
        "rows": [list(row) for row in block.rows],
        "clauses": list(dict.fromkeys(block.clauses)),
    }


@cache
def all_forms() -> bytes:
    """The procedures with their fields as JSON, written once."""
    return json.dumps(forms()).encode()


def forms() -> list[dict[str, Any]]:
    """Every procedure of every rulebook with its fields, what is asked first of it and what a form begins with."""
    found: list[dict[str, Any]] = []
    tables = {book.id: table(book) for book in all_books()}
    for book, routine in procedures():
        common, entry = tables[book.id].common, tables[book.id].entries[routine.name]
        found.append(
            {
                "rulebook": book.id,
                "procedure": routine.name,
                "summary": routine.summary,
                "clauses": list(routine.clauses),
                "inputs": [_field(field) for field in routine.inputs],
                "outputs": [_field(field) for field in routine.outputs],
                "dice": list(routine.dice),
                "example": {"situation": routine.example.situation, "dice": list(routine.example.dice)},
                "records": {name: _record(book.ledger.records[name]) for name in _records(book.ledger, routine.inputs)},
                "common": common.index(routine.name) + 1 if routine.name in common else 0,
                "asks": list(entry.asks),
                "eyes": list(entry.eyes),
                "roles": roles(entry),
                "several": several(book.ledger, routine, entry),
                "numbered": list(entry.numbered),
                "start": start(book, routine, entry),
            }
        )
    return found


def _records(ledger: Ledger, fields: tuple[Field, ...]) -> list[str]:
    """Names of the records these fields hold, and of those they hold in turn."""
    found: list[str] = []
    for one in fields:
        form, name = inner(held(one.type.replace("map of ", "")))
        if form == "record" and name not in found:
            found += [name, *_records(ledger, ledger.records[name].fields)]
    return list(dict.fromkeys(found))


def _field(field: Field) -> dict[str, Any]:
    return {
        "name": field.name,
        "type": field.type,
        "meaning": field.meaning,
        "required": field.required,
        "default": field.default,
        "values": list(field.values),
        "working": field.working,
    }


def _record(record: Record) -> dict[str, Any]:
    return {"meaning": record.meaning, "fields": [_field(field) for field in record.fields]}


async def umpire(hands: Help, wish: Umpire, visitor: str) -> bytes:
    """An answer of the umpire, worked out in another process."""
    if (wish.dice is not None) + (wish.seed is not None) + (wish.throws is not None) + wish.odds + wish.roll > 1:
        raise Trouble(400, "umpire", "give one of dice, seed, throws, odds and roll, not several")
    request = msgspec.to_builtins(wish)
    if wish.roll:
        request["seed"] = secrets.token_hex(16)
    return await hands.run("umpire", json.dumps(request), visitor=visitor)
