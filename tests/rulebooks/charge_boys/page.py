"""The umpire with Charge Boys Charge! before it, for tests that need no table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from roundtop.battle.ledger import Ledger
from roundtop.battle.procedure import Procedure, under
from roundtop.dice.sources import Scripted
from roundtop.rulebooks.charge_boys.options import LEDGER, settings
from roundtop.rulebooks.charge_boys.procedures import PROCEDURES
from roundtop.umpire import Exact, Prospect, Result, ask


@dataclass
class Page:
    """As much of the rulebook as the umpire reads."""

    id: str
    ledger: Ledger
    procedures: tuple[Procedure, ...]


PAGE: Final = Page(LEDGER.id, LEDGER, under(LEDGER, settings, PROCEDURES))


def dice(*faces: int) -> Scripted:
    return Scripted([f"d6:{face}" for face in faces])


def rule(name: str, *faces: int, **situation: Any) -> Result:
    return ask(PAGE, name, situation, dice=[f"d6:{face}" for face in faces])


def outcome(name: str, *faces: int, **situation: Any) -> dict[str, Any]:
    """What comes of a procedure with exactly these dice."""
    return rule(name, *faces, **situation).outcome


def only(found: dict[str, Any], *names: str) -> tuple[Any, ...]:
    """Some of the outputs, in the order asked for."""
    return tuple(found.get(name) for name in names)


def odds(name: str, **situation: Any) -> Prospect:
    return ask(PAGE, name, situation, odds=True)


def exact(name: str, **situation: Any) -> list[tuple[dict[str, Any], Fraction]]:
    whole = odds(name, **situation).whole
    assert isinstance(whole, Exact)
    assert sum(row.chance for row in whole.chances) == 1
    return [(row.outcome, row.chance) for row in whole.chances]


def legs(*given: tuple[str, float] | str) -> list[dict[str, Any]]:
    """A way written shortly: ("open", 2.0) or "wall"."""
    return [{"kind": leg} if isinstance(leg, str) else {"kind": leg[0], "inches": leg[1]} for leg in given]
