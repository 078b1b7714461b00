"""Changes of formation as the price list names them, and how much of a line may be refused."""

from __future__ import annotations

from typing import Final

FORMS: Final[dict[str, str]] = {
    "form-up": "form-up",
    "reform": "reform",
    "line": "to-line",
    "column": "to-column",
    "loose": "loose-order",
    "limber": "limber",
    "unlimber": "unlimber",
    "mount": "mount",
    "dismount": "dismount",
}
"""Changes of formation as manoeuvres name them, and as the price list does."""
WING_TURNS: Final = (15, 30, 45)
"""Degrees by which a wing is thrown back, at most 45 [formation.refuse-flank]."""
MOST_TURNED: Final = 4500
"""The most of them, in hundredths."""


def most_refused(stands: int) -> int:
    """Stands of a line that may be turned back [formation.refuse-flank]."""
    return stands // 2
