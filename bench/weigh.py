"""What the stakes of a battle are worth: a logistic regression over battles between captains, book by book.

`python -m bench.weigh 100` fights so many battles a field, prints the weights that a book's `bot/mind.py` may keep for
the general, and how surprised they leave one at who won battles they were not learnt from.
"""

from __future__ import annotations

import sys
from math import exp, log2
from typing import Final

from roundtop.battle.engine import asked, begin, over, run
from roundtop.battle.protocol import Rulebook
from roundtop.battles import load
from roundtop.bots.playout import MEASURES, after, measured
from roundtop.dice.sources import Seeded, Stream
from roundtop.rulebooks import rulebooks

FIELDS: Final = ("training-field", "parade-ground", "the-clearing", "the-meadow")
ROUNDS: Final = 30
RIDGE: Final = 1.0
Row = tuple[tuple[float, ...], float]


def rows(book: Rulebook, field: str, games: int) -> list[Row]:
    """The measures at the beginning of each turn, and whether that side won in the end."""
    found: list[Row] = []
    for game in range(games):
        dice = Seeded(f"weigh {game}")
        streams: dict[str, Stream] = {}
        battle = run(book, begin(book, load(field), {}), dice).battle
        seen: list[tuple[str, tuple[float, ...]]] = []
        turn = -1
        while waiting := asked(book, battle):
            stakes = book.scene(battle.state).stakes
            assert stakes is not None
            if stakes.turn != turn:
                turn = stakes.turn
                seen.extend([(tide.side, measured(book, battle.state, stakes, tide.side)) for tide in stakes.tides])
            player = waiting[0]
            stream = streams.setdefault(player, Stream(f"weigh {game} {player}"))
            battle = run(book, after(book, battle, player, book.captain, stream), dice).battle
        outcome = over(book, battle)
        assert outcome is not None
        won = {side: 0.5 if outcome.winner == "draw" else float(outcome.winner == side) for side, _ in seen}
        found.extend([(values, won[side]) for side, values in seen])
    return found


def learnt(found: list[Row]) -> list[float]:
    """Newton's method for the weights, with a ridge."""
    size = MEASURES
    weights = [0.0] * size
    for _ in range(ROUNDS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for values, won in found:
            p = chance(weights, values)
            for i in range(size):
                slope[i] += (won - p) * values[i]
                for j in range(size):
                    bend[i][j] += p * (1.0 - p) * values[i] * values[j]
        weights = [weight + step for weight, step in zip(weights, solved(bend, slope))]
    return weights


def chance(weights: list[float], values: tuple[float, ...]) -> float:
    total = sum([weight * value for weight, value in zip(weights, values)])
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The answer of some linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(len(rows)):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def surprise(weights: list[float], found: list[Row]) -> float:
    """The mean surprise at who won, in bits; a coin's is 1."""
    bits = [-(won * log2(chance(weights, v)) + (1 - won) * log2(1 - chance(weights, v))) for v, won in found]
    return sum(bits) / len(bits)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for book in rulebooks():
        fields = [field for field in FIELDS if book.id in load(field).rulebooks]
        found = [rows(book, field, games) for field in fields]
        kept = [row for some in found for row in some[: len(some) * 3 // 4]]
        other = [row for some in found for row in some[len(some) * 3 // 4 :]]
        weights = learnt(kept)
        print(book.id, f"{len(kept)} rows; surprise {surprise(weights, other):.3f} of 1 on {len(other)} others")
        print("    weights=(" + ", ".join([f"{weight:.1f}" for weight in weights]) + "),", flush=True)


if __name__ == "__main__":
    main()
