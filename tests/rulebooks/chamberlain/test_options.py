"""House rules: the typed settings are the ledger's options, with the ledger's defaults."""

from __future__ import annotations

from dataclasses import fields

import pytest

from roundtop.battle.options import OptionError
from roundtop.rulebooks.chamberlain.options import LEDGER, LIMITS, PRINTED, Settings, settings
from tests.clauses import clause


def test_every_option_of_the_ledger_is_a_setting() -> None:
    assert [field.name for field in fields(Settings)] == [choice.field.name for choice in LEDGER.choices]


def test_the_defaults_are_the_ledgers() -> None:
    assert settings({}) == PRINTED


def test_every_limit_names_an_option() -> None:
    assert set(LIMITS) <= {choice.field.name for choice in LEDGER.choices}


def test_every_value_of_every_choice_is_accepted() -> None:
    for choice in LEDGER.choices:
        for value in choice.field.values:
            assert getattr(settings({choice.field.name: value}), choice.field.name) == value


def test_placing_officers_may_be_limited_or_not() -> None:
    assert settings({}).command_placement_limit is None
    assert settings({"command_placement_limit": 12}).command_placement_limit == 12.0
    assert settings({"command_placement_limit": "none"}).command_placement_limit is None


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("setup_unit_depth", 0, "setup_unit_depth: 0 is not a number from 0.1 to 1"),
        ("setup_unit_depth", 1.1, "setup_unit_depth: 1.1 is not a number from 0.1 to 1"),
        ("unit_scale", "corps", "unit_scale: 'corps' is not brigade or regiment"),
        ("info_reinforcement_target", 7, "info_reinforcement_target: 7 is not a whole number from 1 to 6"),
        (
            "unit_default_elan_infantry",
            [5, 6],
            "unit_default_elan_infantry: [5, 6] is not a list of 4, each a whole number from 3 to 9",
        ),
    ],
)
def test_a_wrong_value_is_named(name: str, value: object, says: str) -> None:
    with pytest.raises(OptionError) as caught:
        settings({name: value})
    assert caught.value.problems == (says,)


@clause("chamberlain.setup.force")
@pytest.mark.parametrize(("given", "says"), [
    ({"setup_force_min": 3, "setup_force_max": 2}, "setup_force_min: 3 is more than setup_force_max, 2"),
    ({"setup_force_min": 4, "setup_force_max": 6},
     "setup_force_max: a force of 7 could not be divided into forces of 4 or more"),
    ({"setup_deploy_depth": 9}, "setup_deploy_depth: two strips of 9 BW are more than setup_table_depth, 16"),
    ({"unit_default_elan_cavalry": [4, 6, 5, 7]},
     "unit_default_elan_cavalry: [4, 6, 5, 7] falls from one quality to the next better"),
])  # fmt: skip
def test_options_that_contradict_each_other_are_refused_in_words(given: dict[str, object], says: str) -> None:
    with pytest.raises(OptionError) as caught:
        settings(given)
    assert caught.value.problems == (says,)
    assert settings({"setup_force_min": 4, "setup_force_max": 7, "setup_deploy_depth": 8}).setup_force_max == 7
