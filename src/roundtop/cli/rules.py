"""`roundtop rules` searches the clauses; `roundtop clauses` shows what holds each of them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

import roundtop
from roundtop import rulebooks as registry
from roundtop.battle.ledger import Choice, Clause, Ledger
from roundtop.umpire.coverage import Coverage, Covered, coverage, sources
from roundtop.umpire.fields import UmpireError
from roundtop.umpire.search import WORD, Found, search, short, stem
from roundtop.umpire.umpire import find_book

PACKAGE: Final = Path(roundtop.__file__).parent
SHOWN: Final = 8
"""Clauses shown in full before the rest is only named."""
NAMED: Final = 40


def rules(*words: str, rulebook: str | None = None, limit: int = SHOWN) -> int:
    """Search the rules of every rulebook: by words, or by a clause's id.

    Parameters
    ----------
    words
        Words to look for, or an id such as `combat.blank`; none: a table of contents. A rulebook's id may come first.
    rulebook
        Look in this rulebook only.
    limit
        Clauses to show in full.
    """
    if rulebook is None and words and words[0] in [book.id for book in registry.rulebooks()]:
        rulebook, words = words[0], words[1:]
    try:
        ledgers = _ledgers(rulebook)
    except UmpireError as error:
        return _refused("rules", error)
    console = Console(highlight=False, markup=False)
    if not words:
        _contents(console, ledgers)
        return 0
    found = search(ledgers, words)
    if not found:
        print(f"roundtop rules: no clause has {' '.join(words)!r}; try fewer or other words", file=sys.stderr)
        return 1
    stems = {stem(word) for word in WORD.findall(" ".join(words).lower())}
    for one in found[:limit]:
        ledger = next(ledger for ledger in ledgers if ledger.id == one.book)
        _show_clause(console, ledger, one.clause, stems)
    _name_rest(console, found[limit:])
    return 0


def clauses(
    rulebook: str | None = None,
    *,
    changes: Annotated[bool, Parameter(negative="")] = False,
    missing: Annotated[bool, Parameter(negative="")] = False,
    check: Annotated[bool, Parameter(negative="")] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Show for every clause of the ledgers the code and the tests that name it and the worked examples asserted.

    Parameters
    ----------
    rulebook
        This rulebook only.
    changes
        List the rulings that were altered, with the old one and the reason.
    missing
        List only clauses that lack code, a test or an asserted example.
    check
        End with 1 unless every clause is covered in full.
    as_json
        The answer for machines.
    """
    try:
        ledgers = _ledgers(rulebook)
    except UmpireError as error:
        return _refused("clauses", error)
    console = Console(highlight=False, markup=False)
    if changes:
        _changes(console, ledgers, as_json)
        return 0
    found = [_coverage(ledger) for ledger in ledgers]
    if as_json:
        print(json.dumps([_coverage_form(one, missing) for one in found]))
    else:
        for one in found:
            _show_coverage(console, one, missing)
    return 1 if check and not all(one.whole() for one in found) else 0


def _refused(command: str, error: UmpireError) -> int:
    print(f"roundtop {command}: {error}", file=sys.stderr)
    return 2


def _ledgers(rulebook: str | None) -> list[Ledger]:
    return [find_book(rulebook).ledger] if rulebook else [book.ledger for book in registry.rulebooks()]


# ------------------------------------------------------------------ rules


def _contents(console: Console, ledgers: list[Ledger]) -> None:
    for ledger in ledgers:
        console.print(Text(f"{ledger.title} ({ledger.id})", style="bold"))
        grid = Table.grid(padding=(0, 2), pad_edge=False)
        chapters: dict[str, list[str]] = {}
        for clause in ledger.clauses:
            chapter, _, name = short(clause.id).partition(".")
            chapters.setdefault(chapter, []).append(name)
        for chapter, names in chapters.items():
            grid.add_row(Text("  " + chapter, style="cyan"), Text(", ".join(names)))
        console.print(grid)
        console.print()


def _show_clause(console: Console, ledger: Ledger, clause: Clause, stems: set[str]) -> None:
    console.print(Text.assemble((clause.id, "bold cyan"), (f"  {clause.source} · {clause.kind}", "dim")))
    console.print(_lit(clause.text, stems))
    if clause.ruling:
        console.print(Text.assemble(("Ruling  ", "bold"), _lit(clause.ruling, stems)))
    for row in clause.rows:
        console.print(_lit("  " + ", ".join(f"{name} {value}" for name, value in row.items()), stems))
    for choice in ledger.choices:
        if choice.clause == clause.id:
            console.print(_option(choice, stems))
    for number, example in enumerate(clause.examples, 1):
        console.print(Text.assemble((f"Example {number}  ", "green"), _lit(example, stems)))
    console.print()


def _option(choice: Choice, stems: set[str]) -> Text:
    field = choice.field
    values = f" ({', '.join(str(value) for value in field.values)})" if field.values else ""
    head = Text.assemble(("Option  ", "yellow"), _lit(field.name, stems), f" = {json.dumps(field.default)}{values}: ")
    return head.append_text(_lit(field.meaning, stems))


def _lit(text: str, stems: set[str]) -> Text:
    """The text with the words looked for highlighted."""
    lit = Text(text)
    for match in WORD.finditer(text.lower()):
        if any(stem(match.group()).startswith(one) for one in stems):
            lit.stylize("bold magenta", *match.span())
    return lit


def _name_rest(console: Console, rest: list[Found]) -> None:
    if not rest:
        return
    more = f" and {len(rest) - NAMED} others" if len(rest) > NAMED else ""
    names = ", ".join(one.clause.id for one in rest[:NAMED])
    console.print(Text(f"Also: {names}{more}", style="dim"))


# ------------------------------------------------------------------ clauses


def _coverage(ledger: Ledger) -> Coverage:
    root = PACKAGE.parents[1]
    folder = ledger.id.replace("-", "_")
    return coverage(ledger, sources(ledger.id), root / "tests" / "rulebooks" / folder)


def _coverage_form(found: Coverage, missing: bool) -> dict[str, Any]:
    rows = [
        {
            "id": row.clause.id,
            "code": row.code,
            "tests": row.tests,
            "examples": len(row.clause.examples),
            "asserted": sorted(row.asserted),
            "inapplicable": row.clause.inapplicable,
            "lacks": row.lacks(),
        }
        for row in found.rows
        if row.lacks() or not missing
    ]
    return {
        "rulebook": found.book,
        "clauses": rows,
        "complete": found.complete(),
        "total": len(found.rows),
        "percent": round(found.percent(), 2),
    }


def _show_coverage(console: Console, found: Coverage, missing: bool) -> None:
    table = Table(title=found.book, title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.add_column("clause", no_wrap=True)
    table.add_column("code", no_wrap=True)
    for heading in ("tests", "examples", "lacks"):
        table.add_column(heading)
    for row in found.rows:
        lacks = row.lacks()
        if missing and not lacks:
            continue
        wanting = Text(", ".join(lacks), style="red") if lacks else Text(row.clause.inapplicable, style="dim")
        examples = f"{len(row.asserted)}/{len(row.clause.examples)}" if row.clause.examples else ""
        table.add_row(Text(short(row.clause.id)), _code(row), _tests(row), Text(examples), wanting)
    if table.row_count:
        console.print(table)
    console.print(Text(_summary(found), style="bold green" if found.whole() else "bold yellow"))


def _summary(found: Coverage) -> str:
    examples = sum(len(row.clause.examples) for row in found.rows)
    asserted = sum(len(row.asserted) for row in found.rows)
    return (
        f"{found.book}: {found.complete()} of {len(found.rows)} clauses covered ({found.percent():.1f} %), "
        f"{asserted} of {examples} worked examples asserted"
    )


def _code(row: Covered) -> Text:
    """The first place in the code and how many more there are."""
    more = f" +{len(row.code) - 1}" if len(row.code) > 1 else ""
    return Text(row.code[0] + more if row.code else "")


def _tests(row: Covered) -> Text:
    """The files of tests, each with its number of tests."""
    files = Counter(place.partition("::")[0] for place in row.tests)
    return Text(", ".join(f"{file} ({count})" for file, count in files.items()))


def _changes(console: Console, ledgers: list[Ledger], as_json: bool) -> None:
    changed = [clause for ledger in ledgers for clause in ledger.clauses if clause.was or clause.because]
    if as_json:
        rows = [{"id": c.id, "was": c.was, "ruling": c.ruling, "because": c.because} for c in changed]
        print(json.dumps(rows))
        return
    for clause in changed:
        console.print(Text(clause.id, style="bold cyan"))
        for label, text in (("was", clause.was), ("is", clause.ruling), ("because", clause.because)):
            console.print(Text.assemble((f"  {label:8}", "dim"), text))
    if not changed:
        console.print("No ruling has been changed.")
