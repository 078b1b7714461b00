"""The root script and the files that keep set-up repeatable."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def script(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "roundtop"), *arguments], capture_output=True, text=True
    )


@pytest.mark.parametrize("arguments", [(), ("-h",), ("--help",)])
def test_help_is_one_screenful(arguments: tuple[str, ...]) -> None:
    told = script(*arguments)
    assert told.returncode == 0
    assert told.stderr == ""
    for command in ("play", "test", "bench", "compile"):
        assert f"./roundtop {command}" in told.stdout
    assert len(told.stdout.splitlines()) <= 30
    assert max(map(len, told.stdout.splitlines())) <= 110


@pytest.mark.parametrize("file", ["roundtop", ".ci/run"])
def test_scripts_are_executable(file: str) -> None:
    assert os.access(ROOT / file, os.X_OK)


def pins(lock: Path) -> set[str]:
    """The packages a lock pins, each with its version and where it applies."""
    return {line.rstrip("\\ \n") for line in lock.read_text(encoding="utf-8").splitlines() if "==" in line}


def test_every_package_is_pinned_and_hashed() -> None:
    assert [lock.stem for lock in LOCKS] == ["bench", "build", "run", "test"]
    for lock in LOCKS:
        entries = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").strip())
        assert [
            entry.split()[0] for entry in entries if "==" not in entry or "--hash=sha256:" not in entry
        ] == []


def test_locks_agree_and_name_no_registry() -> None:
    run, build = pins(ROOT / "requirements/run.txt"), pins(ROOT / "requirements/build.txt")
    assert run < build
    for lock in LOCKS:
        assert lock.stem == "run" or build <= pins(lock)
        assert "://" not in lock.read_text(encoding="utf-8")
