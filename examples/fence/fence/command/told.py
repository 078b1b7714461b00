"""The turn in words."""

from __future__ import annotations

from typing import Final

from fence import field
from fence.command import events
from fence.state import State
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.words import side_does


def turn_began(view: State, event: events.TurnBegan) -> Telling:
    return Telling(f"Turn {event.turn} of {view.turn_limit}.", hint="turn")


def initiative_won(view: State, event: events.InitiativeWon) -> Telling:
    return Telling(f"{side_does(event.side, 'begin')}.", rolls=event.rolls, hint="phase", side=event.side)


def held(view: State, event: events.Held) -> Telling:
    unit = field.unit_of(view, event.unit)
    return Telling(f"{unit.name} waits.", ((unit.pose.x, unit.pose.y),), side=unit.side)


TELLINGS: Final[Tellings] = {
    events.TurnBegan: turn_began,
    events.InitiativeWon: initiative_won,
    events.Held: held,
}
