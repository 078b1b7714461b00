"""Pursuit in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.pursuit import events
from roundtop.rulebooks.charge_boys.state import State
from roundtop.rulebooks.charge_boys.words import of_unit


def followed_up(view: State, event: events.FollowedUp) -> Telling:
    name = field.unit_of(view, event.unit).name
    words = {"stay": "stays where it is", "occupy": "occupies the obstacle", "storm": "occupies the building"}
    done = words.get(event.choice, f"follows up {event.inches}″")
    tally = (Row("follow-up", event.choice, "charge-boys.melee.follow-up"),)
    return of_unit(view=view, id=event.unit, text=f"{name} {done}.", hint="none", tally=tally, rolls=event.rolls)


TELLINGS: Final[Tellings] = {
    events.FollowedUp: followed_up,
}
