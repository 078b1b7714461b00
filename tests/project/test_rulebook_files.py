"""The same file names for the same jobs in every rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.project.layers import SOURCES

REQUIRED: Final = {
    "clauses.toml": "the ledger: clauses, rulings, options, procedures, worked examples",
    "__init__.py": "the rulebook, as the protocol has it",
    "options.py": "the house rules a game is set up with",
    "muster.py": "a scenario's order of battle as this book's forces",
    "state.py": "what the battle's state is made of",
    "turn.py": "the order of play",
    "procedures.py": "the ledger's procedures by name, for the umpire",
    "views.py": "what a player may know, and imagining the rest",
    "scene.py": "what to draw, and what to tell",
    "captain.py": "the bot that plays by rules of thumb",
    "paper.py": "the quick-reference sheet and the roster, for printing",
}
CHAPTERS: Final = {
    "deployment.py": "at the table: before the first turn",
    "orders.py": "at the table: orders, initiative, whose go it is",
    "activation.py": "at the table: what a unit does in its go",
    "shooting.py": "at the table: who shoots at whom, and what is taken off",
    "combat.py": "at the table: who fights whom, and what comes of it",
    "react.py": "at the table: what follows from combat and fire, and the end of a turn",
    "preview.py": "what a move would do before it is made, and what can be seen and shot from a place",
    "forecast.py": "chances of what a command would start",
    "doctrine.py": "the rules of thumb the captain plays by",
    "events.py": "what happens, and what it changes",
    "steps.py": "what is still to do, as data on the agenda",
    "sight.py": "who sees whom",
    "movement.py": "moving and changing formation",
    "fire.py": "small arms",
    "artillery.py": "guns, where the book treats them apart",
    "charge.py": "charges up to contact, where the book treats them apart",
    "melee.py": "close combat",
    "morale.py": "tests of nerve, rout and rally",
    "command.py": "commanders and orders",
    "cards.py": "decks and hands",
    "weapons.py": "weapon tables, where a club may change them",
    "concealment.py": "hidden units and finding them",
    "terrain.py": "what ground costs and gives",
    "victory.py": "how a battle ends",
    "tables.py": "figures that several chapters read",
    "deck.toml": "cards a club may change",
    "weapons.toml": "weapons a club may change",
    "traits.toml": "traits a club may change",
}

BOOKS: Final = sorted(folder for folder in (SOURCES / "rulebooks").glob("*/") if (folder / "shooting.py").is_file())


def files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.name != "__pycache__"}


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_every_job_has_its_usual_file(folder: Path) -> None:
    assert sorted(set(REQUIRED) - files(folder)) == []


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_no_file_has_a_name_of_its_own(folder: Path) -> None:
    assert sorted(files(folder) - set(REQUIRED) - set(CHAPTERS)) == []
