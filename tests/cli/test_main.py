"""The command line: every command does its job, and bad input gets one clear line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import roundtop
from roundtop import build
from roundtop.battle.forms import Chosen
from roundtop.battles import load
from roundtop.cli import COMMANDS, main
from roundtop.cli.setup import Trouble, house_rules
from roundtop.rulebooks import rulebook, suiting

FIELD = "training-field"
BOOK = suiting(load(FIELD))[0]
UNION = [FIELD, "--rules", BOOK.id, "--side", "union"]
QUICK = ["--union", "recruit", "--confederate", "recruit"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle of two recruits in a file."""
    path = tmp_path_factory.mktemp("saved") / "game.jsonl"
    assert main(["watch", FIELD, *QUICK, "--seed", "7", "--save", str(path)]) == 0
    return path


# What works.


def test_the_version_says_which_engine_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, build.describe() + "\n", "")


def test_the_version_is_told_without_loading_anything() -> None:
    code = "import sys; from roundtop.cli import main; main(['--version']); print('cyclopts' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout.splitlines()[-1] == "False"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["--help"]):
        status, out, _ = run(capsys, *words)
        assert status == 0
        assert [name for name in COMMANDS if name not in out] == []


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("umpire", "rules", "clauses")])
def test_the_help_of_a_command_has_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, _ = run(capsys, command, "--help")
    assert status == 0
    assert f"For example: roundtop {command} " in " ".join(out.split())


def test_battles_lists_the_shelf(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "battles")
    assert status == 0
    assert FIELD in out
    assert BOOK.id in out


def test_battles_shows_history_and_muster(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "battles", FIELD)
    assert status == 0
    assert "400 men" in out
    assert f"As mustered by {BOOK.title}" in " ".join(out.split())
    assert out.count("1st Blue") == 1 + len(suiting(load(FIELD)))


def test_watch_tells_a_battle_by_turn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pictures = tmp_path / "deep" / "pictures"
    words = ["watch", FIELD, *QUICK, "--seed", "7", "--svg", str(pictures)]
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    assert "Turn 1" in out
    assert "Luck" in out
    turns = len([line for line in out.splitlines() if line.startswith("Turn ")])
    drawn = sorted(pictures.glob("*.svg"))
    assert len(drawn) == turns + 2
    assert drawn[0].read_text("utf-8").startswith("<svg")
    assert run(capsys, *words)[1] == out


def test_house_rules_are_heeded(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(
        capsys, "watch", FIELD, *QUICK, "--seed", "1", "-o", "minutes-per-turn=75", "-o", "rout_from_fire=no"
    )
    assert status == 0
    assert "Turn 1 of 2" in out
    assert "Turn 3" not in out


def test_a_house_rule_may_be_read_from_a_file(tmp_path: Path) -> None:
    book = rulebook("infantry-action")
    file = tmp_path / "house.txt"
    file.write_text("per-turn\n", encoding="utf-8")
    assert house_rules(book, [f"boneyard=@{file}"]) == {"boneyard": "per-turn"}
    with pytest.raises(Trouble, match=r"--option boneyard=@.*the file .*missing.* cannot be read: no such file"):
        house_rules(book, [f"boneyard=@{tmp_path / 'missing'}"])
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(Trouble, match="is not text in UTF-8"):
        house_rules(book, [f"boneyard=@{file}"])


@pytest.mark.parametrize(
    ("book", "typed", "meant"),
    [
        ("charge-boys", "attack_column_fire_ranks=2", 2),
        ("charge-boys", "building_capacity=none", "none"),
        ("charge-boys", "building_capacity=30", 30),
        ("chamberlain", "unit_default_elan_cavalry=5,5,6,7", [5, 5, 6, 7]),
        ("chamberlain", "command_placement_limit=12", 12),
        ("order-cards", "officer_rating_brigade=20", 20),
        ("order-cards", "fog=yes", True),
    ],
)
def test_a_house_rule_is_typed_as_it_is_meant(book: str, typed: str, meant: object) -> None:
    found = house_rules(rulebook(book), [typed])
    assert list(found.values()) == [meant]
    assert rulebook(book).settings(found) is not None


def test_replay_tells_the_same_story(capsys: pytest.CaptureFixture[str], saved: Path, tmp_path: Path) -> None:
    _, watched, _ = run(capsys, "watch", FIELD, *QUICK, "--seed", "7")
    status, out, _ = run(capsys, "replay", str(saved), "--svg", str(tmp_path), "--again")
    assert status == 0
    story = watched[: watched.index("\nLuck")]
    assert out.startswith(story)
    assert "every die, event and hash agrees" in out
    assert len(list(tmp_path.glob("*.svg"))) > 2


def test_replay_tells_what_one_player_saw(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    common, own = run(capsys, "replay", str(saved))[1], run(capsys, "replay", str(saved), "--player", "union")[1]
    assert common != own


@pytest.mark.parametrize(
    "command",
    [
        ("battles", "{}"),
        ("verify", "{}"),
        ("replay", "{}"),
        ("watch", FIELD, "--rules", "order-cards", "--option", "deck=@{}"),
        ("umpire", "infantry-action", "infantry-volley", "--situation", "@{}"),
    ],
)
def test_a_file_without_end_is_not_read_to_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: tuple[str, ...]
) -> None:
    endless = tmp_path / "endless"
    endless.touch()
    os.truncate(endless, 1 << 40)
    status, _, err = run(capsys, *[part.format(endless) for part in command])
    assert status != 0
    assert "it has more than" in err


def test_verify_holds_and_finds(capsys: pytest.CaptureFixture[str], saved: Path, tmp_path: Path) -> None:
    status, out, _ = run(capsys, "verify", str(saved))
    assert status == 0
    assert "all" in out
    assert "rolls follow from the seed '7'" in out
    forged = tmp_path / "forged.jsonl"
    forged.write_text(saved.read_text("utf-8").replace('"faces":["', '"faces":["6","', 1), "utf-8")
    status, out, _ = run(capsys, "verify", str(forged))
    assert status == 1
    assert "FAILS" in out


def test_simulate_makes_a_row_for_each_rulebook_that_suits(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(
        capsys,
        "simulate",
        FIELD,
        "--union",
        "recruit",
        "--confederate",
        "recruit",
        "--games",
        "1",
        "--jobs",
        "1",
        "--table",
    )
    assert status == 0
    rows = [line.split(" | ") for line in out.splitlines()]
    assert [one[1] for one in rows[2:]] == list(load(FIELD).rulebooks)
    assert {len(one) for one in rows} == {9}


def test_simulate_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", FIELD, *QUICK, "--games", "2", "--jobs", "1"]
    status, out, _ = run(capsys, *words)
    assert status == 0
    for part in ("2 battles, recruit against recruit", "Union wins", "draws", "turns", "losses, Confederate"):
        assert part in out
    status, out, _ = run(capsys, *words, "--json")
    found = json.loads(out)
    assert (status, found["games"], len(found["results"])) == (0, 2, 2)


def test_the_umpire_and_the_rules_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "umpire", "--list")[0] == 0
    assert run(capsys, "rules", "charge")[0] == 0
    assert run(capsys, "rules", BOOK.id, "charge") == run(capsys, "rules", "--rulebook", BOOK.id, "charge")
    routine = next(iter(BOOK.ledger.routines))
    status, out, _ = run(capsys, "umpire", BOOK.id, routine, "--help")
    assert (status, routine in out) == (0, True)


# What is refused.


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["wach"], "there is no command 'wach'; do you mean `roundtop watch`?"),
        (["xyzzy"], "there is no command 'xyzzy'; there are play, battles"),
        (["--bogus"], "--bogus"),
        (["watch"], "BATTLE"),
        (["watch", FIELD, "--bogus"], "--bogus"),
        (["watch", "nowhere"], "no battle on the shelf and no file is called this"),
        (["battles", "nowhere"], "no battle on the shelf"),
        (["battles", FIELD, "--rules", "whist"], "there is no rulebook 'whist'; there are"),
        (["watch", FIELD, "--rules", "whist"], "there is no rulebook 'whist'"),
        (["watch", FIELD, "--union", "nobody"], "no bot is called 'nobody'; there are recruit, captain"),
        (["simulate", FIELD, "--confederate", "nobody"], "no bot is called 'nobody'"),
        (["simulate", FIELD, "--union", "no.such:bot"], "the bot 'no.such:bot' cannot be found"),
        (["watch", FIELD, "-o", "turn_limit"], "write it NAME=VALUE"),
        (["watch", FIELD, "-o", "turn_limits=3"], "do you mean turn_limit?"),
        (["watch", FIELD, "-o", "turn_limit=many"], "turn_limit: 'many' is not a whole number"),
        (["watch", FIELD, "-o", "turn_limit=8"], "turn_limit: the battle settles it at 15; The training field lasts"),
        (["play", "--terminal", FIELD, "-o", "unit_size=8"], "unit_size: the battle settles it; "),
        (["simulate", FIELD, "--rules", "order-cards", "-o", "supply_wagons=yes"], "unless supply_limit is on"),
        (["watch", FIELD, "--rules", "charge-boys", "-o", "attack_column_fire_ranks=3"], "'3' is not 1 or 2"),
        (["simulate", FIELD, "--games", "some"], "--games"),
        (["simulate", FIELD, "--games", "0"], "at least one battle"),
        (["simulate", FIELD, "--jobs", "-1"], "--jobs"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: cannot be read: no such file or directory"),
        (["verify", "/"], "cannot be read"),
        (["verify", __file__], "this is not JSON"),
        (["play", "--terminal", FIELD, "--side", "west"], "--side west: it is union, confederate or both"),
        (["play", "--terminal", "--load", "nowhere.jsonl"], "cannot be read"),
        (
            ["play", "--terminal", FIELD, "--rules", BOOK.id, "--side", "union", "--against", "nobody"],
            "no bot is called 'nobody'",
        ),
    ],
)
def test_bad_input_gets_one_clear_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str], says: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.startswith("roundtop")
    assert len(err.splitlines()) == 1


def test_a_player_who_is_not_there(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    status, _, err = run(capsys, "replay", str(saved), "--player", "ann")
    assert (status, err) == (2, "roundtop replay: --player ann: nobody is called that; there are union, confederate\n")


def test_a_file_under_other_rules(capsys: pytest.CaptureFixture[str], saved: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.jsonl"
    old.write_text(saved.read_text("utf-8").replace('"rules":"', '"rules":"0.', 1), "utf-8")
    status, out, _ = run(capsys, "replay", str(old))
    assert (status, "Turn 1" in out) == (0, True)
    status, _, err = run(capsys, "replay", str(old), "--again")
    assert status == 2
    assert "it can still be watched" in err


@pytest.mark.parametrize("flag", ["--svg", "--save"])
def test_a_place_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path, flag: str) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    status, _, err = run(capsys, "watch", FIELD, *QUICK, flag, str(blocked / "below"))
    assert status == 2
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err


def test_a_scenario_with_a_fault_names_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("title = 3\n", "utf-8")
    status, _, err = run(capsys, "watch", str(path))
    assert status == 2
    assert "mine.toml" in err
    assert "Traceback" not in err


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*words: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("roundtop.cli.shelf.load", broken)
    with pytest.raises(ZeroDivisionError):
        main(["battles", FIELD])


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt, 130), (BrokenPipeError, 0)])
def test_being_stopped_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], error: type[BaseException], status: int
) -> None:
    def stopped(*words: Any) -> None:
        raise error

    monkeypatch.setattr("roundtop.cli.shelf.load", stopped)
    monkeypatch.setattr("os.dup2", lambda *files: 0)
    assert main(["battles", FIELD]) == status
    assert "Traceback" not in capfd.readouterr().err


# From Python.


def test_a_battle_opens_as_a_picture(tmp_path: Path) -> None:
    battle = roundtop.open(FIELD, seed=3)
    assert battle._repr_svg_().startswith("<svg")
    assert battle.svg("union", 300) != battle.svg()
    asked = battle.decision()
    assert asked.player == battle.asked()[0]
    battle.play("all=hold").play("all=hold")
    assert battle.decision().kind != asked.kind
    path = tmp_path / "game.jsonl"
    battle.save(path)
    again = roundtop.open(path)
    assert again.game.hash == battle.game.hash
    assert again.auto(5).game.hash == battle.auto(5).game.hash
    assert "Turn 1" in battle.story()


def test_an_answer_may_be_a_value_and_taken_back() -> None:
    battle = roundtop.open(FIELD, seed=3, rules=BOOK.id, turn_limit=1)
    battle.play("all=hold")
    before = battle.game.hash
    battle.undo().play("all=hold")
    assert battle.game.hash == before
    with pytest.raises(ValueError, match="must be"):
        battle.play(Chosen(("x",)))


def test_a_finished_game_opens_too(saved: Path) -> None:
    battle = roundtop.open(saved)
    assert battle.outcome is not None
    assert (battle.asked(), battle.auto(3).asked()) == ((), ())


def test_ladder_rates_the_bots_and_says_how_sure_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "ladder",
        "--rules",
        "infantry-action",
        "--bot",
        "recruit",
        "--bot",
        "captain",
        "--games",
        "2",
        "--jobs",
        "1",
    ]
    assert main([*words, "--battle", "parade-ground", "--table"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("| infantry-action | parade-ground | captain v recruit | 2 | ")
    assert [line.split(" | ")[0] for line in lines[-2:]] == ["| captain", "| recruit"]
    assert "| captain | 1000 | given |" in lines
    assert main(["ladder", "--bot", "captain"]) == 2
    assert "at least two bots" in capsys.readouterr().err
