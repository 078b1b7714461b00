"""The procedure reinforcement."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, Procedure, Worked, between
from roundtop.battle.tally import Row
from roundtop.dice.exact import Odds, estimate
from roundtop.dice.sources import Dice, Seeded
from roundtop.record import record
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.reinforcements import rule

TRIALS: Final = 20_000
"""Runs behind the odds of a reinforcement, whose turns have no end."""


@record(frozen=True)
class Expected:
    """A reinforcement that is waited for."""

    due: int
    target: int


def _read_reinforcement(fields: umpire.Fields) -> Expected:
    between("due_turn", fields["due_turn"], 1)
    house = umpire.house_of(fields)
    given = fields["arrival_target"]
    target: int = house.info_reinforcement_target if given is None else given
    between("arrival_target", target, 1, 6)
    return Expected(fields["due_turn"], target)


def _await(expected: Expected, dice: Dice) -> int:
    turn = expected.due
    while not rule.arrives(expected.target, "reinforcement", "", dice):
        turn += 1
    return turn


def _arrival_chances(expected: Expected) -> tuple[Chances, ...]:
    """Exact where it comes for certain; otherwise the turns have no end, so trials."""
    if expected.target == 1:
        return (Chances("", Odds({expected.due: 1}, 1), lambda turn: {"arrives_on_turn": turn}),)
    guess = estimate((lambda _, dice: _await(expected, dice),), expected.due, Seeded("reinforcement"), TRIALS)
    return (Chances("", guess, lambda turn: {"arrives_on_turn": turn}),)


def _work_reinforcement(expected: Expected, dice: Dice) -> Worked:
    turn = _await(expected, dice)
    row = Row(f"arrives, {expected.target}+", f"turn {turn}", "chamberlain.info.reinforcements")
    return Worked({"arrives_on_turn": turn}, (row,))


REINFORCEMENT: Final[Procedure] = Procedure("reinforcement", _read_reinforcement, _work_reinforcement, _arrival_chances)

PROCEDURES: Final[tuple[Procedure, ...]] = (REINFORCEMENT,)
