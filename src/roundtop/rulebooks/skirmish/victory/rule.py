"""When a force breaks, and the tally of losses when time is up."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.table.measure import NOISE

DRAW: Final = "draw"
WINNING_LEAD: Final = 0.10
"""By how much less of its figures the winner must have lost [victory.tally]."""


@record(frozen=True)
class Count:
    """A side's figures at the end of a turn; `broken` are others, still on the table, in broken groups."""

    start: int
    lost: int
    broken: int = 0


@record(frozen=True)
class Victory:
    """Whether the game is over, who has won (a side, draw or none) and why."""

    over: bool
    winner: str
    reason: str


def defeated(count: Count, settings: Settings) -> bool:
    """Whether so many are lost or running that a side is beaten [victory.force-break]."""
    return count.lost + count.broken >= settings.force_break * count.start - NOISE


def better_of(sides: tuple[str, str], first: float, second: float, lead: float) -> str:
    """The side with the smaller share, if it leads by so much; else a draw."""
    if abs(first - second) < max(lead, NOISE) - NOISE / 2:
        return DRAW
    return sides[0] if first < second else sides[1]


def victory(
    turn: int, turn_limit: int, sides: tuple[str, str], counts: tuple[Count, Count], settings: Settings
) -> Victory:
    """Whether the game is over at the end of a turn [victory.game-length, victory.force-break, victory.tally]."""
    first, second = counts
    if defeated(first, settings) or defeated(second, settings):
        shares = ((first.lost + first.broken) / first.start, (second.lost + second.broken) / second.start)
        return Victory(True, better_of(sides, shares[0], shares[1], 0.0), "force-break")
    if turn >= turn_limit:
        winner = better_of(sides, first.lost / first.start, second.lost / second.start, WINNING_LEAD)
        return Victory(True, winner, "turn-limit")
    return Victory(False, "none", "none")
