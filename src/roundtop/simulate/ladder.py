"""How strong bots are: ratings from the battles in which they met, each with its 95 % interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final, final

from roundtop.simulate.report import DRAW, Report, Share, Z, share

POINTS: Final = 400.0 / log(10.0)
"""Elo points by which the chances of winning go from even to e to one."""
PRIOR: Final = 1.0
"""Battles that each pair is thought to have drawn, so that whoever never lost has a rating too."""
ROUNDS: Final = 100
CLOSE: Final = 1e-9


@final
@dataclass(slots=True, frozen=True)
class Meeting:
    """What came of the battles between two bots."""

    first: str
    second: str
    won: int
    drawn: int
    lost: int

    def decided(self) -> Share:
        """The first one's share of the battles that were decided."""
        return share(self.won, self.won + self.lost)


@final
@dataclass(slots=True, frozen=True)
class Rating:
    """A bot's rating, and the interval that holds the true one 95 times in 100."""

    name: str
    elo: float
    low: float
    high: float


def meeting(report: Report) -> Meeting:
    """The meeting that a batch of battles was."""
    first, second = report.names()
    winners = [one.bots.get(one.winner, DRAW) for one in report.results]
    won, lost = winners.count(first), winners.count(second)
    return Meeting(first, second, won, len(winners) - won - lost, lost)


def ratings(meetings: Sequence[Meeting], anchor: str, at: float = 1000.0) -> list[Rating]:
    """Elo ratings by greatest likelihood, the best first; a draw is half a win, the anchor is given its rating."""
    names = list(dict.fromkeys([name for one in meetings for name in (one.first, one.second)]))
    free = [name for name in names if name != anchor]
    strength = dict.fromkeys(names, 0.0)
    for _ in range(ROUNDS):
        slope, bend = _slopes(meetings, strength, free)
        steps = _solved(bend, slope)
        for name, step in zip(free, steps):
            strength[name] += max(-2.0, min(2.0, step))
        if all([abs(step) < CLOSE for step in steps]):
            break
    _, bend = _slopes(meetings, strength, free)
    found = [Rating(anchor, at, at, at)]
    for place, name in enumerate(free):
        unit = [float(i == place) for i in range(len(free))]
        half = Z * sqrt(max(0.0, _solved(bend, unit)[place])) * POINTS
        elo = at + POINTS * strength[name]
        found.append(Rating(name, elo, elo - half, elo + half))
    return sorted(found, key=lambda one: (-one.elo, one.name))


def _slopes(
    meetings: Sequence[Meeting], strength: dict[str, float], free: list[str]
) -> tuple[list[float], list[list[float]]]:
    """How the likelihood of what was seen rises with each strength, and how that bends."""
    slope = [0.0] * len(free)
    bend = [[0.0] * len(free) for _ in free]
    place = {name: i for i, name in enumerate(free)}
    for one in meetings:
        count = one.won + one.drawn + one.lost + PRIOR
        chance = 1.0 / (1.0 + exp(strength[one.second] - strength[one.first]))
        over = one.won + 0.5 * (one.drawn + PRIOR) - count * chance
        known = count * chance * (1.0 - chance)
        i, j = place.get(one.first), place.get(one.second)
        if i is not None:
            slope[i] += over
            bend[i][i] += known
        if j is not None:
            slope[j] -= over
            bend[j][j] += known
        if i is not None and j is not None:
            bend[i][j] -= known
            bend[j][i] -= known
    return slope, bend


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The answer of some linear equations, by elimination; their matrix has a great diagonal."""
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for i, pivot in enumerate(rows):
        for k, row in enumerate(rows):
            if k != i:
                factor = row[i] / pivot[i]
                rows[k] = [a - factor * b for a, b in zip(row, pivot)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]
