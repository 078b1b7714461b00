"""How a battle ends: units out of action, broken armies, points."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.table.measure import NOISE

UNIT_POINTS: Final = 2
GUN_POINTS: Final = 1
GENERAL_POINTS: Final = 2
OBJECTIVE_POINTS: Final = 3
OBJECTIVE_IN: Final = 3.0
"""How near an objective a steady unit holds it [victory.points]."""
NOBODY: Final = "none"
BOTH: Final = "both"
DRAW: Final = "draw"


@record(unsafe_hash=True)
class Tally:
    """What a side has to show at the end of a turn: units it began with and has lost, and what it has gained."""

    units: int
    out: int
    guns_captured: int = 0
    generals_lost: int = 0
    objectives: int = 0


@record(unsafe_hash=True)
class End:
    """Whether the battle is over: the sides that broke, the points of both, the winner ("none": it goes on)."""

    broken: tuple[bool, bool]
    points: tuple[int, int]
    winner: str


def out_of_action(start: int, strength: int, routing: bool, lost: bool, guns_lost: bool) -> bool:
    """Gone, routing, below half, or without its guns [victory.lost-unit]."""
    return strength <= 0 or lost or routing or guns_lost or 2 * strength < start


def army_broken(side: Tally, settings: Settings) -> bool:
    """Whether so many of its units are out of action that an army is beaten [victory.army-break]."""
    return side.units > 0 and side.out >= settings.army_break * side.units - NOISE


def points(own: Tally, enemy: Tally) -> int:
    """What a side scores [victory.points]."""
    return (
        UNIT_POINTS * enemy.out
        + GUN_POINTS * own.guns_captured
        + GENERAL_POINTS * enemy.generals_lost
        + OBJECTIVE_POINTS * own.objectives
    )


def ended(turn: int, limit: int, sides: tuple[str, str], tallies: tuple[Tally, Tally], settings: Settings) -> End:
    """Whether the battle is over in phase 7 [victory.army-break, victory.points, victory.game-length]."""
    broken = (army_broken(tallies[0], settings), army_broken(tallies[1], settings))
    scored = (points(tallies[0], tallies[1]), points(tallies[1], tallies[0]))
    if broken[0] != broken[1]:
        return End(broken, scored, sides[1] if broken[0] else sides[0])
    if broken[0] or turn >= limit:
        return End(broken, scored, by_points(sides, scored))
    return End(broken, scored, NOBODY)


def by_points(sides: tuple[str, str], scored: tuple[int, int]) -> str:
    """The higher score wins; equal is a draw [victory.points]."""
    if scored[0] == scored[1]:
        return DRAW
    return sides[0] if scored[0] > scored[1] else sides[1]
