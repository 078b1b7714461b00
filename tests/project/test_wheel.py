"""A wheel is compiled and tagged for its platform, or pure and tagged so; and it plays."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Final

import pytest

from roundtop import build
from tests.project.layers import SOURCES

ROOT: Final = Path(__file__).resolve().parents[2]
FILES: Final = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in")
WHEEL: Final = "from setuptools import build_meta; build_meta.build_wheel('dist')"
BROUGHT: Final = frozenset({"__future__", "mypy_extensions", "roundtop"})


def test_engine_compiles_without_the_packages_of_the_rooms_above() -> None:
    found = {
        name: sorted(imported(copy.text) - BROUGHT - sys.stdlib_module_names)
        for name, copy in build.expanded(SOURCES).items()
    }
    assert {name: modules for name, modules in found.items() if modules} == {}


def imported(text: str) -> set[str]:
    """The packages that a module imports, by their first names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The project in a place of its own, without what only developers have; compiled groups are shared."""
    place = tmp_path / "tree"
    shutil.copytree(ROOT / "src", place / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in FILES:
        shutil.copy(ROOT / name, place)
    (ROOT / "build" / "mypyc").mkdir(parents=True, exist_ok=True)
    (place / "build").mkdir()
    (place / "build" / "mypyc").symlink_to(ROOT / "build" / "mypyc")
    return place


def wheel(tree: Path, **env: str) -> Path:
    """Build a wheel as pip would, and give the file."""
    given = {name: value for name, value in os.environ.items() if not name.startswith("ROUNDTOP_")}
    subprocess.run([sys.executable, "-c", WHEEL], cwd=tree, env={**given, **env}, check=True, capture_output=True)
    (file,) = (tree / "dist").glob("*.whl")
    return file


def compiled_files(file: Path) -> list[str]:
    with zipfile.ZipFile(file) as archive:
        return [name for name in archive.namelist() if name.endswith((".so", ".pyd"))]


@pytest.mark.slow
@pytest.mark.parametrize("env", [{"ROUNDTOP_COMPILE": "0"}, {"CC": "no-such-compiler"}], ids=["told", "no compiler"])
def test_wheel_without_a_compiled_engine_is_tagged_pure(tree: Path, env: dict[str, str]) -> None:
    file = wheel(tree, **env)
    assert file.name.endswith("-py3-none-any.whl")
    assert compiled_files(file) == []


@pytest.mark.slow
def test_wheel_that_cannot_be_compiled_is_not_built(tree: Path) -> None:
    (tree / "build" / "mypyc").unlink()
    with (tree / "src/roundtop/table/pose.py").open("a", encoding="utf-8") as source:
        source.write("\n\nWRONG: int = 'words'\n")
    with pytest.raises(subprocess.CalledProcessError):
        wheel(tree, ROUNDTOP_COMPILE="1", ROUNDTOP_OPTIMISE="0")
    assert list(tree.glob("dist/*.whl")) == []


@pytest.mark.slow
def test_compiled_wheel_plays_in_a_clean_place(tree: Path, tmp_path: Path) -> None:
    """Compiled at the level of the tests, so that `./roundtop test` compiles nothing twice."""
    file = wheel(tree, ROUNDTOP_COMPILE="1", ROUNDTOP_OPTIMISE="0")
    assert file.name.endswith(f"{sysconfig.get_platform().replace('-', '_').replace('.', '_')}.whl")
    assert len(compiled_files(file)) > len(build.groups(SOURCES))
    python = installed(file, tmp_path / "clean")
    assert "engine compiled (mypyc" in run(python, "--version")
    played = json.loads(run(python, "simulate", "training-field", "--games", "1", "--jobs", "1", "--json"))
    assert played


def installed(file: Path, place: Path) -> Path:
    """A fresh environment that has the wheel and our packages, but not these sources; its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    (site,) = [*place.glob("lib/python*/site-packages"), *place.glob("Lib/site-packages")]
    with zipfile.ZipFile(file) as archive:
        archive.extractall(site)
    (site / "packages.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(python: Path, *arguments: str) -> str:
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ROUNDTOP_ENGINE")}
    command = [str(python), "-m", "roundtop", *arguments]
    return subprocess.run(command, cwd=python.parent, env=env, check=True, capture_output=True, text=True).stdout
