"""How long a battle on the shelf is, as captains have fought it and as people would."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

OWN: Final = 10.0
OTHERS: Final = 3.0
"""Seconds that a person takes for a decision of his own, and to see what came of one of the enemy's."""
ROUND: Final = 5
"""Minutes to which a guess is given."""


@cache
def _measured() -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = json.loads(
        files("roundtop.battles").joinpath("pace.json").read_text("utf-8")
    )
    return found


def paces(battle: str) -> dict[str, dict[str, int]]:
    """Turns and decisions a side by each book, and the minutes they take a person; nothing of an unknown battle."""
    return {
        book: {"turns": turns, "decisions": decisions, "minutes": minutes(decisions)}
        for book, (turns, decisions) in _measured().get(battle, {}).items()
    }


def minutes(decisions: int) -> int:
    """The minutes a person needs for a battle of so many decisions a side."""
    return max(ROUND, ROUND * round(decisions * (OWN + OTHERS) / 60 / ROUND))
