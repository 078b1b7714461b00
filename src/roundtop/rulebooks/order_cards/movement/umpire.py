"""The price of a move, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure, each, reads, reckoned, verdict
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.movement import rule
from roundtop.rulebooks.order_cards.options import Settings

ONLY_FOR: Final[dict[str, str]] = {
    "limber": tables.ARTILLERY,
    "unlimber": tables.ARTILLERY,
    "mount": tables.CAVALRY,
    "dismount": tables.CAVALRY,
}
"""Actions that only one arm knows."""


@record(frozen=True)
class Move:
    """A unit, a card, and what it does and crosses."""

    mover: rule.Mover
    card: cards_rule.Card
    compulsory: bool
    actions: tuple[rule.Action, ...]
    settings: Settings


def known_to(given: Fields) -> None:
    """Nobody does what only another arm can."""
    arm: str = given["arm"]
    for place, one in enumerate(given["actions"]):
        if ONLY_FOR.get(one["do"], arm) != arm:
            raise FieldError(f"actions[{place}].do: {arm} cannot {one['do']}; that is for {ONLY_FOR[one['do']]}")


def _can_be(given: Fields) -> None:
    known_to(given)
    if given["frontage"] == 0.0 and any([one["do"] == "wheel" and one["degrees"] > 0.0 for one in given["actions"]]):
        raise FieldError("frontage: 0 cannot be; a wheel is measured by the width of the front")


def _priced(move: Move) -> rule.Bill:
    price = rule.compulsory_bill if move.compulsory else rule.move_bill
    return price(move.mover, move.card, move.actions, move.settings)


def _bill(move: Move, bill: rule.Bill) -> Outputs:
    return {
        **verdict(bill.refusal),
        "allowance": bill.allowance,
        "deductions": bill.spent,
        "left": 0.0 if bill.refusal else bill.left,
        "disordered_after": move.mover.disordered if bill.refusal else bill.disordered,
    }


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "move-cost",
        reads(
            Move,
            _can_be,
            mover=reads(rule.Mover, mounted=umpire.mounted, edge="all_stands_within_edge_inch"),
            card=umpire.card,
            actions=each("actions", reads(rule.Action)),
        ),
        _priced,
        lambda move, bill: rule.bill_lines(bill, move.actions),
        answer=_bill,
    ),
)
