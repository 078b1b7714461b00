from __future__ import annotations

import io
import json
import shlex
from pathlib import Path

import pytest

from roundtop.cli.umpire import _same, _without, app, example_call, umpire
from tests.umpire.toy import Toy

DICE = "d6:5,d6:6,d6:1,d6:5,d6:1"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _toy(registered: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setenv("COLUMNS", "120")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = umpire(*words)
    out, err = capsys.readouterr()
    return code, out, err


def outcome(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    code, out, err = run(capsys, "toy", *words, "--json")
    assert (code, err) == (0, "")
    found: dict[str, object] = json.loads(out)["outcome"]
    return found


def test_the_working_is_shown_step_by_step_with_its_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "toy", "volley", "--figures", "3", "--dice", DICE)
    assert (code, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert ["saves", "d6:5,", "d6:1", "toy.fire.saves"] in rows
    assert ["lost", "1", "toy.fire.saves"] in rows
    assert ["lost", "1"] in rows


@pytest.mark.parametrize(
    "words",
    [
        ["--figures", "3", "--charging", "--unit.men", "3", "--unit.officer.rank", "colonel"],
        ["--figures=3", "--no-charging", "--grades", "green,3"],
        ["--figures", "3", "--charging", "false", "--grades", '["green", 3]', "--losses", '{"union": -3}'],
        ["--situation", '{"figures": 3}', "--losses.union", "-3", "--options.rate", "0.25"],
        ['--situation={"figures": 9}', "--figures", "3", "--unit", "none"],
    ],
)
def test_fields_may_be_given_in_many_ways(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert outcome(capsys, "volley", *words, "--dice", DICE) == {"legal": True, "hits": 2, "lost": 1}


def test_a_house_rule_given_part_by_part_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["volley", "--figures", "1", "--options.cover", "--dice", "d6:5"]
    assert outcome(capsys, *words) == {"legal": True, "hits": 0, "lost": 0}


def test_a_situation_may_come_from_a_file_or_from_standard_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "situation.json"
    file.write_text('{"figures": 0}')
    assert outcome(capsys, "volley", "--situation", f"@{file}")["lost"] == 0
    monkeypatch.setattr("sys.stdin", io.StringIO('{"figures": 0}'))
    assert outcome(capsys, "volley", "--situation", "-")["lost"] == 0


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["toi"], "rulebook: there is no 'toi'; did you mean 'toy'?"),
        (["toy", "voley"], "procedure: toy has no 'voley'; did you mean 'volley'?"),
        (["toy", "volley", "5"], "'5': what is this?"),
        (["--figures", "3"], "--figures: name a rulebook and a procedure before the fields"),
        (["toy", "volley", "--figurs", "3"], "--figurs: no such field in volley; did you mean 'figures'?"),
        (["toy", "volley", "--unit.mne", "3"], "--unit.mne: no such field in volley; did you mean 'men'?"),
        (["toy", "volley", "--options.covr"], "--options.covr: no such field in volley; did you mean 'cover'?"),
        (["toy", "volley", "--figures.x", "3"], "--figures.x: a whole number has no parts"),
        (["toy", "volley", "--no-figures"], "--no-figures: only a field that is true or false"),
        (["toy", "volley", "--figures"], "--figures: a value is missing"),
        (["toy", "volley", "--figures", "x"], "figures: 'x' is not a whole number"),
        (["toy", "volley", "--figures", "3"], "dice: too few dice: a d6 is wanted after 0 given; give --dice, --seed"),
        (["toy", "volley", "--figures", "3", "--dice", "d6:9"], "dice[0]: a d6 has no face 9"),
        (["toy", "volley", "--situation", "{"], "--situation is not JSON"),
        (["toy", "volley", "--situation", "@/nowhere"], "--situation: @/nowhere cannot be read: no such file"),
        (["toy", "volley", "--figures", "3", "--odds", "--seed", "3"], "give one of --dice, --seed and --odds"),
        (["toy", "volley", "--unit", '{"men": 3}', "--unit", "7", "--unit.men", "3"], "--unit.men: 'unit' is given"),
    ],
)
def test_bad_input_ends_with_2_and_the_fault(capsys: pytest.CaptureFixture[str], words: list[str], fault: str) -> None:
    code, _, err = run(capsys, *words)
    assert code == 2
    assert err.startswith(f"roundtop umpire: {fault}")
    assert "Traceback" not in err


def test_every_fault_has_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = run(capsys, "toy", "volley", "--charging", "yes", "--target", "square", "--range-in", "far")
    assert len(err.splitlines()) == 3


def test_a_lawful_no_shows_the_clause_and_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "toy", "volley", "--figures", "3", "--range-in", "30")
    assert code == 0
    assert "Not allowed by toy.fire.range" in out
    assert "24 inches." in out


def test_odds_are_a_chart_with_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "toy", "volley", "--figures", "1", "--odds")
    rows = [line.split() for line in out.splitlines()]
    assert ["always:", "legal", "yes"] in rows
    assert ["lost", "0", "█" * 24, "77.78%", "7/9"] in rows
    assert ["lost", "1", "█" * 7, "22.22%", "2/9"] in rows


def test_what_all_outcomes_share_is_said_once() -> None:
    first = {"legal": True, "unit": {"left": 1, "removed": False}, "why": "x"}
    second = {"legal": True, "unit": {"left": 2, "removed": False}}
    same = _same([first, second])
    assert same == {"legal": True, "unit": {"removed": False}}
    assert _without(first, same) == {"unit": {"left": 1}, "why": "x"}
    assert _without(second, same) == {"unit": {"left": 2}}


def test_a_long_tail_is_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "toy", "volley", "--figures", "30", "--odds")
    assert "and 11 rarer outcomes, together 2.4e-07; --json lists them all" in out


def test_an_estimate_says_that_it_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "toy", "duel", "--first.men", "1", "--odds")
    assert "estimated from 400 trials" in out
    assert out.index("estimated") < out.index("first")


def test_odds_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "toy", "volley", "--figures", "1", "--odds", "--json")
    assert json.loads(out)["odds"][1]["chance"] == "2/9"


def test_help_lists_fields_dice_and_an_example(capsys: pytest.CaptureFixture[str], book: Toy) -> None:
    code, out, _ = run(capsys, "toy", "volley", "--help")
    assert code == 0
    for field in book.ledger.routines["volley"].inputs:
        assert f"--{field.name.replace('_', '-')} " in out
        assert field.meaning in out
    for wanted in (
        "integer, required",
        "(default 6.0)",
        "Record officer",
        "colonel | general",
        "save: d6 for each hit",
    ):
        assert wanted in out


def test_the_example_in_the_help_runs_as_it_stands(capsys: pytest.CaptureFixture[str], book: Toy) -> None:
    for routine in book.ledger.routines.values():
        words = shlex.split(example_call("toy", routine))[2:]
        code, out, err = run(capsys, *words, "--json")
        assert (code, err) == (0, "")
        found = json.loads(out)["outcome"]
        assert {name: found[name] for name in routine.example.expect} == routine.example.expect


def test_help_list_and_a_rulebook_alone_teach(capsys: pytest.CaptureFixture[str]) -> None:
    assert "roundtop umpire --batch" in run(capsys)[1]
    assert "roundtop umpire --batch" in run(capsys, "--help")[1]
    assert "A volley and the saves against it." in run(capsys, "--list")[1]
    assert run(capsys, "--list", "toy")[1] == run(capsys, "toy")[1] == run(capsys, "toy", "--help")[1]
    listed = json.loads(run(capsys, "--list", "--json")[1])
    assert listed[1]["procedure"] == "duel"


def test_own_dice_are_asked_for_at_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("5 6 9\n5 6 1\n=1\n"))
    code, out, err = run(capsys, "toy", "volley", "--figures", "3")
    assert (code, err) == (0, "")
    assert out.count("hits: throw 3 d6, counting 5 or more") == 2
    assert "a d6 has no face 9" in out
    assert ["lost", "1"] in [line.split() for line in out.splitlines()]


def test_leaving_while_dice_are_asked_for_is_no_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(""))
    assert run(capsys, "toy", "volley", "--figures", "3")[0] == 130


def test_batch_answers_each_line_in_order(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        b'{"rulebook": "toy", "procedure": "volley", "situation": {"figures": 0}}',
        b"nonsense \xff",
        b"   ",
        b'{"rulebook": "toy", "procedure": "volley", "situation": {"figures": 1}, "odds": true}',
        b'{"rulebook": "toy", "procedure": "volley", "situation": {"figures": 1}, "dice": ["d6:1", "d6:1"]}',
    ]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines))))
    code, out, err = run(capsys, "--batch")
    assert (code, err) == (0, "")
    assert [next(iter(json.loads(line))) for line in out.splitlines()] == ["outcome", "error", "odds", "error"]


def test_batch_says_when_standard_input_cannot_be_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "out"
    with file.open("w") as unreadable:
        monkeypatch.setattr("sys.stdin", unreadable)
        code, _, err = run(capsys, "--batch")
    assert code == 2
    assert "standard input cannot be read" in err


def test_the_command_mounts_with_its_own_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert app(["toy", "volley", "--help"], result_action="return_value") == 0
    assert "Dice, in order" in capsys.readouterr().out
