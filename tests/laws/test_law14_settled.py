"""Law 14: the battle's own word comes first. A house rule that it settles changes nothing, and is not taken."""

from __future__ import annotations

from typing import Any, Final

import pytest

from roundtop.battle.engine import begin
from roundtop.battle.options import Fixed, OptionError
from roundtop.battle.protocol import Rulebook, agreed, settled
from roundtop.battle.scenario import Scenario
from roundtop.battles import load
from roundtop.record import replace
from roundtop.rulebooks import suiting
from tests.laws import play

FIELDS: Final = [(load(id), book) for id in play.FIELDS for book in suiting(load(id))]
every_field = pytest.mark.parametrize(("scenario", "book"), FIELDS, ids=lambda one: one.id)
ALWAYS: Final = ("turn_limit", "sets", "setup_game_turns", "unit_scale")
"""What a battle of the shelf settles where its length or its scale are written down."""


def another(book: Rulebook, one: Fixed) -> Any:
    """A lawful value that is neither the battle's nor the usual one."""
    field = next(choice.field for choice in book.ledger.choices if choice.field.name == one.option)
    if field.type == "choice":
        return next(value for value in field.values if value != one.value)
    if one.option in ("unit_size", "guns_per_battery"):
        return field.default - 1 if field.default > 4 else field.default + 1
    bigger = field.default + 1
    return bigger if bigger != one.value else bigger + 1


def opening(book: Rulebook, scenario: Scenario, options: dict[str, Any]) -> Any:
    state = begin(book, scenario, options).state
    return replace(state, settings=book.settings({}))


@every_field
def test_what_a_battle_settles_changes_nothing(scenario: Scenario, book: Rulebook) -> None:
    usual = opening(book, scenario, {})
    for one in settled(book, scenario, book.settings({})):
        assert opening(book, scenario, {one.option: another(book, one)}) == usual, one.option


@every_field
def test_what_a_battle_settles_is_not_taken_but_for_its_own_value(scenario: Scenario, book: Rulebook) -> None:
    for one in settled(book, scenario, book.settings({})):
        with pytest.raises(OptionError, match=f"{one.option}: the battle settles it.*{scenario.title}"):
            agreed(book, scenario, {one.option: another(book, one)})
        if one.value is not None:
            assert agreed(book, scenario, {one.option: one.value}) is not None


@every_field
def test_what_it_does_not_settle_changes_the_battle(scenario: Scenario, book: Rulebook) -> None:
    fixed = {one.option for one in settled(book, scenario, book.settings({}))}
    usual = opening(book, scenario, {})
    for choice in book.ledger.choices:
        if choice.field.name in ALWAYS and choice.field.name not in fixed:
            other = another(book, Fixed(choice.field.name, None, ""))
            other = "regiment" if choice.field.name == "unit_scale" else other
            assert opening(book, scenario, {choice.field.name: other}) != usual, choice.field.name


def test_every_such_option_says_so_in_its_meaning() -> None:
    for scenario, book in FIELDS:
        meanings = {choice.field.name: choice.field.meaning for choice in book.ledger.choices}
        for one in settled(book, scenario, book.settings({})):
            assert "The battle's own word comes first" in meanings[one.option], (book.id, one.option)
