"""The procedure reinforcement."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, Fields, Outputs, Procedure, Worked, between, certainly
from roundtop.battle.tally import Row
from roundtop.dice.exact import estimate
from roundtop.dice.sources import Dice, Seeded
from roundtop.record import record
from roundtop.rulebooks.chamberlain.reinforcements import rule

TRIALS: Final = 20_000
"""Runs behind the odds of a reinforcement, whose turns have no end."""


@record(frozen=True)
class Expected:
    """A reinforcement that is waited for."""

    due: int
    target: int


def _read(given: Fields) -> Expected:
    target: int | None = given["arrival_target"]
    if target is None:
        target = given["settings"].info_reinforcement_target
    between("arrival_target", target, 1, 6)
    return Expected(given["due_turn"], target)


def _await(expected: Expected, dice: Dice) -> int:
    turn = expected.due
    while not rule.arrives(expected.target, "reinforcement", "", dice):
        turn += 1
    return turn


def _arrival(turn: int) -> Outputs:
    return {"arrives_on_turn": turn}


def _chances(expected: Expected) -> tuple[Chances, ...]:
    """Exact where it comes for certain; otherwise the turns have no end, so trials."""
    if expected.target == 1:
        return (certainly(_arrival(expected.due)),)
    guess = estimate((lambda _, dice: _await(expected, dice),), expected.due, Seeded("reinforcement"), TRIALS)
    return (Chances("", guess, _arrival),)


def _work(expected: Expected, dice: Dice) -> Worked:
    turn = _await(expected, dice)
    row = Row(f"arrives, {expected.target}+", f"turn {turn}", "chamberlain.info.reinforcements")
    return Worked(_arrival(turn), (row,))


PROCEDURES: Final[tuple[Procedure, ...]] = (Procedure("reinforcement", _read, _work, _chances),)
