"""Orders in words, and what one would do."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed, side_does
from roundtop.rulebooks.charge_boys import field, words
from roundtop.rulebooks.charge_boys.charge import told as charge_told
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.generals import told as generals_told
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.movement import told as movement_told
from roundtop.rulebooks.charge_boys.movement import ways as movement_ways
from roundtop.rulebooks.charge_boys.orders import events, table
from roundtop.rulebooks.charge_boys.state import SECRET, State
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose


def order_written(view: State, event: events.OrderWritten) -> Telling:
    name = words.name(view, event.about)
    if event.order == SECRET:
        return Telling(f"{side_does(event.side, 'write')} an order.", hint="orders", side=event.side)
    text = f"{name} is ordered to {words.order_words(view, event.order)}."
    return Telling(
        text,
        tally=(Row(name, words.order_words(view, event.order), "charge-boys.orders.vocabulary"),),
        hint="orders",
        side=event.side,
    )


def orders_revealed(view: State, event: events.OrdersRevealed) -> Telling:
    clause = "charge-boys.orders.writing"
    tally = tuple([Row(words.name(view, id), words.order_words(view, order), clause) for id, order in event.orders])
    return Telling("The orders are turned up.", tally=tally, hint="orders")


def impulse_made(view: State, event: events.ImpulseMade) -> Telling:
    names = [field.unit_of(view, id).name for id, _ in event.places]
    text = f"Impulse {event.number} of {view.settings.impulses}: {listed(names)} on the march."
    tally = (Row("impulse", str(event.number), "charge-boys.orders.resolution"),)
    return Telling(text, tuple([(pose.x, pose.y) for _, pose in event.places]), tally=tally, hint="move")


def strode(view: State, event: events.Strode) -> Telling:
    text = f"{field.unit_of(view, event.unit).name} comes on, {words.inches(event.reach)} of its reach left."
    tally = (Row("reach left", words.inches(event.reach), "charge-boys.orders.charge-moving-target"),)
    return Telling(
        text, ((event.pose.x, event.pose.y),), tally=tally, hint="charge", side=field.unit_of(view, event.unit).side
    )


def order_there(view: State, step: events.WriteOrders, player: str, pose: Pose) -> Answer | None:
    return _order(view, written_for(view, step, player), pose)


def written_for(view: State, step: events.WriteOrders, player: str) -> str:
    """For whom this player is writing an order now; both sides write at once [orders.writing]."""
    for side, place, _ in step.waiting:
        mine = table.to_order(view, side)
        if side == player and place < len(mine):
            return mine[place]
    return ""


def _order(view: State, id: str, pose: Pose) -> Answer | None:
    """An order to go there; nobody is in the way of what is only written."""
    for general in view.generals:
        if general.id == id:
            return Marched(generals_table.ride(view, general, pose) or table.HOLD)
    return Marched(movement_ways.march(view, field.unit_of(view, id), pose) or table.HOLD) if id else None


def preview_order(view: State, step: events.WriteOrders, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Marched):
        return None
    return _written(view, written_for(view, step, player), answer.manoeuvres)


def _written(view: State, id: str, order: tuple[Manoeuvre, ...]) -> Preview | None:
    """What an order would do if nobody else moved."""
    drill = tuple([one for one in order if one.kind != "hold"])
    for general in view.generals:
        if general.id == id:
            return generals_told.preview_of_ride(view, general, drill)
    if not id:
        return None
    charges = [one.on for one in drill if one.kind == movement_table.CHARGE]
    if charges:
        return charge_told.charged(view, f"{id}:{charges[0]}")
    found = movement_told.previewed(view, field.unit_of(view, id), drill)
    found.reasons = tuple([reason for reason in found.reasons if reason.clause not in table.AT_THE_TIME])
    return found


TELLINGS: Final[Tellings] = {
    events.OrderWritten: order_written,
    events.OrdersRevealed: orders_revealed,
    events.ImpulseMade: impulse_made,
    events.Strode: strode,
}
