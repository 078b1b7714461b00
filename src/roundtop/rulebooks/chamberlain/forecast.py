"""Chances of what a command would start, up to the next decision: which chapter knows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.action import odds as action_odds
from roundtop.rulebooks.chamberlain.activation import events as activation_events
from roundtop.rulebooks.chamberlain.activation import odds as activation_odds
from roundtop.rulebooks.chamberlain.fire import events as fire_events
from roundtop.rulebooks.chamberlain.fire import odds as fire_odds
from roundtop.rulebooks.chamberlain.melee import events as melee_events
from roundtop.rulebooks.chamberlain.melee import odds as melee_odds
from roundtop.rulebooks.chamberlain.state import BROKEN, RETIRED, State


def forecast(view: State, step: object, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring: an activation, a volley, a rally, the melee that a charge begins."""
    odds = ODDS.get(type(step))
    return () if odds is None else odds(view, step, command)


def losses(view: State) -> dict[str, int]:
    """Units of each side broken or retired."""
    return {
        army.side: len([u for u in view.units if u.side == army.side and u.place in (BROKEN, RETIRED)])
        for army in view.armies
    }


ODDS: Final[dict[type, Callable[[State, Any, Command], tuple[Forecast, ...]]]] = {
    activation_events.Movement: activation_odds.activation_odds,
    fire_events.ChooseShot: fire_odds.chosen_shot_odds,
    action_events.Act: action_odds.action_odds,
    melee_events.ChooseCombat: melee_odds.combat_odds,
    melee_events.Allot: melee_odds.allotted_odds,
}
