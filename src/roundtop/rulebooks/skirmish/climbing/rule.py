"""How many actions a climb takes."""

from __future__ import annotations

from math import ceil
from typing import Final

from roundtop.table.measure import NOISE, TOLERANCE

CLIMB_CM: Final[dict[str, float]] = {"ladder": 6.0, "obstacle": 3.0}
"""What one action climbs [actions.climb]."""


def climb_actions(kind: str, height: float) -> int:
    """Whole actions to climb a ladder, or a wall, fence or the like [actions.climb, actions.climb-crossing]."""
    return ceil((height - TOLERANCE - NOISE) / CLIMB_CM[kind])
