from __future__ import annotations

import doctest
import json
import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from roundtop.battle.ledger import Field, Record
from roundtop.battle.procedure import Chances
from roundtop.dice.exact import TooMany
from roundtop.dice.questions import Question
from roundtop.umpire import Estimated, Exact, Prospect, Result, UmpireError, ask, by_hand, procedures
from roundtop.umpire import umpire as module
from roundtop.umpire.umpire import plain, seen
from roundtop.umpire.wire import answer, answer_line, odds_form, result_form
from tests.umpire.toy import Toy

DICE = ["d6:5", "d6:6", "d6:1", "d6:5", "d6:1"]
DUEL = {"first": {"men": 1}}


def request(**more: Any) -> dict[str, Any]:
    return {"rulebook": "toy", "procedure": "volley", "situation": {"figures": 3}} | more


# ------------------------------------------------------------------ with dice


def test_given_dice_carry_a_procedure_out(book: Toy) -> None:
    result = ask(book, "volley", {"figures": 3}, dice=DICE)
    assert result.outcome == {"legal": True, "hits": 2, "lost": 1}
    assert [(line.label, line.value, line.clause) for line in result.working] == [
        ("hits", "2", "toy.fire.volley"),
        ("lost", "1", "toy.fire.saves"),
    ]
    assert result.dice == tuple(DICE)


@pytest.mark.parametrize(
    "dice", [DICE, tuple(DICE), "d6:5,d6:6,d6:1,d6:5,d6:1", " d6:5 d6:6, d6:1  d6:5 d6:1 ", "5 6 1 5 1", "5,6,1,51"]
)
def test_dice_may_be_a_list_or_one_line(book: Toy, dice: str | list[str]) -> None:
    assert ask(book, "volley", {"figures": 3}, dice=dice).outcome["lost"] == 1


@pytest.mark.parametrize(
    ("dice", "fault"),
    [
        (DICE[:4], "dice: too few dice: a d6 is wanted after 4 given"),
        ([], "dice: too few dice: a d6 is wanted after 0 given"),
        ([*DICE, "d6:2"], "dice: too many dice: 1 left over, from 'd6:2' on"),
        (["d6:5", "d10:6"], "dice[1]: 'd10:6' is given where a d6 is wanted"),
        (["d6:5", "d6:7"], "dice[1]: a d6 has no face 7"),
        (["d6:x"], "dice[0]: 'x' is not a face of a d6"),
        (["5"], "dice[0]: '5' is not written kind:face, as in 'd6:…'"),
        ([5], "dice[0]: 5 is not written kind:face, as in 'd6:5'"),
    ],
)
def test_a_wrong_die_is_named(book: Toy, dice: list[str], fault: str) -> None:
    with pytest.raises(UmpireError) as caught:
        ask(book, "volley", {"figures": 3}, dice=dice)
    assert caught.value.problems == (fault,)


def test_a_lawful_no_is_an_outcome_with_its_clause(book: Toy) -> None:
    result = ask(book, "volley", {"figures": 3, "range_in": 30})
    assert not result.legal
    assert result.outcome == {"legal": False, "clause": "toy.fire.range"}
    assert result.dice == ()


def test_no_die_may_be_given_for_a_lawful_no(book: Toy) -> None:
    with pytest.raises(UmpireError, match=r"too many dice: 1 left over.*the answer is no by toy\.fire\.range"):
        ask(book, "volley", {"figures": 3, "range_in": 30}, dice=["d6:1"])


def test_a_situation_that_cannot_be_names_its_field(book: Toy) -> None:
    with pytest.raises(UmpireError, match=r"^figures: fewer than none$"):
        ask(book, "volley", {"figures": -1})
    with pytest.raises(UmpireError, match=r"^figures: fewer than none$"):
        ask(book, "volley", {"figures": -1}, odds=True)


def test_names_not_known_are_named_with_what_was_meant(registered: Toy) -> None:
    with pytest.raises(UmpireError, match=r"rulebook: there is no 'toi'; did you mean 'toy'\?"):
        ask("toi", "volley", {})
    with pytest.raises(UmpireError, match=r"procedure: toy has no 'voley'; did you mean 'volley'\?"):
        ask("toy", "voley", {})
    with pytest.raises(UmpireError, match=r"procedure: toy has no 'morale'; it has volley, duel"):
        ask("toy", "morale", {})


# ------------------------------------------------------------------ with a seed


def test_a_seed_throws_the_same_dice_again_and_they_give_the_same_result(book: Toy) -> None:
    first = ask(book, "volley", {"figures": 9}, seed=4)
    assert first == ask(book, "volley", {"figures": 9}, seed=4)
    assert first != ask(book, "volley", {"figures": 9}, seed=5)
    assert ask(book, "volley", {"figures": 9}, dice=first.dice) == first


def test_only_one_of_dice_seed_and_odds(book: Toy) -> None:
    with pytest.raises(UmpireError, match="give one of dice, seed and odds"):
        ask(book, "volley", {"figures": 3}, dice=DICE, seed=3)


# ------------------------------------------------------------------ the odds


def test_exact_odds_are_those_of_every_throw(book: Toy) -> None:
    counts: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=2):
        hits = sum(face >= 5 for face in faces)
        for saves in product(range(1, 7), repeat=hits):
            lost = hits - sum(face >= 5 for face in saves)
            counts[lost] = counts.get(lost, Fraction(0)) + Fraction(1, 36 * 6**hits)
    whole = ask(book, "volley", {"figures": 2}, odds=True).whole
    assert isinstance(whole, Exact)
    assert {row.outcome["lost"]: row.chance for row in whole.chances} == counts
    assert sum(row.chance for row in whole.chances) == 1


def test_odds_leave_working_out_merge_what_is_then_equal_and_begin_with_the_likeliest(book: Toy) -> None:
    whole = ask(book, "volley", {"figures": 4}, odds=True).whole
    assert isinstance(whole, Exact)
    assert [set(row.outcome) for row in whole.chances] == [{"legal", "lost"}] * 5
    assert [row.chance for row in whole.chances] == sorted((row.chance for row in whole.chances), reverse=True)


def test_the_odds_of_a_lawful_no_are_certain(book: Toy) -> None:
    whole = ask(book, "volley", {"figures": 4, "range_in": 30}, odds=True).whole
    assert isinstance(whole, Exact)
    assert [(row.outcome, row.chance) for row in whole.chances] == [
        ({"legal": False, "clause": "toy.fire.range"}, Fraction(1))
    ]


def test_an_estimate_is_another_type_with_its_error(book: Toy) -> None:
    prospect = ask(book, "duel", DUEL, odds=True)
    whole = prospect.whole
    assert isinstance(whole, Estimated)
    assert whole.trials == 400
    assert math.isclose(sum(share.estimate for share in whole.shares), 1)
    for share in whole.shares:
        low, high = share.interval
        assert 0 <= low < share.estimate < high <= 1
    assert [type(group) for group in prospect.groups] == [Estimated, Exact, Exact]


def test_what_cannot_be_enumerated_is_estimated_by_trials(book: Toy) -> None:
    volley, duel = book.procedures

    def hopeless(_: object) -> tuple[Chances, ...]:
        raise TooMany("more than 3 runs")

    odd = Toy("toy", book.ledger, (replace(volley, chances=hopeless), duel))
    exact = ask(book, "volley", {"figures": 3}, odds=True).whole
    whole = ask(odd, "volley", {"figures": 3}, odds=True).whole
    assert isinstance(exact, Exact)
    assert isinstance(whole, Estimated)
    assert whole.trials == 4000
    intervals = {share.outcome["lost"]: share.interval for share in whole.shares}
    assert sum(low <= row.chance <= high for row in exact.chances for low, high in [intervals[row.outcome["lost"]]]) > 2


def test_odds_by_parts_alone_have_no_whole(book: Toy) -> None:
    parts = Prospect(ask(book, "duel", DUEL, odds=True).groups[1:])
    with pytest.raises(KeyError):
        _ = parts.whole
    form = odds_form(parts)
    assert isinstance(form, dict)
    assert list(form) == ["groups"]


def test_working_is_left_out_of_records_lists_and_maps_of_them() -> None:
    inner_fields = (
        Field("score", "integer", "", True, None, (), True),
        Field("left", "integer", "", True, None, (), False),
    )
    records = {"unit": Record("unit", "", inner_fields)}
    kinds = ("record unit or none", "list of record unit", "map of record unit", "integer")
    fields = [Field(f"f{i}", kind, "", True, None, (), False) for i, kind in enumerate(kinds)]
    unit = {"score": 3, "left": 2}
    outputs = {"f0": unit, "f1": [unit, unit], "f2": {"union": unit}, "f3": 4, "more": 1}
    rest = {"left": 2}
    assert seen(outputs, fields, records) == {"f0": rest, "f1": [rest, rest], "f2": {"union": rest}, "f3": 4, "more": 1}


def test_plain_data_has_lists_and_nothing_that_is_none() -> None:
    assert plain({"a": ((1, 2), None), "b": None, "c": {"d": None}}) == {"a": [[1, 2], None], "c": {}}


# ------------------------------------------------------------------ own dice


def test_own_dice_are_asked_for_throw_by_throw(book: Toy) -> None:
    first = by_hand(book, "volley", {"figures": 3}, [])
    assert isinstance(first, Question)
    assert (first.words(), first.why.clause) == ("3 d6, counting 5 or more", "toy.fire.volley")
    second = by_hand(book, "volley", {"figures": 3}, ["5 6 1"])
    assert isinstance(second, Question)
    assert second.words() == "2 d6, counting 5 or more"
    result = by_hand(book, "volley", {"figures": 3}, ["5 6 1", "=1"])
    assert isinstance(result, Result)
    assert result.outcome == {"legal": True, "hits": 2, "lost": 1}


def test_an_impossible_throw_is_refused(book: Toy) -> None:
    for throws in (["5 6"], ["5 6 1 1"], ["5 6 9"], ["=4"], ["=0", "1"]):
        with pytest.raises(UmpireError, match=r"^dice"):
            by_hand(book, "volley", {"figures": 3}, throws)


def test_own_dice_are_not_asked_for_where_the_answer_is_no(book: Toy) -> None:
    result = by_hand(book, "volley", {"figures": 3, "range_in": 30}, [])
    assert isinstance(result, Result)
    assert not result.legal


# ------------------------------------------------------------------ on the wire


def test_procedures_are_listed_with_their_ledger(registered: Toy) -> None:
    assert [(book.id, routine.name) for book, routine in procedures()] == [("toy", "volley"), ("toy", "duel")]
    assert procedures("toy") == procedures(registered) == procedures()


def test_a_request_is_answered(registered: Toy) -> None:
    assert answer(request(dice=DICE)) == {"outcome": {"legal": True, "hits": 2, "lost": 1}}
    seeded = answer(request(seed=7))
    assert answer(request(dice=seeded["dice"])) == {"outcome": seeded["outcome"]}
    odds = answer(request(odds=True, situation={"figures": 1}))
    assert odds == {
        "odds": [
            {"outcome": {"legal": True, "lost": 0}, "chance": "7/9", "float": 7 / 9},
            {"outcome": {"legal": True, "lost": 1}, "chance": "2/9", "float": 2 / 9},
        ]
    }


def test_odds_by_parts_say_which_part_is_an_estimate(registered: Toy) -> None:
    odds = answer(request(procedure="duel", situation=DUEL, odds=True))["odds"]
    assert set(odds) == {"whole", "groups"}
    assert set(odds["whole"][0]) == {"outcome", "estimate", "trials", "interval"}
    assert odds["groups"]["first"][0] == {"outcome": {"card": "jack"}, "chance": "1/3", "float": 1 / 3}
    json.dumps(odds)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        (3, "a request is a JSON object"),
        ({}, "rulebook: missing; procedure: missing"),
        (request(rulebook=3), "rulebook: 3 is not text"),
        (request(sead=3), "sead: no such key; did you mean 'seed'?"),
        (request(seed=True), "seed: true is not a whole number or text"),
        (request(seed=1.5), "seed: 1.5 is not a whole number or text"),
        (request(odds="yes"), "odds: 'yes' is not true or false"),
        (request(dice=5), "dice: 5 is not a list of dice"),
        (request(odds=True, seed=3), "give one of dice, seed and odds"),
        (request(dice=[], seed=3), "give one of dice, seed and odds"),
        (request(situation=[1]), "situation: [1] is not a map"),
        (request(situation={"figures": 1}), "dice: too few dice"),
    ],
)
def test_a_malformed_request_is_an_error_that_names_the_key(registered: Toy, asked: object, fault: str) -> None:
    reply = answer(asked)
    assert list(reply) == ["error"]
    assert reply["error"].startswith(fault)


@pytest.mark.parametrize("line", ["", "{", "nonsense", '{"a": }', "[" * 100_000])
def test_a_line_that_is_not_json_is_an_error(line: str) -> None:
    assert list(answer_line(line)) == ["error"]


def test_a_fault_of_the_umpire_itself_is_answered_as_such(registered: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> Result:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("roundtop.umpire.wire.ask", broken)
    assert answer(request())["error"] == "a fault of the umpire, not of the request: ZeroDivisionError: by zero"


def test_a_result_in_full_has_working_and_dice(book: Toy) -> None:
    form = result_form(ask(book, "volley", {"figures": 3}, dice=DICE))
    assert form["dice"] == DICE
    assert form["working"][0] == {"label": "hits", "value": "2", "clause": "toy.fire.volley"}


def test_the_example_of_the_module_holds() -> None:
    assert doctest.testmod(module) == (0, 3)
