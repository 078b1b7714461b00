"""Whether outputs fit the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from roundtop.battle.ledger import Field, Ledger
from roundtop.umpire.fields import Checker


def misfits(ledger: Ledger, fields: Sequence[Field], outputs: Mapping[str, Any], partly: bool = False) -> list[str]:
    """What is wrong with these outputs; `partly`: fields may be left out, in records too."""
    records = ledger.records
    if partly:
        fields = [optional(field) for field in fields]
        records = {
            name: replace(record, fields=tuple(optional(field) for field in record.fields))
            for name, record in records.items()
        }
    checker = Checker(replace(ledger, records=records))
    checker.fields(fields, outputs, "", "the outputs")
    return checker.problems


def optional(field: Field) -> Field:
    return replace(field, required=False, default=None)


def agrees(expected: Any, found: Any) -> bool:
    """Whether what came out is what was expected; an expectation may leave fields of a record out."""
    if isinstance(expected, Mapping):
        return isinstance(found, Mapping) and all(
            name in found and agrees(value, found[name]) for name, value in expected.items()
        )
    if isinstance(expected, list):
        return isinstance(found, list) and len(expected) == len(found) and all(map(agrees, expected, found))
    return bool(expected == found)
