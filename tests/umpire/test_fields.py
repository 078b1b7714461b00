from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.battle.ledger import inner
from roundtop.umpire.fields import UmpireError, check, expected, suggest
from tests.umpire.toy import toy_ledger

LEDGER = toy_ledger()
VOLLEY = LEDGER.routines["volley"]


def filled(**situation: Any) -> dict[str, Any]:
    return check(LEDGER, VOLLEY, {"figures": 3} | situation)


def faults(**situation: Any) -> tuple[str, ...]:
    with pytest.raises(UmpireError) as caught:
        filled(**situation)
    assert str(caught.value) == "; ".join(caught.value.problems)
    return caught.value.problems


def test_fields_left_out_get_their_defaults_and_those_that_may_be_none_none() -> None:
    assert filled() == {
        "figures": 3,
        "range_in": 6.0,
        "target": "line",
        "charging": False,
        "unit": None,
        "grades": [],
        "losses": {},
        "options": {},
    }


def test_records_are_filled_in_too() -> None:
    unit = {"men": 4, "officer": {"rank": "general"}}
    assert filled(unit=unit)["unit"] == {
        "men": 4,
        "name": "the men",
        "markers": [],
        "officer": {"rank": "general", "rating": 1},
    }


@pytest.mark.parametrize("none", [None, "none", {}])
def test_none_may_be_written_in_three_ways(none: object) -> None:
    assert filled(unit=none)["unit"] is None


def test_a_whole_number_serves_as_a_number_and_comes_out_as_one() -> None:
    value = filled(range_in=14)["range_in"]
    assert value == 14.0
    assert isinstance(value, float)


@pytest.mark.parametrize(
    ("situation", "fault"),
    [
        ({"figures": True}, "figures: true is not a whole number"),
        ({"figures": 3.0}, "figures: 3.0 is not a whole number"),
        ({"figures": "3"}, "figures: '3' is not a whole number"),
        ({"figures": None}, "figures: null is not a whole number"),
        ({"range_in": False}, "range_in: false is not a number"),
        ({"range_in": math.nan}, "range_in: nan is not a number"),
        ({"range_in": math.inf}, "range_in: inf is not a number"),
        ({"charging": 1}, "charging: 1 is not true or false"),
        ({"target": "colum"}, "target: 'colum' is not one of line, column; did you mean 'column'?"),
        ({"target": 3}, "target: 3 is not one of line, column"),
        ({"grades": "green"}, "grades: 'green' is not a list, each one of green, veteran, 3"),
        ({"grades": ["green", True]}, "grades[1]: true is not one of green, veteran, 3"),
        ({"grades": [3, 3.0]}, "grades[1]: 3.0 is not one of green, veteran, 3"),
        ({"losses": []}, "losses: [] is not a map, each value a whole number"),
        ({"losses": {"union": "x"}}, "losses.union: 'x' is not a whole number"),
        ({"unit": 7}, "unit: 7 is not a map of the fields of the record unit"),
        ({"unit": {"men": 1, "markers": [[1, 1], [2, "x"]]}}, "unit.markers[1][1]: 'x' is not a whole number"),
        ({"unit": {"name": "Iron"}}, "unit.men: missing; a whole number is wanted: men in it"),
        ({"unit": {"men": 1, "nmae": "x"}}, "unit.nmae: no such field in the record unit; did you mean 'name'?"),
        ({"unit": {"men": 1, "officer": {"rank": "x"}}}, "unit.officer.rank: 'x' is not one of colonel, general"),
        ({"range-in": 3}, "range-in: no such field in the procedure volley; did you mean 'range_in'?"),
        ({"options": 3}, "options: 3 is not a map of house rules by option name"),
        ({"options": {"covr": True}}, "options.covr: toy has no option of this name; did you mean 'cover'?"),
        ({"options": {"cover": 1}}, "options.cover: 1 is not true or false"),
        ({"options": {"limit": 1.5}}, "options.limit: 1.5 is not a whole number"),
        ({"options": {"steady_at": "all"}}, "options.steady_at: 'all' is not one of half, third"),
    ],
)
def test_a_fault_names_its_path_and_what_was_expected(situation: dict[str, Any], fault: str) -> None:
    assert faults(**situation) == (fault,)


def test_a_number_too_large_for_a_float_is_refused() -> None:
    assert faults(range_in=10**400)[0].startswith("range_in: 1000")


def test_every_fault_is_reported_at_once() -> None:
    with pytest.raises(UmpireError) as caught:
        check(LEDGER, VOLLEY, {"charging": 2, "wind": 3, "unit": {}, "grades": [1, 2], "options": {"limit": "x"}})
    paths = [problem.partition(":")[0] for problem in caught.value.problems]
    assert paths == ["wind", "figures", "charging", "grades[0]", "grades[1]", "options.limit"]


def test_options_are_taken_in_the_form_of_the_option() -> None:
    options = {"cover": True, "rate": 1, "limit": 4, "steady_at": "third"}
    taken = filled(options=options)["options"]
    assert taken == options
    assert isinstance(taken["rate"], float)


@pytest.mark.parametrize("situation", [[], "x", None, 3])
def test_a_situation_is_a_map(situation: object) -> None:
    with pytest.raises(UmpireError, match=r"^situation: .* is not a map of the fields of the procedure volley$"):
        check(LEDGER, VOLLEY, situation)


def test_the_situation_given_is_left_as_it_was() -> None:
    unit = {"men": 3}
    situation = {"figures": 2, "unit": unit}
    check(LEDGER, VOLLEY, situation)
    assert situation == {"figures": 2, "unit": {"men": 3}}


def test_checking_twice_changes_nothing() -> None:
    once = filled(unit={"men": 4}, options={"rate": 1})
    assert check(LEDGER, VOLLEY, once) == once


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("list of choice or none", ("or none", "list of choice")),
        ("list of list of any of string | integer", ("list of", "list of any of string | integer")),
        ("any of string | integer", ("any of", "string | integer")),
        ("record unit", ("record", "unit")),
        ("map of record unit", ("map of", "record unit")),
        ("integer", ("integer", "")),
    ],
)
def test_types_come_apart_from_the_outside(kind: str, parts: tuple[str, str]) -> None:
    assert inner(kind) == parts


def test_a_type_the_ledger_does_not_have_is_a_fault_of_the_ledger() -> None:
    with pytest.raises(ValueError, match="no type 'colour'"):
        expected("colour")


def test_near_names_are_suggested_and_far_ones_not() -> None:
    assert suggest("infantry-voley", ["infantry-volley"]) == "; did you mean 'infantry-volley'?"
    assert suggest("weather", ["infantry-volley"]) == ""


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from([field.name for field in VOLLEY.inputs]), PLAIN))
def test_anything_is_either_filled_in_or_refused(situation: dict[str, Any]) -> None:
    names = [field.name for field in VOLLEY.inputs]
    try:
        found = list(check(LEDGER, VOLLEY, situation))
    except UmpireError as error:
        found = names if error.problems else []
    assert found == names
