"""Chits are laid, initiative is thrown, and units act in their goes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Assign, Assigned, Choose, Item, Slot
from roundtop.battle.outline import Play, Plays, no_effect, side_named
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.arrivals import events as arrivals_events
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.command import events as command_events
from roundtop.rulebooks.infantry_action.command import rule
from roundtop.rulebooks.infantry_action.events import PhaseBegan
from roundtop.rulebooks.infantry_action.morale import events as morale_events
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.state import HOLD, ON_TABLE, State, Unit


def rate(state: State, step: command_events.RateCommanders, dice: Dice) -> Progress:
    """Two dice for each CinC, unless the scenario rates him and the house rule takes it [setup.cinc-choice]."""
    events: list[command_events.Rated] = []
    for army in state.armies:
        before = len(dice.rolls)
        known = state.settings.cinc_rating == "scenario" and army.talent in rule.HISTORICAL
        found = rule.HISTORICAL[army.talent] if known else rule.rating(dice, army.side)
        events.append(command_events.Rated(army.side, found, tuple(dice.rolls[before:])))
    return Progress(tuple(events))


ORDER_NAMES: Final = {
    "move": "Move",
    "fast-advance": "Fast advance",
    "charge": "Charge",
    "fire": "Fire",
    "opportunity-fire": "Opportunity fire",
    "hold": "Hold",
}
ORDER_LETTERS: Final = {
    "move": "M",
    "fast-advance": "FA",
    "charge": "C",
    "fire": "F",
    "opportunity-fire": "OF",
    "hold": "H",
}
END_GO: Final = "end-go"


def takes_part(state: State, unit: Unit) -> bool:
    """Whether a unit is activated this turn: it is on the table, or due [setup.reinforcements]."""
    return unit.place == ON_TABLE or (unit.place == field.TO_ARRIVE and unit.due <= state.turn)


def to_order(state: State, side: str) -> list[Unit]:
    """Units that get a chit; one still routing can be given none [orders.one-chit, outcome.rout-move]."""
    return [u for u in state.units if u.side == side and takes_part(state, u) and not u.routing]


def lawful_orders(unit: Unit) -> list[str]:
    """The chits a unit may have; a battery coming up must hold, and a rout needs no rally but forbids charges.

    [orders.chit-list, outcome.after-rout, outcome.rally, orders.any-order-after-regroup, setup.reinforcements]
    """
    if unit.kind == "battery" and unit.place == field.TO_ARRIVE:
        return [HOLD]
    return [order for order in field.ORDERS if not rule.order_refusal(unit.kind, unit.routed > 0, unit.routing, order)]


def asks_for_orders(state: State, step: command_events.GiveOrders) -> tuple[str, ...]:
    return tuple([side for side in step.waiting if to_order(state, side)])


def _chit(order: str) -> Item:
    return Item(key=order, label=ORDER_NAMES[order], art=f"chit:{ORDER_LETTERS[order]}")


def orders_decision(view: State, step: command_events.GiveOrders, player: str) -> Decision:
    slots = tuple(
        [
            Slot(unit.id, unit.name, tuple([_chit(order) for order in lawful_orders(unit)]), True)
            for unit in to_order(view, player)
        ]
    )
    sentence = f"Turn {view.turn}: place an order chit face down behind each of your units."
    clauses = ("infantry-action.orders.one-chit", "infantry-action.orders.secret", "infantry-action.orders.chit-list")
    return Decision(player, "orders", "", sentence, clauses, form=Assign(slots))


def orders_given(state: State, step: command_events.GiveOrders, command: Command) -> Progress:
    """A unit that is given none has HOLD [turn.orders-step, orders.chit-list]."""
    assert isinstance(command.answer, Assigned)
    waiting = tuple([side for side in step.waiting if side != command.player])
    given = dict(command.answer.pairs)
    chits = [(unit.id, given.get(unit.id, HOLD)) for unit in to_order(state, command.player)]
    return Progress(
        (command_events.ChitsPlaced(command.player, tuple(sorted(chits))),), (command_events.GiveOrders(waiting),)
    )


def throw_initiative(state: State, step: command_events.ThrowInitiative, dice: Dice) -> Progress:
    """Each CinC throws a d6 [initiative.roll, initiative.tie]."""
    before = len(dice.rolls)
    pair = (state.armies[0].side, state.armies[1].side)
    side = rule.initiative(pair, state.initiative, state.settings, dice)
    events = (PhaseBegan("initiative"), command_events.InitiativeThrown(side, tuple(dice.rolls[before:])))
    return Progress(events, (command_events.ChooseFirst(side),))


def first_decision(view: State, step: command_events.ChooseFirst, player: str) -> Decision:
    items = (Item("first", "Move first"), Item("second", "Move second"))
    sentence = "You have the initiative: will you move first or second?"
    return Decision(player, "first", "", sentence, ("infantry-action.initiative.choice",), form=Choose(items))


def first_chosen(state: State, step: command_events.ChooseFirst, command: Command) -> Progress:
    side = step.side if key_of(command) == "first" else field.enemy_of(state, step.side)
    return Progress((command_events.FirstChosen(side), PhaseBegan("movement")), (command_events.Go(side, 0),))


def to_activate(state: State, side: str) -> list[Unit]:
    """Units that have neither moved nor shown their chit.

    [turn.movement-step, activation.until-all, activation.early-reveal]
    """
    return [u for u in state.units if u.side == side and takes_part(state, u) and not u.revealed]


def asks_for_go(state: State, step: command_events.Go) -> tuple[str, ...]:
    return (step.side,) if to_activate(state, step.side) else ()


def go_decision(view: State, step: command_events.Go, player: str) -> Decision:
    waiting = to_activate(view, step.side)
    items = [Item(unit.id, _label(unit)) for unit in waiting]
    if step.used:
        items.append(Item(END_GO, "End this go", "infantry-action.activation.minimum"))
    left = min(field.army_of(view, step.side).rating - step.used, len(waiting))
    sentence = f"Choose a unit to activate: {left} more in this go."
    clauses = ("infantry-action.activation.alternate", "infantry-action.activation.per-go")
    return Decision(player, "activate", "", sentence, clauses, form=Choose(tuple(items)))


def _label(unit: Unit) -> str:
    return f"{unit.name} ({ORDER_NAMES.get(unit.order, 'routing')})"


def activated(state: State, step: command_events.Go, command: Command) -> Progress:
    """A unit's chit is turned up and carried out [activation.reveal-counts]."""
    key = key_of(command)
    if key == END_GO:
        return Progress((), (command_events.Go(field.enemy_of(state, step.side), 0),))
    unit = field.unit_of(state, key)
    used = step.used + 1
    after = (
        command_events.Go(step.side, used)
        if used < field.army_of(state, step.side).rating
        else command_events.Go(field.enemy_of(state, step.side), 0)
    )
    return Progress((command_events.ChitRevealed(unit.id, unit.order),), (*_actions(state, unit), after), final=True)


def _actions(state: State, unit: Unit) -> tuple[object, ...]:
    """What a unit does when it is activated."""
    if unit.routing:
        return (morale_events.RoutOn(unit.id),)
    if unit.place == field.TO_ARRIVE:
        if unit.kind == "battery":
            return (arrivals_events.SetDownBattery(unit.id),)
        return (arrivals_events.EnterTable(unit.id),) if unit.order in (field.MOVE, field.FAST) else ()
    if unit.order in (field.MOVE, field.FAST):
        return (movement_events.MoveUnit(unit.id),)
    if unit.order == field.CHARGE:
        return (charge_events.ChargeUnit(unit.id),)
    if unit.kind == "battery" and unit.order == HOLD and state.settings.artillery_pivot:
        return (movement_events.PivotBattery(unit.id),)
    return ()


def go_passes(state: State, step: command_events.Go, dice: Dice) -> Progress:
    """A side with nothing left lets the other carry on; with nothing left on either the step is over."""
    other = field.enemy_of(state, step.side)
    return Progress((), (command_events.Go(other, 0),)) if to_activate(state, other) else Progress(())


PLAYS: Final[Plays] = {
    command_events.RateCommanders: Play(rate),
    command_events.GiveOrders: Play(no_effect, asks_for_orders, orders_decision, orders_given),
    command_events.ThrowInitiative: Play(throw_initiative),
    command_events.ChooseFirst: Play(no_effect, side_named, first_decision, first_chosen),
    command_events.Go: Play(go_passes, asks_for_go, go_decision, activated),
}
