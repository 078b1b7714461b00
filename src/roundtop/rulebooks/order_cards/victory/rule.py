"""How a battle ends: broken armies, points, and ground held."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.options import PRINTED, Settings

DESTROYED_POINTS: Final = 2
CAPTURED_POINTS: Final = 3
GUN_POINTS: Final = 4
OFFICER_POINTS: Final[dict[str, int]] = {"brigade": 2, "division": 4, "cinc": 8}
OBJECTIVE_POINTS: Final = 10
"""What each is worth to the enemy [victory.points]."""
WINNING_TENTH: Final = 10
"""The lead that wins is a tenth of the greater total [victory.points]."""
HOLDING: Final = 3.0
"""How near an objective is held [victory.points]."""
DRAW: Final = "draw"
WHOLE: Final = 100
"""Per cent at which an army never breaks before it is gone [victory.break-point]."""


def break_at(starting: int, settings: Settings = PRINTED) -> int:
    """Stands lost or routing at which an army breaks [victory.break-point]."""
    return tables.ceiling(starting * settings.break_percent, 100)


def breaking(settings: Settings) -> str:
    """What counts towards the breaking of an army, in words [victory.break-point]."""
    return "stands lost" if settings.break_percent == WHOLE else "stands lost or routing"


def broken(starting: int, lost: int, routing: int, settings: Settings = PRINTED) -> bool:
    """Whether an army breaks: stands lost in any way and stands now routing, who are not gone [victory.break-point]."""
    counted = lost if settings.break_percent == WHOLE else lost + routing
    return counted >= break_at(starting, settings)


@record(frozen=True)
class Score:
    """What a side has scored against the enemy: stands, guns, officers by rank, and the objectives it holds."""

    destroyed: int = 0
    captured: int = 0
    guns: int = 0
    officers: tuple[str, ...] = ()
    objectives: tuple[int, ...] = ()


def points(score: Score) -> int:
    """The points of a score [victory.points, victory.objectives-held]."""
    found = DESTROYED_POINTS * score.destroyed + CAPTURED_POINTS * score.captured + GUN_POINTS * score.guns
    return found + sum([OFFICER_POINTS[rank] for rank in score.officers]) + sum(score.objectives)


def winner(
    sides: tuple[str, str], points: tuple[int, int], broken: tuple[bool, bool], settings: Settings = PRINTED
) -> str:
    """The winner at the end of a battle, or a draw [victory.points, victory.break-point]."""
    if broken[0] != broken[1]:
        return sides[1] if broken[0] else sides[0]
    if settings.victory == "break" or points[0] == points[1]:
        return DRAW
    ahead = sides[0] if points[0] > points[1] else sides[1]
    clear = abs(points[0] - points[1]) * WINNING_TENTH >= max(points[0], points[1])
    return ahead if clear or broken[0] else DRAW
