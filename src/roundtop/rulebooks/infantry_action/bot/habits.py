"""What was done in an event of Infantry Action, for whoever counts habits."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Deed
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.state import State

OWN_WILL: Final = ("order", "pivot", "arrive")


def deeds(state: State, event: object) -> tuple[Deed, ...]:
    if isinstance(event, movement_events.Moved):
        return (Deed("move", event.unit),) if event.cause in OWN_WILL and event.manoeuvres else ()
    if isinstance(event, fire_events.VolleyFired):
        return (Deed("volley", event.unit),)
    if isinstance(event, charge_events.ChargeDeclared):
        return (Deed("charge", event.unit),)
    if isinstance(event, charge_events.ContactMade):
        return (Deed("home", event.fights[0].charger),)
    if isinstance(event, melee_events.CombatFought):
        return (Deed("melee", event.units[0]), *[Deed("other", unit) for unit in event.units[1:]])
    return ()
