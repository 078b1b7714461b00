"""What was done in an event of the skirmish rules, for whoever counts habits."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Deed
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.charge import events as charge_events
from roundtop.rulebooks.skirmish.climbing import events as climbing_events
from roundtop.rulebooks.skirmish.fire import events as fire_events
from roundtop.rulebooks.skirmish.horses import events as horses_events
from roundtop.rulebooks.skirmish.melee import events as melee_events
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.state import COMMANDER, State

OWN_WILL: Final = ("move", "together", "ride", "enter")


def deeds(state: State, event: object) -> tuple[Deed, ...]:
    if isinstance(event, movement_events.Moved):
        if event.cause == "charge":
            return (Deed("home", event.figure),) if field.in_contact(state, state.figures[event.figure]) else ()
        return (Deed("move", event.figure),) if event.cause in OWN_WILL else ()
    if isinstance(event, fire_events.ShotFired):
        return (Deed("volley", event.figure), *_fell(state, event.victim))
    if isinstance(event, charge_events.ChargeDeclared):
        men = field.members(state, event.group)
        return tuple([Deed("charge", man.id) for man in men[:1]])
    if isinstance(event, melee_events.BoutFought):
        others = (*event.bout.a[1:], *event.bout.b)
        fought = (Deed("melee", event.bout.a[0]), *[Deed("other", man) for man in others])
        return (*fought, *_fell(state, event.loser))
    if isinstance(event, (fire_events.Loaded, horses_events.GotUp, horses_events.GotDown, climbing_events.Climbed)):
        return (Deed("other", event.figure),)
    return ()


def _fell(state: State, victim: str) -> tuple[Deed, ...]:
    """A commander who has just been lost."""
    man = state.figures.get(victim)
    lost = man is not None and man.role == COMMANDER and not field.able(man)
    return (Deed("fell", victim),) if lost else ()
