"""The battles that come with the program, and any a designer keeps beside it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import final

from roundtop.battle.scenario import Scenario
from roundtop.battles.decode import Problem, ScenarioError, suggest
from roundtop.battles.reader import read


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


def load(id_or_path: str | Path) -> Scenario:
    """A battle by its id on the shelf, or from a file of one's own."""
    name = str(id_or_path)
    if not isinstance(id_or_path, Path) and name in ids():
        return read((files(__package__) / f"{name}.toml").read_text("utf-8"), f"{name}.toml")
    try:
        return read(Path(name).read_text("utf-8"), name)
    except UnicodeDecodeError as error:
        raise _refused(name, f"this is not a text file in UTF-8 (byte {error.start})") from None
    except FileNotFoundError:
        hint = suggest(name, ids())
        raise _refused(name, f"no battle on the shelf and no file is called this; {hint}") from None
    except OSError as error:
        raise _refused(name, f"cannot be read: {(error.strerror or 'unknown error').lower()}") from None


def ids() -> tuple[str, ...]:
    """The ids of the battles that come with the program, in alphabetical order."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def shelf() -> tuple[Summary, ...]:
    """Every battle that comes with the program."""
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
