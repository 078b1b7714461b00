"""Who is in a unit, who places first, random quality."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import D6, Band, Differ, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.options import Settings

FEWEST_MODELS: Final = 5
WITH_DRUM_AND_COLOUR: Final = 12
"""Figures from which a unit has a drummer and a colour-bearer [setup.command-figures]."""
BATTERY_OFFICERS: Final = 1
MOST_GUNS: Final = 6
QUALITY_TOPS: Final = (1, 5)
"""Highest dice of Green and of Regular under quality_source = dice [setup.quality]."""


def command_figures(strength: int, settings: Settings) -> tables.Figures:
    """The default officers, drummer and colour of a unit of so many figures [setup.command-figures]."""
    officers = min(strength, max(1, tables.shared(strength, settings.figures_per_officer, settings)))
    both = 1 if strength >= WITH_DRUM_AND_COLOUR else 0
    colours = min(both, strength - officers)
    drummers = min(both, strength - officers - colours)
    return tables.Figures(strength - officers - colours - drummers, colours, drummers, officers)


def muster_refusal(models: int) -> str:
    """The clause by which a unit is too small to be mustered, "" when it is not [setup.minimum-unit]."""
    return "" if models >= FEWEST_MODELS else "charge-boys.setup.minimum-unit"


def first_to_place(sides: tuple[str, str], dice: Dice) -> str:
    """The side that places its first unit first: the lower die [setup.deployment]."""
    return sides[1 - dice.ask(Differ(D6, Why("who places first", "charge-boys.setup.deployment")))]


def random_quality(dice: Dice, by: str = "") -> str:
    """A unit's class by the dice [setup.quality]."""
    return tables.QUALITIES[dice.ask(Band(D6, QUALITY_TOPS, Why("quality", "charge-boys.setup.quality", by)))]
