"""A rulebook and a battle that another package brings are found, and held to the same laws as the project's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.clauses import ROOT
from tests.rulebooks.fence.brought import installed


def ran(folder: Path, *words: str) -> str:
    """What a program says in whose environment the package is installed."""
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, env=installed(folder), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_command_line_knows_book_and_battle(tmp_path: Path) -> None:
    told = ran(tmp_path, "roundtop", "simulate", "the-fence", "--games", "8", "--jobs", "1")
    assert "The fence, by A Skirmish at the Fence" in told
    assert "fouls" not in told


@pytest.mark.slow
def test_the_laws_hold_for_it(tmp_path: Path) -> None:
    """All but the golden battles, which are kept for the project's own books."""
    chosen = ("-k", "fence and not golden", "-q", "-p", "no:cacheprovider")
    assert " passed" in ran(tmp_path, "pytest", "tests/laws", *chosen)
