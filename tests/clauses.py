"""The mark by which a test names the clause it holds, and the worked examples it asserts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from roundtop.battle.ledger import Ledger, read_ledger

ROOT = Path(__file__).parents[1]
RULEBOOKS = ROOT / "src" / "roundtop" / "rulebooks"
EXAMPLES = ROOT / "examples"


def ledger_of(id: str) -> Ledger:
    """The ledger of the rulebook a clause id belongs to."""
    return _read(id.partition(".")[0].replace("-", "_"))


@cache
def _read(folder: str) -> Ledger:
    own = RULEBOOKS / folder / "clauses.toml"
    return read_ledger(own if own.is_file() else EXAMPLES / folder / folder / "clauses.toml")


def clause(id: str, *examples: int) -> pytest.MarkDecorator:
    """Marks a test as holding this clause; `examples` are the worked examples it asserts, counted from 1.

    Write id and numbers out as literals: `roundtop clauses` counts them without running the tests.
    """
    found = [clause for clause in ledger_of(id).clauses if clause.id == id]
    if not found:
        raise ValueError(f"no ledger has the clause '{id}'")
    for example in examples:
        if not 1 <= example <= len(found[0].examples):
            raise ValueError(f"{id} has {len(found[0].examples)} worked examples, so none is number {example}")
    return pytest.mark.clause(id, *examples)
