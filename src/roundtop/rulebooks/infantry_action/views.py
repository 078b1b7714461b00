"""Who may see what. Hidden are chits face down, targets named and dominoes looked at; all else lies open."""

from __future__ import annotations

from roundtop.dice.sources import Stream
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.command import table as command_table
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.melee import rule as melee_rule
from roundtop.rulebooks.infantry_action.melee import table as melee_table
from roundtop.rulebooks.infantry_action.state import UNKNOWN, State, Unit


def view(state: State, player: str) -> State:
    """The table as a player may know it; nobody's ("") is what both sides may see [orders.secret]."""
    new = field.changing(state)
    new.units = tuple([unit if unit.side == player else masked(unit) for unit in state.units])
    return new


def masked(unit: Unit) -> Unit:
    """A unit as the enemy sees it: that a chit lies there, that a domino was looked at, but not which, nor its aim."""
    hidden_chit = unit.order != "" and not unit.revealed
    if not hidden_chit and not unit.looked and not unit.aims:
        return unit
    new = field.copied(unit)
    new.aims = ()
    if hidden_chit:
        new.order = UNKNOWN
    new.tile = ""
    new.flip = False
    return new


def seen(event: object, player: str) -> object | None:
    """An event as a player may know it. The owner is told by the side that a hidden event names."""
    if isinstance(event, command_events.ChitsPlaced) and event.side != player:
        return command_events.ChitsPlaced(event.side, tuple([(unit, UNKNOWN) for unit, _ in event.chits]))
    if isinstance(event, fire_events.TargetsNamed) and event.side != player:
        return fire_events.TargetsNamed(event.unit, event.side, event.gun, ())
    if isinstance(event, melee_events.DominoLooked) and event.side != player:
        return melee_events.DominoLooked(event.unit, event.side, "", ())
    if isinstance(event, melee_events.DominoPlaced) and event.side != player:
        return melee_events.DominoPlaced(event.unit, event.side, event.slot, False)
    return event


def imagine(seen_state: State, player: str, stream: Stream) -> State:
    """A table that looks like this view: unknown chits and looked-at dominoes filled in at random, lawfully."""
    new = field.changing(seen_state)
    new.units = tuple([_with_some_chit(unit, stream) if unit.order == UNKNOWN else unit for unit in new.units])
    for unit in new.units:
        if unit.looked and unit.tile == "":
            new = field.with_unit(new, _with_some_tile(new, unit, stream))
    return new


def _with_some_chit(unit: Unit, stream: Stream) -> Unit:
    new = field.copied(unit)
    orders = command_table.lawful_orders(unit)
    new.order = orders[stream.below(len(orders))]
    return new


def _with_some_tile(state: State, unit: Unit, stream: Stream) -> Unit:
    new = field.copied(unit)
    gone = melee_rule.gone_bits(melee_table.tiles_gone(state, melee_table.partners(state, unit.id)))
    weights = tuple([0 if bit & gone else ways for bit, ways in zip(melee_rule.TILE_BIT, melee_rule.WAYS, strict=True)])
    new.tile = melee_rule.NAMES[stream.pick("domino", melee_rule.NAMES, weights)]
    new.flip = stream.below(2) == 1 if unit.slot else False
    return new
