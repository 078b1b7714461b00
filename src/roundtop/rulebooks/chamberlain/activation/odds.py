"""Chances of an activation."""

from __future__ import annotations

from roundtop.battle.forms import Chosen
from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.activation import events, table
from roundtop.rulebooks.chamberlain.state import State


def activation_odds(view: State, step: events.Movement, command: Command) -> tuple[Forecast, ...]:
    """The die for an activation, an Intuitive officer's second left aside [activate.roll]."""
    answer = command.answer
    target = table.target_of(view, answer.keys[0]) if isinstance(answer, Chosen) else 0
    if target == 0:
        return ()
    chance = (tables.FACES + 1 - target) / tables.FACES
    chances = (("activated", chance), ("not activated", 1 - chance))
    return (Forecast("Activation", True, chances, "without an Intuitive officer's second die"),)
