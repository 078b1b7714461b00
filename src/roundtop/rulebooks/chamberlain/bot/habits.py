"""What was done in an event of Chamberlain, for whoever counts habits."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Deed
from roundtop.rulebooks.chamberlain.charge import events as charge_events
from roundtop.rulebooks.chamberlain.command import events as command_events
from roundtop.rulebooks.chamberlain.fire import events as fire_events
from roundtop.rulebooks.chamberlain.melee import events as melee_events
from roundtop.rulebooks.chamberlain.morale import events as morale_events
from roundtop.rulebooks.chamberlain.movement import events as movement_events
from roundtop.rulebooks.chamberlain.state import State

OWN_WILL: Final = ("simple", "difficult", "pivot", "reserve")


def deeds(state: State, event: object) -> tuple[Deed, ...]:
    if isinstance(event, movement_events.Moved):
        if event.kind == "charge":
            return (Deed("charge", event.unit),)
        return (Deed("move", event.unit),) if event.kind in OWN_WILL else ()
    if isinstance(event, fire_events.VolleyFired):
        return (Deed("volley", event.unit),)
    if isinstance(event, charge_events.ContactMade):
        return (Deed("home", event.charge.charger),)
    if isinstance(event, melee_events.MeleeFought):
        others = (*event.attackers[1:], *event.defenders)
        return (Deed("melee", event.attackers[0]), *[Deed("other", unit) for unit in others])
    if isinstance(event, morale_events.RallyTried):
        return (Deed("other", event.unit),)
    if isinstance(event, command_events.OfficerRisked) and event.killed:
        return (Deed("fell", event.officer),)
    return ()
