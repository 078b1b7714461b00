"""The typed options are those of the ledger."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from roundtop.battle.options import OptionError
from roundtop.rulebooks.skirmish.options import LEDGER, LIMITS, PRINTED, Settings, settings
from tests.clauses import clause


def test_settings_have_every_option_of_the_ledger_at_its_default() -> None:
    fields = {field.name: getattr(PRINTED, field.name) for field in dataclasses.fields(Settings) if field.init}
    ledger = {choice.field.name: choice.field.default for choice in LEDGER.choices}
    assert fields == ledger
    assert {name: type(value) for name, value in fields.items()} == {n: type(v) for n, v in ledger.items()}
    assert len(fields) == 39


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
        pytest.param("yards_per_cm", 0.1, 0.0, marks=clause("skirmish.setup.scale")),
        pytest.param("group_max", 4, 3, marks=clause("skirmish.setup.group-make-up")),
        ("group_max", 24, 25),
        pytest.param("detachment_min", 1, 0, marks=clause("skirmish.actions.detachment-terms")),
        pytest.param("repeater_magazine", 1, 0, marks=clause("skirmish.shooting.one-shot-per-loading")),
        ("repeater_magazine", 20, 21),
        pytest.param("force_break", 1.0, 1.1, marks=clause("skirmish.victory.force-break")),
        ("force_break", 0.01, 0.0),
        pytest.param("turn_limit", 1, 0, marks=clause("skirmish.victory.game-length")),
        pytest.param("mounted_jump_height_cm", 0.0, -1.0, marks=clause("skirmish.movement.mounted-obstacles")),
    ],
)
def test_a_number_has_its_sensible_range(name: str, last: float, beyond: float) -> None:
    assert getattr(settings({name: last}), name) == last
    with pytest.raises(OptionError, match=f"^{name}: {beyond} is not a .*number from"):
        settings({name: beyond})


@clause("skirmish.setup.scope")
def test_unknown_and_unlisted_are_refused_together() -> None:
    with pytest.raises(OptionError) as caught:
        settings({"fogg": True, "graze": "much"})
    assert caught.value.problems[0].startswith("fogg: no such option")
    assert caught.value.problems[1] == "graze: 'much' is not morale or none or duck"


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"group_min": 9, "group_max": 8, "group_stock": 8}, "group_min"),
        ({"group_min": 7}, "group_max: a company of 13 could not be split into groups of 7 or more"),
        ({"group_stock": 14}, "group_stock"),
        ({"detachment_min": 7}, "detachment_min"),
        ({"deploy_depth_cm": 70.0}, "deploy_depth_cm"),
        ({"table_depth_cm": 50.0}, "deploy_depth_cm: two strips of 30 cm are more than table_depth_cm, 50"),
    ],
)
def test_options_that_contradict_each_other_are_refused_in_words(given: dict[str, Any], name: str) -> None:
    with pytest.raises(OptionError, match=name):
        settings(given)


@clause("skirmish.setup.group-make-up")
@pytest.mark.parametrize(("given", "stock"), [
    ({}, 8), ({"group_max": 6}, 6), ({"group_min": 10, "group_max": 20}, 10), ({"group_stock": 5}, 5),
])  # fmt: skip
def test_the_usual_size_of_a_group_keeps_to_its_limits(given: dict[str, int], stock: int) -> None:
    assert settings(given).group_stock == stock
