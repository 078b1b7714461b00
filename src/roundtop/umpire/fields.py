"""A situation held against the ledger's fields: every fault by its path, every default filled in."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, Final, final

from roundtop.battle.ledger import Field, Ledger, Routine, inner
from roundtop.battle.procedure import out_of

Plain = Any
"""Data as JSON knows it."""
OPTIONS: Final = "options"
MOST_RECORDS: Final = 40
MOST_LISTED: Final = 500
"""What a list may hold: more than any table has, and no more than can be worked out."""
"""The field that carries house rules by option name."""


class UmpireError(ValueError):
    """A request that cannot be answered. `problems` has every fault, each with its field or die."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@final
class Unfit(Exception):  # noqa: N818 - caught inside this module
    """A value that is not of the type wanted; the faults are already noted."""


def check(ledger: Ledger, routine: Routine, situation: object) -> dict[str, Any]:
    """The situation with its defaults filled in, a field left out without one being None."""
    checker = Checker(ledger)
    filled: dict[str, Any] = {}
    with suppress(Unfit):
        filled = checker.fields(routine.inputs, situation, "", f"the procedure {routine.name}")
    if checker.problems:
        raise UmpireError(*checker.problems)
    return filled


def suggest(name: str, known: Iterable[str]) -> str:
    """What may have been meant, as the end of a sentence; nothing where no name is near."""
    names = [str(k) for k in known]
    near = get_close_matches(name.lower().replace("-", "_"), [n.replace("-", "_") for n in names], 1, 0.6)
    found = [n for n in names if near and n.replace("-", "_") == near[0]]
    return f"; did you mean '{found[0]}'?" if found else ""


def expected(kind: str, values: Sequence[str | int] = ()) -> str:
    """A type of the ledger in words."""
    form, held = inner(kind)
    match form:
        case "integer":
            return "a whole number"
        case "number":
            return "a number"
        case "boolean":
            return "true or false"
        case "string":
            return "text"
        case "choice":
            return f"one of {', '.join(str(value) for value in values)}"
        case "record":
            return f"a record {held}"
        case "or none":
            return f"{expected(held, values)}, or none"
        case "any of":
            return " or ".join(expected(part, values) for part in held.split("|"))
        case "list of":
            return f"a list, each {expected(held, values)}"
        case "map of":
            return f"a map, each value {expected(held, values)}"
        case _:
            raise ValueError(f"the ledger has no type '{kind}'")


def shown(value: object) -> str:
    """A value as it stands in a message, cut short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, (list, tuple, dict)) else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


class Checker:
    """Goes through a situation once, noting every fault by its path."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.choices = {choice.field.name: choice.field for choice in ledger.choices}
        self.problems: list[str] = []

    def note(self, path: str, message: str) -> None:
        self.problems.append(f"{path}: {message}" if path else message)

    def refuse(self, path: str, value: object, wanted: str, hint: str = "") -> Unfit:
        self.note(path, f"{shown(value)} is not {wanted}{hint}")
        return Unfit()

    def fields(self, fields: Sequence[Field], given: object, path: str, owner: str) -> dict[str, Any]:
        """A record or the situation itself, every field of it present."""
        if not isinstance(given, Mapping):
            raise self.refuse(path or "situation", given, f"a map of the fields of {owner}")
        names = [field.name for field in fields]
        for name in given:
            if name not in names:
                hint = suggest(str(name), names) or f"; it has {', '.join(names) or 'none'}"
                self.note(joined(path, str(name)), f"no such field in {owner}{hint}")
        found = {field.name: self.field(field, given, path) for field in fields}
        for field in fields:
            if field.least is not None or field.most is not None:
                low, high = bound(field.least, found, -math.inf), bound(field.most, found, math.inf)
                self.limits(joined(path, field.name), found[field.name], low, high)
        return found

    def limits(self, path: str, value: Plain, low: float, high: float) -> None:
        """Note a number outside its bounds, in lists and maps too."""
        if isinstance(value, list):
            for place, one in enumerate(value):
                self.limits(f"{path}[{place}]", one, low, high)
        elif isinstance(value, dict):
            for name, one in value.items():
                self.limits(joined(path, name), one, low, high)
        elif isinstance(value, (int, float)) and low <= high and out_of(value, low, high):
            self.note(path, out_of(value, low, high))

    def field(self, field: Field, given: Mapping[str, object], path: str) -> Plain:
        where = joined(path, field.name)
        if field.name in given:
            return self.value(field.type, given[field.name], field, where)
        if field.required:
            wanted = expected(field.type, field.values)
            self.note(where, f"missing; {wanted} is wanted: {field.meaning}")
            return None
        if field.default is None:
            return None
        return self.value(field.type, field.default, field, where)

    def value(self, kind: str, value: object, field: Field, path: str) -> Plain:
        """The value of a field, or None with the fault noted."""
        if field.name == OPTIONS and kind.startswith("map of"):
            return self.options(value, path)
        try:
            return self.fit(kind, value, field.values, path)
        except Unfit:
            return None

    def options(self, given: object, path: str) -> dict[str, Any]:
        """House rules by name, each of the type and values the ledger gives it."""
        found: dict[str, Any] = {}
        if not isinstance(given, Mapping):
            self.note(path, f"{shown(given)} is not a map of house rules by option name")
            return found
        for name, value in given.items():
            where = joined(path, str(name))
            option = self.choices.get(name)
            if option is None:
                hint = suggest(str(name), self.choices) or "; `roundtop rules` shows the options of each clause"
                self.note(where, f"{self.ledger.id} has no option of this name{hint}")
            else:
                found[str(name)] = self.value(option.type, value, option, where)
        return found

    def fit(self, kind: str, value: object, values: Sequence[str | int], path: str) -> Plain:
        """The value in the form wanted; Unfit after noting why not."""
        form, held = inner(kind)
        match form:
            case "or none":
                if value is None or value == {} or (value == "none" and "none" not in values):
                    return None
                return self.fit(held, value, values, path)
            case "any of":
                return self.any_of(held, value, values, path)
            case "list of":
                return self.list_of(held, value, values, path)
            case "map of":
                return self.map_of(held, value, values, path)
            case "record":
                record = self.ledger.records[held]
                return self.fields(record.fields, value, path, f"the record {held}")
            case _:
                return self.single(form, value, values, path)

    def any_of(self, held: str, value: object, values: Sequence[str | int], path: str) -> Plain:
        for part in held.split("|"):
            trial = Checker(self.ledger)
            try:
                fitted = trial.fit(part, value, values, path)
            except Unfit:
                continue
            if not trial.problems:
                return fitted
        raise self.refuse(path, value, expected(f"any of {held}", values))

    def list_of(self, held: str, value: object, values: Sequence[str | int], path: str) -> list[Any]:
        if not isinstance(value, (list, tuple)):
            raise self.refuse(path, value, expected(f"list of {held}", values))
        most = MOST_RECORDS if held.startswith("record") else MOST_LISTED
        if len(value) > most:
            self.note(path, f"a list of {len(value)} is too long: at most {most}")
            raise Unfit
        found: list[Any] = []
        for place, one in enumerate(value):
            try:
                found.append(self.fit(held, one, values, f"{path}[{place}]"))
            except Unfit:
                continue
        return found

    def map_of(self, held: str, value: object, values: Sequence[str | int], path: str) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise self.refuse(path, value, expected(f"map of {held}", values))
        found: dict[str, Any] = {}
        for name, one in value.items():
            try:
                found[str(name)] = self.fit(held, one, values, joined(path, str(name)))
            except Unfit:
                continue
        return found

    def single(self, kind: str, value: object, values: Sequence[str | int], path: str) -> Plain:
        if kind == "choice":
            for known in values:
                if value == known and type(value) is type(known):
                    return known
            raise self.refuse(path, value, expected(kind, values), suggest(str(value), [str(v) for v in values]))
        if kind == "boolean" and isinstance(value, bool):
            return value
        if kind == "string" and isinstance(value, str):
            return value
        if kind == "integer" and isinstance(value, int) and not isinstance(value, bool):
            return value
        if kind == "number" and isinstance(value, (int, float)) and not isinstance(value, bool):
            number = as_float(value)
            if math.isfinite(number):
                return number
        raise self.refuse(path, value, expected(kind, values))


def bound(written: float | str | None, found: Mapping[str, Any], otherwise: float) -> float:
    """A bound as the ledger writes it: a number, or the name of a field beside it."""
    value = found.get(written) if isinstance(written, str) else written
    return otherwise if value is None else as_float(value)


def as_float(value: int | float) -> float:
    """A number as a float; one too large for it as infinity."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


def joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
