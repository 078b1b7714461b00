"""Options are checked against their ledger, every problem at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from roundtop.battle.ledger import Choice, Field, Ledger
from roundtop.battle.options import OptionError, checked


def choice(name: str, kind: str, default: Any, *values: str) -> Choice:
    return Choice(Field(name, kind, "", False, default, values, False), "toy.clause")


LEDGER: Final = Ledger(
    "toy",
    "Toy",
    (),
    (
        choice("fog", "boolean", False),
        choice("turns", "integer", 10),
        choice("scale", "number", 20.0),
        choice("tie", "choice", "reroll", "reroll", "keep"),
        choice("name", "string", "the toy"),
    ),
    {},
    {},
)
LIMITS: Final = {"turns": (1.0, 12.0), "scale": (0.5, float("inf"))}


def test_nothing_given_is_every_default() -> None:
    assert checked(LEDGER, {}) == {"fog": False, "turns": 10, "scale": 20.0, "tie": "reroll", "name": "the toy"}


def test_what_is_given_replaces_its_default_only() -> None:
    found = checked(LEDGER, {"fog": True, "turns": 12, "scale": 3, "tie": "keep", "name": "x"}, LIMITS)
    assert found == {"fog": True, "turns": 12, "scale": 3.0, "tie": "keep", "name": "x"}
    assert isinstance(found["scale"], float)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("smoke", 1, "smoke: no such option; there are fog, turns, scale, tie, name"),
        ("fog", 1, "fog: 1 is not true or false"),
        ("fog", "yes", "fog: 'yes' is not true or false"),
        ("turns", 2.0, "turns: 2.0 is not a whole number from 1 to 12"),
        ("turns", True, "turns: true is not a whole number from 1 to 12"),
        ("turns", 0, "turns: 0 is not a whole number from 1 to 12"),
        ("turns", 13, "turns: 13 is not a whole number from 1 to 12"),
        ("scale", "20", "scale: '20' is not a number of at least 0.5"),
        ("scale", float("nan"), "scale: nan is not a number of at least 0.5"),
        ("scale", float("inf"), "scale: inf is not a number of at least 0.5"),
        ("scale", 0.4, "scale: 0.4 is not a number of at least 0.5"),
        ("tie", "coin", "tie: 'coin' is not reroll or keep"),
        ("tie", True, "tie: true is not reroll or keep"),
        ("tie", None, "tie: nothing is not reroll or keep"),
        ("name", 3, "name: 3 is not text"),
    ],
)
def test_a_fault_names_its_option_and_what_is_allowed(name: str, value: object, says: str) -> None:
    with pytest.raises(OptionError) as caught:
        checked(LEDGER, {name: value}, LIMITS)
    assert caught.value.problems == (says,)


def test_all_faults_come_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        checked(LEDGER, {"smoke": 1, "fog": 2, "tie": "coin", "turns": 5}, LIMITS)
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["smoke", "fog", "tie"]
    assert str(caught.value) == "; ".join(caught.value.problems)


def test_an_option_may_have_no_value_at_all() -> None:
    ledger = replace(LEDGER, choices=(choice("cap", "integer or none", "none"), choice("reach", "number or none", 3)))
    assert checked(ledger, {}) == {"cap": None, "reach": 3.0}
    assert checked(ledger, {"cap": 2, "reach": None}) == {"cap": 2, "reach": None}
    with pytest.raises(OptionError, match=r"^cap: 0 is not a whole number from 1 to 9, or none$"):
        checked(ledger, {"cap": 0}, {"cap": (1, 9)})
    with pytest.raises(OptionError, match=r"^reach: true is not a number, or none$"):
        checked(ledger, {"reach": True})


def test_an_option_may_be_a_list_as_long_as_its_default() -> None:
    ledger = replace(LEDGER, choices=(choice("elan", "list of integer", [5, 6, 7]),))
    assert checked(ledger, {}) == {"elan": (5, 6, 7)}
    assert checked(ledger, {"elan": [3, 4, 9]}, {"elan": (3, 9)}) == {"elan": (3, 4, 9)}
    for wrong in ([5, 6], [5, 6, 10], [5, 6, True], [5, 6, 7.0], "567", 5):
        with pytest.raises(OptionError, match=r"is not a list of 3, each a whole number from 3 to 9$"):
            checked(ledger, {"elan": wrong}, {"elan": (3, 9)})
