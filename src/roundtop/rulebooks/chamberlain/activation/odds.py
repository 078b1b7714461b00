"""Chances of an activation."""

from __future__ import annotations

from roundtop.battle.forms import Chosen
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import fold
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain.activation import events, rule, table
from roundtop.rulebooks.chamberlain.state import State


def activation_odds(view: State, step: events.Movement, command: Command) -> tuple[Forecast, ...]:
    """The die for an activation, and the second that an Intuitive officer may have thrown.

    [activate.roll, trait.intuitive]
    """
    answer = command.answer
    thrown = table.roll_for(view, step.side, answer.keys[0]) if isinstance(answer, Chosen) else None
    if thrown is None:
        return ()
    target = table.target_of(view.settings, thrown.kind)
    tried = events.OfferReroll(thrown.side, thrown.kind, thrown.what, thrown.officer)
    officer = table.intuitive(view, tried)
    odds = fold((_Throws(target, officer is not None),), False)
    chance = float(odds.where(bool))
    chances = (("activated", chance), ("not activated", 1 - chance))
    note = f"{officer.name} has a failed roll made again" if officer is not None else ""
    return (Forecast("Activation", True, chances, note),)


class _Throws:
    """A die for an activation, and again if it fails and may be made again."""

    def __init__(self, target: int, again: bool) -> None:
        self.target = target
        self.again = again

    def __call__(self, before: bool, dice: Dice) -> bool:
        if rule.activation_roll(self.target, "chamberlain.activate.roll", "", dice):
            return True
        return self.again and rule.activation_roll(self.target, "chamberlain.trait.intuitive", "", dice)
