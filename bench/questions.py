"""The named questions of odds, put to Roundtop as a rule asks and to icepool in its best phrasing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from roundtop.dice.exact import Stage
from roundtop.dice.questions import D6, Count, Total, Why
from roundtop.dice.sources import Dice

WHY = Why("bench", "bench")
LOSSES = {0: (1, 1), 1: (1, 2), 2: (1, 2), 3: (0, 2), 4: (0, 3), 5: (0, 3)}
"""Losses of winner and loser by the difference of the totals; more than five counts as five."""


@dataclass(slots=True)
class Asked:
    """One question: our stages, icepool's phrase, and how our last state reads as icepool's outcome."""

    name: str
    stages: tuple[Stage[Any], ...]
    icepool: Callable[[Any], Any]


def hits(before: int, dice: Dice) -> int:
    return dice.ask(Count(12, D6, 5, WHY))


def unsaved(before: int, dice: Dice) -> int:
    return before - dice.ask(Count(before, D6, 5, WHY))


def heavy_hits(before: int, dice: Dice) -> int:
    return dice.ask(Total(10, D6, WHY, -2, 0))


def attack(before: int, dice: Dice) -> int:
    return dice.ask(Total(2, D6, WHY))


def melee(before: int, dice: Dice) -> tuple[int, int]:
    lead = before - dice.ask(Total(2, D6, WHY))
    winner, loser = LOSSES[min(5, abs(lead))]
    return (winner, loser) if lead >= 0 else (loser, winner)


def icepool_hits(ice: Any) -> Any:
    return 12 @ ((ice.d6 >= 5) & (ice.d6 < 5))


def icepool_heavy_hits(ice: Any) -> Any:
    return 10 @ ice.d6.map(lambda face: max(0, face - 2) @ (ice.d6 < 5))


def icepool_melee(ice: Any) -> Any:
    lead = 2 @ ice.d6 - 2 @ ice.d6

    def losses(by: int) -> Any:
        winner, loser = LOSSES[min(5, abs(by))]
        return ice.tupleize(winner, loser) if by >= 0 else ice.tupleize(loser, winner)

    return lead.map(losses)


QUESTIONS = (
    Asked("12 dice on 5+, saved on 5+", (hits, unsaved), icepool_hits),
    Asked("10 dice less 2 each, saved on 5+", (heavy_hits, unsaved), icepool_heavy_hits),
    Asked("2d6 against 2d6, losses by table", (attack, melee), icepool_melee),
)


def chances_of(weights: dict[Any, int], total: int) -> dict[Any, Fraction]:
    return {outcome: Fraction(weight, total) for outcome, weight in weights.items() if weight}
