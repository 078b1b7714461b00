"""Throws before and at the start of a turn: who places first, who chooses to move first, random quality."""

from __future__ import annotations

from roundtop.dice.questions import D6, Band, Differ, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys.tables import QUALITIES, QUALITY_TOPS


def initiative(sides: tuple[str, str], dice: Dice) -> str:
    """The side with the higher die, thrown again while equal; it chooses to move first or second [turn.first-mover]."""
    return sides[dice.ask(Differ(D6, Why("initiative", "charge-boys.turn.first-mover")))]


def first_to_place(sides: tuple[str, str], dice: Dice) -> str:
    """The side that places its first unit first: the lower die [setup.deployment]."""
    return sides[1 - dice.ask(Differ(D6, Why("who places first", "charge-boys.setup.deployment")))]


def random_quality(dice: Dice, by: str = "") -> str:
    """A unit's class by the dice [setup.quality]."""
    return QUALITIES[dice.ask(Band(D6, QUALITY_TOPS, Why("quality", "charge-boys.setup.quality", by)))]
