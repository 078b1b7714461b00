"""The ladder of harm, and a fall from the saddle."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice

HARM: Final[dict[str, int]] = {"none": 0, "graze": 0, "wound": 1, "disabled": 2, "killed": 3}
"""What a result adds to the harm of a figure [shooting.harm-ladder]."""
STATUS: Final[tuple[str, ...]] = ("fit", "wounded", "disabled", "killed")
DISABLED: Final = 2
KILLED: Final = 3


FALL_WOUNDS_ON: Final = 5


def harmed(harm: int, result: str) -> int:
    """Harm after one more result [shooting.harm-ladder, shooting.two-wounds, shooting.disabled-plus-wound]."""
    return min(KILLED, harm + HARM[result])


def falls(by: str, dice: Dice) -> bool:
    """Whether a rider who loses his horse is wounded by the fall [melee.dismounted]."""
    return dice.ask(Count(1, D6, FALL_WOUNDS_ON, Why("the fall", "skirmish.melee.dismounted", by))) == 1
