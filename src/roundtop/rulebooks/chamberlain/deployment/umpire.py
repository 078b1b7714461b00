"""The procedure first-player."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, Worked, chanced, enumerated, throws, two_sides
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain.deployment import rule


def _work(order: tuple[str, str], dice: Dice) -> Worked:
    first = rule.first_player(order, dice)
    found = throws(dice, order, "chamberlain.setup.first-player")
    rows = (*found, Row("first player turn", first, "chamberlain.setup.first-player"))
    return Worked({"first": first, "rounds": len(found)}, rows)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    Procedure(
        "first-player",
        lambda given: two_sides("order", given["order"]),
        _work,
        chanced(lambda order: enumerated(order, rule.first_player), lambda _, first: {"first": first}),
    ),
)
