"""How a charge may wheel, from which side it comes, and how many stands two lines bring against each other."""

from __future__ import annotations

from math import floor
from typing import Final

from roundtop.table.measure import TOLERANCE

SHARPEST_WHEEL: Final = 4500
"""Hundredths of a degree that a charge may wheel at its start [charge.path]."""
REAR: Final = 13500
"""A charge from farther off the target's facing than this comes upon its rear; what differs is the word only."""


def from_behind(behind: int, stands: int) -> bool:
    """Whether more than half of the stands begin behind the target's front line [charge.flank-or-rear]."""
    return 2 * behind > stands


def side_struck(flank: bool, off_facing: int) -> str:
    """Front, flank or rear, in words."""
    if not flank:
        return "front"
    return "rear" if abs(off_facing) > REAR else "flank"


def pairs_at(charger: int, defender: int, offset: int) -> int:
    """Pairs of two lines at an offset [combat.pairing]."""
    return max(0, min(charger, defender + offset) - max(1, offset + 1) + 1)


def offset_at(charger: int, defender: int, exact: float) -> int:
    """The whole offset nearest to where a line stands; halves towards more pairs, then towards the smaller.

    Never so far that nobody meets anybody [combat.pairing].
    """
    smaller = floor(exact)
    over = exact - smaller
    best = smaller if over < 0.5 else smaller + 1
    if abs(over - 0.5) <= TOLERANCE:
        more = pairs_at(charger, defender, smaller + 1) > pairs_at(charger, defender, smaller)
        best = smaller + 1 if more else smaller
    return max(1 - defender, min(charger - 1, best))


def centred(charger: int, defender: int) -> int:
    """The offset of two lines centre to centre, as a flank or rear charge is fought [charge.flank-or-rear]."""
    return floor((charger - defender) / 2)
