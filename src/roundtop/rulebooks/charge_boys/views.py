"""Who may see what. Under written orders the enemy's orders are hidden until they are turned up; all else lies open."""

from __future__ import annotations

from roundtop.dice.sources import Stream
from roundtop.record import copy
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.orders import events as orders_events
from roundtop.rulebooks.charge_boys.orders import table as orders_table
from roundtop.rulebooks.charge_boys.state import SECRET, General, State, Unit


def hidden(state: State) -> bool:
    """Whether orders lie face down [orders.writing]."""
    return state.settings.turn_mode == "written-orders" and state.phase == "orders"


def view(state: State, player: str) -> State:
    """The table as a player may know it; nobody's ("") is what both sides may see [orders.writing]."""
    if not hidden(state):
        return state
    new = copy(state)
    new.units = tuple([unit if unit.side == player or not unit.order else _masked(unit) for unit in state.units])
    new.generals = tuple([g if g.side == player or not g.order else _veiled(g) for g in state.generals])
    return new


def _masked(unit: Unit) -> Unit:
    """A unit for which something is written, but not what."""
    new = copy(unit)
    new.order = SECRET
    return new


def _veiled(general: General) -> General:
    new = copy(general)
    new.order = SECRET
    return new


def seen(event: object, player: str) -> object | None:
    """An event as a player may know it: that an order was written, but not what it says."""
    if isinstance(event, orders_events.OrderWritten) and event.side != player:
        return orders_events.OrderWritten(event.side, event.about, SECRET)
    return event


def imagine(seen_state: State, player: str, stream: Stream) -> State:
    """A table that looks like this view: unknown orders filled in at random, lawfully."""
    if not hidden(seen_state):
        return seen_state
    new = copy(seen_state)
    new.units = tuple([_ordered(new, unit, stream) if unit.order == SECRET else unit for unit in new.units])
    new.generals = tuple([_sent(new, g, stream) if g.order == SECRET else g for g in new.generals])
    return new


def _ordered(state: State, unit: Unit, stream: Stream) -> Unit:
    new = copy(unit)
    found = orders_table.order_ways(state, unit)
    new.order = found[stream.below(len(found))].manoeuvres or orders_table.HOLD
    return new


def _sent(state: State, general: General, stream: Stream) -> General:
    new = copy(general)
    found = generals_table.general_ways(state, general)
    new.order = found[stream.below(len(found))].manoeuvres or orders_table.HOLD
    return new
