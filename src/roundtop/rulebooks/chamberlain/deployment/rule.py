"""Who deploys and who takes the first player turn: dice against each other."""

from __future__ import annotations

from roundtop.dice.questions import D6, Differ, Why
from roundtop.dice.sources import Dice


def higher_die(order: tuple[str, str], clause: str, reason: str, dice: Dice) -> str:
    """The side with the higher die, ties thrown again [setup.first-player, setup.deployment]."""
    return order[dice.ask(Differ(D6, Why(reason, clause)))]


def first_player(order: tuple[str, str], dice: Dice) -> str:
    """The side that takes the first player turn: the higher die [setup.first-player]."""
    return higher_die(order, "chamberlain.setup.first-player", "first player turn", dice)
