"""Sets of cards: chosen in secret, thrown for, turned side by side, and ended."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Arrange, Arranged, Choose, Item, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.barriers import table as barriers_table
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards import rule
from roundtop.rulebooks.order_cards.command import messengers as command_messengers
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.events import Events, apply
from roundtop.rulebooks.order_cards.fire import table as fire_table
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.supply import table as supply_table
from roundtop.rulebooks.order_cards.victory import events as victory_events
from roundtop.rulebooks.order_cards.victory import table as victory_table

FIRST: Final = "first"
SECOND: Final = "second"
FIGURES_ALONE: Final = "a word without rules: played by its figures alone"
"""Said of a card of a club's own [cards.deck]."""


def playing(state: State) -> tuple[str, ...]:
    """The players with a unit on the table or still to come, or a brigade on its way into their hands.

    [turn.who-decides, setup.reinforcements, officer.messengers]
    """
    return tuple([hand.player for hand in state.hands if has_part(state, hand.player)])


def has_part(state: State, player: str) -> bool:
    for unit in state.units:
        if unit.player == player and unit.place in (tables.ON_TABLE, tables.TO_ARRIVE):
            return True
    return command_messengers.awaits_brigade(state, player)


def begin_set(state: State, step: cards_events.BeginSet, dice: Dice) -> Progress:
    """A new set: fallen officers are replaced, sets chosen, the order thrown for [cards.alternation]."""
    steps: list[object] = []
    if state.settings.officer_replacement and step.set > 1:
        steps.extend([deployment_events.PlaceOfficer(one.id) for one in state.officers if one.place == tables.GONE])
    return Progress(
        (cards_events.SetBegan(step.set),),
        (*steps, cards_events.ChooseSets(playing(state)), cards_events.ThrowForSet()),
    )


def asks_for_sets(state: State, step: cards_events.ChooseSets) -> tuple[str, ...]:
    return step.waiting


def sets_decision(view: State, step: cards_events.ChooseSets, player: str) -> Decision:
    items = tuple(
        [Item(card.word, card.name, "order-cards.cards.deck", f"card:{small_print(card)}") for card in view.deck]
    )
    size = view.settings.cards_per_set
    sentence = f"Choose {size} cards and put them in the order in which you will play them."
    clauses = ("order-cards.cards.secret-selection", "order-cards.cards.once-per-set", "order-cards.cards.set-size")
    return Decision(player, "set", "", sentence, clauses, form=Arrange(items, size))


def small_print(card: rule.Card) -> str:
    """What a card says: what moves how far, what is fired with, what a charge is worth."""
    parts: list[str] = []
    if card.infantry or card.cavalry or card.limbered:
        parts.append(f"foot {card.infantry:g}, horse {card.cavalry:g}, limbers {card.limbered:g}″")
    if card.fire:
        parts.append(f"fire {card.fire}%")
    if card.charge:
        parts.append(f"charge +{card.charge}")
    if card.also:
        parts.append(card.also)
    if rule.unknown(card):
        parts.append(FIGURES_ALONE)
    return "; ".join(parts)


def check_set(view: State, step: cards_events.ChooseSets, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Arranged)
    clause = rule.set_refusal(command.answer.keys, view.deck, view.settings.cards_per_set)
    return (Reason("That is not a lawful set of cards.", clause),) if clause else ()


def set_chosen(state: State, step: cards_events.ChooseSets, command: Command) -> Progress:
    assert isinstance(command.answer, Arranged)
    rest = tuple([player for player in step.waiting if player != command.player])
    side = field.hand_of(state, command.player).side
    event = cards_events.SetLaid(command.player, command.answer.keys, field.players_of(state, side))
    return Progress((event,), (cards_events.ChooseSets(rest),) if rest else (), final=not rest)


def throw_for_set(state: State, step: cards_events.ThrowForSet, dice: Dice) -> Progress:
    """One die a side; the winner's commander chooses for all of it [cards.set-initiative]."""
    before = len(dice.rolls)
    side = rule.higher_roller((state.armies[0].side, state.armies[1].side), dice)
    return Progress((cards_events.SetThrown(side, tuple(dice.rolls[before:])),), (cards_events.ChooseOrder(side),))


def asks_for_order(state: State, step: cards_events.ChooseOrder) -> tuple[str, ...]:
    return (field.commander_of(state, step.side),)


def order_decision(view: State, step: cards_events.ChooseOrder, player: str) -> Decision:
    clause = "order-cards.cards.set-initiative"
    items = (Item(FIRST, "play first", clause), Item(SECOND, "play second", clause))
    return Decision(player, "order", "", "Does your side play this set first or second?", (clause,), form=Choose(items))


def order_chosen(state: State, step: cards_events.ChooseOrder, command: Command) -> Progress:
    first = step.side if key_of(command) == FIRST else field.enemy_of(state, step.side)
    return Progress((cards_events.OrderChosen(first),), (cards_events.TakeTurn(first, 1),), final=True)


def take_turn(state: State, step: cards_events.TakeTurn, dice: Dice) -> Progress:
    """All players of a side turn their top cards; what messengers brought takes effect; supplies are handed out.

    [cards.alternation, officer.messengers, supply.card]
    """
    shown: list[tuple[str, str]] = []
    for hand in state.hands:
        if hand.side == step.side and hand.turned < len(hand.cards) and has_part(state, hand.player):
            shown.append((hand.player, hand.cards[hand.turned]))
    events: list[object] = [cards_events.CardsTurned(state.turn + 1, step.side, tuple(shown))]
    now = apply(state, events[0])
    players = tuple([player for player, _ in shown])
    for event in [
        *command_messengers.orders_taking_effect(now, step.side, players),
        *command_messengers.reserves_due(now, step.side),
    ]:
        events.append(event)
        now = apply(now, event)
    if not state.settings.supply_limit:
        for player in players:
            events.extend(supply_table.resupply_all(now, player))
    steps: tuple[object, ...] = (cards_events.CardInPlay(players),) if players else ()
    return Progress(tuple(events), (*steps, cards_events.EndTurn(step.side, step.number, False)))


def end_card(state: State, step: cards_events.EndCard, dice: Dice) -> Progress:
    return Progress((cards_events.CardEnded(step.player),))


def end_turn(state: State, step: cards_events.EndTurn, dice: Dice) -> Progress:
    """Tests put off, walls taken down, objectives, broken armies; then the other side, or the next set.

    [morale.when, misc.dismantle, victory.objectives-held, victory.break-point, victory.length]
    """
    if not step.tested:
        late = [unit for unit in field.on_table(state) if unit.hurt and unit.arm != tables.WAGON and unit.captive == ""]
        if state.settings.morale_check_timing == "end-of-card" and late:
            tests = [fire_table.fire_test(unit.id, "", unit.hurt) for unit in sorted(late, key=lambda one: one.id)]
            return Progress((), (*tests, cards_events.EndTurn(step.side, step.number, True)))
    events: Events = []
    now = state
    for unit in field.on_table(state, step.side):
        if unit.working and not unit.moved:
            for event in barriers_table.cleared(now, unit):
                events.append(event)
                now = apply(now, event)
    events.append(cards_events.TurnEnded(step.side))
    now = apply(now, events[-1])
    for goal in state.goals:
        side = victory_table.holder(now, goal)
        if side != goal.holder:
            events.append(victory_events.GoalTaken(goal.id, side))
            now = apply(now, events[-1])
    for event in victory_table.guns_taken(now):
        events.append(event)
        now = apply(now, event)
    last = _last_turn(state, step)
    ended = victory_table.judged(now, last)
    if ended is not None:
        return Progress((*events, victory_events.BattleEnded(ended)))
    return Progress(tuple(events), (_next(state, step),))


def _next(state: State, step: cards_events.EndTurn) -> object:
    """Whose card is next: the second side's, the first's again, or a new set's [cards.alternation]."""
    other = field.enemy_of(state, step.side)
    if step.side == state.first:
        return cards_events.TakeTurn(other, step.number)
    if step.number < state.settings.cards_per_set:
        return cards_events.TakeTurn(state.first, step.number + 1)
    return cards_events.BeginSet(state.set + 1)


def _last_turn(state: State, step: cards_events.EndTurn) -> bool:
    whole = step.side != state.first and step.number >= state.settings.cards_per_set
    return whole and state.set >= state.sets


PLAYS: Final[Plays] = {
    cards_events.BeginSet: Play(begin_set),
    cards_events.ChooseSets: Play(no_effect, asks_for_sets, sets_decision, set_chosen, check_set),
    cards_events.ThrowForSet: Play(throw_for_set),
    cards_events.ChooseOrder: Play(no_effect, asks_for_order, order_decision, order_chosen),
    cards_events.TakeTurn: Play(take_turn),
    cards_events.EndCard: Play(end_card),
    cards_events.EndTurn: Play(end_turn),
}
