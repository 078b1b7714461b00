"""A procedure's situation filled in by paths: what it begins with, one value put in, lists that count up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from roundtop.battle.ledger import Field, Ledger, Routine, inner
from roundtop.battle.procedure import FieldError
from roundtop.beside.table import Entry, find, held
from roundtop.umpire import Book, UmpireError
from roundtop.umpire.fields import MOST_RECORDS, Checker, check, suggest
from roundtop.umpire.umpire import find_procedure

Situation = dict[str, Any]


def start(book: Book, routine: Routine, entry: Entry) -> Situation:
    """What a form begins with: the worked example less whatever has a default and can be left to it.

    So nothing out of sight changes an answer. What is asked first and has no default keeps the example's value. Twice
    over, as one field may go only after another.
    """
    now = deepcopy(routine.example.situation)
    optional = list(_optional(book.ledger, routine.inputs, now, "", entry.asks))
    for path in (*optional, *optional):
        trial = deepcopy(now)
        _drop(trial, path)
        if fits(book, routine, trial):
            now = trial
    return now


def fits(book: Book, routine: Routine, situation: Situation) -> bool:
    """Whether a situation can be."""
    try:
        find_procedure(book, routine.name).read(check(book.ledger, routine, situation))
    except (UmpireError, FieldError):
        return False
    return True


def _optional(
    ledger: Ledger, fields: tuple[Field, ...], given: Situation, path: str, asks: tuple[str, ...]
) -> Iterator[str]:
    """Paths of what an example says though it need not, innermost first."""
    for one in fields:
        at = f"{path}.{one.name}" if path else one.name
        value = given.get(one.name)
        if one.name not in given or value is None:
            continue
        form, record = inner(held(one.type))
        first = value[0] if isinstance(value, list) and value else value
        if form == "record" and isinstance(first, dict):
            yield from _optional(ledger, ledger.records[record].fields, first, at, asks)
        wanted = any(ask == at or ask.startswith(f"{at}.") for ask in asks)
        if not one.required and not (wanted and one.default is None):
            yield at


def _drop(situation: Situation, path: str) -> None:
    head, _, rest = path.partition(".")
    if not rest:
        situation.pop(head, None)
    elif head in situation:
        inside = situation[head]
        for one in inside if isinstance(inside, list) else [inside]:
            _drop(one, rest)


def told(ledger: Ledger, routine: Routine, path: str, value: Any) -> None:
    """Refuse what nobody can tell of a step: a field that is not there, or a value that is not of its kind."""
    one = find(ledger, routine.inputs, path) if not any(part.isdecimal() for part in path.split(".")) else None
    if one is None:
        names = [field.name for field in routine.inputs]
        raise UmpireError(
            f"{path[:60] or 'a field without a name'}: no such field in {routine.name}{suggest(path, names)}"
        )
    records = held(one.type).startswith("record")
    listed = one.type.startswith("list of")
    if value is None or (records and isinstance(value, list if listed else Mapping)):
        return  # a record may be told in parts: it is held against its fields when all of it is there
    if records and listed and isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value <= MOST_RECORDS:
            raise UmpireError(f"{path}: {value} of them cannot be; at most {MOST_RECORDS}")
        return
    checker = Checker(ledger)
    checker.value(one.type, value, one, path)
    if checker.problems:
        raise UmpireError(*checker.problems)


def put(ledger: Ledger, routine: Routine, situation: Situation, path: str, value: Any) -> None:
    """Put a value where a path points: in every record of a list, or as the number of records in it."""
    head, _, rest = path.partition(".")
    one = find(ledger, routine.inputs, head)
    if one is None:
        raise UmpireError(f"{path}: no such field in the procedure {routine.name}")
    if not rest:
        listed = one.type.startswith("list of record") and isinstance(value, int) and not isinstance(value, bool)
        situation[head] = _resized(ledger, routine, one, situation.get(head) or [], value) if listed else value
        return
    if one.type.startswith("list of"):
        if not situation.get(head):
            situation[head] = _resized(ledger, routine, one, [], len(value) if isinstance(value, PerCard) else 1)
        for n, item in enumerate(situation[head]):
            _set(item, rest, value[n] if isinstance(value, PerCard) else value)
        return
    if situation.get(head) is None:
        situation[head] = {}
    _set(situation[head], rest, value)


class PerCard(list[Any]):
    """Values for the records of a list, one each."""


def _set(record: Any, path: str, value: Any) -> None:
    """Put a value into a record, or into every record of a list; what is neither is left for `check` to name."""
    head, _, rest = path.partition(".")
    if isinstance(record, list):
        for one in record:
            _set(one, path, value)
    elif not isinstance(record, dict):
        return
    elif rest:
        if record.get(head) is None:
            record[head] = {}
        _set(record[head], rest, value)
    elif value is None:
        record.pop(head, None)
    else:
        record[head] = value


def _resized(ledger: Ledger, routine: Routine, one: Field, now: list[Any], count: int) -> list[Any]:
    pattern = now[-1] if now else _blank(ledger, routine, one)
    return [deepcopy(now[n] if n < len(now) else pattern) for n in range(count)]


def _blank(ledger: Ledger, routine: Routine, one: Field) -> Situation:
    """What the example's first record has of what is required."""
    given = routine.example.situation.get(one.name) or [{}]
    fields = ledger.records[inner(held(one.type))[1]].fields
    return {part.name: given[0][part.name] for part in fields if part.required and part.name in given[0]}


def count_up(ledger: Ledger, routine: Routine, situation: Situation, path: str, most: int = 0) -> None:
    """Number the records of a list by one of their fields, from 1 on, not beyond `most`."""
    head, _, name = path.partition(".")
    one = find(ledger, routine.inputs, path)
    words = one is not None and one.type == "string"
    for n, item in enumerate(situation.get(head) or []):
        number = min(n + 1, most) if most else n + 1
        _set(item, name, str(number) if words else number)
