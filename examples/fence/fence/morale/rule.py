"""Who tests, and who stands."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Face, Why
from roundtop.dice.sources import Dice
from roundtop.record import record

STANDS_ON: Final = 3
"""[morale.test]"""
QUALITY: Final[dict[str, Mod]] = {
    "green": Mod("green", -1, "fence.morale.quality"),
    "veteran": Mod("veteran", 1, "fence.morale.quality"),
    "elite": Mod("elite", 1, "fence.morale.quality"),
}


@record(frozen=True)
class Nerve:
    """A regiment after a loss."""

    start: int
    stands: int
    quality: str = "regular"


def must_test(nerve: Nerve) -> bool:
    """Half its stands or fewer left [morale.test]."""
    return 2 * nerve.stands <= nerve.start


def mods(nerve: Nerve) -> list[Mod]:
    """[morale.quality]"""
    return [QUALITY[nerve.quality]] if nerve.quality in QUALITY else []


def thrown(nerve: Nerve, dice: Dice, by: str = "") -> int:
    """The die with its modifiers [morale.test, morale.quality]."""
    return dice.ask(Face(D6, Why("morale", "fence.morale.test", by))) + total(mods(nerve))


def stands_firm(total: int) -> bool:
    return total >= STANDS_ON
