"""Who is in range, what hits, and how many stands come off."""

from __future__ import annotations

from typing import Final

from fence.options import PRINTED, Settings
from roundtop.battle.tally import Mod, total
from roundtop.dice.questions import D6, Count, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.table.measure import within

BANDS: Final[tuple[tuple[float, int], ...]] = ((6.0, 4), (12.0, 5))
"""Inches, and the lowest face that hits [fire.dice]."""
HALF_ARC: Final = 4500
"""[fire.target]"""
COVER_IN: Final = 1.0
COVER: Final = Mod("behind a fence", -1, "fence.fire.cover")


@record(frozen=True)
class Volley:
    """A regiment and the regiment it fires at."""

    stands: int
    distance_in: float
    fenced: bool = False
    settings: Settings = PRINTED


def refusal(volley: Volley) -> str:
    """The clause that forbids a shot, "" where none does [fire.target]."""
    return "" if within(volley.distance_in, BANDS[-1][0]) else "fence.fire.target"


def mods(volley: Volley) -> list[Mod]:
    """[fire.cover]"""
    return [COVER] if volley.fenced and volley.settings.cover else []


def needs(volley: Volley) -> int:
    """The lowest face that hits at a lawful range [fire.dice, fire.cover]."""
    base = next(face for limit, face in BANDS if within(volley.distance_in, limit))
    return base - total(mods(volley))


def hits(volley: Volley, dice: Dice, by: str = "") -> int:
    """One die for each stand [fire.dice]."""
    return dice.ask(Count(volley.stands, D6, needs(volley), Why("a volley", "fence.fire.dice", by)))
