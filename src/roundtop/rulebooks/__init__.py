"""The rulebooks: one folder each, found by themselves; nothing above this room knows one by name."""

from __future__ import annotations

import importlib
import pkgutil
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from roundtop.battle.protocol import Rulebook
from roundtop.battle.scenario import Scenario

GROUP: Final = "roundtop.rulebooks"
"""The entry point under which other packages bring rulebooks: a name, and `module:RULEBOOK`."""


class UnknownRulebook(ValueError):  # noqa: N818 - said to a user
    """No rulebook has that id."""


def rulebooks() -> tuple[Rulebook, ...]:
    """Every rulebook at hand: those in this folder, then those other packages bring (`roundtop.rulebooks`)."""
    own = [importlib.import_module(f"{__name__}.{name}").RULEBOOK for name in folders()]
    return (*own, *[point.load() for point in brought()])


def folders() -> list[str]:
    return sorted([found.name for found in pkgutil.iter_modules(__path__) if found.ispkg])


def brought() -> list[EntryPoint]:
    """Where the rulebooks of other packages are found."""
    return sorted(entry_points(group=GROUP), key=lambda point: point.name)


def names() -> tuple[str, ...]:
    """The ids of the rulebooks at hand; those in this folder are called by their folders, and none is loaded."""
    return (*[folder.replace("_", "-") for folder in folders()], *[point.load().id for point in brought()])


def suiting(scenario: Scenario) -> tuple[Rulebook, ...]:
    """The rulebooks at hand that a battle is fought with, the one it names first leading."""
    found = {book.id: book for book in rulebooks()}
    return tuple([found[id] for id in scenario.rulebooks if id in found])


def rulebook(id: str) -> Rulebook:
    """The rulebook with that id; one of this folder is found without loading the others."""
    folder = id.replace("-", "_")
    if folder in folders():
        own: Rulebook = importlib.import_module(f"{__name__}.{folder}").RULEBOOK
        return own
    found = rulebooks()
    for book in found:
        if book.id == id:
            return book
    raise UnknownRulebook(f"there is no rulebook '{id}'; there are: {', '.join([book.id for book in found])}")
