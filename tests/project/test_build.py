"""What is compiled, and the refusal of an engine older than its sources."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundtop import __version__, build
from tests.project.layers import SOURCES


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small package with the engine rooms in it."""
    written = {
        "table/pose.py": "x = 1\n",
        "dice/seeded.py": "x = 1\n",
        "dice/wide.py": "# not compiled: the compiler refuses it\nx = 1\n",
        "rulebooks/registry.py": "x = 1\n",
        "rulebooks/alpha/fire.py": "x = 1\n",
        "rulebooks/alpha/clauses.toml": "x = 1\n",
        "rulebooks/beta/fire.py": "x = 1\n",
        "draw/svg.py": "x = 1\n",
    }
    for name, text in written.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_groups_are_the_engine_with_the_registry_and_each_rulebook(package: Path) -> None:
    found = {
        name: [file.relative_to(package).as_posix() for file in files] for name, files in build.groups(package).items()
    }
    assert found == {
        "roundtop_engine": ["dice/seeded.py", "rulebooks/registry.py", "table/pose.py"],
        "roundtop_alpha": ["rulebooks/alpha/fire.py"],
        "roundtop_beta": ["rulebooks/beta/fire.py"],
    }


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("dice/seeded.py", True),
        ("rulebooks/alpha/clauses.toml", True),
        ("table/new.py", True),
        ("draw/svg.py", False),
    ],
)
def test_hash_follows_the_engine_rooms(package: Path, name: str, changes: bool) -> None:
    before = build.source_hash(package)
    (package / name).write_text("x = 2\n", encoding="utf-8")
    assert (build.source_hash(package) != before) is changes


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("rulebooks/alpha/fire.py", {"roundtop_alpha"}),
        ("dice/seeded.py", {"roundtop_engine", "roundtop_alpha", "roundtop_beta"}),
        ("dice/wide.py", {"roundtop_engine", "roundtop_alpha", "roundtop_beta"}),
        ("rulebooks/alpha/clauses.toml", set()),
        ("draw/svg.py", set()),
    ],
)
def test_change_to_one_rulebook_compiles_that_one_anew(package: Path, name: str, changed: set[str]) -> None:
    before = {group: build.group_hash(package, group) for group in build.groups(package)}
    (package / name).write_text("x = 2\n", encoding="utf-8")
    assert {group for group, hashed in before.items() if build.group_hash(package, group) != hashed} == changed


def test_compiled_modules_and_bytecode_are_no_sources(package: Path) -> None:
    before = build.source_hash(package)
    (package / "dice/seeded.cpython-311.so").write_bytes(b"\0")
    (package / "dice/__pycache__").mkdir()
    (package / "dice/__pycache__/seeded.cpython-311.pyc").write_bytes(b"\0")
    assert build.source_hash(package) == before


def test_nothing_compiled_lies_beside_the_sources() -> None:
    assert [file for suffix in ("*.so", "*.pyd") for file in SOURCES.rglob(suffix)] == []


def test_description_says_which_engine_runs() -> None:
    engine = "compiled (mypyc " if build.compiled() else "interpreted"
    assert build.describe().startswith(f"roundtop {__version__}, engine {engine}")


def import_with_engine(engine: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, build.VARIABLE: str(engine), "PYTHONPATH": str(SOURCES.parent)}
    return subprocess.run([sys.executable, "-m", "roundtop", "--version"], env=env, capture_output=True, text=True)


def test_stale_engine_is_refused(tmp_path: Path) -> None:
    (tmp_path / "roundtop").mkdir()
    build.write_record(tmp_path / "roundtop", "0" * 64, "2.4.1")
    told = import_with_engine(tmp_path)
    assert told.returncode != 0
    assert "older than its sources" in told.stderr
    assert "./roundtop compile" in told.stderr
    assert "Traceback" not in told.stderr


def test_folder_without_an_engine_is_refused(tmp_path: Path) -> None:
    told = import_with_engine(tmp_path)
    assert told.returncode != 0
    assert "holds no compiled engine" in told.stderr
