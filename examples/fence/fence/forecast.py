"""Chances of what a command would start."""

from __future__ import annotations

from fence import field
from fence.command import events as command_events
from fence.command import table as command_table
from fence.fire import rule as fire_rule
from fence.fire import table as fire_table
from fence.state import State
from roundtop.battle.forms import Chosen
from roundtop.battle.procedure import enumerated
from roundtop.battle.protocol import Command, Forecast
from roundtop.battle.words import numbered
from roundtop.dice.exact import mapped


def forecast(view: State, step: object, command: Command) -> tuple[Forecast, ...]:
    """Stands lost by a volley."""
    if not isinstance(step, command_events.Act) or not isinstance(command.answer, Chosen):
        return ()
    key = command.answer.keys[0]
    if not key.startswith(command_table.FIRE):
        return ()
    target = field.unit_of(view, key.removeprefix(command_table.FIRE))
    volley = fire_table.look(view, field.unit_of(view, step.unit), target)
    odds = mapped(enumerated(volley, fire_rule.hits), lambda hits: min(hits, target.stands))
    chances = tuple([(f"{numbered(lost, 'stand')} lost", float(chance)) for lost, chance in sorted(odds.items())])
    return (Forecast(f"{target.name} under this fire", True, chances),)


def losses(view: State) -> dict[str, int]:
    """Stands each side has lost; all of a regiment that broke."""
    return {
        side: sum([unit.start - (unit.stands if unit.here else 0) for unit in view.units if unit.side == side])
        for side in view.sides
    }
