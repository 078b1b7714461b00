"""Chances of what a command would start, and the losses so far."""

from __future__ import annotations

from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.chamberlain.state import BROKEN, RETIRED, State
from roundtop.rulebooks.chamberlain.steps import Step


def forecast(view: State, step: Step, command: Command) -> tuple[Forecast, ...]:
    return ()


def losses(view: State) -> dict[str, int]:
    """Units of each side broken or retired."""
    return {
        army.side: len([u for u in view.units if u.side == army.side and u.place in (BROKEN, RETIRED)])
        for army in view.armies
    }
