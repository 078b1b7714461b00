"""The typed options are those of the ledger."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from roundtop.battle.options import OptionError
from roundtop.rulebooks.charge_boys.options import LEDGER, LIMITS, PRINTED, Settings, settings
from tests.clauses import clause


def test_settings_have_every_option_of_the_ledger_at_its_default() -> None:
    fields = {field.name: getattr(PRINTED, field.name) for field in dataclasses.fields(Settings)}
    ledger = {choice.field.name: choice.field.default for choice in LEDGER.choices}
    assert fields == ledger | {"max_hits_per_die": None, "building_capacity": None}
    assert len(fields) == 65


def test_every_listed_value_can_be_given() -> None:
    for choice in LEDGER.choices:
        values: list[Any] = list(choice.field.values) or [getattr(PRINTED, choice.field.name)]
        for value in [True, False] if choice.field.type == "boolean" else values:
            assert getattr(settings({choice.field.name: value}), choice.field.name) == value


def test_limits_are_of_options_that_are_numbers() -> None:
    kinds = ("integer", "number", "integer or none")
    assert set(LIMITS) == {choice.field.name for choice in LEDGER.choices if choice.field.type in kinds}


def test_defaults_lie_within_the_limits() -> None:
    assert settings({}) == PRINTED


@clause("charge-boys.core.modifiers")
def test_no_cap_on_a_die_is_written_none() -> None:
    assert settings({"max_hits_per_die": "none"}).max_hits_per_die is None
    assert settings({"max_hits_per_die": 2}).max_hits_per_die == 2
    with pytest.raises(OptionError, match=r"^max_hits_per_die: 0 is not a whole number from 1 to 1000, or none$"):
        settings({"max_hits_per_die": 0})


@pytest.mark.parametrize(
    ("name", "last", "beyond"),
    [
        ("army_break", 1.0, 1.1),
        ("army_break", 0.01, 0.0),
        ("turn_limit", 1, 0),
        ("impulses", 1, 0),
        ("fire_arc", 180.0, 181.0),
        ("horse_holders_one_in", 0, -1),
        ("yards_per_inch", 1.0, 0.0),
    ],
)
def test_a_number_has_its_sensible_range(name: str, last: float, beyond: float) -> None:
    assert getattr(settings({name: last}), name) == last
    with pytest.raises(OptionError, match=f"^{name}: {beyond} is not a .*number from"):
        settings({name: beyond})


def test_unknown_and_unlisted_are_refused_together() -> None:
    with pytest.raises(OptionError) as caught:
        settings({"fogg": True, "melee": "dominoes"})
    assert caught.value.problems[0].startswith("fogg: no such option")
    assert caught.value.problems[1] == "melee: 'dominoes' is not supplement or none"
