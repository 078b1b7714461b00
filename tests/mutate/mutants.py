"""A rulebook's sources broken in one place at a time: its figures, its comparisons, its guards and its words."""

from __future__ import annotations

import ast
import random
import re
import tomllib
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final, final

from roundtop.battle.ledger import read_ledger
from roundtop.umpire.coverage import callee, named
from roundtop.umpire.search import short

NOT_RULES: Final = {
    "captain.py": "how the bot plays is taste; matches against the recruit hold it",
    "doctrine.py": "the captain's rules of thumb are taste",
    "scene.py": "words and pictures for people",
    "told.py": "words and pictures for people",
    "forecast.py": "which chances to show is taste; the chances themselves are the rules'",
    "odds.py": "which chances to show is taste; the chances themselves are the rules'",
    "steps.py": "declarations without a rule",
    "__init__.py": "the list of the rulebook's parts",
}
"""Files of a rulebook that are not mutated, and why."""
BOTS: Final = "bot"
"""The folder of a rulebook's bot: how it plays is taste too."""

LABELLED: Final = ("Mod", "Why", "Reason", "Line")
"""Calls whose first value is said to people."""
OTHER: Final = "other"
"""Stands for a word that has no sibling."""
SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

COMPARED: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
JOINED: Final[dict[type[ast.boolop], tuple[str, str]]] = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
ADDED: Final[dict[type[ast.operator], tuple[str, str]]] = {ast.Add: ("+", "-"), ast.Sub: ("-", "+")}
EXTREMES: Final = {"min": "max", "max": "min"}


@final
@dataclass(slots=True, frozen=True)
class Mutant:
    """One change to one file: the bytes replaced, the lines before and after, whose it is and which clauses it holds.

    `first` and `last` are lines of which one must be reached for the change to tell.
    """

    file: str
    start: int
    end: int
    text: str
    line: int
    first: int
    last: int
    before: str
    after: str
    function: str
    clauses: tuple[str, ...]

    def applied(self, source: bytes) -> bytes:
        """The source with the change."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def mutation(self) -> str:
        """The change as exemptions name it: it stays the same when lines shift."""
        return f"{self.before} => {self.after}"


@final
@dataclass(slots=True, frozen=True)
class Exemption:
    """A mutant that no test need notice, and why; a mutation that ends in "*" stands for all that begin so."""

    file: str
    function: str
    mutation: str
    because: str

    def covers(self, mutant: Mutant) -> bool:
        if (self.file, self.function) != (mutant.file, mutant.function):
            return False
        if self.mutation.endswith("*"):
            return mutant.mutation().startswith(self.mutation[:-1])
        return mutant.mutation() == self.mutation


def exemptions(file: Path) -> list[Exemption]:
    """The exemptions of a rulebook; none where it has no such file."""
    if not file.is_file():
        return []
    return [Exemption(**entry) for entry in tomllib.loads(file.read_text(encoding="utf-8"))["exempt"]]


def sampled(mutants: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """So many of the mutants, the same ones for the same seed, in their order; all when there are no more."""
    if size >= len(mutants):
        return list(mutants)
    return [mutants[place] for place in sorted(random.Random(seed).sample(range(len(mutants)), size))]


# ---- a rulebook


@final
class Book:
    """The sources of a rulebook: its rule files, the clauses they name and the words its rules compare."""

    def __init__(self, folder: Path) -> None:
        ledger = read_ledger(folder / "clauses.toml")
        self.folder = folder
        self.ids = [clause.id for clause in ledger.clauses]
        files = [file.relative_to(folder) for file in sorted(folder.rglob("*.py"))]
        self.files = [file.as_posix() for file in files if file.name not in NOT_RULES and BOTS not in file.parts]
        trees = [ast.parse((folder / file).read_bytes()) for file in files]
        self.words = siblings(trees, [choice.field.values for choice in ledger.choices])

    def mutants(self, file: str) -> list[Mutant]:
        """Every mutant of a file, in the order of its lines."""
        return mutants(file, (self.folder / file).read_text(encoding="utf-8"), self.ids, self.words)


def siblings(trees: Sequence[ast.Module], choices: Sequence[Sequence[object]]) -> dict[str, str]:
    """For each word that a rule compares something with, the next one the same thing is compared with."""
    kin: dict[str, set[str]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                words = {word for side in sides for word in words_of(side)}
                for side in sides:
                    if isinstance(side, (ast.Name, ast.Attribute)):
                        kin.setdefault(side.id if isinstance(side, ast.Name) else side.attr, set()).update(words)
    families = [{word for word in values if isinstance(word, str)} for values in choices]
    found: dict[str, str] = {}
    for family in [*families, *(kin[name] for name in sorted(kin))]:
        order = sorted(family - {""})
        for place, word in enumerate(order):
            following = order[(place + 1) % len(order)]
            if word not in found or found[word] == OTHER:
                found[word] = OTHER if following == word else following
    return found


def words_of(node: ast.expr) -> list[str]:
    """The words in a constant, or in a display of constants."""
    parts = node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else [node]
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


# ---- whose line it is


@final
@dataclass(slots=True)
class Owner:
    """A function, method, class or table of a module: its lines, the names it uses and the clauses it names."""

    name: str
    first: int
    last: int
    uses: set[str]
    clauses: list[str]


def owners(tree: ast.Module, source: str, ids: Sequence[str]) -> list[Owner]:
    """The owners of a module's lines, with their clauses: their own, or else those of whoever uses them."""
    shorts = {short(id): id for id in ids}
    cited = [(line, shorts.get(name, name)) for line, name in named(source)]
    found = list(_owners(tree.body, ""))
    for owner in found:
        inside = [id for line, id in cited if owner.first <= line <= owner.last and id in ids]
        owner.clauses = list(dict.fromkeys(inside))
    wanting = [owner for owner in found if not owner.clauses]
    while True:
        lent = {id(owner): _lent(owner, found) for owner in wanting}
        wanting = [owner for owner in wanting if not owner.clauses and lent[id(owner)]]
        if not wanting:
            return found
        for owner in wanting:
            owner.clauses = lent[id(owner)]
        wanting = [owner for owner in found if not owner.clauses]


def _lent(owner: Owner, found: Sequence[Owner]) -> list[str]:
    """The clauses of whoever uses an owner."""
    name = owner.name.removesuffix(".__init__").rpartition(".")[2]
    users = [other for other in found if name in other.uses and other is not owner]
    return list(dict.fromkeys(id for user in users for id in user.clauses))


def _owners(body: Sequence[ast.stmt], prefix: str) -> Iterator[Owner]:
    for place, node in enumerate(body):
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.ClassDef):
            yield Owner(node.name, node.lineno, last, _uses(node), [])
            yield from _owners(node.body, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield Owner(prefix + node.name, node.lineno, last, _uses(node), [])
        elif not prefix and isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            after = body[place + 1] if place + 1 < len(body) else node
            if isinstance(after, ast.Expr):  # the figure's docstring
                last = after.end_lineno or last
            yield Owner(ast.unparse(target), node.lineno, last, _uses(node), [])


def _uses(node: ast.AST) -> set[str]:
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return names | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}


# ---- the mutants of a file


def mutants(file: str, source: str, ids: Sequence[str], words: dict[str, str]) -> list[Mutant]:
    """Every mutant of a source, in the order of its lines."""
    tree = ast.parse(source)
    finder = Finder(source, ids, words)
    finder.visit(tree)
    whose = owners(tree, source, ids)
    made: dict[tuple[int, int, str], Mutant] = {}
    for change in finder.changes:
        around = [owner for owner in whose if owner.first <= change.line <= owner.last]
        owner = max(around, key=lambda one: one.first, default=Owner("", 0, 0, set(), []))
        before, after = finder.lines(change)
        made.setdefault(
            (change.start, change.end, change.text),
            Mutant(
                file,
                change.start,
                change.end,
                change.text,
                change.line,
                change.first,
                change.last,
                before,
                after,
                owner.name,
                tuple(owner.clauses),
            ),
        )
    return sorted(made.values(), key=lambda mutant: (mutant.start, mutant.end, mutant.text))


@final
@dataclass(slots=True)
class Change:
    """Bytes to replace and the text to put there."""

    start: int
    end: int
    text: str
    line: int
    first: int
    last: int


class Finder(ast.NodeVisitor):
    """Walks a module and collects what can be changed in it; passes over what is only said to people."""

    def __init__(self, source: str, ids: Sequence[str], words: dict[str, str]) -> None:
        self.source = source.encode()
        self.starts = [0, *accumulate(len(line) for line in self.source.splitlines(keepends=True))]
        self.ids = list(ids)
        self.words = words
        self.statement: ast.stmt | None = None
        self.in_table = False
        self.listed: list[ast.expr] = []
        self.changes: list[Change] = []

    def lines(self, change: Change) -> tuple[str, str]:
        """The changed lines, before and after, on one line each."""
        start = self.source.rfind(b"\n", 0, change.start) + 1
        end = self.source.find(b"\n", change.end)
        end = len(self.source) if end < 0 else end
        before = self.source[start:end]
        after = self.source[start : change.start] + change.text.encode() + self.source[change.end : end]
        return " ".join(before.decode().split()), " ".join(after.decode().split())

    # -- what to put in a place

    def at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def span(self, node: ast.expr) -> tuple[int, int]:
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno or 0, node.end_col_offset or 0)

    def put(self, start: int, end: int, text: str) -> None:
        line = bisect(self.starts, start)
        head = self.statement.lineno if self.statement else line
        self.changes.append(Change(start, end, text, line, min(head, line), bisect(self.starts, max(start, end - 1))))

    def replace(self, node: ast.expr, text: str) -> None:
        self.put(*self.span(node), text)

    def say(self, node: ast.expr, word: str) -> None:
        self.replace(node, f'"{word}"')

    def swap(self, left: ast.expr, right: ast.expr, sign: tuple[str, str]) -> None:
        """Replace the sign between two expressions."""
        start, end = self.span(left)[1], self.span(right)[0]
        pattern = re.escape(sign[0]).replace(r"\ ", r"\s+")
        found = re.search(pattern, self.source[start:end].decode())
        if found:
            self.put(start + found.start(), start + found.end(), sign[1])

    # -- what is walked

    def visit(self, node: ast.AST) -> None:
        outer = self.statement
        if isinstance(node, ast.stmt):
            self.statement = node
        super().visit(node)
        self.statement = outer

    def visit_each(self, nodes: Sequence[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def visit_Module(self, node: ast.Module) -> None:
        for statement in node.body:
            self.in_table = isinstance(statement, (ast.Assign, ast.AnnAssign))
            self.visit(statement)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.visit_each(node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.visit_each([*node.args.defaults, *node.args.kw_defaults, *node.body])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit_each([node.value])

    def visit_Assert(self, node: ast.Assert) -> None:
        """An assertion only tells the type checker what is so."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """What an error says is for people."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A text made up for people."""

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":  # `zip(…, strict=True)` only guards
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in EXTREMES:
            self.replace(node.func, EXTREMES[node.func.id])
        spoken = callee(node) in LABELLED
        self.visit_each([node.func, *node.args[1 if spoken else 0 :], *node.keywords])

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self.guard(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.guard(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.replace(node.test, "False")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.replace(test, "True")
        self.generic_visit(node)

    def guard(self, test: ast.expr) -> None:
        self.replace(test, "False")
        self.replace(test, "True")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.put(self.at(node.lineno, node.col_offset), self.at(node.lineno, node.col_offset + 8), "break")

    def visit_Break(self, node: ast.Break) -> None:
        self.put(self.at(node.lineno, node.col_offset), self.at(node.lineno, node.col_offset + 5), "continue")

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for sign, left, right in zip(node.ops, sides, sides[1:]):
            self.swap(left, right, COMPARED[type(sign)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:]):
            self.swap(left, right, JOINED[type(node.op)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in ADDED:
            self.swap(node.left, node.right, ADDED[type(node.op)])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in ADDED:
            self.swap(node.target, node.value, ADDED[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start = self.span(node)[0]
            self.put(start, start + len("not "), "")
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        self.display(node.elts)
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        self.display([key for key in node.keys if key is not None])
        self.display(node.values)
        self.generic_visit(node)

    def display(self, parts: Sequence[ast.expr]) -> None:
        """In a table each word gives way to the next beside it."""
        words = [part for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        if not self.in_table:
            return
        for place, part in enumerate(words):
            beside = words[(place + 1) % len(words)]
            if SLUG.fullmatch(str(part.value)):
                self.listed.append(part)
                self.say(part, OTHER if beside.value == part.value else str(beside.value))

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.replace(node, str(not value))
        elif isinstance(value, int):
            self.replace(node, str(value + 1))
            self.replace(node, str(value - 1))
        elif isinstance(value, float):
            self.replace(node, repr(value + 0.5))
            self.replace(node, repr(value - 0.5))
        elif value in self.ids:
            self.say(node, self.ids[(self.ids.index(value) + 1) % len(self.ids)])
        elif value in self.words and node not in self.listed:
            self.say(node, self.words[value])
