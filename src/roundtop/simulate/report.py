"""What many battles add up to: shares and means, each with its 95 % interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, Final, final

from roundtop.simulate.fight import Result

Z: Final = 1.959964
"""Two-sided 95 % of the normal distribution."""
DRAW: Final = "draw"
TIMES: Final = "times"


@final
@dataclass(slots=True, frozen=True)
class Share:
    """So many of so many, and the interval that holds the true share 95 times in 100 (Wilson's)."""

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0


@final
@dataclass(slots=True, frozen=True)
class Mean:
    """An average and its 95 % interval; least and greatest value seen."""

    mean: float
    low: float
    high: float
    least: float
    most: float


def share(count: int, of: int) -> Share:
    """A share with Wilson's interval."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    p, zz = count / of, Z * Z
    middle = (p + zz / (2 * of)) / (1 + zz / of)
    half = Z * sqrt(p * (1 - p) / of + zz / (4 * of * of)) / (1 + zz / of)
    return Share(count, of, middle - half if count else 0.0, middle + half if count < of else 1.0)


def mean(values: Sequence[float]) -> Mean:
    """A mean with its normal interval; of a single value nothing is known about the spread."""
    if not values:
        return Mean(0.0, 0.0, 0.0, 0.0, 0.0)
    n, m = len(values), sum(values) / len(values)
    half = Z * sqrt(sum([(v - m) ** 2 for v in values]) / (n - 1) / n) if n > 1 else float("inf")
    return Mean(m, m - half, m + half, min(values), max(values))


@final
@dataclass(slots=True, frozen=True)
class Report:
    """A batch of battles; `results` are in order of their index. `bots` are union's and confederate's as asked for."""

    scenario: str
    rulebook: str
    bots: dict[str, str]
    seed: str
    exchanged: bool
    seconds: float
    results: tuple[Result, ...]

    @property
    def games(self) -> int:
        return len(self.results)

    def sides(self) -> tuple[str, ...]:
        return tuple(self.bots)

    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.bots.values()))

    def wins(self, side: str) -> Share:
        return share(len([one for one in self.results if one.winner == side]), self.games)

    def bot_wins(self, name: str) -> Share:
        """Battles won by a bot, of those it fought against another."""
        met = [one for one in self.results if len(set(one.bots.values())) > 1]
        return share(len([one for one in met if one.bots.get(one.winner) == name]), len(met))

    def draws(self) -> Share:
        return share(len([one for one in self.results if one.winner == DRAW]), self.games)

    def reasons(self) -> dict[str, Share]:
        """Why the battles ended, the commonest first."""
        counted = Counter([one.reason for one in self.results])
        return {
            reason: share(count, self.games) for reason, count in sorted(counted.items(), key=lambda c: (-c[1], c[0]))
        }

    def turns(self) -> Mean | None:
        """The length in turns, where the rulebook has them."""
        return mean([one.turns for one in self.results]) if any(one.turns for one in self.results) else None

    def decisions(self) -> Mean:
        return mean([one.decisions for one in self.results])

    def losses(self, side: str) -> Mean:
        return mean([one.losses.get(side, 0) for one in self.results])

    def bot_losses(self, name: str) -> Mean:
        lost = [one.losses.get(side, 0) for one in self.results for side, bot in one.bots.items() if bot == name]
        return mean(lost)

    def habits(self, name: str, *kinds: str) -> Mean:
        """How often a bot did something in a battle, on an average of those it fought on either side."""
        kept = [one.habits.get(side, {}) for one in self.results for side, bot in one.bots.items() if bot == name]
        return mean([sum([counted.get(kind, 0) for kind in kinds]) for counted in kept])

    def habit_share(self, name: str, kind: str, of: str) -> Share:
        """So many of so many, in all battles together."""
        kept = [one.habits.get(side, {}) for one in self.results for side, bot in one.bots.items() if bot == name]
        return share(sum([one.get(kind, 0) for one in kept]), sum([one.get(of, 0) for one in kept]))

    def times(self, name: str) -> list[float]:
        """What a bot's decisions took of the processor, in seconds, the shortest first."""
        kept = [one.times.get(side, []) for one in self.results for side, bot in one.bots.items() if bot == name]
        return sorted([seconds for some in kept for seconds in some])

    def fouls(self) -> dict[str, int]:
        """How often each bot did wrong."""
        found: Counter[str] = Counter()
        for one in self.results:
            for side, bot in one.bots.items():
                found[bot] += one.fouls.get(side, 0)
        return dict(found)

    def plain(self) -> dict[str, Any]:
        """Everything as plain data, for machines."""
        turns = self.turns()
        return {
            "scenario": self.scenario,
            "rulebook": self.rulebook,
            "bots": self.bots,
            "seed": self.seed,
            "exchanged": self.exchanged,
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "wins": {side: _plain(self.wins(side)) for side in self.sides()},
            "bot_wins": {name: _plain(self.bot_wins(name)) for name in self.names()} if len(self.names()) > 1 else {},
            "draws": _plain(self.draws()),
            "reasons": {reason: _plain(found) for reason, found in self.reasons().items()},
            "turns": _plain(turns) if turns else None,
            "decisions": _plain(self.decisions()),
            "losses": {side: _plain(self.losses(side)) for side in self.sides()},
            "bot_losses": {name: _plain(self.bot_losses(name)) for name in self.names()},
            "fouls": self.fouls(),
            "results": [{name: value for name, value in one.plain().items() if name != TIMES} for one in self.results],
        }


def _plain(found: Share | Mean) -> dict[str, Any]:
    """A share or mean as plain data; what is not finite is not known."""
    return {key: value if value not in (float("inf"), float("-inf")) else None for key, value in asdict(found).items()}
