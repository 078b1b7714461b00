"""How far a regiment goes."""

from __future__ import annotations

from typing import Final

from roundtop.table.measure import within

REACH_IN: Final = 8.0
"""[movement.reach]"""
FENCE_COST_IN: Final = 2.0
"""[movement.fence]"""
GAP_IN: Final = 1.0
"""What is kept from the enemy [movement.room]."""


def price(length: float, fences: int) -> float:
    """Inches that a move takes [movement.reach, movement.fence]."""
    return length + FENCE_COST_IN * fences


def refusal(length: float, fences: int) -> str:
    """The clause that forbids a move so long, "" where none does [movement.reach, movement.fence]."""
    if not within(length, REACH_IN):
        return "fence.movement.reach"
    return "" if within(price(length, fences), REACH_IN) else "fence.movement.fence"
