"""What holds each clause of a ledger: the code that names it, the tests that name it, the worked examples asserted.

Read from the sources as they stand; nothing is run.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Final, final

from roundtop import rulebooks
from roundtop.battle.ledger import Clause, Ledger
from roundtop.umpire.search import short

ID: Final = re.compile(r"(?<![\w-])[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+")
BRACKETS: Final = re.compile(r"\[([^\]]*)\]")
MARK: Final = "clause"
"""The call by which a test names a clause: `clause("ID", EXAMPLE, …)`."""


@final
@dataclass(slots=True)
class Covered:
    """One clause and what holds it; places as `fire.py:34` and `test_fire.py::test_volley`."""

    clause: Clause
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    asserted: set[int] = field(default_factory=set)

    def lacks(self) -> list[str]:
        """What is still wanting; nothing for a clause that does not apply."""
        if self.clause.inapplicable:
            return []
        wanting = [name for name, held in (("code", self.code), ("test", self.tests)) if not held]
        examples = [n for n in range(1, len(self.clause.examples) + 1) if n not in self.asserted]
        return wanting + ([f"examples {', '.join(str(n) for n in examples)}"] if examples else [])


@final
@dataclass(slots=True)
class Coverage:
    """A ledger's clauses with what holds them."""

    book: str
    rows: list[Covered]

    def complete(self) -> int:
        return sum(not row.lacks() for row in self.rows)

    def percent(self) -> float:
        return 100 * self.complete() / len(self.rows) if self.rows else 100.0

    def whole(self) -> bool:
        return self.complete() == len(self.rows)


def sources(id: str) -> Path:
    """The folder in which the rulebook with that id is written."""
    for point in rulebooks.brought():
        if point.load().id == id:
            return Path(import_module(point.module).__file__ or "").parent
    return Path(__file__).parents[1] / "rulebooks" / id.replace("-", "_")


def coverage(ledger: Ledger, code: Path, tests: Path) -> Coverage:
    """What the sources in one folder and the tests in another hold of a ledger."""
    rows = {clause.id: Covered(clause) for clause in ledger.clauses}
    shorts = {short(id): id for id in rows}
    for file in sorted(code.rglob("*.py")):
        for line, name in named(file.read_text(encoding="utf-8")):
            id = name if name in rows else shorts.get(name, "")
            place = f"{file.relative_to(code).as_posix()}:{line}"
            if id and place not in rows[id].code:
                rows[id].code.append(place)
    for file in sorted(tests.rglob("test_*.py")):
        for test, id, examples in claimed(file.read_text(encoding="utf-8")):
            place = f"{file.relative_to(tests).as_posix()}{'::' if test else ''}{test}"
            if id in rows:
                row = rows[id]
                row.asserted.update(examples)
                if place not in row.tests:
                    row.tests.append(place)
    return Coverage(ledger.id, list(rows.values()))


def named(source: str) -> Iterator[tuple[int, str]]:
    """Clause ids, whole or short, in the strings and comments of a source, with their lines.

    A short id counts as a whole string (`"combat.blank"`) or in brackets (`[combat.blank, .tie]`), where one that
    begins with a point is of the chapter before it.
    """
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        text = token.string
        if token.type not in (tokenize.STRING, tokenize.COMMENT) and "FSTRING" not in tokenize.tok_name[token.type]:
            continue
        found = [(match.start(), match.group()) for match in ID.finditer(text) if cited(text, match)]
        for bracket in BRACKETS.finditer(text):
            found += [(bracket.start(), name) for name in listed(bracket.group(1))]
        for at, name in sorted(found, key=lambda one: one[0]):
            yield token.start[0] + text.count("\n", 0, at), name


def cited(text: str, match: re.Match[str]) -> bool:
    """Whether an id outside of brackets is meant as one: in full, behind `{BOOK}.`, or alone in its string."""
    name = match.group()
    return name.count(".") > 1 or text[match.start() - 1] == "." or text.lstrip("rbufRBUF").strip("\"'") == name


def listed(inside: str) -> Iterator[str]:
    """The short ids in a pair of brackets."""
    chapter = ""
    for part in inside.split(","):
        name = part.strip()
        if name.startswith("."):
            name = chapter + name
        if name.count(".") == 1 and ID.fullmatch(name):
            chapter = name.partition(".")[0]
            yield name


def claimed(source: str) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """The test, the clause it names and the examples it asserts; no test for what stands outside all of them."""
    for test, node in tests_in(ast.parse(source)):
        marks = [one for one in ast.walk(node) if isinstance(one, ast.Call) and callee(one) == MARK]
        for mark in marks:
            values = [arg.value for arg in mark.args if isinstance(arg, ast.Constant)]
            if values and isinstance(values[0], str):
                yield test, values[0], tuple(value for value in values[1:] if isinstance(value, int))
        for one in ast.walk(node):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                for match in ID.finditer(one.value):
                    yield test, match.group(), ()


def tests_in(module: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The tests of a module by their names, and the statements outside functions and classes under no name."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)) and inner.name.startswith("test"):
                    yield f"{node.name}::{inner.name}", inner
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.name.startswith("test"):
                yield node.name, node
        elif not isinstance(node, (ast.Import, ast.ImportFrom)):
            yield "", node


def callee(call: ast.Call) -> str:
    """The last part of the name that is called."""
    function = call.func
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )
