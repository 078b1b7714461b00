"""Officers and messengers: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record, replace
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.command import rule
from roundtop.rulebooks.order_cards.state import Delivered, Messenger, Officer, State, Unit
from roundtop.table.pose import Pose


@record
class MoveOfficer:
    officer: str


@record
class SendMessenger:
    """An officer names what a messenger carries, and to whom."""

    officer: str


@record
class MoveMessenger:
    messenger: str
    player: str


@record
class OfficerPlaced:
    """An officer comes to the table. Causes: deploy, replace, arrive."""

    officer: str
    pose: Pose
    cause: str


@record
class OfficerMoved:
    """Causes: order, along (with a unit), driven (by the enemy)."""

    officer: str
    start: Pose
    end: Pose
    cause: str


@record
class OfficerHurt:
    """What became of an officer: a wound, death, captured, lost."""

    officer: str
    result: str


@record
class OfficerSwept:
    """An officer is with a unit, or is free again (""). Causes: rout, lead."""

    officer: str
    unit: str
    cause: str


@record
class MessengerSent:
    """`to` are the players who know what he carries."""

    messenger: Messenger
    to: tuple[str, ...]


@record
class MessengerMoved:
    messenger: str
    start: Pose
    end: Pose


@record
class MessengerGone:
    """A messenger is dismissed or killed. What he brought is known to `to` alone."""

    messenger: str
    killed: bool
    order: Delivered | None
    to: tuple[str, ...]


@record
class HandedOver:
    """A brigade is another player's from now on."""

    brigade: str
    player: str


@record
class Released:
    """A brigade is no longer held in reserve; `to` are the players who know that it was."""

    brigade: str
    side: str
    to: tuple[str, ...]


def officer_placed(state: State, event: OfficerPlaced) -> State:
    new = field.officer_copied(field.officer_of(state, event.officer))
    new.pose = event.pose
    new.place = tables.ON_TABLE
    new.unit = ""
    if event.cause == "replace":
        new.fallen += 1 if new.fate in tables.SCORED else 0
        new.rating = 10
        new.fate = ""
        new.minor = 0
        new.name = f"Successor of {new.name.removeprefix('Successor of ')}"
    return field.with_officer(state, new)


def officer_moved(state: State, event: OfficerMoved) -> State:
    new = field.officer_copied(field.officer_of(state, event.officer))
    new.pose = event.end
    new.moved = new.moved or event.cause == "order"
    return field.with_officer(state, new)


def officer_hurt(state: State, event: OfficerHurt) -> State:
    new = field.officer_copied(field.officer_of(state, event.officer))
    if rule.out_of_battle(event.result):
        new.place = tables.GONE
        new.fate = event.result
        new.unit = ""
    elif event.result == rule.WOUNDS[3]:
        new.minor += 1
    return field.with_officer(state, new)


def officer_swept(state: State, event: OfficerSwept) -> State:
    new = field.officer_copied(field.officer_of(state, event.officer))
    new.unit = event.unit
    return field.with_officer(state, new)


def messenger_sent(state: State, event: MessengerSent) -> State:
    new = field.past_recall(state)
    new.messengers = (*state.messengers, event.messenger)
    return new


def messenger_moved(state: State, event: MessengerMoved) -> State:
    new = field.past_recall(state)
    new.messengers = tuple(
        [rode(one, event.end, True) if one.id == event.messenger else one for one in state.messengers]
    )
    return new


def messenger_gone(state: State, event: MessengerGone) -> State:
    new = field.past_recall(state)
    new.messengers = tuple([one for one in state.messengers if one.id != event.messenger])
    if event.order is not None:
        new.delivered = (*state.delivered, event.order)
    return new


def rode(one: Messenger, pose: Pose, moved: bool) -> Messenger:
    return replace(one, pose=pose, moved=moved)


def released(state: State, event: Released) -> State:
    new = field.past_recall(state)
    new.delivered = tuple([one for one in new.delivered if one.brigade != event.brigade])
    new.reserves = tuple([held for held in new.reserves if held[0] != event.brigade])
    return new


def handed_over(state: State, event: HandedOver) -> State:
    new = field.past_recall(state)
    new.delivered = tuple([one for one in new.delivered if one.brigade != event.brigade])
    new.units = tuple([_given_to(unit, event.player) if unit.brigade == event.brigade else unit for unit in new.units])
    new.officers = tuple([_led_by(one, event.player) if one.command == event.brigade else one for one in new.officers])
    return new


def _given_to(unit: Unit, player: str) -> Unit:
    return replace(unit, player=player)


def _led_by(officer: Officer, player: str) -> Officer:
    return replace(officer, player=player)


EFFECTS: Final[Effects] = {
    OfficerPlaced: officer_placed,
    OfficerMoved: officer_moved,
    OfficerHurt: officer_hurt,
    OfficerSwept: officer_swept,
    MessengerSent: messenger_sent,
    MessengerMoved: messenger_moved,
    MessengerGone: messenger_gone,
    HandedOver: handed_over,
    Released: released,
}
