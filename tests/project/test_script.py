"""The root script and the files that keep set-up repeatable."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def script(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(ROOT / "roundtop"), *arguments], capture_output=True, text=True)


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
        assert [entry.split()[0] for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_locks_agree_and_name_no_registry() -> None:
    run, build = pins(ROOT / "requirements/run.txt"), pins(ROOT / "requirements/build.txt")
    assert run < build
    for lock in LOCKS:
        assert lock.stem == "run" or build <= pins(lock)
        assert "://" not in lock.read_text(encoding="utf-8")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with nothing set up."""
    shutil.copy2(ROOT / "roundtop", tmp_path)
    shutil.copy2(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    (tmp_path / "src/roundtop/battle").mkdir(parents=True)
    (tmp_path / "src/roundtop/battle/engine.py").write_text("x = 1\n", encoding="utf-8")
    shutil.copy2(ROOT / "src/roundtop/build.py", tmp_path / "src/roundtop")
    return tmp_path


def load(checkout: Path) -> ModuleType:
    """The script as a module."""
    loader = SourceFileLoader("root_script", str(checkout / "roundtop"))
    spec = spec_from_loader("root_script", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def install(root: ModuleType, name: str) -> None:
    """Leave behind what installing a set of packages leaves behind."""
    root.PYTHON.parent.mkdir(parents=True, exist_ok=True)
    root.PYTHON.touch()
    stamp = {**root.read_stamp(), name: root.fingerprint(name), "python": sys.implementation.cache_tag}
    root.STAMP.write_text(json.dumps(stamp), encoding="utf-8")


def test_larger_set_of_packages_holds_the_smaller(checkout: Path) -> None:
    root = load(checkout)
    assert not root.is_installed("run")
    install(root, "test")
    assert [name for name in root.EXTRAS if root.is_installed(name)] == ["run", "build", "test"]


@pytest.mark.parametrize("file", ["pyproject.toml", "requirements/run.txt"])
def test_changed_lock_is_installed_anew(checkout: Path, file: str) -> None:
    root = load(checkout)
    install(root, "run")
    assert root.is_installed("run")
    (checkout / file).write_text("# changed\n", encoding="utf-8")
    assert not root.is_installed("run")


def test_broken_environment_is_made_anew(checkout: Path) -> None:
    root = load(checkout)
    install(root, "run")
    root.PYTHON.unlink()
    assert not root.is_installed("run")


def test_missing_venv_is_said_in_plain_words(checkout: Path) -> None:
    (checkout / "sitecustomize.py").write_text("import sys\nsys.modules['ensurepip'] = None\n", encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(checkout), "PATH": ""}
    command = [sys.executable, str(checkout / "roundtop"), "play"]
    told = subprocess.run(command, env=env, capture_output=True, text=True)
    assert told.returncode == 1
    assert "apt install python3-venv" in told.stderr
    assert "Traceback" not in told.stderr


def test_fresh_engine_is_used_and_a_stale_one_is_not(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROUNDTOP_COMPILE", raising=False)
    root = load(checkout)
    install(root, "run")
    monkeypatch.setattr(root, "has_compiler", lambda: True)
    engine = root.engine_folder()
    engine.mkdir(parents=True)
    assert root.engine_for("battles") == engine
    assert root.environment(engine)["ROUNDTOP_ENGINE"] == str(engine)
    (checkout / "src/roundtop/battle/engine.py").write_text("x = 2\n", encoding="utf-8")
    assert root.engine_for("simulate") is None
    monkeypatch.setenv("ROUNDTOP_COMPILE", "0")
    assert root.engine_for("battles") is None


def test_many_battles_are_told_of_compiling_and_go_on_at_once(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ROUNDTOP_COMPILE", raising=False)
    root = load(checkout)
    install(root, "run")
    monkeypatch.setattr(root, "has_compiler", lambda: True)
    assert root.engine_for("play") is None
    assert capsys.readouterr().err == ""
    assert root.engine_for("simulate") is None
    assert "./roundtop compile" in capsys.readouterr().err


def test_an_engine_compiled_for_tests_is_not_played_with(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROUNDTOP_COMPILE", raising=False)
    root = load(checkout)
    install(root, "run")
    root.engine_folder(root.QUICK).mkdir(parents=True)
    assert root.engine_for("battles") is None
    assert root.engine_folder(root.QUICK) != root.engine_folder()


def test_tests_of_both_engines_are_added_up(checkout: Path) -> None:
    root = load(checkout)
    results = checkout / "build/results"
    results.mkdir(parents=True)
    suite = '<testsuites><testsuite tests="{}" failures="{}" errors="{}" skipped="{}"/></testsuites>'
    (results / "plain.xml").write_text(suite.format(10, 1, 1, 2), encoding="utf-8")
    (results / "compiled.xml").write_text(suite.format(5, 0, 0, 0), encoding="utf-8")
    assert root.tally() == "11 passed, 2 failed, 2 skipped"
