"""The typed options are those of the ledger, and a club's deck is as good as the book's."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from roundtop.battle.options import OptionError
from roundtop.rulebooks.order_cards.options import LEDGER, LIMITS, PRINTED, Settings, settings
from tests.clauses import clause


def test_settings_have_every_option_of_the_ledger_at_its_default() -> None:
    fields = {field.name: getattr(PRINTED, field.name) for field in dataclasses.fields(Settings)}
    ledger = {choice.field.name: choice.field.default for choice in LEDGER.choices}
    assert fields == ledger
    kinds = {"integer": int, "number": float, "boolean": bool, "string": str}
    for choice in LEDGER.choices:
        wanted = kinds.get(choice.field.type, type(choice.field.default))
        assert type(fields[choice.field.name]) is wanted
    assert len(fields) == 47


def test_every_listed_value_can_be_given() -> None:
    for choice in LEDGER.choices:
        values: list[Any] = list(choice.field.values) or [choice.field.default]
        for value in [True, False] if choice.field.type == "boolean" else values:
            partner = {"supply_limit": True} if choice.field.name == "supply_wagons" else {}
            assert getattr(settings({**partner, choice.field.name: value}), choice.field.name) == value


def test_limits_are_of_options_that_are_numbers() -> None:
    numbers = {choice.field.name for choice in LEDGER.choices if choice.field.type in ("integer", "number")}
    assert set(LIMITS) == numbers


def test_defaults_lie_within_the_limits() -> None:
    assert settings({}) == PRINTED


@pytest.mark.parametrize(
    ("name", "last", "beyond"),
    [
        pytest.param("yards_per_inch", 1.0, 0.0, marks=clause("order-cards.setup.scale")),
        pytest.param("cards_per_set", 1, 0, marks=clause("order-cards.cards.set-size")),
        ("break_percent", 100, 101),
        ("enfilade_angle", 90.0, 91.0),
        ("melee_max_rounds", 1, 0),
        ("boxes_infantry", 1, 0),
        ("max_visibility", 0.0, -1.0),
    ],
)
def test_a_number_has_its_sensible_range(name: str, last: float, beyond: float) -> None:
    assert getattr(settings({name: last}), name) == last
    with pytest.raises(OptionError, match=f"^{name}: {beyond} is not a .*number from"):
        settings({name: beyond})


@clause("order-cards.cards.set-size")
def test_a_set_is_no_larger_than_the_deck() -> None:
    assert settings({"cards_per_set": 12}).cards_per_set == 12
    with pytest.raises(OptionError, match=r"^cards_per_set: 13 is more than the 12 cards of the deck"):
        settings({"cards_per_set": 13})


def test_unknown_and_unlisted_are_refused_together() -> None:
    with pytest.raises(OptionError) as caught:
        settings({"fogg": True, "wheel_measure": "tape"})
    assert caught.value.problems[0].startswith("fogg: no such option")
    assert caught.value.problems[1] == "wheel_measure: 'tape' is not arc or chord"
