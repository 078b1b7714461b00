"""The mutation run: what it breaks, what it passes over, and what it makes of the tests."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutate.__main__ import EXEMPT, mutate
from tests.mutate.mutants import NOT_RULES, Book, Exemption, Mutant, exemptions, mutants, sampled, siblings
from tests.project.test_chapters import BOOKS
from tests.project.test_script import ROOT, load

IDS = ("book.fire.range", "book.fire.cover", "book.melee.tie")
WORDS = {"infantry": "battery", "battery": "infantry"}


def made(source: str) -> list[Mutant]:
    return mutants("fire.py", source, IDS, WORDS)


def changed(source: str) -> list[str]:
    """What becomes of the last line."""
    return [mutant.after for mutant in made(source) if mutant.line == len(source.splitlines())]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("LIMIT: Final[int] = 3", ["LIMIT: Final[int] = 2", "LIMIT: Final[int] = 4"]),
        ("LIMIT = -1", ["LIMIT = -0", "LIMIT = -2"]),
        ("REACH = 12.0", ["REACH = 11.5", "REACH = 12.5"]),
        ("a < b", ["a <= b"]),
        ("a <= b", ["a < b"]),
        ("a > b", ["a >= b"]),
        ("a >= b", ["a > b"]),
        ("a == b", ["a != b"]),
        ("a != b", ["a == b"]),
        ("a is b", ["a is not b"]),
        ("a is not b", ["a is b"]),
        ("a in b", ["a not in b"]),
        ("a not in b", ["a in b"]),
        ("a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("(a) == (b)", ["(a) != (b)"]),
        ("a and b and c", ["a or b and c", "a and b or c"]),
        ("a or b", ["a and b"]),
        ("not (a)", ["(a)"]),
        ("a + b - c", ["a - b - c", "a + b + c"]),
        ("a += b", ["a -= b"]),
        ("a * b", []),
        ("min(a, b)", ["max(a, b)"]),
        ("max(a, b)", ["min(a, b)"]),
        ("f(charging=True)", ["f(charging=False)"]),
        ('kind == "infantry"', ['kind == "battery"', 'kind != "infantry"']),
        ('KINDS = ("horse", "foot")', ['KINDS = ("foot", "foot")', 'KINDS = ("horse", "horse")']),
        ('KINDS = {"horse": "on top"}', ['KINDS = {"other": "on top"}']),
        ("f(a if b else c)", ["f(a if False else c)", "f(a if True else c)"]),
        ("f([a for a in b if c])", ["f([a for a in b if True])"]),
        ("while a: pass", ["while False: pass"]),
        ('f("book.fire.cover")', ['f("book.melee.tie")']),
        ('f("book.melee.tie")', ['f("book.fire.range")']),
    ],
)
def test_each_kind_of_mutant(line: str, expected: list[str]) -> None:
    assert sorted(changed(line)) == sorted(expected)


def test_guards_are_deleted_and_forced() -> None:
    assert changed("def f(a):\n    if a:\n        return 'x'\n") == []
    afters = [mutant.after for mutant in made("def f(a):\n    if a:\n        return 'x'\n")]
    assert afters == ["if False:", "if True:"]


@pytest.mark.parametrize(("word", "other"), [("continue", "break"), ("break", "continue")])
def test_loops_end_early_or_go_on(word: str, other: str) -> None:
    assert changed(f"for a in b:\n    {word}") == [other]


@pytest.mark.parametrize(
    "source",
    [
        '"""A module of 12 lines."""',
        'def f() -> Literal[1]:\n    """Not 3 but 4."""',
        "def f(a: Literal[1]): pass",
        "x: Literal[1]",
        "@dataclass(slots=True)\nclass A: pass",
        "assert a == 1",
        "raise ValueError(f(1))",
        'f"{a + 1} inches"',
        "zip(a, b, strict=True)",
        'Mod("infantry", a)',
        'f("hello there")',
        "import a",
    ],
)
def test_what_tells_no_rule_is_passed_over(source: str) -> None:
    assert made(source) == []


def test_mutant_over_signs_of_several_bytes() -> None:
    source = 'x = f("½″", 3)\n'
    assert [mutant.applied(source.encode()).decode() for mutant in made(source)] == [
        'x = f("½″", 2)\n',
        'x = f("½″", 4)\n',
    ]


def test_mutant_knows_its_function_and_clauses() -> None:
    source = '''
REACH = 12
"""Inches [fire.range]."""
LONG = 18
class Gun:
    aimed: bool = True
    def hits(self, face):
        """Whether it hits [fire.cover]."""
        return far(face, LONG)
def far(a, b):
    return a > b
def lost(a, b):
    return a < b
'''
    found = {mutant.function: mutant.clauses for mutant in made(source)}
    assert found == {
        "REACH": ("book.fire.range",),
        "LONG": ("book.fire.cover",),
        "Gun": ("book.fire.cover",),
        "far": ("book.fire.cover",),
        "lost": (),
    }


def test_siblings_are_words_the_same_thing_is_compared_with() -> None:
    tree = ast.parse('unit.kind == "infantry"\nkind in ("battery", "horse")\norder != "hold"')
    assert siblings([tree], [("none", "slow"), (1, 2)]) == {
        "none": "slow",
        "slow": "none",
        "battery": "horse",
        "horse": "infantry",
        "infantry": "battery",
        "hold": "other",
    }


def test_exemption_survives_shifted_lines() -> None:
    exempt = Exemption("fire.py", "f", "return a < b => return a <= b", "equal by construction")
    source = "def f(a, b):\n    return a < b\n"
    assert [exempt.covers(mutant) for mutant in made(source)] == [True]
    assert [exempt.covers(mutant) for mutant in made("\n\n" + source)] == [True]
    assert [exempt.covers(mutant) for mutant in made(source.replace("f(", "g("))] == [False]
    for text, covered in (("*", True), ("return a < b => *", True), ("return a > b => *", False)):
        assert [Exemption("fire.py", "f", text, "taste").covers(mutant) for mutant in made(source)] == [covered]


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_every_exemption_is_of_a_mutant_and_says_why(folder: Path) -> None:
    book = Book(folder)
    listed = exemptions(ROOT / "tests/rulebooks" / folder.name / EXEMPT)
    assert all(len(one.because) > 10 for one in listed)
    there = [mutant for file in sorted({one.file for one in listed}) for mutant in book.mutants(file)]
    assert [one for one in listed if not any(one.covers(mutant) for mutant in there)] == []


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_mutants_of_a_rulebook_are_python_and_differ(folder: Path) -> None:
    book = Book(folder)
    assert not set(book.files) & set(NOT_RULES)
    for file in book.files:
        source = (folder / file).read_bytes()
        for mutant in sampled(book.mutants(file), 5, seed=2):
            assert mutant.applied(source) != source
            compile(mutant.applied(source), file, "exec")


def test_same_seed_draws_the_same_sample() -> None:
    all = made("\n".join(f"A{n} = {n}" for n in range(50)))
    assert sampled(all, 10, 1) == sampled(all, 10, 1) != sampled(all, 10, 2)
    assert sampled(all, 10, 1) == [mutant for mutant in all if mutant in sampled(all, 10, 1)]
    assert sampled(all, 1000, 1) == all


RULES = '''
LIMIT = 12.0
"""[fire.range]"""
def near(distance):
    "Whether it is near [fire.range]."
    return distance <= LIMIT
def count(n):
    done = 0
    while n > 0:
        n -= 1
        done += 1
    return done
def weak(a):
    return a > 3
def idle(a):
    return a + a
'''
TESTS = """
from tiny.rules import count, near, weak
def clause(id):
    return lambda test: test
@clause("book.fire.range")
def test_near():
    assert near(12.0) and not near(12.1) and not near(12.5)
def test_count():
    assert count(3) == 3
def test_weak():
    assert weak(10) and not weak(0)
def test_fails_without_a_mutant():
    assert count(2) == 1
"""
TRIAL = """
import os, pathlib, sys
from tests.mutate import run
from tests.mutate.mutants import mutants
os.chdir(sys.argv[1])
sys.path.insert(0, sys.argv[1])
run.SHORTEST = 0.5
here = pathlib.Path.cwd()
place = run.Place("tiny", here / "tiny", pathlib.Path("tests"))
found = mutants("rules.py", (here / "tiny/rules.py").read_text(), ["book.fire.range"], {})
run.prepare([])
usual = run.usual(place)
print(*usual.failing)
for mutant, verdict in run.verdicts(place, found, usual, 2):
    print(f"{mutant.function}: {mutant.after}: {verdict}")
"""


def test_mutants_are_killed_by_tests_of_their_clause_by_others_or_not_at_all(tmp_path: Path) -> None:
    for name, text in (("tiny/rules.py", RULES), ("tests/test_rules.py", TESTS), ("pytest.ini", "[pytest]\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", TRIAL, str(tmp_path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert told.stderr == ""
    failing, *lines = told.stdout.splitlines()
    assert failing == "tests/test_rules.py::test_fails_without_a_mutant"
    verdicts = dict(line.rsplit(": ", 1) for line in lines)
    assert verdicts == {
        "LIMIT: LIMIT = 11.5": "by a test of its clause",
        "LIMIT: LIMIT = 12.5": "by a test of its clause",
        "near: return distance < LIMIT": "by a test of its clause",
        "count: done = -1": "by another test",
        "count: done = 1": "by another test",
        "count: while False:": "by another test",
        "count: while n >= 0:": "by another test",
        "count: while n > -1:": "by another test",
        "count: while n > 1:": "by another test",
        "count: n += 1": "by another test",
        "count: n -= 0": "by another test",
        "count: n -= 2": "by another test",
        "count: done -= 1": "by another test",
        "count: done += 0": "by another test",
        "count: done += 2": "by another test",
        "weak: return a >= 3": "survived",
        "weak: return a > 2": "survived",
        "weak: return a > 4": "survived",
        "idle: return a - a": "reached by no test",
    }


def test_bad_requests_are_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutate("no-such-book") == 2
    assert "there is no rulebook 'no-such-book'" in capsys.readouterr().out
    assert mutate(file=["captain"]) == 2
    assert NOT_RULES["captain.py"] in " ".join(capsys.readouterr().out.split())
    assert mutate(file=["nothing"]) == 2
    assert "fire/rule.py" in capsys.readouterr().out
    assert mutate(sample=0) == 2
    assert "--sample" in capsys.readouterr().out


def test_root_script_passes_mutate_on(monkeypatch: pytest.MonkeyPatch) -> None:
    root = load(ROOT)
    done: list[object] = []

    def start(*given: object) -> int:
        done.append(given)
        return 0

    monkeypatch.setattr(root, "prepare", done.append)
    monkeypatch.setattr(root.os, "chdir", done.append)
    monkeypatch.setattr(root, "start", start)
    assert root.main(["mutate", "infantry-action", "--sample", "3"]) == 0
    assert done == ["test", ROOT, ("tests.mutate", ["infantry-action", "--sample", "3"], None)]
    assert "./roundtop mutate" in root.HELP
