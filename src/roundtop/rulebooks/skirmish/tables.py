"""Figures that several chapters read: quality classes and their dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundtop.dice.questions import D6, D10, Die, sided
from roundtop.rulebooks.skirmish.options import Settings

CLASSES: Final = ("green", "regular", "veteran", "elite")
"""From worst to best [setup.class-order]."""
D4: Final[Die] = sided(4)
D8: Final[Die] = sided(8)
D12: Final[Die] = sided(12)
QUALITY: Final[dict[str, tuple[Die, Die, Die, Die]]] = {
    "d6-to-d12": (D6, D8, D10, D12),
    "d4-to-d10": (D4, D6, D8, D10),
    "d8-to-d12": (D8, D8, D10, D12),
}
"""The die of each class, by option quality_dice [setup.quality-classes]."""


def rank(quality: str) -> int:
    """The place of a class among the classes, worst first [setup.class-order]."""
    return CLASSES.index(quality)


def quality_die(quality: str, settings: Settings) -> Die:
    """The quality dice of a class [setup.quality-classes]."""
    return QUALITY[settings.quality_dice][rank(quality)]


def majority(able: Mapping[str, int]) -> str:
    """The most numerous class, the lower of those tied; "" for nobody [setup.majority-class]."""
    best = ""
    most = 0
    for quality in CLASSES:
        number = able.get(quality, 0)
        if number > most:
            best, most = quality, number
    return best


def shifted(quality: str, steps: int, lowest: str = "green") -> str:
    """A class raised or lowered, within the ladder and never below the lowest given."""
    return CLASSES[max(rank(lowest), min(len(CLASSES) - 1, rank(quality) + steps))]
