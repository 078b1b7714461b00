"""Who has won."""

from __future__ import annotations

from typing import Final

DRAW: Final = "draw"


def broken(regiments: int, lost: int) -> bool:
    """Whether a side has lost more than half its regiments [victory.broken]."""
    return 2 * lost > regiments


def winner(sides: tuple[str, str], beaten: tuple[bool, bool], points: tuple[int, int], last: bool) -> str:
    """A side, "draw", or "" while the battle goes on [victory.broken, victory.objective]."""
    if beaten[0] or beaten[1]:
        return DRAW if beaten[0] and beaten[1] else sides[1] if beaten[0] else sides[0]
    if not last:
        return ""
    if points[0] == points[1]:
        return DRAW
    return sides[0] if points[0] > points[1] else sides[1]


def holder(near: list[str], held: str) -> str:
    """Who holds an objective with these sides near it [victory.objective]."""
    return near[0] if len(near) == 1 else held
