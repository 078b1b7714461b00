"""When a reinforcement comes."""

from __future__ import annotations

from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice


def arrives(target: int, what: str, by: str, dice: Dice) -> bool:
    """Whether a reinforcement comes on this turn; a target of 1 needs no die [info.reinforcements]."""
    if target <= 1:
        return True
    return dice.ask(Count(1, D6, target, Why(what, "chamberlain.info.reinforcements", by))) == 1
