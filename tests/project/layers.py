"""Which room may import which; `python -m tests.project.layers` prints every offence in the sources."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SOURCES: Final = Path(__file__).resolve().parents[2] / "src" / "roundtop"

ENGINE: Final = frozenset({"record", "table", "dice", "battle"})
BELOW_BOTS: Final = ENGINE | {"rulebooks", "battles"}
BELOW_SERVER: Final = BELOW_BOTS | {"draw", "report", "bots", "umpire", "beside", "build"}
BELOW_CLI: Final = BELOW_SERVER | {"simulate", "server", "env"}

# A room, and the rooms it may import. Every room may import its own modules.
ROOMS: Final = {
    "build": frozenset({"__init__"}),
    "record": frozenset[str](),
    "table": frozenset({"record"}),
    "dice": frozenset({"record"}),
    "battle": frozenset({"record", "table", "dice"}),
    "kit": ENGINE,
    "rulebooks": ENGINE | {"kit"},
    "battles": frozenset({"battle", "table"}),
    "draw": BELOW_BOTS,
    "report": BELOW_BOTS | {"draw"},
    "bots": BELOW_BOTS,
    "umpire": BELOW_BOTS,
    "beside": BELOW_BOTS | {"umpire"},
    "simulate": BELOW_SERVER,
    "server": BELOW_SERVER | {"__init__"},
    "env": BELOW_SERVER,
    "cli": BELOW_CLI | {"__init__"},
    "__main__": frozenset({"cli"}),
    "__init__": BELOW_CLI | {"cli"},
}


class Offence(NamedTuple):
    """An import that points the wrong way."""

    file: Path
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


def offences(package: Path) -> list[Offence]:
    """Every import, or name of a rulebook, that the table above forbids."""
    books = {folder.name for folder in (package / "rulebooks").glob("*/") if folder.name != "__pycache__"}
    return [offence for file in sorted(package.rglob("*.py")) for offence in file_offences(package, file, books)]


def file_offences(package: Path, file: Path, books: set[str]) -> Iterator[Offence]:
    """The offences of one file."""
    home = file.relative_to(package).with_suffix("").parts
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    for line, target in imports(tree, home):
        reason = judge(home, target, books)
        if reason:
            yield Offence(file, line, reason)
    if home[0] != "rulebooks":
        for line, text in strings(tree):
            if text.replace("-", "_") in books:
                yield Offence(file, line, f"{home[0]} names the rulebook {text!r}; ask the registry")


def judge(home: tuple[str, ...], target: tuple[str, ...], books: set[str]) -> str:
    """Why a module may not import another; empty when it may."""
    room, wanted = home[0], target[0] if target else "__init__"
    if room not in ROOMS:
        return f"{room} is no room of the table in tests/project/layers.py"
    if wanted not in ROOMS[room] and (wanted != room or not target):
        return f"{room} may not import {wanted}"
    book = target[1] if wanted == "rulebooks" and len(target) > 1 and target[1] in books else ""
    if room != "rulebooks":
        return f"{room} names the rulebook {book}; ask the registry" if book else ""
    own = home[1] if len(home) > 2 else ""
    if own and wanted == "rulebooks" and book != own:
        return f"the rulebook {own} may not import {book or 'the registry'}"
    return ""


def imports(tree: ast.Module, home: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each import of ours with its line: the path below `roundtop`. A dotted name in a string counts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, below(alias.name)) for alias in node.names if ours(alias.name))
        elif isinstance(node, ast.ImportFrom):
            module = absolute(node, home)
            if ours(module):
                yield from ((node.lineno, below(f"{module}.{alias.name}")) for alias in node.names)
    for line, text in strings(tree):
        if ours(text) and "." in text and all(part.isidentifier() for part in text.split(".")):
            yield line, below(text)


def absolute(node: ast.ImportFrom, home: tuple[str, ...]) -> str:
    """The full name of the module an import-from reads."""
    if node.level == 0:
        return node.module or ""
    package = ("roundtop", *home)[: -node.level]
    return ".".join((*package, node.module) if node.module else package)


def ours(module: str) -> bool:
    return module.split(".")[0] == "roundtop"


def below(module: str) -> tuple[str, ...]:
    """The path below `roundtop`; a name that is no room is something of the package itself."""
    path = tuple(module.split(".")[1:])
    return path if path and path[0] in ROOMS else ()


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string that is not a docstring, with its line."""
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


if __name__ == "__main__":
    found = offences(SOURCES)
    sys.stdout.writelines(f"{offence}\n" for offence in found)
    sys.exit(1 if found else 0)
