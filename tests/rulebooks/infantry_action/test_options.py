"""The typed options are those of the ledger."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from roundtop.battle.options import OptionError
from roundtop.rulebooks.infantry_action.options import LEDGER, LIMITS, PRINTED, Settings, settings
from tests.clauses import clause


def test_settings_have_every_option_of_the_ledger_at_its_default() -> None:
    fields = {field.name: getattr(PRINTED, field.name) for field in dataclasses.fields(Settings)}
    ledger = {choice.field.name: choice.field.default for choice in LEDGER.choices}
    assert fields == ledger
    assert {name: type(value) for name, value in fields.items()} == {n: type(v) for n, v in ledger.items()}
    assert len(fields) == 32


def test_every_listed_value_can_be_given() -> None:
    for choice in LEDGER.choices:
        values: list[Any] = list(choice.field.values) or [choice.field.default]
        for value in [True, False] if choice.field.type == "boolean" else values:
            assert getattr(settings({choice.field.name: value}), choice.field.name) == value


def test_limits_are_of_options_that_are_numbers() -> None:
    numbers = {choice.field.name for choice in LEDGER.choices if choice.field.type in ("integer", "number")}
    assert set(LIMITS) == numbers


def test_defaults_lie_within_the_limits() -> None:
    assert settings({}) == PRINTED


@pytest.mark.parametrize(
    ("name", "last", "beyond"),
    [
        pytest.param("unit_size", 4, 3, marks=clause("infantry-action.setup.unit-size")),
        ("unit_size", 10, 11),
        pytest.param("guns_per_battery", 1, 0, marks=clause("infantry-action.setup.artillery-unit")),
        ("guns_per_battery", 4, 5),
        pytest.param("army_break", 1.0, 1.1, marks=clause("infantry-action.victory.army-break")),
        ("army_break", 0.01, 0.0),
        pytest.param("turn_limit", 1, 0, marks=clause("infantry-action.victory.game-length")),
        pytest.param("yards_per_inch", 1.0, 0.0, marks=clause("infantry-action.setup.scale")),
        ("stand_in", 0.25, 0.0),
        ("fire_arc_deg", 180.0, 181.0),
        ("wood_sight_in", 0.0, -1.0),
    ],
)
def test_a_number_has_its_sensible_range(name: str, last: float, beyond: float) -> None:
    assert getattr(settings({name: last}), name) == last
    with pytest.raises(OptionError, match=f"^{name}: {beyond} is not a .*number from"):
        settings({name: beyond})


def test_unknown_and_unlisted_are_refused_together() -> None:
    with pytest.raises(OptionError) as caught:
        settings({"fogg": True, "boneyard": "per-game"})
    assert caught.value.problems[0].startswith("fogg: no such option")
    assert caught.value.problems[1] == "boneyard: 'per-game' is not per-combat or per-turn"


@pytest.mark.parametrize(("given", "says"), [
    ({"deploy_depth_in": 24.0},
     "deploy_depth_in: two strips of 24 in with 1 between them are more than table_depth_in, 48"),
    ({"unit_size": 10, "stand_in": 3.0, "table_width_in": 24.0},
     "unit_size: a line of 10 stands of 3 in is longer than the table, 24"),
])  # fmt: skip
def test_options_that_contradict_each_other_are_refused_in_words(given: dict[str, float], says: str) -> None:
    with pytest.raises(OptionError) as caught:
        settings(given)
    assert caught.value.problems == (says,)
    assert settings({"deploy_depth_in": 23.5, "stand_in": 4.0, "table_width_in": 40.0}).stand_in == 4.0
