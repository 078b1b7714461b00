"""Every ledger: names that exist, types that are known, examples and defaults that fit their own fields."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roundtop.battle.ledger import Field, Ledger, inner, read_ledger
from roundtop.umpire.fields import check, expected
from tests.ledger.fit import misfits

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "src" / "roundtop" / "rulebooks").glob("*/clauses.toml"))
LEDGERS = [read_ledger(path) for path in FILES]
every_ledger = pytest.mark.parametrize("ledger", LEDGERS, ids=[path.parent.name for path in FILES])


def all_fields(ledger: Ledger) -> list[Field]:
    fields = [choice.field for choice in ledger.choices]
    for record in ledger.records.values():
        fields += record.fields
    for routine in ledger.routines.values():
        fields += routine.inputs + routine.outputs
    return fields


@every_ledger
def test_ids_are_unique_and_begin_with_the_rulebooks(ledger: Ledger) -> None:
    ids = [clause.id for clause in ledger.clauses]
    assert len(set(ids)) == len(ids)
    for id in ids:
        assert re.fullmatch(re.escape(ledger.id) + r"\.[a-z0-9-]+\.[a-z0-9-]+", id)
        assert ledger.clause(id).id == id


@every_ledger
def test_clauses_options_and_procedures_name_each_other(ledger: Ledger) -> None:
    ids = {clause.id for clause in ledger.clauses}
    options = {choice.field.name for choice in ledger.choices}
    for clause in ledger.clauses:
        assert clause.kind in ("rule", "table", "optional", "gap")
        assert set(clause.options) <= options
        assert bool(clause.was) <= bool(clause.because)
    for choice in ledger.choices:
        assert choice.field.name in ledger.clause(choice.clause).options
    for routine in ledger.routines.values():
        assert set(routine.clauses) <= ids


@every_ledger
def test_types_are_known_and_choices_have_values(ledger: Ledger) -> None:
    for field in all_fields(ledger):
        assert expected(field.type, field.values)
        assert ("choice" in field.type) <= bool(field.values)
        kind = field.type
        while kind:
            form, kind = inner(kind)
            if form == "record":
                assert kind in ledger.records
                break
            if form == "any of":
                break


@every_ledger
def test_defaults_fit(ledger: Ledger) -> None:
    for field in all_fields(ledger):
        if field.default is not None:
            assert misfits(ledger, [field], {field.name: field.default}) == []


@every_ledger
def test_examples_fit_inputs_and_outputs(ledger: Ledger) -> None:
    for routine in ledger.routines.values():
        check(ledger, routine, routine.example.situation)
        assert misfits(ledger, routine.outputs, routine.example.expect, partly=True) == []


@every_ledger
def test_options_named_by_a_procedure_exist(ledger: Ledger) -> None:
    options = {choice.field.name for choice in ledger.choices}
    for routine in ledger.routines.values():
        for field in routine.inputs:
            if field.name == "options":
                named = field.meaning.partition("read here:")[2].replace(",", " ").split()
                assert set(named) <= options


def test_a_clause_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        LEDGERS[0].clause("nowhere")
