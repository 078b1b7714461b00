"""Chances of what a command would start, up to the next decision, from the rules' own code."""

from __future__ import annotations

from roundtop.battle.forms import Marched
from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.charge import odds as charge_odds
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.fire import odds as fire_odds
from roundtop.rulebooks.infantry_action.state import State


def forecast(view: State, step: object, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring: stands hit by a volley, results of a charge."""
    if isinstance(step, fire_events.Nominate):
        return fire_odds.volley_forecasts(view, step, command)
    if isinstance(step, charge_events.ChargeUnit) and not isinstance(command.answer, Marched):
        return charge_odds.charge_forecasts(view, step, command)
    if isinstance(step, charge_events.AimCharge):
        return charge_odds.strike_forecasts(view, step, command)
    return ()


def losses(view: State) -> dict[str, int]:
    """Stands each side has lost."""
    found = {army.side: 0 for army in view.armies}
    for unit in view.units:
        found[unit.side] += unit.start - unit.stands
    return found
