"""Sets and cards in words, and what a card lets a unit do."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Badge, Cards, LaidCard, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, listed, numbered, side_does, throws, verb_of
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import events, play, rule
from roundtop.rulebooks.order_cards.charge import rule as charge_rule
from roundtop.rulebooks.order_cards.charge import table as charge_table
from roundtop.rulebooks.order_cards.fire import table as fire_table
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.movement import table as movement_table
from roundtop.rulebooks.order_cards.state import Hand, State, Unit
from roundtop.rulebooks.order_cards.words import player_named, telling_of

SPENT: Final = "nothing more"


def card_words(card: rule.Card) -> str:
    """What a card allows, in a few words: `foot 8″, horse 12″, limbers 12″`."""
    parts: list[str] = []
    if card.infantry or card.cavalry or card.limbered:
        parts.append(f"foot {card.infantry:g}″, horse {card.cavalry:g}″, limbers {card.limbered:g}″")
    if card.fire:
        parts.append(f"fire at {card.fire}% a stand")
    if card.charge:
        parts.append(f"charges at +{card.charge}")
    if card.also:
        parts.append(card.also)
    return "; ".join(parts)


def hand_rows(view: State, hand: Hand) -> list[Row]:
    """A player's cards as far as the view knows them [turn.what-players-see]."""
    rows: list[Row] = []
    words = [_card_name(view, word) for word in hand.cards]
    if hand.turned:
        rows.append(Row("Cards turned", ", ".join(words[: hand.turned]), tables.BOOK + "cards.alternation"))
    left = hand.cards[hand.turned :]
    if left and tables.UNKNOWN in left:
        rows.append(Row("Cards left", f"{len(left)} face down", tables.BOOK + "cards.secret-selection"))
    elif left:
        rows.append(Row("Cards left", ", ".join(words[hand.turned :]), tables.BOOK + "cards.secret-selection"))
    if view.settings.supply_limit and not view.settings.supply_wagons and hand.supplies >= 0:
        rows.append(Row("Supply points", str(hand.supplies), tables.BOOK + "supply.limit"))
    return rows


def laid(view: State) -> tuple[Cards, ...]:
    """The sets that lie on the table, as far as the view knows them [turn.what-players-see, cards.secret-selection]."""
    return tuple(
        [
            Cards(
                hand.side,
                player_named(view, hand.player),
                tuple([_laid(view, hand, n) for n in range(len(hand.cards))]),
            )
            for hand in view.hands
            if hand.cards
        ]
    )


def _laid(view: State, hand: Hand, place: int) -> LaidCard:
    word = hand.cards[place]
    card = rule.card_named(view.deck, word)
    if card is None:
        return LaidCard("", "", "hidden")
    now = place == hand.turned - 1 and not hand.ended
    return LaidCard(card.name, card_words(card), "now" if now else "played" if place < hand.turned else "down")


def _card_name(view: State, word: str) -> str:
    card = rule.card_named(view.deck, word)
    return word if card is None else card.name


def set_began(view: State, event: events.SetBegan) -> Telling:
    return Telling(f"Set {event.set} of {view.sets}: cards are chosen in secret.", hint="turn")


def set_laid(view: State, event: events.SetLaid) -> Telling:
    """The owner's side reads which; everybody else how many."""
    name = capital(player_named(view, event.player))
    clause = tables.BOOK + "cards.secret-selection"
    hidden = tables.UNKNOWN in event.cards
    tally = tuple(
        [Row(f"card {n}", _card_name(view, word), clause) for n, word in enumerate(event.cards, 1) if not hidden]
    )
    text = f"{name} lay{'' if name == 'The Confederates' else 's'} {numbered(len(event.cards), 'card')} face down"
    if not hidden:
        text += f": {listed([row.value for row in tally])}"
    return Telling(text + ".", tally=tally, hint="orders", side=field.side_of_player(view, event.player))


def set_thrown(view: State, event: events.SetThrown) -> Telling:
    score = throws(event.rolls)
    text = f"{side_does(event.side, 'throw')} higher, {score}, and {verb_of(event.side, 'choose')}."
    tally = (Row("first or second", score, tables.BOOK + "cards.set-initiative"),)
    return Telling(text, rolls=event.rolls, tally=tally, side=event.side)


def order_chosen(view: State, event: events.OrderChosen) -> Telling:
    tally = (Row("plays first", SIDES.get(event.first, event.first), tables.BOOK + "cards.set-initiative"),)
    return Telling(f"{side_does(event.first, 'play')} this set first.", tally=tally, side=event.first)


def cards_turned(view: State, event: events.CardsTurned) -> Telling:
    """`The Union turns Advance (foot 8″, horse 12″, limbers 12″).`"""
    clause = tables.BOOK + "cards.deck"
    tally: list[Row] = []
    turned: list[str] = []
    for player, word in event.cards:
        card = rule.card_named(view.deck, word)
        words = "" if card is None else card_words(card)
        tally.append(Row(_card_name(view, word), words, clause))
        alone = len(event.cards) == 1
        turned.append(_card_name(view, word) if alone else f"{_card_name(view, word)} ({player})")
    what = listed(turned) if turned else "no card"
    first = f" ({tally[0].value})" if len(tally) == 1 and tally[0].value else ""
    return Telling(f"{side_does(event.side, 'turn')} {what}{first}.", tally=tuple(tally), hint="phase", side=event.side)


def card_ended(view: State, event: events.CardEnded) -> Telling:
    name = capital(player_named(view, event.player))
    verb = "end" if name == "The Confederates" else "ends"
    whose = "their" if name == "The Confederates" else "its" if name == "The Union" else "his"
    return Telling(f"{name} {verb} {whose} card.", side=field.side_of_player(view, event.player))


def turn_ended(view: State, event: events.TurnEnded) -> Telling:
    return Telling(f"The card of {ARMIES.get(event.side, event.side)} is over.")


def taken_back(view: State, event: events.TakenBack) -> Telling:
    tally = (Row("taken back", "", tables.BOOK + "turn.no-repositioning"),)
    return telling_of(
        view, event.unit, f"The move of {field.named(view, event.unit)} is taken back by consent.", "move", tally
    )


def take_back_refused(view: State, event: events.TakeBackRefused) -> Telling:
    tally = (Row("refused", "", tables.BOOK + "turn.no-repositioning"),)
    return telling_of(view, event.unit, f"The move of {field.named(view, event.unit)} stands.", "none", tally)


def allowed(view: State, unit: Unit) -> list[Row]:
    """What the card now played lets this unit do, or makes it do [cards.set-per-player]."""
    if view.phase != "cards" or unit.side != view.side:
        return []
    card = field.card_of(view, unit.player)
    parts: list[str] = []
    if unit.state == tables.ROUTING:
        parts.extend([f"run {movement_rule.rout_inches(unit.arm, unit.mounted):g}″"] if unit.owes else [])
    elif unit.state == tables.HEAD_DOWN and unit.owes:
        parts.append(f"fall back {movement_rule.compulsory_inches(card, unit.arm, unit.mounted):g}″")
    elif unit.state == tables.STEADY and movement_table.may_move(unit, card):
        far = movement_rule.card_inches(card, unit.arm, unit.mounted)
        if unit.formation == tables.UNLIMBERED and not unit.disordered:
            far = movement_rule.manhandle_inches(card, False)
        parts.extend([f"move {far:g}″"] if far else [])
    if unit.state != tables.ROUTING and not unit.owes and fire_table.may_fire(unit, card):
        parts.append("fire" if unit.arm == tables.ARTILLERY else f"fire at {card.fire}%")
    if charge_table.can_charge(unit, card):
        parts.append(f"charge at +{unit.bonus if unit.target else card.charge}")
    return [Row(card.name, ", ".join(parts) or SPENT, tables.BOOK + "cards.deck")]


def tag(allowed: Row) -> Badge:
    """What the card lets a unit do, short enough to stand beside it on the table [cards.set-per-player]."""
    short = allowed.value.replace("move ", "").replace("fire at ", "").replace(" at +", " +").replace(", ", " ")
    return Badge("tag", f"{allowed.label}: {allowed.value}", allowed.clause, short)


def done_words(unit: Unit) -> str:
    """What a unit has done on the card that is played."""
    done: list[str] = []
    if unit.charged:
        done.append("charged")
    elif unit.moved:
        done.append("moved")
    if unit.fired:
        done.append("fired")
    if unit.working:
        done.append("is working")
    if unit.waived and not unit.charged:
        done.append("will not charge")
    return capital(listed(done)) + " on this card" if done else ""


def _not_attacked(card: rule.Card, foe: Unit) -> Reason:
    """Why nobody fires at an enemy or charges him: by the card, where it is the card."""
    if not card.fire and not card.charge:
        return Reason(f"The card {card.name} allows neither fire nor charges.", tables.BOOK + "cards.deck")
    if not card.charge:
        text = f"The card {card.name} allows no charge, and none of your units can fire at {foe.name} now."
    else:
        text = f"None of your units can {'fire at or ' if card.fire else ''}charge {foe.name} now."
    return Reason(text, tables.BOOK + "cards.set-per-player")


def no_deed(view: State, step: events.CardInPlay, unit: Unit) -> tuple[Reason, ...]:
    """Why a unit has nothing to do now."""
    card = field.card_of(view, unit.player)
    if unit.side != view.side:
        return (_not_attacked(field.card_of(view, step.waiting[0]), unit),)
    if play.offered(view, unit, card) or play.owed(unit):
        return ()
    if "fire" in play.deeds(view, unit, card):
        return (Reason(f"{unit.name} has nobody to fire at.", tables.BOOK + "fire.one-target"),)
    if field.melee_of(view, unit.id) is not None:
        return (Reason(f"{unit.name} is in a melee.", tables.BOOK + "charge.multiple"),)
    if unit.moved or unit.fired:
        return (Reason(f"{unit.name} has done what it can on this card.", tables.BOOK + "turn.no-repositioning"),)
    clause = charge_rule.may_charge(
        card=card,
        arm=unit.arm,
        mounted=unit.mounted,
        formation=unit.formation,
        state=unit.state,
        disordered=unit.disordered,
        refused_wing=unit.wing != 0,
        continuing=False,
    )
    if not movement_table.may_move(unit, card) and not fire_table.may_fire(unit, card) and clause:
        return (Reason(f"The card {card.name} gives {unit.name} nothing to do.", tables.BOOK + "cards.deck"),)
    return ()


TELLINGS: Final[Tellings] = {
    events.SetBegan: set_began,
    events.SetLaid: set_laid,
    events.SetThrown: set_thrown,
    events.OrderChosen: order_chosen,
    events.CardsTurned: cards_turned,
    events.CardEnded: card_ended,
    events.TurnEnded: turn_ended,
    events.TakenBack: taken_back,
    events.TakeBackRefused: take_back_refused,
}
