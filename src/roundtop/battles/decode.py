"""Text into tables, with every fault found, the line it stands on and the nearest right word."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, final, get_args, get_origin, get_type_hints

import msgspec

from roundtop.battle import bounds
from roundtop.battles.form import BattleTable, Outline, Pair, Table, Values, Where

T = TypeVar("T", bound=Table)

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_\-. \t]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_-]+(?:\s*\.\s*[A-Za-z0-9_-]+)*)\s*=")
_PLAIN: Final[dict[Any, str]] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    list[str]: "a list of texts",
    dict: "a table",
    datetime.date: "a date such as 1863-07-02",
    Pair: "a point [x, y]",
    Outline: "a list of points [[x, y], ...]",
    list[Outline]: "a list of outlines [[[x, y], ...], ...]",
    float | str: "degrees or a compass word",
    Values: "a table of values for each rulebook",
}
_NEUTRAL: Final[dict[Any, object]] = {
    str: "",
    int: 1_000_000,
    float: 100_000.0,
    Pair: (0.0, 0.0),
    Outline: [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)],
}


@final
@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a battle file: where it stands and what would be right."""

    file: str
    line: int
    key: str
    text: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key}: {self.text}" if self.key else f"{place}: {self.text}"


@final
class ScenarioError(ValueError):
    """A battle file that cannot be used; `problems` lists everything wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


@final
class Faults:
    """The faults found so far in one file."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self._lines = locate(text) if len(text) <= bounds.FILE else {}
        self._found: dict[Problem, Where] = {}

    def add(self, where: Where, text: str) -> None:
        line = next((self._lines[where[:n]] for n in range(len(where), 0, -1) if where[:n] in self._lines), 0)
        self._found[Problem(self.file, line, spell(where), text)] = where

    def clean(self, where: Where) -> bool:
        """Whether nothing is wrong yet with a key, with anything in it, or with what it stands in."""
        return not any(found[: len(where)] == where[: len(found)] for found in self._found.values())

    def all(self) -> tuple[Problem, ...]:
        return tuple(sorted(self._found, key=lambda problem: problem.line))


def decode(text: str, faults: Faults) -> BattleTable:
    """The tables of a battle file; what could not be read is noted and stands in with a harmless value."""
    try:
        raw = bounds.toml(text, bounds.FILE)
    except bounds.BoundsError as error:
        faults.add(tuple(error.where), error.text)
        raise ScenarioError(faults.all()) from None
    return _table(raw, BattleTable, (), faults)


def syntax(file: str, text: str, error: ValueError | RecursionError) -> ScenarioError:
    """A file that is not TOML at all, with its line."""
    deep = "it is nested too deeply"
    said, _, place = (deep if isinstance(error, RecursionError) else str(error)).partition(" (at ")
    line = re.match(r"line (\d+)", place)
    number = int(line[1]) if line else len(text.rstrip("\n").split("\n"))
    return ScenarioError((Problem(file, number, "", f"this is not TOML: {said[:1].lower()}{said[1:]}"),))


def suggest(word: str, words: tuple[str, ...]) -> str:
    """The nearest word, or the whole list when none is near."""
    near = get_close_matches(word, words, n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'?" if near else "expected one of " + ", ".join(words)


def spell(where: Where) -> str:
    """union.brigade[1].regiment[2].men, counting from 1 as people do."""
    out = ""
    for part in where:
        out += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if out else part
    return out


def locate(text: str) -> dict[Where, int]:
    """The line of each table header and of each key that begins a line."""
    lines: dict[Where, int] = {}
    counts: dict[Where, int] = {}
    table: Where = ()
    quoted = ""
    for number, line in enumerate(text.split("\n"), 1):
        if not quoted:
            if header := _HEADER.match(line):
                table = _opened(header[1] == "[[", header[2], counts)
                lines.setdefault(table, number)
            elif key := _KEY.match(line):
                path = table + tuple(part.strip() for part in key[1].split("."))
                for n in range(len(table) + 1, len(path) + 1):
                    lines.setdefault(path[:n], number)
        quoted = _still_quoted(line, quoted)
    return lines


def _opened(many: bool, header: str, counts: dict[Where, int]) -> Where:
    path: Where = ()
    parts = [part.strip() for part in header.split(".")]
    for n, part in enumerate(parts, 1):
        path += (part,)
        if many and n == len(parts):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path += (counts[path],)
    return path


def _still_quoted(line: str, quoted: str) -> str:
    for mark in re.findall(r'"""|' + r"'''", line):
        quoted = mark if not quoted else "" if mark == quoted else quoted
    return quoted


@cache
def _hints(kind: type[Table]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _table(raw: object, kind: type[T], where: Where, faults: Faults) -> T:
    if not isinstance(raw, dict):
        faults.add(where, f"expected a table, found {bounds.shown(raw)}")
        return _blank(kind, where)
    fields = {field.name: field for field in msgspec.structs.fields(kind) if field.name != "where"}
    for key in raw:
        if key not in fields:
            faults.add((*where, key), f"there is no such key here; {suggest(key, tuple(fields))}")
    known: dict[str, Any] = {}
    for name, field in fields.items():
        hint = _hints(kind)[name]
        read = _WRONG
        if name in raw:
            read = _read(raw[name], hint, (*where, name), faults)
        elif field.required:
            faults.add((*where, name), f"missing; expected {_expected(hint)}")
        if read is not _WRONG:
            known[name] = read
        elif field.required:
            known[name] = _neutral(hint, (*where, name))
    return kind(where=where, **known)


def _blank(kind: type[T], where: Where) -> T:
    """A table of which nothing is known, its missing keys not held against it."""
    return _table({}, kind, where, Faults("", ""))


def _neutral(hint: object, where: Where) -> object:
    """A value that gives no cause for further complaint."""
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if isinstance(bare, type) and issubclass(bare, Table):
        return _blank(bare, where)
    return _NEUTRAL.get(bare, [])


_WRONG = object()


def _read(raw: object, hint: object, where: Where, faults: Faults) -> object:
    """One value as its hint asks, or _WRONG after noting what is the matter."""
    bare = _without_none(hint)
    inner = get_args(bare)
    if isinstance(bare, type) and issubclass(bare, Table):
        return _table(raw, bare, where, faults)
    if get_origin(bare) is list and _reads_inside(inner[0]) and isinstance(raw, list):
        items = [_read(item, inner[0], (*where, n), faults) for n, item in enumerate(raw)]
        return [item for item in items if item is not _WRONG]
    if get_origin(bare) is dict and _words(inner[0]) and isinstance(raw, dict):
        pairs = {k: _read(v, inner[1], (*where, k), faults) for k, v in raw.items()}
        right = [_read(k, inner[0], (*where, k), faults) is not _WRONG for k in raw]
        return pairs if all(right) and _WRONG not in pairs.values() else _WRONG
    return _value(raw, bare, where, faults)


def _value(raw: object, hint: object, where: Where, faults: Faults) -> object:
    try:
        read = msgspec.convert(raw, hint)
    except msgspec.ValidationError:
        faults.add(where, f"expected {_expected(hint)}, found {bounds.shown(raw)}")
        return _WRONG
    words = _words(hint)
    if words and read not in words[1]:
        faults.add(where, f"{words[0]} '{read}': {suggest(read, words[1])}")
        return _WRONG
    return read


def _without_none(hint: object) -> object:
    if get_origin(hint) in (Union, UnionType):
        return reduce(or_, [kind for kind in get_args(hint) if kind is not NoneType])
    return hint


def _reads_inside(hint: object) -> bool:
    return (isinstance(hint, type) and issubclass(hint, Table)) or _words(hint) is not None


def _words(hint: object) -> tuple[str, tuple[str, ...]] | None:
    for meta in getattr(hint, "__metadata__", ()):
        if meta.extra:
            return meta.extra["what"], meta.extra["words"]
    return None


def _expected(hint: object) -> str:
    """A type in a designer's words."""
    bare = _without_none(hint)
    if words := _words(bare):
        return f"a {words[0]} ({', '.join(words[1])})"
    if get_origin(bare) is Annotated:
        kind, meta = get_args(bare)
        return _PLAIN.get(kind, str(kind)) + _bounds(meta)
    if isinstance(bare, type) and issubclass(bare, Table):
        return "a table"
    return _PLAIN.get(bare) or _PLAIN.get(get_origin(bare), str(bare))


def _bounds(meta: msgspec.Meta) -> str:
    if meta.pattern:
        return ' such as "16:30"'
    if meta.min_length:
        return ", not empty"
    low = f" above {meta.gt:g}" if meta.gt is not None else f" of at least {meta.ge:g}"
    return f"{low} and at most {meta.le:,}"
