"""The page for the browser is built when its sources change, and only then."""

from __future__ import annotations

import shutil
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def client(tmp_path: Path) -> ModuleType:
    """`web/build.py` in a folder of its own, with an npm that only leaves a mark."""
    (tmp_path / "web").mkdir()
    shutil.copy(ROOT / "web" / "build.py", tmp_path / "web" / "build.py")
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    static = tmp_path / "src" / "roundtop" / "server"
    static.mkdir(parents=True)
    (static / "types.json").write_text("{}")
    (tmp_path / "src" / "roundtop" / "draw").mkdir()
    (tmp_path / "src" / "roundtop" / "draw" / "signs.json").write_text("{}")
    loader = SourceFileLoader("client_in_a_box", str(tmp_path / "web" / "build.py"))
    spec = spec_from_loader("client_in_a_box", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_built_once_and_again_only_after_a_change(client: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []

    def run(npm: list[str], *words: str) -> None:
        ran.append(words)
        client.STATIC.mkdir(exist_ok=True)

    monkeypatch.setattr(client, "_run", run)
    monkeypatch.setattr(client, "npm_on_path", lambda: ["npm"])
    assert not client.is_built()
    assert client.build()
    assert not client.build()
    (client.WEB / "main.ts").write_text("changed")
    assert client.build()
    client.SCHEMA.write_text('{"changed": true}')
    assert client.build()
    client.SIGNS.write_text('{"changed": true}')
    assert client.build()
    assert [words[0] for words in ran] == ["ci", "run"] * 4


def test_a_failed_build_is_tried_again(client: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(npm: list[str], *words: str) -> None:
        raise client.NoClientError("no")

    monkeypatch.setattr(client, "_run", fail)
    monkeypatch.setattr(client, "npm_on_path", lambda: ["npm"])
    with pytest.raises(client.NoClientError):
        client.build()
    assert not client.is_built()


@pytest.mark.parametrize(("version", "found"), [("v20.19.0", True), ("v18.20.4", False), ("v24.1.0", True)])
def test_an_old_node_is_passed_over(
    client: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, found: bool
) -> None:
    for name in ("node", "npm"):
        tool = tmp_path / "bin" / name
        tool.parent.mkdir(exist_ok=True)
        tool.write_text(f"#!/bin/sh\necho {version}\n")
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/bin:/usr/bin")
    assert bool(client.npm_on_path()) is found
