"""Sets of cards: chosen in secret, thrown for, turned side by side, and ended; messengers and supplies."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Arrange, Arranged, Choose, Chosen, Item, Reason
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards.cards import RESUPPLY, Card, higher_roller, set_refusal
from roundtop.rulebooks.order_cards.command import Needy, may_draw, served
from roundtop.rulebooks.order_cards.events import (
    CardsTurned,
    HandedOver,
    OrderChosen,
    Released,
    Resupplied,
    SetBegan,
    SetLaid,
    SetThrown,
    apply,
)
from roundtop.rulebooks.order_cards.sight import units_gap
from roundtop.rulebooks.order_cards.state import (
    GONE,
    ON_TABLE,
    TO_ARRIVE,
    State,
    Unit,
    card_of,
    commander_of,
    enemies,
    enemy_of,
    hand_of,
    on_table,
    players_of,
    unit_of,
)
from roundtop.rulebooks.order_cards.steps import (
    BeginSet,
    CardInPlay,
    ChooseOrder,
    ChooseSets,
    Draw,
    EndTurn,
    PlaceOfficer,
    Step,
    TakeTurn,
    ThrowForSet,
)
from roundtop.rulebooks.order_cards.tables import NORMAL, WAGON

FIRST: Final = "first"
SECOND: Final = "second"


def playing(state: State) -> tuple[str, ...]:
    """The players with a unit on the table or still to come [turn.who-decides, setup.reinforcements]."""
    return tuple([hand.player for hand in state.hands if has_part(state, hand.player)])


def has_part(state: State, player: str) -> bool:
    for unit in state.units:
        if unit.player == player and unit.place in (ON_TABLE, TO_ARRIVE):
            return True
    return False


def begin_set(state: State, step: BeginSet, dice: Dice) -> Progress:
    """A new set: fallen officers are replaced, sets chosen, the order thrown for [cards.alternation]."""
    steps: list[Step] = []
    if state.settings.officer_replacement and step.set > 1:
        steps.extend([PlaceOfficer(one.id) for one in state.officers if one.place == GONE])
    return Progress((SetBegan(step.set),), (*steps, ChooseSets(playing(state)), ThrowForSet()))


# ---------------------------------------------------------------- choosing a set


def asks_for_sets(state: State, step: ChooseSets) -> tuple[str, ...]:
    return step.waiting


def sets_decision(view: State, step: ChooseSets, player: str) -> Decision:
    items = tuple(
        [Item(card.word, card.name, "order-cards.cards.deck", f"card:{small_print(card)}") for card in view.deck]
    )
    size = view.settings.cards_per_set
    sentence = f"Choose {size} cards and put them in the order in which you will play them."
    clauses = ("order-cards.cards.secret-selection", "order-cards.cards.once-per-set", "order-cards.cards.set-size")
    return Decision(player, "set", "", sentence, clauses, Arrange(items, size))


def small_print(card: Card) -> str:
    """What a card says: what moves how far, what is fired with, what a charge is worth."""
    parts: list[str] = []
    if card.infantry or card.cavalry or card.limbered:
        parts.append(f"move {card.infantry:g}/{card.cavalry:g}/{card.limbered:g}″")
    if card.fire:
        parts.append(f"fire {card.fire}%")
    if card.charge:
        parts.append(f"charge +{card.charge}")
    if card.also:
        parts.append(card.also)
    return "; ".join(parts)


def check_set(view: State, step: ChooseSets, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Arranged)
    clause = set_refusal(command.answer.keys, view.deck, view.settings.cards_per_set)
    return (Reason("That is not a lawful set of cards.", clause),) if clause else ()


def set_chosen(state: State, step: ChooseSets, command: Command) -> Progress:
    assert isinstance(command.answer, Arranged)
    rest = tuple([player for player in step.waiting if player != command.player])
    side = hand_of(state, command.player).side
    event = SetLaid(command.player, command.answer.keys, players_of(state, side))
    return Progress((event,), (ChooseSets(rest),) if rest else (), final=not rest)


# ---------------------------------------------------------------- first or second


def throw_for_set(state: State, step: ThrowForSet, dice: Dice) -> Progress:
    """One die a side; the winner's commander chooses for all of it [cards.set-initiative]."""
    before = len(dice.rolls)
    side = higher_roller((state.armies[0].side, state.armies[1].side), dice)
    return Progress((SetThrown(side, tuple(dice.rolls[before:])),), (ChooseOrder(side),))


def asks_for_order(state: State, step: ChooseOrder) -> tuple[str, ...]:
    return (commander_of(state, step.side),)


def order_decision(view: State, step: ChooseOrder, player: str) -> Decision:
    clause = "order-cards.cards.set-initiative"
    items = (Item(FIRST, "play first", clause), Item(SECOND, "play second", clause))
    return Decision(player, "order", "", "Does your side play this set first or second?", (clause,), Choose(items))


def order_chosen(state: State, step: ChooseOrder, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    first = step.side if command.answer.keys[0] == FIRST else enemy_of(state, step.side)
    return Progress((OrderChosen(first),), (TakeTurn(first, 1),), final=True)


# ---------------------------------------------------------------- turning the cards


def take_turn(state: State, step: TakeTurn, dice: Dice) -> Progress:
    """All players of a side turn their top cards; what messengers brought takes effect; supplies are handed out.

    [cards.alternation, officer.messengers, supply.card]
    """
    shown: list[tuple[str, str]] = []
    for hand in state.hands:
        if hand.side == step.side and hand.turned < len(hand.cards) and has_part(state, hand.player):
            shown.append((hand.player, hand.cards[hand.turned]))
    events: list[object] = [CardsTurned(state.turn + 1, step.side, tuple(shown))]
    now = apply(state, events[0])
    for event in [*_orders_taking_effect(now, step.side), *_reserves_due(now, step.side)]:
        events.append(event)
        now = apply(now, event)
    if not state.settings.supply_limit:
        for player, _ in shown:
            events.extend(resupply_all(now, player))
    players = tuple([player for player, _ in shown])
    steps: tuple[Step, ...] = (CardInPlay(players),) if players else ()
    return Progress(tuple(events), (*steps, EndTurn(step.side, step.number, False)))


def _orders_taking_effect(state: State, side: str) -> list[object]:
    events: list[object] = []
    for order in state.delivered:
        if order.side == side and order.errand == "hand-over":
            events.append(HandedOver(order.brigade, order.player))
        elif order.side == side and order.errand == "release":
            events.append(Released(order.brigade, side, players_of(state, side)))
    return events


def _reserves_due(state: State, side: str) -> list[object]:
    """Brigades that the scenario frees after so many cards."""
    events: list[object] = []
    for brigade, cards in state.reserves:
        own = [unit for unit in state.units if unit.brigade == brigade and unit.side == side]
        if own and cards and hand_of(state, own[0].player).played > cards:
            events.append(Released(brigade, side, players_of(state, side)))
    return events


# ---------------------------------------------------------------- supplies


def resupply_all(state: State, player: str) -> list[object]:
    """Without a limit every unit that can is served [supply.card]."""
    if card_of(state, player).word != RESUPPLY:
        return []
    found: list[object] = []
    for unit in on_table(state):
        if unit.player == player and unit.ammo != NORMAL and may_draw(needy(state, unit, None), state.settings):
            found.append(Resupplied(unit.id, NORMAL, player, "", -1, ()))
    return found


def needy(state: State, unit: Unit, wagon: Unit | None) -> Needy:
    """What the supply rule reads of a unit [supply.card, supply.limit]."""
    foes = [units_gap(unit, foe) for foe in enemies(state, unit)]
    near = min(foes) if foes else -1.0
    return Needy(unit.ammo, unit.state, near, -1.0 if wagon is None else units_gap(unit, wagon))


def wagon_for(state: State, unit: Unit) -> Unit | None:
    """The nearest wagon of the side with supplies left, the first by its name if equal [supply.limit]."""
    wagons = [one for one in on_table(state, unit.side) if one.arm == WAGON and one.load > 0]
    ranked = sorted([(round(units_gap(unit, one), 2), one.id) for one in wagons])
    return unit_of(state, ranked[0][1]) if ranked else None


def draw(state: State, step: Draw, dice: Dice) -> Progress:
    """A unit draws supplies, of its player's or of a wagon near it [supply.limit]."""
    unit = unit_of(state, step.unit)
    wagon = wagon_for(state, unit) if state.settings.supply_wagons else None
    hand = hand_of(state, unit.player)
    points = hand.supplies if wagon is None else wagon.load
    ammo, left = served(needy(state, unit, wagon), points, state.settings)
    if ammo == unit.ammo:
        return Progress(())
    source = "" if wagon is None else wagon.id
    return Progress((Resupplied(unit.id, ammo, unit.player, source, left, players_of(state, unit.side)),))


def can_draw(state: State, unit: Unit) -> bool:
    """Whether supplies would do a unit any good now [supply.limit]."""
    if unit.ammo == NORMAL or not state.settings.supply_limit:
        return False
    wagon = wagon_for(state, unit) if state.settings.supply_wagons else None
    points = hand_of(state, unit.player).supplies if wagon is None else wagon.load
    ammo, _ = served(needy(state, unit, wagon), points, state.settings)
    return ammo != unit.ammo
