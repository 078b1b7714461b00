"""A rulebook's ledger: every clause, option, record and procedure, read from its `clauses.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from roundtop.record import record


@record
class Clause:
    """A rule of the book in our words.

    `was` and `because` keep a ruling that was changed and the reason; `inapplicable` says why no code can hold it.
    """

    id: str
    source: str
    kind: str
    text: str
    ruling: str
    options: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    examples: tuple[str, ...]
    was: str
    because: str
    inapplicable: str


@record
class Field:
    """A field of an option, a record or a procedure: its type as written in the ledger and what it means.

    Its numbers lie between `least` and `most`: numbers, or the names of fields beside it.
    """

    name: str
    type: str
    meaning: str
    required: bool
    default: Any
    values: tuple[str | int, ...]
    working: bool
    least: float | str | None = None
    most: float | str | None = None


@record
class Choice:
    """A house rule chosen at set-up."""

    field: Field
    clause: str


@record
class Record:
    name: str
    meaning: str
    fields: tuple[Field, ...]


@record
class Example:
    """A worked example: what is known, the dice thrown and what must come out."""

    situation: dict[str, Any]
    dice: tuple[str, ...]
    expect: dict[str, Any]


@record
class Routine:
    """The ledger's description of a procedure."""

    name: str
    summary: str
    clauses: tuple[str, ...]
    inputs: tuple[Field, ...]
    dice: tuple[str, ...]
    outputs: tuple[Field, ...]
    example: Example


@record
class Ledger:
    """All of it; `feel` says in a line what the book is like to play."""

    id: str
    title: str
    clauses: tuple[Clause, ...]
    choices: tuple[Choice, ...]
    records: dict[str, Record]
    routines: dict[str, Routine]
    feel: str = ""

    def clause(self, id: str) -> Clause:
        for clause in self.clauses:
            if clause.id == id:
                return clause
        raise KeyError(id)


def read_ledger(path: Path) -> Ledger:
    """The ledger in that file."""
    with path.open("rb") as file:
        data = tomllib.load(file)
    return Ledger(
        id=data["id"],
        title=data["title"],
        clauses=tuple([_clause(c) for c in data["clause"]]),
        choices=tuple([Choice(_field(o["name"], o), o["clause"]) for o in data.get("option", [])]),
        records={r["name"]: Record(r["name"], r["meaning"], _fields(r["fields"])) for r in data.get("record", [])},
        routines={p["name"]: _routine(p) for p in data["procedure"]},
        feel=data.get("feel", ""),
    )


def _clause(data: dict[str, Any]) -> Clause:
    return Clause(
        id=data["id"],
        source=data["source"],
        kind=data["kind"],
        text=data["text"],
        ruling=data.get("ruling", ""),
        options=tuple(data.get("options", [])),
        rows=tuple(data.get("rows", [])),
        examples=tuple(data.get("examples", [])),
        was=data.get("was", ""),
        because=data.get("because", ""),
        inapplicable=data.get("inapplicable", ""),
    )


def _field(name: str, data: dict[str, Any]) -> Field:
    kind: str = data["type"]
    return Field(
        name=name,
        type=kind,
        meaning=data["meaning"],
        required="default" not in data and not kind.endswith(" or none"),
        default=data.get("default"),
        values=tuple(data.get("values", [])),
        working=bool(data.get("working", False)),
        least=data.get("least"),
        most=data.get("most"),
    )


def _fields(data: dict[str, Any]) -> tuple[Field, ...]:
    return tuple([_field(name, field) for name, field in data.items()])


def _routine(data: dict[str, Any]) -> Routine:
    example = data["example"]
    return Routine(
        name=data["name"],
        summary=data["summary"],
        clauses=tuple(data["clauses"]),
        inputs=_fields(data["inputs"]),
        dice=tuple(data["dice"]),
        outputs=_fields(data["outputs"]),
        example=Example(example["situation"], tuple(example["dice"]), example["expect"]),
    )


def inner(kind: str) -> tuple[str, str]:
    """A type of the ledger taken apart: its outermost form, and what that holds."""
    kind = kind.strip()
    if kind.endswith(" or none"):
        return "or none", kind.removesuffix(" or none")
    for form in ("any of", "list of", "map of", "record"):
        if kind.startswith(form + " "):
            return form, kind[len(form) + 1 :].strip()
    return kind, ""
