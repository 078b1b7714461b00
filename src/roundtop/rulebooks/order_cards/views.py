"""Who may see what. Hidden are cards not yet turned, supplies, what messengers carry, and troops still to come."""

from __future__ import annotations

from typing import Final

from roundtop.dice.sources import Stream
from roundtop.record import copy, replace
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.sight import events as sight_events
from roundtop.rulebooks.order_cards.state import Army, Hand, Messenger, Officer, State, Unit
from roundtop.rulebooks.order_cards.supply import events as supply_events
from roundtop.rulebooks.order_cards.supply import rule as supply_rule

SEALED: Final = -1
"""Supplies that are not known."""
LATE: Final = 1000
"""Cards after which a unit that nobody sees is imagined to come, more than any battle has."""


def view(state: State, player: str) -> State:
    """The table as a player may know it; nobody's ("") is what everybody may see [turn.what-players-see]."""
    side = field.side_of_player(state, player)
    new = field.changing(state)
    new.looked = None
    limited = state.settings.supply_limit
    new.hands = tuple([hand if hand.side == side else masked(hand, limited) for hand in state.hands])
    new.units = tuple([u for u in state.units if u.side == side or u.place != tables.TO_ARRIVE or u.known])
    if state.settings.fog:
        _befog(new, side)
    if state.settings.supply_wagons:
        new.units = tuple([loaded(u) if u.arm == tables.WAGON and u.side != side else u for u in new.units])
    new.officers = tuple([one for one in new.officers if one.side == side or one.place != tables.TO_ARRIVE])
    if state.messengers:
        new.messengers = tuple([one if one.side == side else sealed(one) for one in new.messengers])
    if state.delivered:
        new.delivered = tuple([one for one in state.delivered if one.side == side])
    if state.reserves:
        own = {unit.brigade for unit in state.units if unit.side == side}
        new.reserves = tuple([held for held in state.reserves if held[0] in own])
    before = state.before
    if before is not None and before.side != side:
        new.before = None if state.settings.fog else loaded(before) if before.arm == tables.WAGON else before
    return new


def _befog(new: State, side: str) -> None:
    """Leave out what a side does not see; nobody's side sees what both do [visibility.hidden-units]."""
    unseen = {army.side: army.unseen for army in new.armies}
    others = {army.side: field.enemy_of(new, army.side) for army in new.armies}
    new.units = tuple([u for u in new.units if u.side == side or u.id not in unseen[others[u.side]]])
    new.officers = tuple([o for o in new.officers if o.side == side or o.id not in unseen[others[o.side]]])
    new.messengers = tuple([m for m in new.messengers if m.side == side or m.id not in unseen[others[m.side]]])
    new.roster = tuple([u for u in new.roster if u.side == side or u.place != tables.TO_ARRIVE or u.known])
    new.staff = tuple([o for o in new.staff if o.side == side or o.place != tables.TO_ARRIVE])
    new.armies = tuple([_blind(army, army.side == side) for army in new.armies])


def _blind(army: Army, own: bool) -> Army:
    """An army without what it sees, which only its own players know; which enemies it misses it does not."""
    return replace(army, unseen=(), sightings=army.sightings if own else ())


def masked(hand: Hand, limited: bool) -> Hand:
    """A hand as the enemy sees it: how many cards lie there, those turned, and no more."""
    hidden = len(hand.cards) - hand.turned
    if hidden == 0 and not limited:
        return hand
    cards = (*hand.cards[: hand.turned], *([tables.UNKNOWN] * hidden))
    supplies = SEALED if limited else hand.supplies
    return _hand(hand, cards, supplies)


def loaded(unit: Unit) -> Unit:
    """A wagon as the enemy sees it: nobody knows what it still carries."""
    new = field.copied(unit)
    new.load = SEALED
    return new


def sealed(rider: Messenger) -> Messenger:
    """A messenger as the enemy sees him: a man on a horse."""
    return replace(rider, to=tables.UNKNOWN, errand=tables.UNKNOWN, brigade=tables.UNKNOWN)


def seen(event: object, player: str) -> object | None:
    """An event as a player may know it; what it hides it names the players for."""
    if isinstance(event, cards_events.SetLaid) and player not in event.to:
        return cards_events.SetLaid(event.player, (tables.UNKNOWN,) * len(event.cards), ())
    if isinstance(event, command_events.MessengerSent) and player not in event.to:
        return command_events.MessengerSent(sealed(event.messenger), ())
    if isinstance(event, command_events.MessengerGone) and event.order is not None and player not in event.to:
        return command_events.MessengerGone(event.messenger, event.killed, None, ())
    if isinstance(event, supply_events.Resupplied) and event.points != SEALED and player not in event.to:
        return supply_events.Resupplied(
            unit=event.unit, ammo=event.ammo, player=event.player, wagon=event.wagon, points=SEALED, to=()
        )
    if isinstance(event, (command_events.Released, sight_events.Unnoticed)):
        return event if player in event.to else None
    if isinstance(event, sight_events.Spotted):
        own = [one for one in event.sides if player in one.to and (one.appeared or one.lost)]
        return (
            sight_events.Sighted(
                side=own[0].side, to=own[0].to, appeared=own[0].appeared, lost=own[0].lost, unseen=(), sightings=()
            )
            if own
            else None
        )
    return event


def imagine(seen_state: State, player: str, stream: Stream) -> State:
    """A table that looks like this view: cards not yet turned dealt from those their players have not turned."""
    new = field.changing(seen_state)
    new.hands = tuple([_with_some_cards(seen_state, hand, stream) for hand in seen_state.hands])
    new.units = tuple([_with_some_load(unit, stream) if unit.load == SEALED else unit for unit in seen_state.units])
    if seen_state.before is not None and seen_state.before.load == SEALED:
        new.before = _with_some_load(seen_state.before, stream)
    if seen_state.settings.fog:
        _people_the_fog(new, stream)
    return new


def _people_the_fog(new: State, stream: Stream) -> None:
    """Units and officers out of view, imagined to be still on their way; when they come is anybody's guess."""
    known = {unit.id for unit in new.units}
    units = [_on_its_way(unit, stream) for unit in new.roster if unit.id not in known]
    leaders = {officer.id for officer in new.officers}
    officers = [_riding_up(officer) for officer in new.staff if officer.id not in leaders]
    new.units = (*new.units, *units)
    new.officers = (*new.officers, *officers)


def _on_its_way(unit: Unit, stream: Stream) -> Unit:
    new = field.copied(unit)
    new.place = tables.TO_ARRIVE
    new.due = LATE + stream.below(LATE)
    new.known = False
    return new


def _riding_up(officer: Officer) -> Officer:
    new = field.officer_copied(officer)
    new.place = tables.TO_ARRIVE
    return new


def _with_some_load(unit: Unit, stream: Stream) -> Unit:
    new = field.copied(unit)
    new.load = stream.below(supply_rule.WAGON_POINTS + 1)
    return new


def _with_some_cards(state: State, hand: Hand, stream: Stream) -> Hand:
    known = hand.cards[: hand.turned]
    hidden = len([card for card in hand.cards if card == tables.UNKNOWN])
    supplies = hand.supplies if hand.supplies != SEALED else stream.below(8)
    if hidden == 0:
        return hand if hand.supplies != SEALED else _hand(hand, hand.cards, supplies)
    left = [card.word for card in state.deck if card.word not in known]
    drawn: list[str] = []
    for _ in range(hidden):
        drawn.append(left.pop(stream.below(len(left))))
    return _hand(hand, (*known, *drawn), supplies)


def _hand(hand: Hand, cards: tuple[str, ...], supplies: int) -> Hand:
    new = copy(hand)
    new.cards, new.supplies = cards, supplies
    return new
