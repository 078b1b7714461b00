"""How many actions a figure still has."""

from __future__ import annotations

from typing import Final

ACTIONS: Final = 2
"""Actions of a figure in a turn, one fewer for every wound [actions.allowance]."""


def actions_left(wounds: int, spent: int, carrying: bool = False) -> int:
    """Actions that a figure still has this turn [actions.allowance, actions.mid-turn-wound, actions.carry]."""
    left = ACTIONS - wounds - spent - (1 if carrying else 0)
    return max(0, left)
