"""The battles that come with the program, and any a designer keeps beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, final

from roundtop.battle.bounds import FILE, file_text
from roundtop.battle.scenario import Scenario
from roundtop.battles.decode import Problem, ScenarioError, suggest
from roundtop.battles.reader import read

GROUP: Final = "roundtop.battles"
"""The entry point under which other packages offer battles: a name, and a package that has them as `.toml` files."""


@final
@dataclass(frozen=True, slots=True)
class Summary:
    """A battle on the shelf, as a list of battles shows it."""

    id: str
    title: str
    date: str
    rulebooks: tuple[str, ...]
    minutes: int
    regiments: int
    story: str


def load(id_or_path: str | Path, books: tuple[str, ...] = ()) -> Scenario:
    """A battle by its id on the shelf, or from a file of one's own; where `books` are given it may name no other."""
    name = str(id_or_path)
    if not isinstance(id_or_path, Path) and name in ids():
        return read(_files()[name].read_text("utf-8"), f"{name}.toml")
    try:
        return read(file_text(Path(name), FILE), name, books)
    except UnicodeDecodeError as error:
        raise _refused(name, f"this is not a text file in UTF-8 (byte {error.start})") from None
    except FileNotFoundError:
        hint = suggest(name, ids())
        raise _refused(name, f"no battle on the shelf and no file is called this; {hint}") from None
    except OSError as error:
        raise _refused(name, f"cannot be read: {(error.strerror or 'unknown error').lower()}") from None


def ids() -> tuple[str, ...]:
    """The ids of the battles on the shelf, in alphabetical order."""
    return tuple(sorted(_files()))


@cache
def _files() -> dict[str, Traversable]:
    """Every battle by its id. One that comes with the program cannot be replaced by another package's.

    Looked for once: what is installed stays the same while a program runs.
    """
    homes = [*sorted(point.module for point in entry_points(group=GROUP)), __package__]
    found = [entry for home in homes for entry in files(home).iterdir() if entry.name.endswith(".toml")]
    return {entry.name.removesuffix(".toml"): entry for entry in found}


def shelf() -> tuple[Summary, ...]:
    """Every battle that comes with the program, or that another package brings."""
    return tuple(summary(load(id)) for id in ids())


def summary(scenario: Scenario) -> Summary:
    """What a list of battles shows of one."""
    return Summary(
        id=scenario.id,
        title=scenario.title,
        date=scenario.date,
        rulebooks=scenario.rulebooks,
        minutes=scenario.minutes,
        regiments=len(scenario.regiments),
        story=scenario.story,
    )


def _refused(name: str, text: str) -> ScenarioError:
    return ScenarioError((Problem(name, 0, "", text),))
