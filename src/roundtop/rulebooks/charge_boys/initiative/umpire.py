"""Procedure: initiative."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, Worked, chanced, enumerated, throws, two_sides
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys.initiative import rule


def _work(sides: tuple[str, str], dice: Dice) -> Worked:
    winner = rule.initiative(sides, dice)
    found = throws(dice, sides, "charge-boys.turn.first-mover")
    rows = (*found, Row("chooses", winner, "charge-boys.turn.first-mover"))
    return Worked({"winner": winner, "rounds": len(found)}, rows)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    Procedure(
        "initiative",
        lambda given: two_sides("sides", given["sides"]),
        _work,
        chanced(lambda sides: enumerated(sides, rule.initiative), lambda _, winner: {"winner": winner}),
    ),
)
