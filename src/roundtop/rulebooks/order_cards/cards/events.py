"""Sets and cards: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import record, replace
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.state import Army, Hand, Officer, State, Unit


@record
class BeginSet:
    set: int


@record
class ChooseSets:
    """These players still choose and order their cards, in secret."""

    waiting: tuple[str, ...]


@record
class ThrowForSet:
    """A d10 a side: the higher chooses to play first or second."""


@record
class ChooseOrder:
    side: str


@record
class TakeTurn:
    """A side turns its cards, the so manieth of the set."""

    side: str
    number: int


@record
class CardInPlay:
    """These players carry their cards out, in any order, until each has ended his."""

    waiting: tuple[str, ...]


@record
class Act:
    """A unit that may do several things is told which."""

    unit: str


@record
class GrantTakeBack:
    """The other side is asked to let a move be taken back."""

    unit: str


@record
class EndCard:
    player: str


@record
class EndTurn:
    """The end of a side's card: late tests, walls down, goals, broken armies, whose turn next."""

    side: str
    number: int
    tested: bool


@record
class SetBegan:
    set: int


@record
class SetLaid:
    """A player has laid his set face down; `to` are the players who may see it."""

    player: str
    cards: tuple[str, ...]
    to: tuple[str, ...]


@record
class SetThrown:
    """The side that chooses to play first or second."""

    side: str
    rolls: tuple[Roll, ...]


@record
class OrderChosen:
    """The side that plays the set first."""

    first: str


@record
class CardsTurned:
    """The players of a side turn their top cards."""

    turn: int
    side: str
    cards: tuple[tuple[str, str], ...]


@record
class CardEnded:
    player: str


@record
class TurnEnded:
    side: str


@record
class TakenBack:
    """A move is taken back by consent."""

    unit: str


@record
class TakeBackRefused:
    unit: str


def set_began(state: State, event: SetBegan) -> State:
    new = field.past_recall(state)
    new.set = event.set
    new.phase = "sets"
    new.hands = tuple([_new_hand(hand) for hand in state.hands])
    return new


def _new_hand(hand: Hand) -> Hand:
    """The whole pack is there again [cards.once-per-set]."""
    return replace(hand, past=(*hand.past, *hand.cards[: hand.turned]), cards=(), turned=0)


def set_laid(state: State, event: SetLaid) -> State:
    new = field.past_recall(state)
    new.hands = tuple([_with_cards(h, event.cards) if h.player == event.player else h for h in state.hands])
    return new


def _with_cards(hand: Hand, cards: tuple[str, ...]) -> Hand:
    return replace(hand, cards=cards)


def set_thrown(state: State, event: SetThrown) -> State:
    new = field.past_recall(state)
    new.winner = event.side
    return new


def order_chosen(state: State, event: OrderChosen) -> State:
    new = field.past_recall(state)
    new.first = event.first
    new.phase = "cards"
    return new


def cards_turned(state: State, event: CardsTurned) -> State:
    new = field.past_recall(state)
    new.turn = event.turn
    new.side = event.side
    shown = dict(event.cards)
    new.hands = tuple([_turned_up(hand, shown[hand.player]) if hand.player in shown else hand for hand in new.hands])
    new.armies = tuple([_next_card(army, event.turn) if army.side == event.side else army for army in new.armies])
    new.units = tuple([_fresh(unit, unit.side == event.side) for unit in new.units])
    new.officers = tuple([_rested(one) if one.side == event.side and one.moved else one for one in new.officers])
    new.messengers = tuple(
        [command_events.rode(one, one.pose, False) if one.side == event.side else one for one in new.messengers]
    )
    return new


def _turned_up(hand: Hand, card: str) -> Hand:
    new = field.hand_copied(hand)
    new.turned += 1
    new.played += 1
    new.ended = False
    place = new.turned - 1
    new.cards = (*hand.cards[:place], card, *hand.cards[place + 1 :])
    return new


def _next_card(army: Army, turn: int) -> Army:
    return replace(army, before=army.latest, latest=turn)


def _rested(officer: Officer) -> Officer:
    return replace(officer, moved=False)


def _fresh(unit: Unit, own: bool) -> Unit:
    """A unit as a card is turned; what it owes is fixed now [turn.free-sequence, morale.head-down-move]."""
    if unit.place != tables.ON_TABLE:
        return unit
    new = field.copied(unit)
    new.hurt = 0
    if own:
        new.spent = 0.0
        new.moved = False
        new.changed = False
        new.fired = False
        new.charged = False
        new.waived = False
        new.tried = False
        new.turned = False
        new.working = False
        shaken = unit.state == tables.ROUTING or (unit.state == tables.HEAD_DOWN and not unit.in_position)
        new.owes = shaken or unit.captive != ""
    return field.handed_out(new)


def card_ended(state: State, event: CardEnded) -> State:
    new = field.past_recall(state)
    new.hands = tuple([_ended(hand) if hand.player == event.player else hand for hand in state.hands])
    return new


def _ended(hand: Hand) -> Hand:
    return replace(hand, ended=True)


def turn_ended(state: State, event: TurnEnded) -> State:
    new = field.past_recall(state)
    new.met = ()
    new.units = tuple([_card_over(unit) if unit.side == event.side else unit for unit in state.units])
    return new


def _card_over(unit: Unit) -> Unit:
    """Hidden again when a card has gone by without firing; a charge that was not gone on with lapses.

    [visibility.fire-reveals, charge.short]
    """
    if unit.place != tables.ON_TABLE or (unit.shown == 0 and unit.target == ""):
        return unit
    new = field.copied(unit)
    new.shown = max(0, unit.shown - 1)
    if not unit.charged:
        new.target = ""
        new.bonus = 0
    return new


def taken_back(state: State, event: TakenBack) -> State:
    new = field.past_recall(state)
    return new if state.before is None else field.with_unit(new, state.before)


EFFECTS: Final[Effects] = {
    TakeBackRefused: field.only_told,
    SetBegan: set_began,
    SetLaid: set_laid,
    SetThrown: set_thrown,
    OrderChosen: order_chosen,
    CardsTurned: cards_turned,
    CardEnded: card_ended,
    TurnEnded: turn_ended,
    TakenBack: taken_back,
}
