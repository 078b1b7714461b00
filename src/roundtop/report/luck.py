"""An account of luck: what was thrown against what such dice show on the average."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import final

from roundtop.dice.sources import Roll


@final
@dataclass(slots=True, frozen=True)
class Luck:
    """The dice of one kind that one side threw for one reason: the sum of their faces and what was to be expected.

    `chance` is that of a sum at least as far off on the same side.
    """

    by: str
    reason: str
    kind: str
    dice: int
    rolled: int
    expected: float
    chance: float

    def words(self) -> str:
        """`Union, volley: 34 d6 averaged 3.9 against 3.5; as high 1 time in 9`."""
        head = f"{self.by.capitalize()}, {self.reason}: {self.dice} {self.kind} averaged {self.rolled / self.dice:.1f}"
        tail = f"against {self.expected / self.dice:.1f}"
        if self.rolled == self.expected:
            return f"{head} {tail}"
        way = "high" if self.rolled > self.expected else "low"
        return f"{head} {tail}; as {way} 1 time in {1.0 / self.chance:,.0f}"


def luck(rolls: Iterable[Roll]) -> tuple[Luck, ...]:
    """The luck of each side, reason by reason, in the order in which they were first thrown.

    A roll keeps its faces but not the face it needed, so faces are weighed, not hits. Left out are rolls that no one
    side threw, drawn tiles and cards, and dice of which only the count was typed in: nothing is expected of them.
    """
    faces: dict[tuple[str, str, str], list[int]] = {}
    for roll in rolls:
        sides = _sides(roll.kind)
        if roll.by and sides and roll.faces:
            thrown = faces.setdefault((roll.by, roll.reason, roll.kind), [])
            thrown.extend([int(face) or sides for face in roll.faces])
    return tuple([_account(by, reason, kind, found) for (by, reason, kind), found in faces.items()])


def _sides(kind: str) -> int:
    """The sides of an ordinary die, 0 for anything else."""
    return int(kind[1:]) if kind[:1] == "d" and kind[1:].isdecimal() else 0


def _account(by: str, reason: str, kind: str, faces: list[int]) -> Luck:
    sides, dice, rolled = _sides(kind), len(faces), sum(faces)
    # A high sum is as likely as the low one opposite it.
    low = min(rolled, dice * (sides + 1) - rolled)
    return Luck(
        by=by,
        reason=reason,
        kind=kind,
        dice=dice,
        rolled=rolled,
        expected=dice * (sides + 1) / 2,
        chance=sum(_sums(sides, dice)[: low - dice + 1]),
    )


def _sums(sides: int, dice: int) -> list[float]:
    """The chance of every sum of so many dice, from all ones upwards."""
    chances = [1.0]
    for _ in range(dice):
        below = [0.0, *accumulate(chances)]
        last = len(chances)
        chances = [
            (below[min(total + 1, last)] - below[max(0, total + 1 - sides)]) / sides
            for total in range(last + sides - 1)
        ]
    return chances
