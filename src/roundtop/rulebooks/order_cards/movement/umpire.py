"""The price of a move, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.movement import rule
from roundtop.rulebooks.order_cards.options import Settings


@record(frozen=True)
class Move:
    """A unit, a card, and what it does and crosses."""

    mover: rule.Mover
    card: cards_rule.Card
    compulsory: bool
    actions: tuple[rule.Action, ...]
    settings: Settings


ONLY_FOR: Final[dict[str, str]] = {
    "limber": tables.ARTILLERY,
    "unlimber": tables.ARTILLERY,
    "mount": tables.CAVALRY,
    "dismount": tables.CAVALRY,
}
"""Actions that only one arm knows."""


def actions_given(given: list[umpire.Fields], arm: str) -> tuple[rule.Action, ...]:
    found: list[rule.Action] = []
    for place, one in enumerate(given):
        path = f"actions[{place}]."
        between(f"{path}degrees", one["degrees"], 0.0, 360.0)
        between(f"{path}inches", one["inches"], 0.0, umpire.MOST_INCHES)
        if ONLY_FOR.get(one["do"], arm) != arm:
            raise FieldError(f"{path}do: {arm} cannot {one['do']}; that is for {ONLY_FOR[one['do']]}")
        found.append(rule.Action(one["do"], one["degrees"], one["inches"]))
    return tuple(found)


def _read_move(fields: umpire.Fields) -> Move:
    house = umpire.house_rules(fields)
    actions = actions_given(fields["actions"], fields["arm"])
    between("frontage", fields["frontage"], 0.0, umpire.MOST_INCHES)
    if fields["frontage"] == 0.0 and any([one.do == "wheel" and one.degrees > 0.0 for one in actions]):
        raise FieldError("frontage: 0 cannot be; a wheel is measured by the width of the front")
    mover = rule.Mover(
        arm=fields["arm"],
        mounted=umpire.mounted_only(fields),
        limbered=fields["limbered"],
        state=fields["state"],
        disordered=fields["disordered"],
        frontage=fields["frontage"],
        edge=fields["all_stands_within_edge_inch"],
    )
    return Move(mover, umpire.card_given(fields, house), fields["compulsory"], actions, house)


def _priced(move: Move, _: Dice) -> rule.Bill:
    price = rule.compulsory_bill if move.compulsory else rule.move_bill
    return price(move.mover, move.card, move.actions, move.settings)


def _bill(_: Move, bill: rule.Bill) -> Outputs:
    known: Outputs = {**umpire.verdict(bill.refusal), "allowance": bill.allowance}
    if bill.refusal:
        return known
    return known | {
        "deductions": bill.spent,
        "left": bill.left,
        "disordered_after": bill.disordered,
    }


MOVE_COST: Final[Procedure] = simple(
    "move-cost", _read_move, _priced, _bill, lambda move, bill: rule.bill_lines(bill, move.actions)
)
PROCEDURES: Final[tuple[Procedure, ...]] = (MOVE_COST,)
