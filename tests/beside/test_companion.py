"""A battle's ledger beside a real table, in all five books: steps by scripted dice, what follows, back again, kept."""

from __future__ import annotations

import io
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import roundtop
from roundtop.beside.companion import Companion
from roundtop.beside.done import Step
from roundtop.beside.store import plain, read, save
from roundtop.cli import main
from roundtop.dice.questions import Question
from roundtop.rulebooks import UnknownRulebook
from roundtop.umpire import Exact, UmpireError, ask

FIELD = "little-round-top"
Line = tuple[str, dict[str, Any], dict[str, Any], str]
"""A procedure, its cards, what eyes tell and the dice; "next" is what is due first."""

SCRIPTS: dict[str, tuple[str, list[Line], dict[str, dict[str, Any]]]] = {
    "chamberlain": (
        FIELD,
        [
            ("fire", {"firer": "4th-texas", "target": "20th-maine"}, {"range_bw": 0.8}, "6 2 6 1 1 1 1 1"),
            ("rally", {"unit": "20th-maine"}, {"activated": True, "nearest_enemy_bw": 3.0}, "5"),
            (
                "melee",
                {"attackers": ["4th-texas", "5th-texas"], "defender": "20th-maine"},
                {},
                "111111 6666666 1 1 1 1 1 1 1 1 1",
            ),
        ],
        {
            "20th-maine": {"fatigue": 7, "concealed": False, "gone": True},
            "4th-texas": {"fatigue": 1},
            "5th-texas": {"fatigue": 1},
        },
    ),
    "infantry-action": (
        FIELD,
        [
            (
                "infantry-volley",
                {"firer": "4th-texas", "target": "20th-maine"},
                {"shots.distance_in": 8},
                "6 1 6 1 1 1 1 1 1 1",
            ),
            ("next", {}, {}, ""),
            ("resolve-combat", {"charger": "5th-texas", "defender": "44th-new-york"}, {}, "3-3 6-6"),
        ],
        {
            "20th-maine": {"stands": 8, "lost_this_turn": 2, "routed_this_turn": False},
            "4th-texas": {"shot_already": True},
        },
    ),
    "order-cards": (
        FIELD,
        [
            (
                "fire",
                {"firer": "4th-texas", "target": "20th-maine"},
                {"card": "volley", "stands_by_range.range": 6},
                "07",
            ),
            ("next", {}, {"cover": ["woods"]}, "99"),
            ("rally", {"unit": "20th-maine"}, {}, "01"),
        ],
        {"20th-maine": {"circled_before": 3, "state": "steady"}},
    ),
    "charge-boys": (
        FIELD,
        [
            ("musketry", {"firer": "4th-texas", "target": "20th-maine"}, {"range": 6, "men": 18}, "1 1 2"),
            ("next", {}, {}, "5"),
            ("next", {}, {"wall": True}, "4444 111"),
            ("next", {}, {}, ""),
            ("next", {}, {}, ""),
            ("next", {}, {"cover": True}, "1 1"),
        ],
        {
            "4th-texas": {"first_fire": False},
            "20th-maine": {"men": 20, "strength": 23, "hits": 7, "lost_this_turn": 3, "first_shot": "failed"},
        },
    ),
    "skirmish": (
        "the-farmhouse",
        [
            (
                "resolve-shot",
                {"firer": "1st-section-company-k-02", "target": "the-squad-in-the-house-04"},
                {"target.distance_cm": 10, "target.cover": "open"},
                "8 1 2",
            ),
            ("next", {}, {"in_cover": True}, "1"),
            ("next", {}, {}, ""),
        ],
        {"the-squad-in-the-house-04": {"harm": 3, "gone": True}, "1st-section-company-k-02": {"loaded": 0}},
    ),
}


def played(ledger: Companion, lines: list[Line]) -> None:
    for do, roles, eyes, dice in lines:
        due = ledger.due[0] if do == "next" else None
        step = ledger.ask(due.do if due else do, due.roles if due else roles, eyes, dice=dice)
        # The rule's own answer: the umpire says the same of what the cards and the eyes told.
        assert step.result == ask(ledger.book, step.do, step.situation, dice=dice)
        ledger.confirm(step)


@pytest.mark.parametrize("rules", SCRIPTS)
def test_a_script_of_a_real_table_changes_the_cards_is_kept_and_taken_back(rules: str, tmp_path: Path) -> None:
    battle, lines, wanted = SCRIPTS[rules]
    ledger = roundtop.companion(battle, rules=rules)
    if rules == "infantry-action":
        ledger.put_right("5th-texas", "stands", 2)
        ledger.put_right("44th-new-york", "stands", 2)
    begun = deepcopy(ledger.cards)
    before = plain(ledger)
    played(ledger, lines)
    for unit, values in wanted.items():
        assert {name: ledger.value(ledger.card(unit), name) for name in values} == values
    save(ledger, tmp_path / "evening.json")
    kept = roundtop.companion(tmp_path / "evening.json")
    assert plain(kept) == plain(ledger)
    assert (kept.cards, kept.due, kept.turn, kept.log()) == (ledger.cards, ledger.due, ledger.turn, ledger.log())
    ledger.take_back(len(lines))
    # A ledger that has gone back is another edition of it: whoever looked before is told.
    assert plain(ledger) == before | {"edition": len(lines) + 1 + before["edition"]}
    assert ledger.cards == begun
    assert ledger.due == []


def fired(ledger: Companion, dice: str = "6 2 6 1 1 1 1 1", **eyes: Any) -> Step:
    return ledger.ask("fire", {"firer": "4th-texas", "target": "20th-maine"}, {"range_bw": 0.8, **eyes}, dice=dice)


@pytest.fixture
def ledger() -> Companion:
    return roundtop.companion(FIELD, rules="chamberlain")


def test_nothing_changes_before_it_is_confirmed(ledger: Companion) -> None:
    step = fired(ledger)
    assert [change.words() for change in step.changes] == [
        "20th Maine: fatigue 0 → 2",
        "20th Maine: concealed yes → no",
    ]
    assert ledger.card("20th Maine").values["fatigue"] == 0
    ledger.confirm(step)
    assert ledger.card("20th Maine").values["fatigue"] == 2
    with pytest.raises(UmpireError, match="the cards have changed since this was asked"):
        ledger.confirm(step)


def test_a_lawful_no_changes_nothing(ledger: Companion) -> None:
    step = fired(ledger, "", range_bw=9)
    assert not step.result.legal
    assert (step.changes, step.next) == ((), ())


def test_dice_come_throw_by_throw_and_the_odds_before(ledger: Companion) -> None:
    roles = {"firer": "4th-texas", "target": "20th-maine"}
    wanted = ledger.throw("fire", roles, {"range_bw": 0.8}, [])
    assert isinstance(wanted, Question)
    assert wanted.number() == 8
    step = ledger.throw("fire", roles, {"range_bw": 0.8}, ["62611111"])
    assert isinstance(step, Step)
    assert step.result.outcome["hits"] == 2
    odds = ledger.odds("fire", roles, {"range_bw": 0.8}).whole
    assert isinstance(odds, Exact)
    assert sum(row.chance for row in odds.chances) == 1


def test_house_rules_hold_for_every_step() -> None:
    lenient = roundtop.companion(FIELD, rules="infantry-action", rout_from_fire=True)
    lenient.put_right("20th-maine", "stands", 4)
    lenient.put_right("20th-maine", "lost_this_turn", 2)
    step = lenient.ask("fire-rout", {"unit": "20th-maine"})
    assert step.result.outcome["result"] == "rout"
    lenient.confirm(step)
    assert lenient.value(lenient.card("20th-maine"), "routed_before") is False
    lenient.new_turn()
    assert lenient.turn == 2
    told = ("routed_before", "routed_this_turn", "lost_this_turn")
    assert [lenient.value(lenient.card("20th-maine"), name) for name in told] == [True, False, 0]


def test_several_attackers_each_have_their_own_result(ledger: Companion) -> None:
    played(ledger, SCRIPTS["chamberlain"][1])
    assert [(one.say, one.roles["unit"]) for one in ledger.due] == [
        ("may advance", ["4th-texas"]),
        ("may advance", ["5th-texas"]),
    ]
    ledger.settle(1)
    assert [one.roles["unit"] for one in ledger.due] == [["4th-texas"]]
    with pytest.raises(UmpireError, match="target: 20th Maine is off the table"):
        fired(ledger)


WRONG: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("fyre", {}, {}, "procedure: chamberlain has no 'fyre'; did you mean 'fire'?"),
    ("fire", {"firer": "4th-texas"}, {"range_bw": 1}, "target: nobody is named"),
    ("fire", {"firer": "4th-texas", "targt": "20th-maine"}, {}, "targt: no role in fire; did you mean 'target'?"),
    ("fire", {"firer": ["4th-texas", "5th-texas"], "target": "20th-maine"}, {}, "firer: one unit, not 2"),
    ("fire", {"firer": "4th-texas", "target": "3"}, {}, "unit: there is no '3'"),
    ("fire", {"firer": "4", "target": "20th-maine"}, {}, "unit: '4' may be 44th-new-york, 4"),
    (
        "fire",
        {"firer": "4th-texas", "target": "20th-maine"},
        {"rang_bw": 1},
        "rang_bw: no such field in fire; did you mean",
    ),
    ("fire", {"firer": "4th-texas", "target": "20th-maine"}, {}, "range_bw: missing; a number is wanted"),
]


@pytest.mark.parametrize(("do", "roles", "eyes", "fault"), WRONG, ids=[fault for *_, fault in WRONG])
def test_what_cannot_be_is_named(ledger: Companion, do: str, roles: Any, eyes: Any, fault: str) -> None:
    with pytest.raises(UmpireError) as caught:
        ledger.ask(do, roles, eyes, dice="")
    assert any(problem.startswith(fault) for problem in caught.value.problems)
    assert ledger.done == []


def test_a_card_is_put_right_only_by_what_can_be(ledger: Companion) -> None:
    for value, to, fault in (("fatigu", 1, "did you mean 'fatigue'"), ("fatigue", "much", "not a whole number")):
        with pytest.raises(UmpireError, match=fault):
            ledger.put_right("20th-maine", value, to)
    with pytest.raises(UmpireError, match="3 cannot be taken back; there are 0 steps"):
        ledger.take_back(3)


FORCES = """
rules = "chamberlain"
title = "Friday's game"
[[unit]]
side = "union"
name = "Iron Brigade"
elan = 8
weapon = "rifle-musket"
[[unit]]
side = "confederate"
name = "Archer"
elan = 6
"""


def test_a_list_of_forces_is_enough(tmp_path: Path) -> None:
    (tmp_path / "forces.toml").write_text(FORCES)
    ledger = roundtop.companion(tmp_path / "forces.toml")
    step = ledger.ask("fire", {"firer": "iron", "target": "archer"}, {"range_bw": 0.5}, dice="6" * 8)
    assert step.result.outcome["target_status"] == "broken"
    wrong = FORCES.replace("elan = 6", 'elan = "six"\nmorale = 3').replace("title", "titel")
    (tmp_path / "forces.toml").write_text(wrong)
    with pytest.raises(UmpireError) as caught:
        roundtop.companion(tmp_path / "forces.toml")
    said = " ".join(caught.value.problems)
    for fault in (
        "titel: no such key",
        "unit[1].morale: no value of a card",
        "unit[1].elan: 'six' is not a whole number",
    ):
        assert fault in said


BROKEN: list[tuple[Any, str]] = [
    (lambda data: data.update(form="another"), "form: it is not"),
    (lambda data: data.update(rank=3), "unknown field `rank`"),
    (lambda data: data.pop("cards"), "required field `cards`"),
    (lambda data: data.update(rulebook="nobody's"), "nobody's"),
    (lambda data: data["cards"][0].update(rank=3), r"cards\[0\].rank: no such key"),
    (lambda data: data["cards"][0]["values"].update(elan="six"), "elan: 'six' is not a whole number"),
    (lambda data: data["steps"][0].update(dice=[[]]), r"steps\[0\]: Expected `str`, got `array` - at `dice\[0\]`"),
    (lambda data: data["steps"][0].update(due=99), "due: there is no 100; 0 are due"),
    (lambda data: data["steps"][0].update(roles={"firer": ["nobody"]}), "unit: there is no 'nobody'"),
    (lambda data: data["steps"][0]["changes"][0].update(unit="nobody"), "unit: there is no 'nobody'"),
    (lambda data: data["steps"][0]["changes"][0].update(value=True), "Expected `str`, got `bool`"),
    (lambda data: data["steps"][0]["changes"][0].update(after="much"), "fatigue: 'much' is not a whole number"),
]


@pytest.mark.parametrize(("break_it", "fault"), BROKEN, ids=[fault for _, fault in BROKEN])
def test_a_broken_file_is_refused_in_words(ledger: Companion, break_it: Any, fault: str) -> None:
    ledger.confirm(fired(ledger))
    data = json.loads(json.dumps(plain(ledger)))
    break_it(data)
    with pytest.raises((UmpireError, UnknownRulebook), match=fault):
        read(data)


def script(monkeypatch: pytest.MonkeyPatch, text: str, *words: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    return main(["companion", *words])


def test_the_text_version_keeps_its_ledger(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "evening.json"
    words = (FIELD, "--rules", "order-cards", "--ledger", str(file))
    volley = "fire 4th-texas 20th-maine card=volley stands_by_range.range=6 : 07\n"
    assert script(monkeypatch, volley, *words) == 0
    assert "due: morale (20th Maine)" in capsys.readouterr().out
    assert script(monkeypatch, "next cover=woods : 99\nlog\nback\ndue\nquit\n", *words) == 0
    said = capsys.readouterr().out
    assert "* 20th Maine: state steady → head-down" in said
    assert said.rstrip().endswith("due: morale (20th Maine)")
    assert len(roundtop.companion(file).done) == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "cards\nfyre 4th-texas\n",
            "line 2: 'fyre' is neither a procedure nor a word that is known here; did you mean",
        ),
        (
            "fire 4th-texas 20th-maine 5th-texas\n",
            "line 1: fire: it concerns firer, target; '5th-texas' is one too many",
        ),
        ("fire 4th-texas 20th-maine range_bw=far : 6\n", "line 1: range_bw: 'far' is not a number"),
        ("fire 4th-texas 20th-maine range_bw=0.8 : 6 9\n", "line 1: dice[1]: a d6 has no face 9"),
        ("next : 4\n", "line 1: next: nothing is due"),
        ("back two\n", "line 1: back: 'two' is not a number of steps"),
        ("set 20th-maine fatigue=many\n", "line 1: fatigue: 'many' is not a whole number"),
        ('fire "4th texas\n', "line 1: 'fire \"4th texas': no closing quotation"),
    ],
)
def test_a_bad_line_ends_with_2_and_the_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, fault: str
) -> None:
    assert script(monkeypatch, text, FIELD, "--rules", "chamberlain") == 2
    assert capsys.readouterr().err.startswith(f"roundtop companion: {fault}")


@pytest.mark.parametrize(
    "words", [("nowhere",), (FIELD, "--rules", "skirmish"), (FIELD, "--rules", "whist"), (FIELD, "-o", "x=1")]
)
def test_a_battle_that_is_none_ends_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert script(monkeypatch, "", *words) == 2
    assert "Traceback" not in capsys.readouterr().err
