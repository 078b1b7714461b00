"""Everything that can happen and that can be still to do, and how an event is applied."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, applied
from roundtop.record import record, replace
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.deployment import events as deployment_events
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.morale import events as morale_events
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.state import ON_TABLE, Spot, State, Unit
from roundtop.rulebooks.infantry_action.victory import events as victory_events


@record
class TurnBegan:
    turn: int


@record
class PhaseBegan:
    phase: str


@record
class BeginTurn:
    turn: int


def turn_began(state: State, event: TurnBegan) -> State:
    new = field.changing(state)
    new.turn = event.turn
    new.phase = "orders"
    new.gone = ()
    new.units = tuple([_fresh(unit, event.turn) for unit in new.units])
    new.spots = tuple([Spot(unit.id, unit.pose, unit.stands) for unit in new.units if unit.place == ON_TABLE])
    return new


def _fresh(unit: Unit, turn: int) -> Unit:
    """A unit as a turn begins; the second half of a rout is owed in the turn after it only [outcome.rout-move]."""
    new = field.copied(unit)
    new.order = ""
    new.routing = unit.routing and unit.routed == turn - 1
    new.revealed = False
    new.had = unit.stands
    new.moved = False
    new.shot = False
    new.aims = ()
    new.fought = False
    return new


def phase_began(state: State, event: PhaseBegan) -> State:
    return replace(state, phase=event.phase)


EFFECTS: Final[Effects] = {
    TurnBegan: turn_began,
    PhaseBegan: phase_began,
    **deployment_events.EFFECTS,
    **command_events.EFFECTS,
    **movement_events.EFFECTS,
    **charge_events.EFFECTS,
    **fire_events.EFFECTS,
    **melee_events.EFFECTS,
    **morale_events.EFFECTS,
    **victory_events.EFFECTS,
}
EVENTS: Final[tuple[type, ...]] = tuple(EFFECTS)


def apply(state: State, event: object) -> State:
    """The state after an event."""
    found: State = applied(EFFECTS, state, event)
    return found
