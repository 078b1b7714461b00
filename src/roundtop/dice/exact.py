"""Exact chances: the rule's own code run over every answer, equal states merged after each stage."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import lcm, sqrt
from typing import Final, Generic, TypeVar, final

from roundtop.dice.questions import Chances, Question
from roundtop.dice.sources import Dice

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Stage = Callable[[T, Dice], T]

LIMIT: Final = 200_000
"""Runs of a rule after which enumeration counts as hopeless."""


class TooMany(Exception):  # noqa: N818 - a finding, not a fault
    """Enumeration would take more runs than allowed."""


@final
class Exact(Dice):
    """Gives every answer in turn; the code that asks is run again for each combination.

    `total` is the sum of the weights of which this run's is one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.chances: list[Chances] = []
        self.totals: list[int] = []
        self.path: list[int] = []
        self.at = 0
        self.total = 1
        self.known: dict[tuple[object, ...], Chances] = {}

    def ask(self, question: Question) -> int:
        at = self.at
        if at == len(self.path):
            chances = self._chances(question)
            whole = 0
            for _, weight in chances:
                whole += weight
            self.chances.append(chances)
            self.totals.append(whole)
            self.total *= whole
            self.path.append(0)
        self.at = at + 1
        return self.chances[at][self.path[at]][0]

    def _chances(self, question: Question) -> Chances:
        """The chances of a question, worked out once for all that are alike."""
        alike = question.alike()
        if not alike:
            return question.chances()
        if alike not in self.known:
            self.known[alike] = question.chances()
        return self.known[alike]

    def weight(self) -> int:
        """Weight of the answers given in this run."""
        weight = 1
        for at in range(len(self.path)):
            weight *= self.chances[at][self.path[at]][1]
        return weight

    def again(self) -> bool:
        """Go on to the next combination of answers; false when all were given."""
        self.at = 0
        while self.path:
            last = len(self.path) - 1
            place = self.path[last] + 1
            if place < len(self.chances[last]):
                self.path[last] = place
                return True
            self.path.pop()
            self.chances.pop()
            self.total //= self.totals.pop()
        return False


@final
class Odds(Generic[T]):
    """Exact chances: whole-number weights of the outcomes and their sum."""

    def __init__(self, weights: dict[T, int], total: int) -> None:
        self.weights = weights
        self.total = total

    def chance(self, outcome: T) -> Fraction:
        return Fraction(self.weights.get(outcome, 0), self.total)

    def where(self, holds: Callable[[T], bool]) -> Fraction:
        """Chance of all outcomes for which this holds."""
        return Fraction(sum([w for outcome, w in self.weights.items() if holds(outcome)]), self.total)

    def expected(self, value: Callable[[T], int]) -> Fraction:
        return Fraction(sum([value(outcome) * w for outcome, w in self.weights.items()]), self.total)

    def items(self) -> list[tuple[T, Fraction]]:
        """Outcomes with their chances, likeliest first."""
        ranked = sorted(self.weights.items(), key=lambda item: -item[1])
        return [(outcome, Fraction(weight, self.total)) for outcome, weight in ranked]


def fold(stages: Sequence[Stage[T]], start: T, limit: int = LIMIT) -> Odds[T]:
    """Chances of the states in which the stages end, from one start."""
    odds: Odds[T] = Odds({start: 1}, 1)
    runs = 0
    for stage in stages:
        odds, used = _after(odds, stage, limit - runs)
        runs += used
    return odds


def _after(before: Odds[T], stage: Stage[T], limit: int) -> tuple[Odds[T], int]:
    leaves: list[tuple[T, int, int]] = []
    totals: set[int] = set()
    dice = Exact()
    for state, share in before.weights.items():
        while True:
            after = stage(state, dice)
            totals.add(dice.total)
            leaves.append((after, share * dice.weight(), dice.total))
            if len(leaves) > limit:
                raise TooMany(f"more than {limit} runs")
            if not dice.again():
                break
    common = lcm(*totals)
    shares = {total: common // total for total in totals}
    weights: dict[T, int] = {}
    for after, weight, total in leaves:
        weights[after] = weights.get(after, 0) + weight * shares[total]
    return Odds(weights, before.total * common), len(leaves)


def mapped(odds: Odds[T], read: Callable[[T], U]) -> Odds[U]:
    """The same chances with less read of each outcome."""
    weights: dict[U, int] = {}
    for outcome, weight in odds.weights.items():
        key = read(outcome)
        weights[key] = weights.get(key, 0) + weight
    return Odds(weights, odds.total)


@final
class Estimate(Generic[T]):
    """Chances from trials, with their error; never to be mistaken for exact ones."""

    def __init__(self, counts: dict[T, int], trials: int) -> None:
        self.counts = counts
        self.trials = trials

    def share(self, outcome: T) -> float:
        return self.counts.get(outcome, 0) / self.trials

    def interval(self, outcome: T) -> tuple[float, float]:
        """Wilson's 95 per cent interval."""
        return wilson(self.counts.get(outcome, 0), self.trials)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """95 per cent interval of a share."""
    if trials == 0:
        return (0.0, 1.0)
    z = 1.959964
    share = successes / trials
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    base = 1 + z * z / trials
    middle = share + z * z / (2 * trials)
    return (max(0.0, (middle - spread) / base), min(1.0, (middle + spread) / base))


def estimate(stages: Sequence[Stage[T]], start: T, dice: Dice, trials: int) -> Estimate[T]:
    """Run the stages so many times with real dice and count."""
    counts: dict[T, int] = {}
    for _ in range(trials):
        state = start
        for stage in stages:
            state = stage(state, dice)
        dice.rolls.clear()
        counts[state] = counts.get(state, 0) + 1
    return Estimate(counts, trials)
