"""The captain: an answer to every decision, from what a player may see."""

from __future__ import annotations

from roundtop.battle.forms import Answer, Assign, Choose, Chosen, March, Marched, Place, Placed
from roundtop.battle.protocol import Decision
from roundtop.dice.sources import Stream
from roundtop.rulebooks.infantry_action.bot import doctrine, fighting, moves, orders
from roundtop.rulebooks.infantry_action.field import unit_of
from roundtop.rulebooks.infantry_action.state import State


def captain(view: State, decision: Decision, stream: Stream) -> Answer:
    """An answer to a decision, from what the player may see."""
    return led(view, decision, stream, "")


def led(view: State, decision: Decision, stream: Stream, manner: str) -> Answer:
    """The answer of a captain who fights in this manner."""
    field = doctrine.field_of(view, decision.player, manner)
    form = decision.form
    if isinstance(form, Assign):
        return (
            orders.give_orders(field, form, stream)
            if decision.kind == "orders"
            else fighting.spread_fire(field, decision, form)
        )
    if isinstance(form, March):
        unit = unit_of(view, decision.about)
        if decision.kind == "strike":
            return Marched(fighting.best_strike(field, unit, form))
        return Marched(
            moves.best_advance(field, unit) if decision.kind == "advance" else moves.best_move(field, unit, unit.order)
        )
    if isinstance(form, Place):
        return Placed(moves.best_place(field, unit_of(view, decision.about), form))
    assert isinstance(form, Choose)
    return Chosen(chosen(field, decision, form))


def chosen(field: doctrine.Field, decision: Decision, form: Choose) -> tuple[str, ...]:
    """The choices, by what is asked."""
    kind = decision.kind
    if kind == "first":
        return ("first" if orders.wants_first(field) else "second",)
    if kind == "activate":
        return (orders.next_unit(field, form),)
    if kind == "charge":
        return (fighting.best_target(field, unit_of(field.view, decision.about), form),)
    if kind == "charge-fire":
        return fighting.volleys_at_charger(field, unit_of(field.view, decision.about), form)
    if kind == "dominoes":
        return (form.items[0].key,)
    if kind == "place-domino":
        return (fighting.best_slot(field, unit_of(field.view, decision.about), form),)
    if kind == "aim":
        return fighting.best_aim(field, unit_of(field.view, decision.about), form)
    if kind == "pivot":
        return (moves.best_pivot(field, unit_of(field.view, decision.about), form),)
    if kind == "interrupt":
        return tuple([item.key for item in form.items])
    return tuple([item.key for item in form.items[: max(form.least, min(1, form.most))]])
