"""What was done in an event of the card-driven rules, for whoever counts habits."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Deed
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.formation import events as formation_events
from roundtop.rulebooks.order_cards.melee import events as melee_events
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.state import State

OWN_WILL: Final = ("order", "arrive", "form")
LOST: Final = ("death", "captured", "lost")


def deeds(state: State, event: object) -> tuple[Deed, ...]:
    if isinstance(event, movement_events.Moved):
        return (Deed("move", event.unit),) if event.cause in OWN_WILL else ()
    if isinstance(event, (fire_events.Fired, fire_events.Sniped)):
        return (Deed("volley", event.unit),)
    if isinstance(event, charge_events.ChargeDeclared):
        return (Deed("charge", event.unit),)
    if isinstance(event, charge_events.ContactMade):
        return (Deed("home", event.attack.unit),)
    if isinstance(event, melee_events.MeleeFought):
        others = (*event.attackers[1:], *event.defenders)
        return (Deed("melee", event.attackers[0]), *[Deed("other", unit) for unit in others])
    if isinstance(event, (rally_events.RallyTried, formation_events.WingTurned)):
        return (Deed("other", event.unit),)
    if isinstance(event, command_events.OfficerHurt) and event.result in LOST:
        return (Deed("fell", event.officer),)
    return ()
