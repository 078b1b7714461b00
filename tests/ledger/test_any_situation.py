"""Whatever a situation of the right types says, a procedure answers it or names the field that cannot be."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtop.battle.ledger import Field, Ledger, Routine, inner
from roundtop.umpire import Book, Exact, Result, UmpireError, ask, procedures
from roundtop.umpire.umpire import seen
from tests.ledger.fit import misfits

EVERY = procedures()
every_procedure = pytest.mark.parametrize(
    ("book", "routine"), EVERY, ids=[f"{book.id}/{routine.name}" for book, routine in EVERY]
)


def values(ledger: Ledger, kind: str, field: Field) -> st.SearchStrategy[Any]:
    """Values of a type of the ledger, mostly of a size met on a table."""
    form, held = inner(kind)
    match form:
        case "integer":
            return st.integers(1, 6) | st.integers(-2, 12)
        case "number":
            return st.floats(0, 40) | st.integers(-1, 40)
        case "boolean":
            return st.booleans()
        case "string":
            return st.sampled_from(["union", "confederate", "0-0", "6-3", "x"])
        case "choice":
            return st.sampled_from(field.values)
        case "record":
            return fields(ledger, ledger.records[held].fields)
        case "or none":
            return st.none() | values(ledger, held, field)
        case "any of":
            return st.one_of([values(ledger, part, field) for part in held.split("|")])
        case "list of":
            return st.lists(values(ledger, held, field), max_size=4)
        case _:
            keys = st.sampled_from(["union", "confederate"])
            return st.dictionaries(keys, values(ledger, held, field), max_size=2)


def options(ledger: Ledger) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {}, optional={choice.field.name: values(ledger, choice.field.type, choice.field) for choice in ledger.choices}
    )


def fields(ledger: Ledger, wanted: tuple[Field, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """All the fields that are required and some of the others."""
    made = {field.name: value_of(ledger, field) for field in wanted}
    needed = {field.name for field in wanted if field.required}
    return st.fixed_dictionaries(
        {name: made[name] for name in made if name in needed},
        optional={name: made[name] for name in made if name not in needed},
    )


def value_of(ledger: Ledger, field: Field) -> st.SearchStrategy[Any]:
    return options(ledger) if field.name == "options" else values(ledger, field.type, field)


def changed(ledger: Ledger, wanted: tuple[Field, ...], example: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An example with some of its fields changed, in its records too."""
    made: dict[str, st.SearchStrategy[Any]] = {}
    for field in wanted:
        form, held = inner(field.type)
        if form == "record" and field.name in example:
            made[field.name] = changed(ledger, ledger.records[held].fields, example[field.name])
        else:
            made[field.name] = value_of(ledger, field)
    names = st.sets(st.sampled_from(list(made)), max_size=3) if made else st.just(set())
    return names.flatmap(lambda some: st.fixed_dictionaries({name: made[name] for name in sorted(some)})).map(
        lambda changes: example | changes
    )


def situations(book: Book, routine: Routine) -> st.SearchStrategy[dict[str, Any]]:
    near = changed(book.ledger, routine.inputs, routine.example.situation)
    return near | near | fields(book.ledger, routine.inputs)


def answer_or_error(book: Book, routine: Routine, situation: dict[str, Any], seed: int) -> Result | UmpireError:
    try:
        return ask(book, routine.name, situation, seed=seed)
    except UmpireError as error:
        return error


@every_procedure
def test_any_situation_is_answered_or_its_field_is_named(book: Book, routine: Routine) -> None:
    names = {field.name for field in routine.inputs}

    @settings(max_examples=60, deadline=None)
    @given(situations(book, routine), st.integers(0, 9))
    def answered(situation: dict[str, Any], seed: int) -> None:
        result = answer_or_error(book, routine, situation, seed)
        if isinstance(result, UmpireError):
            assert {re.split(r"[:.\[]", problem)[0] for problem in result.problems} <= names
            return
        assert misfits(book.ledger, routine.outputs, result.outcome) == []
        assert ask(book, routine.name, situation, dice=result.dice) == result

    answered()


@every_procedure
def test_odds_of_any_situation_sum_to_one_and_hold_what_a_seed_gives(book: Book, routine: Routine) -> None:
    @settings(max_examples=6, deadline=None)
    @given(situations(book, routine), st.integers(0, 9))
    def weighed(situation: dict[str, Any], seed: int) -> None:
        result = answer_or_error(book, routine, situation, seed)
        if isinstance(result, UmpireError):
            return
        for group in ask(book, routine.name, situation, odds=True).groups:
            if isinstance(group, Exact):
                assert sum(row.chance for row in group.chances) == 1
                if not group.group:
                    shown = seen(result.outcome, routine.outputs, book.ledger.records)
                    assert shown in [row.outcome for row in group.chances]

    weighed()
