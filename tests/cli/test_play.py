"""A battle at the keyboard, typed from a script."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from roundtop.battle.gamefile import PHYSICAL, about_of, read
from roundtop.battle.replay import verify
from roundtop.battles import load
from roundtop.cli import main
from roundtop.cli.play import Keyboard
from roundtop.rulebooks import suiting

FIELD = "training-field"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Games are kept in a folder of the test's own; the screen is wide."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "140")
    return tmp_path / "home" / "roundtop" / "games"


class Typist:
    """Types lines into the program and reads what it shows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.status = -1
        self.err = ""

    def __call__(self, lines: list[str], *words: str) -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join([f"{line}\n" for line in lines])))
        self.status = main(["play", "--terminal", *words])
        said = self.capsys.readouterr()
        self.err = said.err
        return said.out


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typist:
    return Typist(monkeypatch, capsys)


BOOK = suiting(load(FIELD))[0]
UNION = [FIELD, "--rules", BOOK.id, "--side", "union", "--seed", "5", "--against", "recruit"]


def test_the_end_of_the_input_keeps_the_game(typist: Typist, home: Path) -> None:
    out = typist([], *UNION)
    path = home / "training-field-5.jsonl"
    assert typist.status == 0
    assert f"The game is kept: roundtop play --terminal --load {path}" in out
    assert verify(read(path), BOOK).sound


def test_the_table_the_sentence_and_the_options_are_shown(typist: Typist) -> None:
    out = typist(["quit"], *UNION)
    assert "AAAAAAAA" in out
    assert "♣ woods" in out
    assert "place an order chit" in out
    assert "  1  1st Blue" in out
    assert "d6: 1 5  the ability of the CinC" in out


def test_every_word_of_help_works(typist: Typist, tmp_path: Path) -> None:
    copy, picture = tmp_path / "copy.jsonl", tmp_path / "table.svg"
    lines = [
        "help", "map", "units", "why", "hint", "odds all=fire", "log", "save", f"save {copy}", f"svg {picture}",
        f"save {tmp_path}", "undo", "auto sometimes", "dance", "", "all=fire", "log 2", "quit",
    ]  # fmt: skip
    out = typist(lines, *UNION)
    assert typist.status == 0
    for part in (
        "what a captain would do",
        "15 10, facing north",
        "Every unit gets one order chit each turn.",
        "A captain would: 1st Blue: ",
        "No dice hang on this.",
        f"Saved: {copy}",
        f"Saved: {picture}",
        f"{tmp_path}: is a directory",
        "There is nothing you can take back",
        "it is `auto`, `auto turn` or `auto end`",
        "'dance': write it SLOT=ITEM",
    ):
        assert part in out, part
    assert picture.read_text("utf-8").startswith("<svg")
    assert verify(read(copy), BOOK).sound


def test_an_illegal_answer_is_refused_with_its_clause(typist: Typist) -> None:
    out = typist(["all=move", "first", "1st-blue", "forward 40", "stay", "quit"], *UNION)
    assert "1st Blue may move up to 12″" in out
    refused = out[out.index("> forward 40") :].splitlines()[1]
    assert "[infantry-action.movement." in refused


def test_chances_are_shown_before_a_shot_and_for_the_asking(typist: Typist) -> None:
    lines = ["all=hold 5=fire", *["odds 1", "1"] * 12, "why", "quit"]
    union = [FIELD, "--rules", BOOK.id, "--side", "union", "--against", "recruit", "--seed"]
    seed = next(s for s in map(str, range(30)) if "aim at one enemy stand" in typist(lines, *union, s))
    out = typist(lines, *union, seed)
    asked = out.index("aim at one enemy stand")
    assert "No dice hang on this." in out[:asked]
    after = out[asked:].split("> ")
    assert after[1].startswith("odds ")
    assert after[2].startswith("1\n")
    chances = [line for line in after[1].splitlines() if "%" in line]
    assert chances
    assert [line for line in after[2].splitlines() if "%" in line] == chances
    assert "(exactly" in after[1]
    unasked = typist(lines[:1] + ["1"] * 12 + ["quit"], *union, seed, "--no-odds")
    assert "(exactly" not in unasked


def test_a_captain_plays_on_to_the_end(typist: Typist, home: Path, tmp_path: Path) -> None:
    out = typist(["auto turn", "auto end"], *UNION, "--svg", str(tmp_path / "pictures"))
    assert typist.status == 0
    assert "The whole game is in" in out
    file = read(home / "training-field-5.jsonl")
    assert file.outcome is not None
    assert file.outcome.text in " ".join(out.split())
    verdict = verify(file, BOOK)
    assert (verdict.fails, verdict.unknown) == ([], [])
    assert len(list((tmp_path / "pictures").glob("*.svg"))) > 2


def test_a_kept_game_goes_on(typist: Typist, home: Path) -> None:
    typist(["auto turn"], *UNION)
    path = home / "training-field-5.jsonl"
    before = len(read(path).lines)
    out = typist(["auto end"], "--load", str(path))
    assert "The whole game is in" in out
    assert len(read(path).lines) > before
    assert verify(read(path), BOOK).sound
    typist([], "--load", str(path))
    assert typist.status == 2
    assert "this battle is over" in typist.err


def test_what_is_left_out_is_asked_for(typist: Typist, home: Path) -> None:
    books = len(suiting(load(FIELD)))
    out = typist([FIELD, "9", BOOK.id, "9", "union", "quit"], "--seed", "6")
    assert "Which battle?" in out
    assert f"Type a number from 1 to {books}, or a name." in out
    assert "Type a number from 1 to 3, or a name." in out
    assert (home / "training-field-6.jsonl").is_file()


def test_nobody_answering_at_set_up_is_said_in_one_line(typist: Typist) -> None:
    typist([])
    assert typist.status == 2
    assert typist.err == (
        "roundtop play: Which battle? Nobody answers; name it on the command line, see "
        "`roundtop play --terminal --help`\n"
    )


def test_two_players_at_one_keyboard(typist: Typist, home: Path) -> None:
    out = typist(["all=fire", "all=hold"], FIELD, "--rules", BOOK.id, "--side", "both", "--seed", "5")
    assert "Union:" in out
    assert "Confederate:" in out
    assert about_of(read(home / "training-field-5.jsonl")).seats == {"union": "you", "confederate": "you"}


def test_own_dice_are_asked_for(typist: Typist, home: Path) -> None:
    lines = ["7 7", "3 4", "5 2", "all=hold", "4", "2", "quit"]
    out = typist(lines, *UNION, "--own-dice")
    assert "the ability of the CinC" in out
    assert "a d6 has no face 7" in out
    assert "initiative" in out
    file = read(home / "training-field-5.jsonl")
    assert about_of(file).dice.kind == PHYSICAL
    rolls = [roll["faces"] for line in file.lines for roll in line.data.get("rolls", [])]
    assert rolls[:2] == [["3", "4"], ["5", "2"]]
    assert verify(file, BOOK).sound


def test_leaving_in_the_middle_of_a_throw_keeps_the_game(typist: Typist, home: Path) -> None:
    typist(["3 4", "quit"], *UNION, "--own-dice")
    assert typist.status == 0
    out = typist(["3 4", "5 2", "quit"], "--load", str(home / "training-field-5.jsonl"))
    assert "place an order chit" in out


def test_an_answer_can_be_taken_back(typist: Typist) -> None:
    """At one keyboard the second player's chits start the dice; the first player's can still be lifted."""
    out = typist(["all=fire", "undo", "quit"], FIELD, "--rules", BOOK.id, "--side", "both", "--seed", "5")
    assert "There is nothing you can take back" in out


def test_ctrl_c_keeps_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(table: Keyboard, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Keyboard, "line", interrupted)
    assert main(["play", "--terminal", *UNION]) == 130
    assert "The game is kept: roundtop play --terminal --load" in capsys.readouterr().out


def test_a_game_is_saved_where_it_is_told(typist: Typist, tmp_path: Path) -> None:
    path = tmp_path / "new" / "mine.jsonl"
    typist(["quit"], *UNION, "--save", str(path))
    assert read(path).outcome is None
