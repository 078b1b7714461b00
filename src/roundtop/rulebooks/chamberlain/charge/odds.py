"""Chances of the melee that a charge begins."""

from __future__ import annotations

from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.action import table as action_table
from roundtop.rulebooks.chamberlain.charge import events
from roundtop.rulebooks.chamberlain.events import apply
from roundtop.rulebooks.chamberlain.melee import odds as melee_odds
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.state import State


def contact(view: State, step: action_events.Act, command: Command) -> State | None:
    """The table as it would be with the charge gone home; None if it would not."""
    state = view
    met = False
    for event in action_table.acted(view, step, command).events:
        if isinstance(event, (movement_events.Moved, events.ContactMade)):
            state = apply(state, event)
            met = met or isinstance(event, events.ContactMade)
    return state if met else None


def charge(view: State, step: action_events.Act, command: Command) -> tuple[Forecast, ...]:
    state = contact(view, step, command)
    if state is None:
        return ()
    return melee_odds.melee(
        state, melee_odds.fight_of(state, step.unit), "if nothing else changes before the Combat Phase"
    )
