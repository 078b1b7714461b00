"""Writing orders, and the charges that are ordered."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Reason, Way
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, key_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field, options, tables, words
from roundtop.rulebooks.charge_boys.charge import declare as charge_declare
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.charge import rule as charge_rule
from roundtop.rulebooks.charge_boys.charge import table as charge_table
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import table as morale_table
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.movement import ways as movement_ways
from roundtop.rulebooks.charge_boys.orders import events as orders_events
from roundtop.rulebooks.charge_boys.retreat import table as retreat_table
from roundtop.rulebooks.charge_boys.state import ON_TABLE, General, State, Unit
from roundtop.table.path import Manoeuvre

HOLD: Final = (Manoeuvre("hold"),)
"""The order of a unit that stays where it is; an unwritten order is empty."""
SEALED: Final = "done"


def to_order(state: State, side: str) -> list[str]:
    """The units and Generals of a side that can be ordered to do anything but hold [orders.writing, orders.default]."""
    units = [unit.id for unit in movement_table.to_move(state, side)]
    return [*units, *[general.id for general in generals_table.riders(state, side)]]


def asks_for_orders(state: State, step: orders_events.WriteOrders) -> tuple[str, ...]:
    return tuple([side for side, _, _ in step.waiting if to_order(state, side)])


def _place(step: orders_events.WriteOrders, player: str) -> int:
    return next(place for side, place, _ in step.waiting if side == player)


def orders_decision(view: State, step: orders_events.WriteOrders, player: str) -> Decision:
    """The next order to write, or, when all are written, whether they stand [orders.writing]."""
    place = _place(step, player)
    there = to_order(view, player)
    if place >= len(there):
        return _seal_decision(view, player, there)
    general = [one for one in view.generals if one.id == there[place]]
    if general:
        return _general_order(view, player, general[0])
    unit = field.unit_of(view, there[place])
    front, deep = field.size(unit, view.settings)
    kinds = (*movement_table.kinds_of(unit), movement_table.CHARGE, "hold")
    form = March(
        unit.id, unit.pose, front, deep, kinds, allowance=movement_table.reach_of(unit), ways=order_ways(view, unit)
    )
    sentence = f"Write the order of {unit.name}, {words.NAMES[unit.formation]}."
    clauses = ("charge-boys.orders.writing", "charge-boys.orders.vocabulary")
    measure = options.measurable(view.settings)
    return Decision(player, "order", unit.id, sentence, clauses, form=form, measure=measure)


def _general_order(view: State, player: str, general: General) -> Decision:
    settings = view.settings
    found = [_held(way) for way in generals_table.general_ways(view, general)]
    form = March(
        piece=general.id,
        start=general.pose,
        width=settings.base_mounted_width,
        depth=settings.base_mounted_depth,
        kinds=(*generals_table.GENERAL_KINDS, "hold"),
        allowance=tables.ALLOWANCE_IN[tables.RIDER],
        ways=tuple(found),
    )
    clauses = ("charge-boys.orders.writing", "charge-boys.orders.vocabulary")
    return Decision(player, "order", general.id, f"Write the order of {general.name}.", clauses, form=form)


def _seal_decision(view: State, player: str, there: list[str]) -> Decision:
    items = [Item(SEALED, "The orders stand")]
    items.extend([Item(id, f"Write anew: {words.name(view, id)}") for id in there])
    sentence = "All your orders are written: do they stand?"
    return Decision(
        player,
        "seal",
        "",
        sentence,
        ("charge-boys.orders.writing",),
        form=Choose(tuple(items)),
        measure=options.measurable(view.settings),
    )


def _held(way: Way) -> Way:
    """Standing still, written out."""
    return way if way.manoeuvres else Way("hold", "Hold", HOLD, way.end)


def order_ways(view: State, unit: Unit) -> tuple[Way, ...]:
    """Good orders: to hold, to move, to act, to charge [orders.vocabulary]."""
    found = [_held(way) for way in movement_ways.ways(view, unit)]
    if unit.formation == tables.SKIRMISH and unit.building < 0:
        found.append(
            Way(movement_table.STAND, "Hold, and stand if charged", (Manoeuvre(movement_table.STAND),), unit.pose)
        )
    if movement_rule.may_charge(movement_table.condition_of(view, unit)) and unit.building < 0:
        for foe in field.enemies(view, unit):
            if charge_declare.may_declare(view, unit, foe):
                one = (Manoeuvre(movement_table.CHARGE, 0.0, 0, foe.id),)
                found.append(Way(f"{movement_table.CHARGE}-{foe.id}", f"Charge {foe.name}", one, unit.pose))
    return tuple(found)


AT_THE_TIME: Final = (
    "charge-boys.move.interpenetration",
    "charge-boys.move.enemy-proximity",
    "charge-boys.move.skirmish-distance",
)
"""Who will stand where is not known when an order is written: collisions are settled in the impulses."""


def check_order(view: State, step: orders_events.WriteOrders, command: Command) -> tuple[Reason, ...]:
    """An order has to be lawful for the unit as it stands [orders.vocabulary]."""
    if not isinstance(command.answer, Marched):
        return ()
    order = command.answer.manoeuvres
    if not order:
        return (Reason("Write at least: hold.", "charge-boys.orders.vocabulary"),)
    general = [one for one in view.generals if one.id == command.about]
    if "hold" in [one.kind for one in order]:
        return () if order == HOLD else (Reason("Hold stands alone.", "charge-boys.orders.vocabulary"),)
    if general:
        return tuple(generals_table.ride_faults(view, general[0], order))
    unit = field.unit_of(view, command.about)
    charges = [one for one in order if one.kind == movement_table.CHARGE]
    if charges:
        return tuple(_charge_faults(view, unit, order, charges[0].on))
    return tuple([fault for fault in movement_table.judge(view, unit, order) if fault.clause not in AT_THE_TIME])


def _charge_faults(view: State, unit: Unit, order: tuple[Manoeuvre, ...], target: str) -> list[Reason]:
    clause = "charge-boys.charge.declare"
    if len(order) > 1:
        return [Reason("A charge is the whole order.", "charge-boys.orders.vocabulary")]
    if target not in [foe.id for foe in field.enemies(view, unit)] or not movement_rule.may_charge(
        movement_table.condition_of(view, unit)
    ):
        return [Reason("There is nobody like that to charge.", clause)]
    return (
        []
        if charge_declare.may_declare(view, unit, field.unit_of(view, target))
        else [Reason("That enemy cannot be charged.", clause)]
    )


def orders_given(state: State, step: orders_events.WriteOrders, command: Command) -> Progress:
    """An order goes down in secret; the next is asked for, or the writer is done [orders.writing]."""
    side = command.player
    place = _place(step, side)
    there = to_order(state, side)
    looking = next(again for who, _, again in step.waiting if who == side)
    if isinstance(command.answer, Chosen):
        key = command.answer.keys[0]
        if key == SEALED:
            waiting = tuple([one for one in step.waiting if one[0] != side])
            return Progress((), (orders_events.WriteOrders(waiting),) if waiting else ())
        return Progress((), (_next(step, side, there.index(key), True),))
    assert isinstance(command.answer, Marched)
    event = orders_events.OrderWritten(side, there[place], command.answer.manoeuvres)
    after = len(there) if looking else place + 1
    return Progress((event,), (_next(step, side, after, looking),))


def _next(step: orders_events.WriteOrders, side: str, place: int, again: bool) -> orders_events.WriteOrders:
    return orders_events.WriteOrders(
        tuple([(who, place, again) if who == side else (who, at, b) for who, at, b in step.waiting])
    )


def nobody_writes(state: State, step: orders_events.WriteOrders, dice: Dice) -> Progress:
    """A side with nobody to order is not waited for."""
    left = tuple([one for one in step.waiting if to_order(state, one[0])])
    return Progress((), (orders_events.WriteOrders(left),)) if left and left != step.waiting else Progress(())


def reveal(state: State, step: orders_events.RevealOrders, dice: Dice) -> Progress:
    """All orders are turned up together; whoever has none holds [orders.writing, orders.default]."""
    found = [(unit.id, unit.order or HOLD) for unit in field.on_table(state)]
    found.extend([(general.id, general.order or HOLD) for general in state.generals if general.place == ON_TABLE])
    return Progress((orders_events.OrdersRevealed(tuple(sorted(found))),), (), True)


def charge_ordered(unit: Unit) -> str:
    """Whom a unit was ordered to charge, "" for nobody."""
    for one in unit.order:
        if one.kind == movement_table.CHARGE:
            return one.on
    return ""


def ordered_charges(state: State, step: orders_events.OrderedCharges, dice: Dice) -> Progress:
    """All charge tests of both sides, side A's first [orders.resolution, orders.mutual-charge]."""
    events: list[object] = []
    declared: list[tuple[str, str]] = []
    for side in field.in_order(state):
        for unit in sorted(field.on_table(state, side), key=field.by_id):
            target = charge_ordered(unit)
            if (
                not target
                or field.unit_of(state, target).place != ON_TABLE
                or not movement_rule.may_charge(movement_table.condition_of(state, unit))
            ):
                continue
            if not charge_declare.may_declare(state, unit, field.unit_of(state, target)):
                continue
            told, tests = charge_declare.declaring(state, unit.id, target, ())
            events.extend(told)
            if tests:
                declared.append((unit.id, target))
    tested = [orders_events.OrderedTest(unit, target, (target, unit) in declared) for unit, target in declared]
    return Progress(tuple(events), tuple(tested))


def ordered_test(state: State, step: orders_events.OrderedTest, dice: Dice) -> Progress:
    """The test to charge; of two that charge each other it serves for both [orders.mutual-charge]."""
    unit, target = field.unit_of(state, step.unit), field.unit_of(state, step.target)
    if unit.place != ON_TABLE or target.place != ON_TABLE:
        return Progress((charge_events.ChargeFell(unit.id, target.id, "gone"),))
    nerve = morale_table.nerve_against(state, unit, target, True)
    nerve.charged = nerve.charged or step.mutual
    event, verdict = morale_table.take_other(state, unit, nerve, charge_rule.TO_CHARGE, dice)
    if verdict.result == morale_rule.CARRY_ON:
        return Progress((event,))
    events: list[object] = [event, charge_events.ChargeFell(unit.id, target.id, "balked")]
    if step.mutual and charges_home(state, target, unit.id):
        events.append(
            charge_events.Answered(unit.id, target.id, "stands" if verdict.result == morale_rule.HALT else "gives-way")
        )
    return Progress(tuple(events), retreat_table.carried_out(unit, verdict, target.id))


def charges_home(state: State, unit: Unit, target: str) -> bool:
    """Whether a unit still means to charge that enemy."""
    return unit.place == ON_TABLE and unit.turn.target == target and not field.routing(unit)


def chargers(state: State) -> list[Unit]:
    """Units that charge by order and have passed their test, side A's first."""
    found: list[Unit] = []
    for side in field.in_order(state):
        for unit in sorted(field.on_table(state, side), key=field.by_id):
            if unit.turn.target and unit.mettle.state == "steady" and not field.locked(state, unit.id):
                found.append(unit)
    return found


def mutual(state: State, unit: Unit, target: Unit) -> bool:
    return target.turn.target == unit.id and target.mettle.state == "steady"


def meet_charges(state: State, step: orders_events.MeetCharges, dice: Dice) -> Progress:
    """Reactions and tests of those charged, evades and retirements at once; of two that charge each other none.

    [orders.resolution, orders.mutual-charge, morale.other-charged]
    """
    pairs = [(unit, field.unit_of(state, unit.turn.target)) for unit in chargers(state)]
    events = [
        charge_events.Answered(target.id, unit.id, "charges") for unit, target in pairs if mutual(state, unit, target)
    ]
    found: list[object] = []
    met = [event.unit for event in events]
    for unit, target in pairs:
        if target.id in met or target.turn.met:
            continue
        met.append(target.id)
        found.extend([charge_events.MeetCharge(unit.id, target.id), orders_events.AskCounter(unit.id, target.id)])
    return Progress(tuple(events), tuple(found))


def asks_to_counter(state: State, step: orders_events.AskCounter) -> tuple[str, ...]:
    return charge_table.asks_to_counter(state, charge_events.Run(step.unit, step.target))


def counter_decision(view: State, step: orders_events.AskCounter, player: str) -> Decision:
    return charge_table.counter_decision(view, charge_events.Run(step.unit, step.target), player)


def counter_chosen(state: State, step: orders_events.AskCounter, command: Command) -> Progress:
    """Whoever countercharges rides at the charger from now on, as if he had been ordered to [charge.countercharge]."""
    if key_of(command) != "counter":
        return Progress(())
    return Progress((charge_events.Countercharged(step.target, step.unit),))


PLAYS: Final[Plays] = {
    orders_events.WriteOrders: Play(nobody_writes, asks_for_orders, orders_decision, orders_given, check_order),
    orders_events.RevealOrders: Play(reveal),
    orders_events.OrderedCharges: Play(ordered_charges),
    orders_events.OrderedTest: Play(ordered_test),
    orders_events.MeetCharges: Play(meet_charges),
    orders_events.AskCounter: Play(no_effect, asks_to_counter, counter_decision, counter_chosen),
}
