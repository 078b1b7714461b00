from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from roundtop import rulebooks as registry
from roundtop.cli import rules as command
from roundtop.umpire.coverage import Coverage, claimed, coverage, named
from tests.clauses import clause
from tests.umpire.toy import toy, toy_ledger

LEDGER = toy_ledger()

CODE = '''
"""Fire."""
VOLLEY = "toy.fire.volley"
# Half an inch over is over [fire.volley, fire.range].
def saves(fire):
    """Saved on 5 or 6 [fire.saves]; see fire.smell."""
    return fire.smell(f"{BOOK}.fire.saves")
'''

TESTS = """
from tests.clauses import clause
import pytest
CASES = [pytest.param(1, marks=clause("toy.fire.saves", 1))]

@clause("toy.fire.volley", 1)
@clause("toy.fire.saves")
def test_volley(): pass

class TestSaves:
    @clause("toy.fire.saves", 2)
    def test_saves(self): pass

def test_range():
    assert answer["clause"] == "toy.fire.range"

def helper():
    return clause("toy.fire.smell", 1)
"""


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    code, tests = tmp_path / "code", tmp_path / "tests"
    code.mkdir()
    (tests / "deep").mkdir(parents=True)
    (code / "fire.py").write_text(CODE)
    (tests / "deep" / "test_fire.py").write_text(TESTS)
    return code, tests


@pytest.fixture
def covered(folders: tuple[Path, Path]) -> Coverage:
    return coverage(LEDGER, *folders)


def test_code_names_a_clause_by_its_id_or_in_brackets(covered: Coverage) -> None:
    code = {row.clause.id: row.code for row in covered.rows}
    assert code == {
        "toy.fire.volley": ["fire.py:3", "fire.py:4"],
        "toy.fire.saves": ["fire.py:6", "fire.py:7"],
        "toy.fire.range": ["fire.py:4"],
        "toy.fire.smell": [],
    }


def test_tests_name_clauses_and_examples(covered: Coverage) -> None:
    tests = {row.clause.id: (row.tests, row.asserted) for row in covered.rows}
    file = "deep/test_fire.py"
    assert tests == {
        "toy.fire.volley": ([f"{file}::test_volley"], {1}),
        "toy.fire.saves": ([file, f"{file}::test_volley", f"{file}::TestSaves::test_saves"], {1, 2}),
        "toy.fire.range": ([f"{file}::test_range"], set()),
        "toy.fire.smell": ([], set()),
    }


def test_all_is_covered_the_inapplicable_included(covered: Coverage) -> None:
    assert [row.lacks() for row in covered.rows] == [[], [], [], []]
    assert covered.percent() == 100
    assert covered.whole()


def test_what_lacks_is_said(folders: tuple[Path, Path]) -> None:
    code, tests = folders
    (tests / "deep" / "test_fire.py").write_text('@clause("toy.fire.saves", 2)\ndef test_saves(): pass\n')
    (code / "fire.py").write_text('"""[fire.saves]"""')
    found = coverage(LEDGER, code, tests)
    assert [row.lacks() for row in found.rows] == [["code", "test", "examples 1"], ["examples 1"], ["code", "test"], []]
    assert found.percent() == 25
    assert not found.whole()


def test_short_ids_in_plain_words_or_attributes_do_not_count() -> None:
    source = dedent("""
        combat.blank()
        x = "see combat.blank for more"
        y = "combat.blank"
        z = 'toy.combat.blank-face'
    """)
    assert list(named(source)) == [(4, "combat.blank"), (5, "toy.combat.blank-face")]


def test_in_brackets_a_point_stands_for_the_chapter_before() -> None:
    source = '# Orders [movement.move, .fast-advance]\n"""One\n[combat.tie, .blank, charge.path, .x]"""'
    assert list(named(source)) == [
        (1, "movement.move"),
        (1, "movement.fast-advance"),
        (3, "combat.tie"),
        (3, "combat.blank"),
        (3, "charge.path"),
        (3, "charge.x"),
    ]


def test_marks_outside_of_literals_do_not_count() -> None:
    assert list(claimed("@clause(NAME, 1)\ndef test_a(): pass")) == []


# ------------------------------------------------------------------ the mark


def test_the_mark_records_clause_and_examples() -> None:
    mark = clause("infantry-action.setup.scale", 1, 3).mark
    assert (mark.name, mark.args) == ("clause", ("infantry-action.setup.scale", 1, 3))


@pytest.mark.parametrize("number", [0, -1, 4])
def test_an_example_that_is_not_there_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"has 3 worked examples, so none is number {number}"):
        clause("infantry-action.setup.scale", number)


def test_a_clause_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no ledger has the clause 'infantry-action\.setup\.weather'"):
        clause("infantry-action.setup.weather")


# ------------------------------------------------------------------ the commands


@pytest.fixture
def only_toy(monkeypatch: pytest.MonkeyPatch, folders: tuple[Path, Path]) -> None:
    book = toy()
    monkeypatch.setattr(registry, "rulebooks", lambda: (book,), raising=False)
    monkeypatch.setattr(command, "_coverage", lambda ledger: coverage(ledger, *folders))
    monkeypatch.setenv("COLUMNS", "120")


@pytest.mark.usefixtures("only_toy")
def test_clauses_are_shown_with_what_holds_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.clauses() == 0
    out = capsys.readouterr().out
    assert "toy: 4 of 4 clauses covered (100.0 %), 3 of 3 worked examples asserted" in out
    assert "fire.py:3 +1" in out
    assert "nothing on a table smells" in out


@pytest.mark.usefixtures("only_toy")
def test_check_ends_with_1_while_something_lacks(
    capsys: pytest.CaptureFixture[str], folders: tuple[Path, Path]
) -> None:
    assert command.clauses(check=True) == 0
    (folders[0] / "fire.py").write_text("")
    capsys.readouterr()
    assert command.clauses(missing=True, check=True) == 1
    out = capsys.readouterr().out
    assert "fire.smell" not in out
    assert command.clauses(as_json=True) == 0
    (form,) = json.loads(capsys.readouterr().out)
    assert (form["complete"], form["total"], form["percent"]) == (1, 4, 25.0)
    assert form["clauses"][0]["lacks"] == ["code"]


@pytest.mark.usefixtures("only_toy")
def test_changes_keep_the_old_ruling_and_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.clauses(changes=True) == 0
    out = capsys.readouterr().out
    for text in ("toy.fire.range", "18 inches.", "24 inches.", "Nobody ever fired."):
        assert text in out
    command.clauses(changes=True, as_json=True)
    assert [row["id"] for row in json.loads(capsys.readouterr().out)] == ["toy.fire.range"]


@pytest.mark.usefixtures("only_toy")
def test_rules_shows_wording_ruling_options_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.rules("volley") == 0
    out = capsys.readouterr().out
    for text in ("toy.fire.volley", "Half an inch over", "Option  cover = false", "(half, third)", "Example 1"):
        assert text in out


@pytest.mark.usefixtures("only_toy")
def test_rules_names_what_it_does_not_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.rules("fire", limit=1) == 0
    assert "Also: toy.fire." in capsys.readouterr().out


@pytest.mark.usefixtures("only_toy")
def test_rules_without_words_is_a_table_of_contents(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.rules() == 0
    assert "volley, saves, range, smell" in capsys.readouterr().out


@pytest.mark.usefixtures("only_toy")
def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.rules("cavalry") == 1
    assert "no clause has 'cavalry'" in capsys.readouterr().err
    assert command.rules("x", rulebook="toi") == 2
    assert "did you mean 'toy'?" in capsys.readouterr().err
    assert command.clauses("toi") == 2


def test_an_id_alone_in_its_string_counts_whatever_letter_it_ends_with() -> None:
    source = 'A = "move.minor-river"\nB = f"fire.halt-of"\nC = r\'melee.hub\'\n'
    assert [name for _, name in named(source)] == ["move.minor-river", "fire.halt-of", "melee.hub"]
