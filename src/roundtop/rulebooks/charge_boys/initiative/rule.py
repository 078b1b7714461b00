"""Who has the higher die."""

from __future__ import annotations

from roundtop.dice.questions import D6, Differ, Why
from roundtop.dice.sources import Dice


def initiative(sides: tuple[str, str], dice: Dice) -> str:
    """The side with the higher die, thrown again while equal; it chooses to move first or second [turn.first-mover]."""
    return sides[dice.ask(Differ(D6, Why("initiative", "charge-boys.turn.first-mover")))]
