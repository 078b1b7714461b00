"""Imports point downwards only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project.layers import SOURCES, offences


def test_imports_point_downwards() -> None:
    assert [str(offence) for offence in offences(SOURCES)] == []


def plant(root: Path, place: str, text: str) -> list[str]:
    """What is found in a small package with one line in one file."""
    for book in ("infantry_action", "charge_boys"):
        (root / "rulebooks" / book).mkdir(parents=True)
    file = root / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'"""A room."""\n\n{text}\n', encoding="utf-8")
    return [f"{offence.line}: {offence.reason}" for offence in offences(root)]


@pytest.mark.parametrize(
    ("place", "text", "reason"),
    [
        ("table/pose.py", "from roundtop.dice import seeded", "table may not import dice"),
        ("dice/exact.py", "import roundtop.battle.engine", "dice may not import battle"),
        ("battle/engine.py", "from ..rulebooks import registry", "battle may not import rulebooks"),
        ("battle/engine.py", "from roundtop import rulebooks", "battle may not import rulebooks"),
        ("battle/engine.py", "from roundtop import __version__", "battle may not import __init__"),
        ("battle/engine.py", "def late() -> None:\n    import roundtop.cli", "battle may not import cli"),
        (
            "rulebooks/charge_boys/fire.py",
            "from roundtop.rulebooks.infantry_action import fire",
            "the rulebook charge_boys may not import infantry_action",
        ),
        (
            "rulebooks/charge_boys/fire.py",
            "from ..infantry_action import fire",
            "the rulebook charge_boys may not import infantry_action",
        ),
        (
            "rulebooks/charge_boys/fire.py",
            "from roundtop.rulebooks import registry",
            "the rulebook charge_boys may not import the registry",
        ),
        ("battles/reader.py", "from roundtop.rulebooks import registry", "battles may not import rulebooks"),
        (
            "draw/svg.py",
            "from roundtop.rulebooks.infantry_action.scene import scene",
            "draw names the rulebook infantry_action; ask the registry",
        ),
        (
            "cli/play.py",
            "import_module('roundtop.rulebooks.charge_boys')",
            "cli names the rulebook charge_boys; ask the registry",
        ),
        ("cli/play.py", "rules = 'charge-boys'", "cli names the rulebook 'charge-boys'; ask the registry"),
        ("bots/general.py", "from roundtop.server import games", "bots may not import server"),
        ("attic/old.py", "import roundtop.table", "attic is no room of the table in tests/project/layers.py"),
    ],
)
def test_planted_violation_is_caught(tmp_path: Path, place: str, text: str, reason: str) -> None:
    line = 4 if text.startswith("def") else 3
    assert plant(tmp_path, place, text) == [f"{line}: {reason}"]


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (
            "battle/engine.py",
            "from roundtop.dice.questions import Question\nfrom roundtop.battle import events",
        ),
        (
            "rulebooks/charge_boys/fire.py",
            "from roundtop.rulebooks.charge_boys import state\nimport roundtop.table.pose",
        ),
        ("rulebooks/registry.py", "from roundtop.rulebooks.charge_boys import turn"),
        (
            "draw/svg.py",
            "from roundtop.rulebooks import registry\nfrom roundtop.rulebooks.registry import rulebook",
        ),
        ("cli/__init__.py", "from roundtop import __version__, build, simulate"),
        ("cli/play.py", "HELP = 'roundtop. A sentence is no module.'"),
    ],
)
def test_lawful_import_is_left_alone(tmp_path: Path, place: str, text: str) -> None:
    assert plant(tmp_path, place, text) == []
