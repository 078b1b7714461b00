"""Chances of what an action starts."""

from __future__ import annotations

from roundtop.battle.forms import Marched
from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.action import events, rule
from roundtop.rulebooks.chamberlain.charge import odds as charge_odds
from roundtop.rulebooks.chamberlain.fire import odds as fire_odds
from roundtop.rulebooks.chamberlain.morale import odds as morale_odds
from roundtop.rulebooks.chamberlain.state import State


def action_odds(view: State, step: events.Act, command: Command) -> tuple[Forecast, ...]:
    if not isinstance(command.answer, Marched):
        return ()
    unit = field.unit_of(view, step.unit)
    action = rule.read(unit.pose, command.answer.manoeuvres, view.settings.setup_unit_depth)
    if action.clause:
        return ()
    if action.kind == "fire":
        return fire_odds.shot(view, unit.id, action.target, True)
    if action.kind == "rally":
        return morale_odds.rally(view, unit)
    return charge_odds.charge(view, step, command) if action.kind == "charge" else ()
