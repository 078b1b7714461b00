"""Messengers are sent, ride and deliver; brigades are handed over or released."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Item, March, Reason, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of, way_of
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import play as cards_play
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.command import table
from roundtop.rulebooks.order_cards.events import Events
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.state import Delivered, Messenger, Officer, State, Unit
from roundtop.table.measure import TOLERANCE, bearing, distance, rounded, within
from roundtop.table.path import leg
from roundtop.table.pose import Pose, ahead, rounded_pose


def may_send(state: State, officer: Officer) -> bool:
    """Whether an officer may send a messenger now, one at a time [officer.messengers]."""
    if not state.courier or [one for one in state.messengers if one.sender == officer.id]:
        return False
    return bool(errands(state, officer))


def errands(state: State, officer: Officer) -> list[tuple[str, str, str, str, str]]:
    """What a messenger may carry: key, errand, brigade, the officer addressed, and words [officer.messengers]."""
    found: list[tuple[str, str, str, str, str]] = []
    own = sorted({unit.brigade for unit in field.on_table(state) if unit.player == officer.player})
    others = [one for one in field.officers_on(state, officer.side) if one.id != officer.id]
    for other in others:
        if other.player != officer.player:
            for brigade in own:
                key = f"hand-over:{brigade}:{other.id}"
                found.append(
                    (key, "hand-over", brigade, other.id, f"hand {brigade} over to {other.player}, by {other.name}")
                )
            found.append((f"note:{other.id}", "note", "", other.id, f"a note to {other.name}"))
        for brigade, _ in state.reserves:
            if other.command == brigade:
                found.append((f"release:{brigade}", "release", brigade, other.id, f"release {brigade} from reserve"))
    return found


def asks_sender(state: State, step: command_events.SendMessenger) -> tuple[str, ...]:
    return (field.officer_of(state, step.officer).player,)


def send_decision(view: State, step: command_events.SendMessenger, player: str) -> Decision:
    officer = field.officer_of(view, step.officer)
    clause = tables.BOOK + "officer.messengers"
    items = [Item(key, words, clause) for key, _, _, _, words in errands(view, officer)]
    items.append(Item(cards_play.BACK, "send nobody", clause))
    sentence = f"What does the messenger of {officer.name} carry?"
    return Decision(player, "send", officer.id, sentence, (clause,), form=Choose(tuple(items)))


def sent(state: State, step: command_events.SendMessenger, command: Command) -> Progress:
    officer = field.officer_of(state, step.officer)
    for key, errand, brigade, to, _ in errands(state, officer):
        if key == key_of(command):
            rider = Messenger(
                id=f"{officer.id}-messenger",
                side=officer.side,
                player=officer.player,
                sender=officer.id,
                to=to,
                errand=errand,
                brigade=brigade,
                pose=officer.pose,
            )
            return Progress((command_events.MessengerSent(rider, field.players_of(state, officer.side)),), final=True)
    return Progress(())


def rider_of(state: State, id: str) -> Messenger:
    for one in state.messengers:
        if one.id == id:
            return one
    raise KeyError(id)


def asks_rider(state: State, step: command_events.MoveMessenger) -> tuple[str, ...]:
    return (step.player,)


def rider_decision(view: State, step: command_events.MoveMessenger, player: str) -> Decision:
    across = 2 * tables.MESSENGER_RADIUS
    pose = Pose(0.0, 0.0, 0)
    ways_there: tuple[Way, ...] = (Way("wait", "wait", (), pose),)
    if [one for one in view.messengers if one.id == step.messenger]:
        rider = rider_of(view, step.messenger)
        pose, ways_there = rider.pose, rider_ways(view, rider)
    form = March(step.messenger, pose, across, across, ("leg",), allowance=movement_rule.OFFICER_MOVE, ways=ways_there)
    sentence = f"The messenger may ride {movement_rule.OFFICER_MOVE:g}″."
    return Decision(player, "ride", step.messenger, sentence, (tables.BOOK + "officer.messengers",), form=form)


def rider_ways(state: State, rider: Messenger) -> tuple[Way, ...]:
    """Straight to the officer addressed, as far as he gets."""
    found = [Way("wait", "wait", (), rider.pose)]
    goal = field.officer_of(state, rider.to)
    away = distance(rider.pose.x, rider.pose.y, goal.pose.x, goal.pose.y)
    far = min(movement_rule.OFFICER_MOVE, away - tables.OFFICER_RADIUS - tables.MESSENGER_RADIUS)
    if goal.place == tables.ON_TABLE and far > TOLERANCE:
        heading = bearing(rider.pose.x, rider.pose.y, goal.pose.x, goal.pose.y)
        end = ahead(Pose(rider.pose.x, rider.pose.y, heading), far)
        made = (leg(rounded(end.x), rounded(end.y)),)
        if not table.ride_faults(state, rider.side, rider.pose, tables.MESSENGER_RADIUS, made):
            found.append(Way("on", f"on to {goal.name}", made, rounded_pose(end)))
    return tuple(found)


def check_rider(view: State, step: command_events.MoveMessenger, command: Command) -> tuple[Reason, ...]:
    if not [one for one in view.messengers if one.id == step.messenger]:
        return (Reason("There is no such messenger.", tables.BOOK + "officer.messengers"),)
    rider = rider_of(view, step.messenger)
    return tuple(table.ride_faults(view, rider.side, rider.pose, tables.MESSENGER_RADIUS, way_of(command)))


def rider_moved(state: State, step: command_events.MoveMessenger, command: Command) -> Progress:
    """A messenger rides, and delivers within 2 in of the officer addressed [officer.messengers]."""
    rider = rider_of(state, step.messenger)
    made = way_of(command)
    if not made:
        return Progress(())
    end = rounded_pose(Pose(made[-1].x, made[-1].y, rider.pose.facing))
    events: Events = [command_events.MessengerMoved(rider.id, rider.pose, end)]
    events.extend(met(state, rider, end, field.officer_of(state, rider.to).pose))
    return Progress(tuple(events), final=True)


def met(state: State, rider: Messenger, here: Pose, there: Pose) -> Events:
    """What becomes of a messenger when he, or the officer addressed, has ridden: within 2 in he delivers.

    [officer.messengers]
    """
    goal = field.officer_of(state, rider.to)
    to = field.players_of(state, rider.side)
    if goal.place != tables.ON_TABLE:
        return [command_events.MessengerGone(rider.id, False, None, to)]
    gap = distance(here.x, here.y, there.x, there.y) - tables.OFFICER_RADIUS - tables.MESSENGER_RADIUS
    if not within(gap, tables.OFFICER_REACH):
        return []
    order = Delivered(rider.side, rider.errand, rider.brigade, goal.player)
    return [command_events.MessengerGone(rider.id, False, order, to)]


def awaits_brigade(state: State, player: str) -> bool:
    """Whether a brigade becomes this player's with his next card [officer.messengers]."""
    return bool([one for one in state.delivered if one.errand == "hand-over" and one.player == player])


def orders_taking_effect(state: State, side: str, turning: tuple[str, ...]) -> list[object]:
    """What messengers brought to those who turn a card now [officer.messengers]."""
    events: list[object] = []
    for order in state.delivered:
        if order.side == side and order.errand == "hand-over" and order.player in turning:
            events.append(command_events.HandedOver(order.brigade, order.player))
        elif order.side == side and order.errand == "release":
            events.append(command_events.Released(order.brigade, side, field.players_of(state, side)))
    return events


def reserves_due(state: State, side: str) -> list[object]:
    """Brigades that the scenario frees after so many cards, and those that were attacked [officer.messengers]."""
    events: list[object] = []
    for brigade, cards in state.reserves:
        own = [unit for unit in state.units if unit.brigade == brigade and unit.side == side]
        due = bool(own) and cards > 0 and field.hand_of(state, own[0].player).played > cards
        if due or [unit for unit in own if _was_attacked(unit)]:
            events.append(command_events.Released(brigade, side, field.players_of(state, side)))
    return events


def _was_attacked(unit: Unit) -> bool:
    """Whether a unit held back has lost a box or its order, its nerve or its liberty."""
    steady = unit.state == tables.STEADY and not unit.disordered
    return unit.circled > 0 or (unit.place == tables.ON_TABLE and not steady) or unit.place == tables.GONE


def held_back(state: State, unit: Unit) -> bool:
    """Whether its brigade is in reserve [officer.messengers]."""
    for brigade, _ in state.reserves:
        if brigade == unit.brigade:
            return True
    return False


PLAYS: Final[Plays] = {
    command_events.SendMessenger: Play(no_effect, asks_sender, send_decision, sent),
    command_events.MoveMessenger: Play(no_effect, asks_rider, rider_decision, rider_moved, check_rider),
}
