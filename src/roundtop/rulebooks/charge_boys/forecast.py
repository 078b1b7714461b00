"""Chances of what a command would start, up to the next decision, chapter by chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.artillery import events as artillery_events
from roundtop.rulebooks.charge_boys.artillery import odds as artillery_odds
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.charge import odds as charge_odds
from roundtop.rulebooks.charge_boys.fire import events as fire_events
from roundtop.rulebooks.charge_boys.fire import odds as fire_odds
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.morale import events as morale_events
from roundtop.rulebooks.charge_boys.morale import odds as morale_odds
from roundtop.rulebooks.charge_boys.state import State


def forecast(view: State, step: object, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring: losses and nerve under fire, the course of a charge, the result of a test."""
    found = FORECASTS.get(type(step))
    return () if found is None else found(view, step, command.answer)


def losses(view: State) -> dict[str, int]:
    """Figures each side has lost."""
    found = {army.side: 0 for army in view.armies}
    for unit in view.units:
        found[unit.side] += unit.start - (0 if unit.place == "gone" else field.strength(unit))
    return found


FORECASTS: Final[dict[type, Callable[[State, Any, Answer], tuple[Forecast, ...]]]] = {
    fire_events.Fire: fire_odds.volley_forecasts,
    artillery_events.FireGuns: artillery_odds.gun_forecasts,
    charge_events.Declare: charge_odds.charge_forecasts,
    charge_events.ClosingFire: charge_odds.closing_forecasts,
    morale_events.MoraleOf: morale_odds.test_forecasts,
    generals_events.MoveGeneral: morale_odds.joining_forecasts,
}
