"""Points, the break of an army, and who has won."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.infantry_action.options import Settings

STAND_POINTS: Final = 1
UNIT_POINTS: Final = 3
BATTERY_POINTS: Final = 5
WINNING_LEAD: Final = 3


@record(frozen=True)
class Toll:
    """What a side has suffered so far; `units` are the infantry units it started with, later arrivals included."""

    units: int
    routed_or_removed: int
    stands_lost: int
    batteries_lost: int = 0


@record(frozen=True)
class Victory:
    """Whether the game is over, who has won and why, and the points each side has scored off the other."""

    over: bool
    winner: str
    reason: str
    points: tuple[int, int]


def points_off(toll: Toll) -> int:
    """Points that the enemy has scored off a side [victory.points]."""
    return STAND_POINTS * toll.stands_lost + UNIT_POINTS * toll.routed_or_removed + BATTERY_POINTS * toll.batteries_lost


def army_broken(toll: Toll, settings: Settings) -> bool:
    """Whether so many units have routed or gone that the army is beaten [victory.army-break]."""
    # A side of guns only has no infantry to lose and fights on.
    return toll.units > 0 and toll.routed_or_removed >= settings.army_break * toll.units - 1e-9


def by_points(sides: tuple[str, str], points: tuple[int, int]) -> str:
    """The winner on points, or a draw when the lead is too small [victory.points]."""
    lead = points[0] - points[1]
    if abs(lead) < WINNING_LEAD:
        return "draw"
    return sides[0] if lead > 0 else sides[1]


def victory(
    turn: int, turn_limit: int, sides: tuple[str, str], tolls: tuple[Toll, Toll], settings: Settings
) -> Victory:
    """Whether the battle is over at the end of a turn [victory.game-length, victory.army-break, victory.points]."""
    points = (points_off(tolls[1]), points_off(tolls[0]))
    broken = (army_broken(tolls[0], settings), army_broken(tolls[1], settings))
    if broken[0] and broken[1]:
        return Victory(True, by_points(sides, points), "army-break", points)
    if broken[0] or broken[1]:
        return Victory(True, sides[1] if broken[0] else sides[0], "army-break", points)
    if turn >= turn_limit:
        return Victory(True, by_points(sides, points), "turn-limit", points)
    return Victory(False, "none", "none", points)
