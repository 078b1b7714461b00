"""Distances, angles, and the one rule for ties."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, radians, sin, sqrt
from typing import Final

TOLERANCE: Final = 0.01
FULL_TURN: Final = 36000
HALF_TURN: Final = 18000
QUARTER_TURN: Final = 9000
NOISE: Final = 1e-9

_PLAIN: Final = 1e6
_NO_TIE: Final = 0.4999
"""What is clearly nearer to one hundredth than to the next needs no long division to be rounded."""

_QUARTER_WAVE: Final[tuple[float, ...]] = tuple(
    [round(sin(radians(step / 100.0)), 12) for step in range(QUARTER_TURN + 1)]
)


def within(distance: float, limit: float) -> bool:
    """Whether a distance reaches no farther than a limit: inclusive, with the tolerance."""
    return distance <= limit + TOLERANCE + NOISE


def kept(distance: float, limit: float) -> bool:
    """Whether a distance that has to be kept is kept: inclusive, with the tolerance."""
    return distance >= limit - TOLERANCE - NOISE


def rounded(value: float) -> float:
    """A coordinate or distance to the hundredth, never minus zero."""
    if -_PLAIN < value < _PLAIN:
        hundredths = value * 100.0
        nearest = int(hundredths + 0.5) if hundredths >= 0.0 else -int(0.5 - hundredths)
        if abs(hundredths - nearest) < _NO_TIE:
            return nearest / 100.0
    return round(value, 2) + 0.0


def sine(facing: int) -> float:
    """Sine of an angle in hundredths of a degree, to 12 decimals."""
    angle = facing if 0 <= facing < FULL_TURN else facing % FULL_TURN
    if angle <= QUARTER_TURN:
        return _QUARTER_WAVE[angle]
    if angle <= HALF_TURN:
        return _QUARTER_WAVE[HALF_TURN - angle]
    if angle <= HALF_TURN + QUARTER_TURN:
        return 0.0 - _QUARTER_WAVE[angle - HALF_TURN]
    return 0.0 - _QUARTER_WAVE[FULL_TURN - angle]


def cosine(facing: int) -> float:
    """Cosine of an angle in hundredths of a degree, to 12 decimals."""
    return sine(facing + QUARTER_TURN)


def arc_length(radius: float, by: int) -> float:
    """Length of the arc that a point at this radius walks in a turn."""
    return radius * radians(abs(by) / 100.0)


def bearing(ax: float, ay: float, bx: float, by: float) -> int:
    """Direction from one point to another, in hundredths of a degree clockwise from north."""
    exact = degrees(atan2(bx - ax, by - ay)) * 100.0
    nearest = int(exact + 0.5) if exact >= 0.0 else -int(0.5 - exact)
    return (nearest if abs(exact - nearest) < _NO_TIE else round(exact)) % FULL_TURN


def turn_between(a: int, b: int) -> int:
    """The shorter turn from one direction to another, clockwise positive, -17999 to 18000."""
    turn = (b - a) % FULL_TURN
    return turn - FULL_TURN if turn > HALF_TURN else turn


def distance(ax: float, ay: float, bx: float, by: float) -> float:
    """Distance between two points."""
    dx = bx - ax
    dy = by - ay
    return sqrt(dx * dx + dy * dy)


def segment_distance(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Distance from a point to a segment."""
    dx = bx - ax
    dy = by - ay
    square = dx * dx + dy * dy
    if square > 0.0:
        along = ((x - ax) * dx + (y - ay) * dy) / square
        if along >= 1.0:
            ax = bx
            ay = by
        elif along > 0.0:
            ax += along * dx
            ay += along * dy
    dx = x - ax
    dy = y - ay
    return sqrt(dx * dx + dy * dy)


def narrowed(low: float, high: float, fine: float, holds: Callable[[float], bool]) -> tuple[float, float]:
    """Between a value at which something holds and one at which it does not: the last and the first known, so near."""
    while high - low > fine:
        middle = 0.5 * (low + high)
        if holds(middle):
            low = middle
        else:
            high = middle
    return low, high


def last_holding(low: int, high: int, guess: int, holds: Callable[[int], bool]) -> int:
    """The last whole number at which something holds that holds at the low one and not at the high one.

    Sought outward from a guess: two questions where it is right.
    """
    at = max(low, min(high - 1, guess))
    step = 1
    if at == low or holds(at):
        low, at = at, at + 1
        while at < high and holds(at):
            step *= 2
            low, at = at, min(high, at + step)
        high = at
    else:
        high, at = at, at - 1
        while at > low and not holds(at):
            step *= 2
            high, at = at, max(low, at - step)
        low = at
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low
