"""What was done in an event of Charge Boys, for whoever counts habits."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Deed
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.fire import events as fire_events
from roundtop.rulebooks.charge_boys.formation import events as formation_events
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.melee import events as melee_events
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.state import State

OWN_WILL: Final = ("order", "ordered", "break-off")


def deeds(state: State, event: object) -> tuple[Deed, ...]:
    if isinstance(event, movement_events.Moved):
        return (Deed("move", event.unit),) if event.cause in OWN_WILL and event.manoeuvres else ()
    if isinstance(event, fire_events.Fired):
        return (Deed("volley", event.unit),)
    if isinstance(event, charge_events.ChargeDeclared):
        return (Deed("charge", event.unit),)
    if isinstance(event, melee_events.ContactMade):
        return (Deed("home", event.fight.a),)
    if isinstance(event, melee_events.RoundFought):
        return (Deed("melee", event.a), Deed("other", event.b))
    if isinstance(event, formation_events.Formed):
        return (Deed("other", event.unit),)
    if isinstance(event, generals_events.GeneralLost):
        return (Deed("fell", event.general),)
    return ()
