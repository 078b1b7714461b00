"""Volleys in words."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.fire import events, rule
from fence.state import State
from fence.tables import BOOK
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row, lines
from roundtop.battle.words import numbered


def volley_fired(view: State, event: events.VolleyFired) -> Telling:
    unit, target = field.unit_of(view, event.unit), field.unit_of(view, event.target)
    volley = rule.Volley(unit.stands, event.distance_in, event.fenced, view.settings)
    text = f"{unit.name} fires at {target.name}: {numbered(event.lost, 'stand')} lost."
    if not event.left:
        text += f" Nobody is left of {target.name}."
    needed = Row(f"at {event.distance_in:.1f}″ hits on", f"{rule.needs(volley)}+", BOOK + "fire.dice")
    places = ((unit.pose.x, unit.pose.y), (target.pose.x, target.pose.y))
    return Telling(text, places, event.rolls, (*lines(rule.mods(volley)), needed), "volley", unit.side)


TELLINGS: Final[Tellings] = {events.VolleyFired: volley_fired}
