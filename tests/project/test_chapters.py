"""The shape of a rulebook: the same names for the same jobs, and a file's name says what a line in it may touch."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from tests.project.layers import SOURCES, imports

TOP: Final = {
    "__init__.py": "the rulebook, as the protocol has it",
    "options.py": "the house rules a game is set up with",
    "state.py": "the classes the battle's state is made of",
    "field.py": "what can be read off the state",
    "roll.py": "who is able, and what is reckoned of all figures at once, kept with the state",
    "tables.py": "figures that several chapters read",
    "events.py": "the chapters' steps and events, and how an event is applied",
    "turn.py": "the order of play",
    "muster.py": "a scenario's order of battle as this book's forces",
    "views.py": "what a player may know, and imagining the rest",
    "words.py": "words that several chapters tell with",
    "umpire.py": "what the chapters' procedures share: readers of fields, verdicts",
    "scene.py": "what to draw and to tell: the outline, and which chapter tells what",
    "preview.py": "what a move would do before it is made: which chapter shows it",
    "forecast.py": "chances of what a command would start: which chapter knows them",
    "procedures.py": "the ledger's procedures by name, for the umpire",
    "paper.py": "the quick-reference sheet and the roster, for printing",
}
IN_A_CHAPTER: Final = {
    "__init__.py": "what the chapter is about",
    "rule.py": "pure: figures, situations, outcomes, refusals",
    "events.py": "the chapter's steps and events as data, and what an event changes",
    "table.py": "at the table: look, decisions, checks, what an answer does",
    "told.py": "sentences, badges, card rows, preview rows",
    "umpire.py": "the ledger's procedures of the chapter",
    "odds.py": "chances of the chapter, folded from the table's own stages",
}
OPTIONAL: Final = {"tables.py", "preview.py", "muster.py", "words.py", "umpire.py", "roll.py"}
"""Files of a book that it has where it needs them."""
FOLDERS_OF_FILES: Final = ("bot", "muster")
"""Folders that are no chapters: their files are named by what they decide or read."""
OF_THE_WHOLE_BOOK: Final = {"turn", "unit", "misc"}
"""Groups of no chapter: the order of play is turn.py's, what a unit is state.py's."""
LONGEST_FILE: Final = 600
LONGEST_MEDIAN: Final = 250
MOST_NAMES: Final = 15
TELLERS: Final = ("told", "umpire", "odds")
OUTLINES: Final = ("__init__", "scene", "preview", "forecast", "procedures", "paper", "words", "bot")

BOOKS: Final = sorted(ledger.parent for ledger in (SOURCES / "rulebooks").glob("*/clauses.toml"))
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)


def sources(book: Path) -> list[Path]:
    return sorted(file for file in book.rglob("*.py"))


def chapters(book: Path) -> list[Path]:
    return sorted(
        folder
        for folder in book.glob("*/")
        if (folder / "__init__.py").is_file() and folder.name not in FOLDERS_OF_FILES
    )


@every_book
def test_every_job_has_its_usual_file(book: Path) -> None:
    required = set(TOP) - OPTIONAL
    assert sorted(required - {file.name for file in book.iterdir()}) == []
    assert (book / "muster.py").is_file() or (book / "muster").is_dir()
    assert sorted({file.name for file in book.glob("*.py")} - set(TOP)) == []


@every_book
def test_a_chapter_says_what_it_is_about_and_has_files_of_known_kinds(book: Path) -> None:
    assert len(chapters(book)) >= 5
    for chapter in chapters(book):
        says = ast.get_docstring(ast.parse((chapter / "__init__.py").read_text(encoding="utf-8"))) or ""
        assert says.endswith(".")
        own = {file.name for file in chapter.glob("*.py")} - set(IN_A_CHAPTER)
        assert {name for name in own if f"`{name.removesuffix('.py')}`" not in says} == set(), f"{chapter}: {says}"


@every_book
def test_every_group_of_clauses_is_named_by_a_chapter(book: Path) -> None:
    says = " ".join([file.read_text(encoding="utf-8") for file in book.glob("**/__init__.py")])
    clauses = tomllib.loads((book / "clauses.toml").read_text(encoding="utf-8"))["clause"]
    groups = {clause["id"].split(".")[1] for clause in clauses}
    named = {name.split(".")[0] for found in re.findall(r"\[([^\]]*)\]", says) for name in re.split(r"[,;]\s*", found)}
    assert groups - named - OF_THE_WHOLE_BOOK == set()


FILES: Final = sorted(SOURCES.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(SOURCES).as_posix())
def test_no_file_is_long_and_no_import_list_either(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_FILE
    tree = ast.parse(text)
    lists = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert [f"line {node.lineno}: {len(node.names)}" for node in lists if len(node.names) > MOST_NAMES] == []


@every_book
def test_files_can_be_read_at_a_sitting(book: Path) -> None:
    lengths = [len(file.read_text(encoding="utf-8").splitlines()) for file in sources(book)]
    assert median([length for length in lengths if length > 1]) < LONGEST_MEDIAN


def offences(book: Path, file: Path) -> Iterator[str]:
    """Each import of a file that its name forbids."""
    home = ("rulebooks", book.name, *file.relative_to(book).with_suffix("").parts)
    kind = home[-1] if len(home) > 3 and home[2] not in FOLDERS_OF_FILES else home[2]
    for line, target in imports(ast.parse(file.read_text(encoding="utf-8")), home):
        if target[:2] != home[:2] or len(target) < 3:
            continue
        inside = target[2:]
        wanted = next((part for part in reversed(inside[:2]) if f"{part}.py" in {*TOP, *IN_A_CHAPTER}), inside[0])
        if kind == "rule" and wanted not in ("rule", "options", "tables"):
            yield f"line {line}: a rule.py may not import {'.'.join(inside)}"
        if (
            kind == "events"
            and len(home) > 3
            and wanted not in ("rule", "events", "state", "field", "options", "tables")
        ):
            yield f"line {line}: a chapter's events.py may not import {'.'.join(inside)}"
        if wanted in TELLERS and kind not in (*TELLERS, *OUTLINES):
            yield f"line {line}: {kind} may not import {'.'.join(inside)}"


@every_book
def test_a_file_touches_only_what_its_name_allows(book: Path) -> None:
    found = {file.relative_to(book).as_posix(): list(offences(book, file)) for file in sources(book)}
    assert {file: faults for file, faults in found.items() if faults} == {}
