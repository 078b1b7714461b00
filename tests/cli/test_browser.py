"""`roundtop play` serves the table."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from roundtop.cli import browser, main


def test_play_serves_the_table_and_stops_when_told(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": "", "PYTHONPATH": "src"}
    command = [sys.executable, "-m", "roundtop", "play"]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        with httpx.Client(verify=False, trust_env=False) as web:
            assert web.get(f"{found[0]}api/shelf").status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)
    assert (tmp_path / "roundtop" / "games.sqlite").exists()


def test_the_browser_is_opened_only_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", "")
    browser.said("http://here/", tmp_path, True)
    assert "http://here/" in capsys.readouterr().out
    assert not browser.has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert browser.has_screen()
    browser.said("http://here/", tmp_path, False)
    assert opened == []
    capsys.readouterr()
    browser.said("http://127.0.0.1:8000/", tmp_path, False, friends=True)
    assert re.search(r"Friends .* http://[^/ ]+\.local:8000/", capsys.readouterr().out)


def test_a_database_that_is_none_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import sqlite3

    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as disk:
        disk.execute("PRAGMA user_version = 99")
    assert main(["play", "--data", str(path)]) != 0
    assert "version 99" in capsys.readouterr().err


def test_the_terminal_game_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--terminal", "--help"]) == 0
    assert "--side" in capsys.readouterr().out
    assert main(["play", "--help"]) == 0
    assert "--no-browser" in capsys.readouterr().out
