"""What the engine rooms may not hold: whatever makes a battle depend on more than its commands and dice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

import pytest

from roundtop import build
from tests.project.layers import SOURCES

BANNED_MODULES: Final = {
    "pickle": "never pickle: the codec writes bytes",
    "marshal": "never pickle: the codec writes bytes",
    "shelve": "never pickle: the codec writes bytes",
    "random": "a rule asks a Dice",
    "secrets": "a rule asks a Dice",
    "uuid": "an identity comes in with the command",
    "time": "time comes in from above",
    "datetime": "time comes in from above",
    "asyncio": "the engine waits for nobody",
    "threading": "the engine waits for nobody",
}
BANNED_CALLS: Final = {
    "eval": "plain code only",
    "exec": "plain code only",
    "compile": "plain code only",
    "print": "tell it by events",
    "input": "ask by a decision",
    "globals": "no module state",
    "setattr": "values never change once handed out",
}
MUTABLE: Final = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MAKERS: Final = {"list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter", "OrderedDict"}
MEMOS: Final = {"cache", "lru_cache", "cached_property"}


def offences(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each banned construct of a module, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((node.lineno, f"imports {name}: {why}") for name, why in banned(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BANNED_CALLS:
            yield node.lineno, f"calls {node.func.id}: {BANNED_CALLS[node.func.id]}"
        if isinstance(node, ast.ClassDef) and generic_dataclass(node):
            yield (
                node.lineno,
                "is a generic dataclass: mypyc compiles it and it fails when loaded; write __init__",
            )
        if isinstance(node, ast.Compare) and any(starred(other) for other in node.comparators):
            yield node.lineno, "compares with a starred tuple: mypyc cannot compile it; join the tuples"
        if isinstance(node, ast.Lambda) and any(isinstance(part, ast.Lambda) for part in ast.walk(node.body)):
            yield node.lineno, "has a lambda within a lambda: mypyc cannot compile it; name one of them"
        if isinstance(node, ast.Global):
            yield node.lineno, "has a global: no module state"
    yield from (
        (node.lineno, "is a tuple of floats: write Final[tuple[float, ...]], mypyc forgets any other")
        for node in tree.body
        if bare(node)
    )
    yield from ((node.lineno, "is mutable and not Final: no module state") for node in tree.body if loose(node))


def bare(node: ast.stmt) -> bool:
    """A constant tuple of floats whose length the compiler is told: it takes its value for one that is not set."""
    if not isinstance(node, ast.AnnAssign):
        return False
    declared = ast.unparse(node.annotation)
    if declared != "Final" and (not declared.startswith("Final[tuple[") or declared.endswith("...]]")):
        return False
    found = node.value.elts if isinstance(node.value, ast.Tuple) else []
    return any(isinstance(one, ast.Constant) and isinstance(one.value, float) for one in found)


def starred(node: ast.expr) -> bool:
    return isinstance(node, (ast.Tuple, ast.List)) and any(isinstance(one, ast.Starred) for one in node.elts)


def generic_dataclass(node: ast.ClassDef) -> bool:
    decorated = any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)
    return decorated and any(ast.unparse(base).startswith("Generic[") for base in node.bases)


def banned(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """The banned names an import reads, each with the reason."""
    names = [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        if node.module == "functools":
            yield from ((name, "no module state") for name in names if name in MEMOS)
        names = [node.module or ""] if node.level == 0 else []
    for name in names:
        top = name.split(".")[0]
        if top in BANNED_MODULES:
            yield top, BANNED_MODULES[top]


def loose(node: ast.stmt) -> bool:
    """Whether a module-level assignment makes a container that is not declared Final."""
    if isinstance(node, ast.Assign):
        return holds(node.value) and ast.unparse(node.targets[0]) != "__all__"
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return holds(node.value) and not ast.unparse(node.annotation).startswith(("Final", "typing.Final"))
    return False


def holds(value: ast.expr) -> bool:
    made = isinstance(value, ast.Call) and ast.unparse(value.func).split(".")[-1] in MAKERS
    return made or isinstance(value, MUTABLE)


@pytest.mark.parametrize("room", build.ENGINE_ROOMS)
def test_engine_rooms_hold_nothing_banned(room: str) -> None:
    found = [
        f"{file.relative_to(SOURCES)}:{line} {reason}"
        for file in sorted((SOURCES / room).rglob("*.py"))
        for line, reason in offences(ast.parse(file.read_text(encoding="utf-8"), str(file)))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "import pickle",
        "from random import Random",
        "import datetime as dt",
        "def now() -> float:\n    import time",
        "x = eval('1')",
        "def f() -> None:\n    print('hit')",
        "def f() -> None:\n    global seen",
        "seen: dict[str, int] = {}",
        "seen = []",
        "seen = dict(a=1)",
        "seen: set[int] = collections.defaultdict(list)",
        "from functools import lru_cache",
        "@dataclass(slots=True)\nclass Odds(Generic[T]):\n    total: int",
        "BASE: Final[tuple[float, float]] = (1.0, 0.75)",
        "ODDS: Final = simple(lambda given: (Chances(lambda reached: reached),))",
    ],
)
def test_planted_construct_is_caught(text: str) -> None:
    assert len(list(offences(ast.parse(text)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "RANGES: Final[dict[str, int]] = {'musket': 12}",
        "FACES: Final = (1, 2, 3)",
        "ROWS: Final[tuple[float, ...]] = (0.5, 0.8)",
        "__all__ = ['fire']",
        "def f() -> list[int]:\n    hits = []\n    return hits",
        "from roundtop.dice import questions",
    ],
)
def test_lawful_construct_is_left_alone(text: str) -> None:
    assert list(offences(ast.parse(text))) == []


def test_opting_out_of_the_compiler_gives_a_reason() -> None:
    for file in build.engine_files(SOURCES):
        if file.suffix == ".py" and not build.is_compiled_source(file):
            first: str = file.read_text(encoding="utf-8").splitlines()[0]
            assert first.removeprefix(build.NOT_COMPILED).strip(), f"{file} opts out without a reason"
