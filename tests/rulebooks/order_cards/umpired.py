"""The umpire's procedures of the order-card book as the tests ask them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from roundtop.battle.ledger import Ledger
from roundtop.battle.procedure import Procedure, under
from roundtop.rulebooks.order_cards.options import LEDGER, settings
from roundtop.rulebooks.order_cards.procedures import PROCEDURES
from roundtop.umpire import Exact, Prospect, Result, ask


@dataclass
class Page:
    """As much of the rulebook as the umpire reads."""

    id: str
    ledger: Ledger
    procedures: tuple[Procedure, ...]


PAGE: Final = Page(LEDGER.id, LEDGER, under(LEDGER, settings, PROCEDURES))


def rule(name: str, *dice: str, **situation: Any) -> Result:
    """A procedure with dice to the last die."""
    return ask(PAGE, name, situation, dice=list(dice))


def outcome(name: str, *dice: str, **situation: Any) -> dict[str, Any]:
    return rule(name, *dice, **situation).outcome


def refused(name: str, **situation: Any) -> str:
    """The clause, without the book's name, by which a procedure says no; "" when it says yes."""
    found = outcome(name, **situation)
    return "" if found["legal"] else str(found["clause"]).removeprefix("order-cards.")


def odds(name: str, **situation: Any) -> Prospect:
    return ask(PAGE, name, situation, odds=True)


def exact(name: str, **situation: Any) -> dict[str, Fraction]:
    whole = odds(name, **situation).whole
    assert isinstance(whole, Exact)
    assert sum(row.chance for row in whole.chances) == 1
    return {str(row.outcome): row.chance for row in whole.chances}
