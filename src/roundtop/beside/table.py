"""The small table beside a rulebook's clauses (`companion.toml`): what each procedure asks first and what it changes.

A path names a field of a procedure, `range_bw`, of a record in it, `target.fatigue`, or of every record of a list,
`shots.distance_in`; a list of records by itself means how many there are. A book without a table has one all the same,
made from its fields alone.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, final

from roundtop import rulebooks
from roundtop.battle.ledger import Field, Ledger, Routine, inner
from roundtop.battle.procedure import OPTIONS
from roundtop.umpire import Book

FILE: Final = "companion.toml"
MOST: Final = 6
"""Inputs that are shown large."""
GONE: Final = "gone"
"""What every card knows besides the book's own values: off the table for good."""
ALL: Final = "*"
"""As the end of a path: every field there that a card has a value for by the same name."""
FORMS: Final = ("or none", "list of")


@final
@dataclass(slots=True, frozen=True)
class Follow:
    """What comes next: a procedure to carry out (`do`) or something to be done on the table (`say`).

    It comes where `when` holds of the outputs, to the cards of `roles` (their role in it: their role before); `set`
    gives it fields, `take` fields reckoned from what was asked and answered before.
    """

    do: str = ""
    say: str = ""
    when: dict[str, Any] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    set: dict[str, Any] = field(default_factory=dict)
    take: dict[str, str] = field(default_factory=dict)


@final
@dataclass(slots=True, frozen=True)
class Entry:
    """What the table says of a procedure.

    `eyes`: what no card can tell, in order. `asks`: what is asked first of somebody without cards. `fills`: fields and
    the values of cards that fill them, `role.value`. `changes`: values of cards and what of the answer they become.
    `numbered`: fields of listed records that count up by themselves, as far as a card's value if one is named.
    `roles`: whose card is at hand though nothing is filled from it.
    """

    eyes: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    numbered: dict[str, str] = field(default_factory=dict)
    fills: dict[str, str] = field(default_factory=dict)
    changes: dict[str, Any] = field(default_factory=dict)
    next: tuple[Follow, ...] = ()
    roles: tuple[str, ...] = ()


@final
@dataclass(slots=True, frozen=True)
class Task:
    """What is due in a phase: a procedure (`do`) or something done on the table (`say`).

    For each unit whose card is so (`role` and `when`), for each side (`role` is `army`), or once. `turn` is the only
    turn in which it is due; what somebody `may` do is due to nobody.
    """

    do: str = ""
    say: str = ""
    role: str = ""
    when: dict[str, Any] = field(default_factory=dict)
    turn: int = 0
    may: bool = False
    clause: str = ""


@final
@dataclass(slots=True, frozen=True)
class Phase:
    """A phase of the book's turn: what is due in it, and by which procedures a unit has acted in it.

    `sides`: it is played by one side after the other; `times`: so many times over, or as a house rule says; `arrivals`:
    reinforcements come on in it.
    """

    name: str
    clause: str
    sides: bool = False
    times: str = ""
    arrivals: bool = False
    due: tuple[Task, ...] = ()
    acts: tuple[str, ...] = ()


@final
@dataclass(slots=True, frozen=True)
class Army:
    """What is counted of a side's cards, what is kept of a side besides, and the procedures that say how it stands."""

    count: dict[str, Any] = field(default_factory=dict)
    keeps: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()


@final
@dataclass(slots=True, frozen=True)
class Table:
    """A book's table: its common procedures in order, the values of a card and the fields they are like, the rest.

    `each_turn` is what a new turn makes of a card's values. `roster` says where a battle's units have them. `phases`
    are those of a turn, in order; `halves`: first all of one side, then all of the other.
    `secrets`: what is laid face down by a unit or an army (`of`), the field it is `like`, whether for one `turn`.
    `carry`: what a card has of its strength (`now`, or begun less what is lost, of `of`), what a scenario
    calls it, and what it calls the turns (`lasts`).
    """

    common: tuple[str, ...]
    card: dict[str, str]
    each_turn: dict[str, Any]
    roster: dict[str, Any]
    entries: dict[str, Entry]
    phases: tuple[Phase, ...] = ()
    halves: bool = False
    army: Army = field(default_factory=Army)
    secrets: dict[str, Any] = field(default_factory=dict)
    carry: dict[str, str] = field(default_factory=dict)


def table(book: Book) -> Table:
    """The table of a rulebook."""
    data = _data(book.id)
    known = data.get("procedure", {})
    entries = {
        name: _entry(known[name]) if name in known else derived(routine)
        for name, routine in book.ledger.routines.items()
    }
    common = tuple(data.get("common", ())) or tuple(entries)[:MOST]
    turn, army = data.get("turn", {}), data.get("army", {})
    return Table(
        common=common,
        card=data.get("card", {}),
        each_turn=data.get("each_turn", {}),
        roster=data.get("roster", {}),
        entries=entries,
        phases=tuple([_phase(one) for one in turn.get("phase", ())]),
        halves=turn.get("halves", False),
        army=Army(army.get("count", {}), tuple(army.get("keeps", ())), tuple(army.get("standing", ()))),
        secrets=data.get("secrets", {}),
        carry=data.get("carry", {}),
    )


def named(book: str) -> list[str]:
    """The procedures that the book's own file speaks of; none without a file."""
    return list(_data(book).get("procedure", {}))


@cache
def _data(book: str) -> dict[str, Any]:
    path = home(book) / FILE
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def home(book: str) -> Path:
    """The folder of a rulebook, where its data lie."""
    folder = book.replace("-", "_")
    for root in rulebooks.__path__:
        if (Path(root) / folder / "clauses.toml").is_file():
            return Path(root) / folder
    for point in rulebooks.brought():
        if point.load().id == book:
            return Path(str(importlib.import_module(point.module).__file__)).parent
    return Path(folder)


def _entry(data: Mapping[str, Any]) -> Entry:
    eyes = tuple(data["eyes"])
    return Entry(
        eyes=eyes,
        asks=tuple(data.get("asks", eyes)),
        numbered=data.get("numbered", {}),
        fills=data.get("fills", {}),
        changes=data.get("changes", {}),
        next=tuple([Follow(**one) for one in data.get("next", ())]),
        roles=tuple(data.get("roles", ())),
    )


def _phase(data: Mapping[str, Any]) -> Phase:
    lists = {"due": tuple([Task(**one) for one in data.get("due", ())]), "acts": tuple(data.get("acts", ()))}
    return Phase(**{**data, **lists})


def derived(routine: Routine) -> Entry:
    """What is asked first where nobody has said: required fields, then the others, in the ledger's order."""
    fields = [one for one in routine.inputs if one.name != OPTIONS]
    ranked = sorted(fields, key=lambda one: not one.required)
    first = tuple([one.name for one in ranked[:MOST]])
    return Entry(eyes=first, asks=first)


# ---------------------------------------------------------------- fields by their paths


def held(kind: str) -> str:
    """What a type comes down to inside its lists and nones: `record shot`, `integer`."""
    form, rest = inner(kind)
    return held(rest) if form in FORMS else kind


def find(ledger: Ledger, fields: tuple[Field, ...], path: str) -> Field | None:
    """The field at a path; None where there is none."""
    head, _, rest = path.partition(".")
    for one in fields:
        if one.name == head:
            if not rest:
                return one
            form, record = inner(held(one.type))
            if form == "record":
                return find(ledger, ledger.records[record].fields, rest)
            return one if rest.isdecimal() and one.type.startswith("list of") else None
    return None


def under(ledger: Ledger, routine: Routine, path: str) -> tuple[Field, ...]:
    """The fields below a path; those of the procedure for none."""
    if not path:
        return routine.inputs
    one = find(ledger, routine.inputs, path)
    form, record = inner(held(one.type.removeprefix("map of "))) if one else ("", "")
    return ledger.records[record].fields if form == "record" else ()
