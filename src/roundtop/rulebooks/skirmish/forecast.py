"""Chances of what a command would start, up to the next decision: which chapter reckons them."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Chosen
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.questions import Why
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.charge import odds as charge_odds
from roundtop.rulebooks.skirmish.fire import odds as fire_odds
from roundtop.rulebooks.skirmish.fire import table as fire_table
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.state import ANIMAL, GONE, State

MOST_RUNS: Final = 20_000
"""Runs after which a volley is tried with dice instead."""
TRIALS: Final = 2000
COMBAT: Final[Why] = Why("the combat", "skirmish.melee.highest-die")
IF_NOTHING_ELSE: Final = "if nothing else befalls it in this phase"


def forecast(view: State, step: object, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring: men hit and the nerve of their group, tests of a charge and its combats."""
    if not isinstance(command.answer, Chosen) or not command.answer.keys:
        return ()
    verb, _, rest = command.answer.keys[0].partition(":")
    if isinstance(step, actions_events.GroupActs) and verb == "fire":
        men = [(man, fire_table.weapon_for(view, man, rest)) for man in field.waiting(view, step.group)]
        return fire_odds.under_fire(view, [(man, place) for man, place in men if place >= 0], rest)
    if isinstance(step, actions_events.FigureActs) and verb == "fire":
        place, _, target = rest.partition(":")
        return fire_odds.under_fire(view, [(view.figures[step.figure], int(place))], target)
    if isinstance(step, actions_events.GroupActs) and verb == "charge":
        return charge_odds.charge_forecasts(view, step.group, rest)
    return ()


def losses(view: State) -> dict[str, int]:
    """Figures each side has lost: killed, disabled or off the table."""
    found = {army.side: 0 for army in view.armies}
    for figure in view.figures.values():
        if figure.arm != ANIMAL and (figure.harm >= harm_rule.DISABLED or figure.place == GONE):
            found[figure.side] += 1
    return found
