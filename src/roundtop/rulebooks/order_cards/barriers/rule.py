"""What men can do to walls, fences and barriers."""

from __future__ import annotations

from typing import Final

from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule


def barrier_refusal(length: float, movable: bool, stands: int) -> str:
    """The clause by which a barrier stays where it is, "" when it may be shifted its length.

    [barrier.immovable, barrier.move]
    """
    if not movable:
        return "order-cards.barrier.immovable"
    return "order-cards.barrier.move" if stands < stands_for_barrier(length) else ""


def stands_for_barrier(length: float) -> int:
    """Stands that shift a barrier of this length [barrier.move]."""
    return tables.whole_inches(length / tables.STAND_WIDTH)


CLEARABLE: Final = ("wall", "fence")
"""What men can take down [misc.dismantle]; nothing can be put up during a battle [barrier.build-none]."""


def dismantled(obstacle: str, stands: int, card: cards_rule.Card, moved: bool, fired: bool) -> float:
    """Inches of wall or fence that stands clear on a card, 0 when they may not [misc.dismantle]."""
    if obstacle not in CLEARABLE or not card.move or moved or fired:
        return 0.0
    return tables.STAND_WIDTH * stands


MOVABLE: Final = ("chevaux-de-frise",)
"""Barriers that men can shift unless the scenario says otherwise [barrier.move, barrier.immovable]."""
