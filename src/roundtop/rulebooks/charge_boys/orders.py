"""Initiative; and orders written in secret, turned up together and carried out in impulses."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Reason, Way
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys.activation import (
    ACTIONS,
    CHARGE,
    FREE,
    GENERAL_KINDS,
    STAND,
    carry_out,
    condition_of,
    general_ways,
    judge,
    kept_at_distance,
    kinds_of,
    reach_of,
    ride_faults,
    ride_out,
    riders,
    to_move,
    ways,
)
from roundtop.rulebooks.charge_boys.combat import (
    charge_way,
    declaring,
    may_declare,
    throw_reach,
)
from roundtop.rulebooks.charge_boys.command import initiative
from roundtop.rulebooks.charge_boys.deployment import NAMES
from roundtop.rulebooks.charge_boys.events import (
    Answered,
    ChargeFell,
    FirstChosen,
    ImpulseMade,
    InitiativeThrown,
    Intercepted,
    Moved,
    OrdersRevealed,
    OrderWritten,
    PhaseBegan,
    Stood,
    Strode,
    apply,
)
from roundtop.rulebooks.charge_boys.morale import CARRY_ON, HALT, may_charge, may_move
from roundtop.rulebooks.charge_boys.movement import (
    ADVANCE_IN,
    impassable,
    legs_of,
    nearest_enemy,
    passes,
    route,
)
from roundtop.rulebooks.charge_boys.react import carried_out, nerve_against, take_other
from roundtop.rulebooks.charge_boys.state import (
    ON_TABLE,
    General,
    State,
    Unit,
    apart,
    blocks,
    copied,
    enemies,
    enemy_of,
    formed,
    friends,
    gap_between,
    general_of,
    in_order,
    locked,
    on_table,
    overlapping,
    routing,
    size,
    unit_of,
    with_unit,
)
from roundtop.rulebooks.charge_boys.steps import (
    Catch,
    ChooseFirst,
    ClosingFire,
    Finish,
    GoHome,
    Impulse,
    Marching,
    MeetCharge,
    MeetCharges,
    OrderedCharges,
    OrderedTest,
    RevealOrders,
    Step,
    ThrowInitiative,
    ThrowReaches,
    WriteOrders,
)
from roundtop.rulebooks.charge_boys.tables import ALLOWANCE_IN, RIDER, SKIRMISH, UNLIMBERED
from roundtop.rulebooks.charge_boys.terrain import ENEMY_GAP_IN, Leg, leg_price
from roundtop.table.crossed import inside_table
from roundtop.table.measure import NOISE, TOLERANCE, kept, rounded, within
from roundtop.table.path import Manoeuvre, Sweep, cut_at, forward, sweep
from roundtop.table.pose import Pose, ahead, rounded_pose

HOLD: Final = (Manoeuvre("hold"),)
"""The order of a unit that stays where it is; an unwritten order is empty."""
SEALED: Final = "done"
TO_CHARGE: Final = "test to charge"


# ---------------------------------------------------------------- initiative


def throw_initiative(state: State, step: ThrowInitiative, dice: Dice) -> Progress:
    """The higher chooses; by house rule the sides alternate or the scenario says [turn.first-mover]."""
    began = PhaseBegan("initiative")
    written = state.settings.turn_mode == "written-orders"
    after = (PhaseBegan("orders"),) if written else ()
    rule = state.settings.first_mover
    if rule == "scenario":
        return Progress((began, FirstChosen(state.attacker or min([army.side for army in state.armies])), *after))
    if rule == "alternate" and state.turn > 1:
        return Progress((began, FirstChosen(enemy_of(state, state.first)), *after))
    before = len(dice.rolls)
    side = initiative((state.armies[0].side, state.armies[1].side), dice)
    thrown = InitiativeThrown(side, tuple(dice.rolls[before:]))
    if written:
        return Progress((began, thrown, FirstChosen(side), *after))
    return Progress((began, thrown), (ChooseFirst(side),))


def asks_who_is_first(state: State, step: ChooseFirst) -> tuple[str, ...]:
    return (step.side,)


def first_decision(view: State, step: ChooseFirst, player: str) -> Decision:
    items = (Item("first", "Move first"), Item("second", "Move second"))
    sentence = "You have the higher die: will you move first or second?"
    return Decision(player, "first", "", sentence, ("charge-boys.turn.first-mover",), Choose(items))


def first_chosen(state: State, step: ChooseFirst, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    side = step.side if command.answer.keys[0] == "first" else enemy_of(state, step.side)
    return Progress((FirstChosen(side),))


# ---------------------------------------------------------------- writing


def to_order(state: State, side: str) -> list[str]:
    """The units and Generals of a side that can be ordered to do anything but hold [orders.writing, orders.default]."""
    units = [unit.id for unit in to_move(state, side)]
    return [*units, *[general.id for general in riders(state, side)]]


def asks_for_orders(state: State, step: WriteOrders) -> tuple[str, ...]:
    return tuple([side for side, _, _ in step.waiting if to_order(state, side)])


def _place(step: WriteOrders, player: str) -> int:
    return next(place for side, place, _ in step.waiting if side == player)


def orders_decision(view: State, step: WriteOrders, player: str) -> Decision:
    """The next order to write, or, when all are written, whether they stand [orders.writing]."""
    place = _place(step, player)
    there = to_order(view, player)
    if place >= len(there):
        return _seal_decision(view, player, there)
    general = [one for one in view.generals if one.id == there[place]]
    if general:
        return _general_order(view, player, general[0])
    unit = unit_of(view, there[place])
    front, deep = size(unit, view.settings)
    kinds = (*kinds_of(unit), CHARGE, "hold")
    form = March(unit.id, unit.pose, front, deep, kinds, reach_of(unit), order_ways(view, unit))
    sentence = f"Write the order of {unit.name}, {NAMES[unit.formation]}."
    clauses = ("charge-boys.orders.writing", "charge-boys.orders.vocabulary")
    measure = "all" if view.settings.premeasure else "none"
    return Decision(player, "order", unit.id, sentence, clauses, form, measure)


def _general_order(view: State, player: str, general: General) -> Decision:
    settings = view.settings
    found = [_held(way) for way in general_ways(view, general)]
    form = March(
        general.id, general.pose, settings.base_mounted_width, settings.base_mounted_depth, (*GENERAL_KINDS, "hold"),
        ALLOWANCE_IN[RIDER], tuple(found),
    )  # fmt: skip
    clauses = ("charge-boys.orders.writing", "charge-boys.orders.vocabulary")
    return Decision(player, "order", general.id, f"Write the order of {general.name}.", clauses, form)


def _seal_decision(view: State, player: str, there: list[str]) -> Decision:
    items = [Item(SEALED, "The orders stand")]
    items.extend([Item(id, f"Write anew: {_name(view, id)}") for id in there])
    sentence = "All your orders are written: do they stand?"
    return Decision(player, "seal", "", sentence, ("charge-boys.orders.writing",), Choose(tuple(items)))


def _name(view: State, id: str) -> str:
    for general in view.generals:
        if general.id == id:
            return general.name
    return unit_of(view, id).name


def _held(way: Way) -> Way:
    """Standing still, written out."""
    return way if way.manoeuvres else Way("hold", "Hold", HOLD, way.end)


def order_ways(view: State, unit: Unit) -> tuple[Way, ...]:
    """Good orders: to hold, to move, to act, to charge [orders.vocabulary]."""
    found = [_held(way) for way in ways(view, unit)]
    if unit.formation == SKIRMISH and unit.building < 0:
        found.append(Way(STAND, "Hold, and stand if charged", (Manoeuvre(STAND),), unit.pose))
    if may_charge(condition_of(view, unit)) and unit.building < 0:
        for foe in enemies(view, unit):
            if may_declare(view, unit, foe):
                one = (Manoeuvre(CHARGE, 0.0, 0, foe.id),)
                found.append(Way(f"{CHARGE}-{foe.id}", f"Charge {foe.name}", one, unit.pose))
    return tuple(found)


AT_THE_TIME: Final = (
    "charge-boys.move.interpenetration",
    "charge-boys.move.enemy-proximity",
    "charge-boys.move.skirmish-distance",
)
"""Who will stand where is not known when an order is written: collisions are settled in the impulses."""


def check_order(view: State, step: WriteOrders, command: Command) -> tuple[Reason, ...]:
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
        return tuple(ride_faults(view, general[0], order))
    unit = unit_of(view, command.about)
    charges = [one for one in order if one.kind == CHARGE]
    if charges:
        return tuple(_charge_faults(view, unit, order, charges[0].on))
    return tuple([fault for fault in judge(view, unit, order) if fault.clause not in AT_THE_TIME])


def _charge_faults(view: State, unit: Unit, order: tuple[Manoeuvre, ...], target: str) -> list[Reason]:
    clause = "charge-boys.charge.declare"
    if len(order) > 1:
        return [Reason("A charge is the whole order.", "charge-boys.orders.vocabulary")]
    if target not in [foe.id for foe in enemies(view, unit)] or not may_charge(condition_of(view, unit)):
        return [Reason("There is nobody like that to charge.", clause)]
    return [] if may_declare(view, unit, unit_of(view, target)) else [Reason("That enemy cannot be charged.", clause)]


def orders_given(state: State, step: WriteOrders, command: Command) -> Progress:
    """An order goes down in secret; the next is asked for, or the writer is done [orders.writing]."""
    side = command.player
    place = _place(step, side)
    there = to_order(state, side)
    looking = next(again for who, _, again in step.waiting if who == side)
    if isinstance(command.answer, Chosen):
        key = command.answer.keys[0]
        if key == SEALED:
            waiting = tuple([one for one in step.waiting if one[0] != side])
            return Progress((), (WriteOrders(waiting),) if waiting else ())
        return Progress((), (_next(step, side, there.index(key), True),))
    assert isinstance(command.answer, Marched)
    event = OrderWritten(side, there[place], command.answer.manoeuvres)
    after = len(there) if looking else place + 1
    return Progress((event,), (_next(step, side, after, looking),))


def _next(step: WriteOrders, side: str, place: int, again: bool) -> WriteOrders:
    return WriteOrders(tuple([(who, place, again) if who == side else (who, at, b) for who, at, b in step.waiting]))


def nobody_writes(state: State, step: WriteOrders, dice: Dice) -> Progress:
    """A side with nobody to order is not waited for."""
    left = tuple([one for one in step.waiting if to_order(state, one[0])])
    return Progress((), (WriteOrders(left),)) if left and left != step.waiting else Progress(())


def reveal(state: State, step: RevealOrders, dice: Dice) -> Progress:
    """All orders are turned up together; whoever has none holds [orders.writing, orders.default]."""
    found = [(unit.id, unit.order or HOLD) for unit in on_table(state)]
    found.extend([(general.id, general.order or HOLD) for general in state.generals if general.place == ON_TABLE])
    return Progress((OrdersRevealed(tuple(sorted(found))),), (), True)


# ---------------------------------------------------------------- charges by order


def charge_ordered(unit: Unit) -> str:
    """Whom a unit was ordered to charge, "" for nobody."""
    for one in unit.order:
        if one.kind == CHARGE:
            return one.on
    return ""


def ordered_charges(state: State, step: OrderedCharges, dice: Dice) -> Progress:
    """All charge tests of both sides, side A's first [orders.resolution, orders.mutual-charge]."""
    events: list[object] = []
    found: list[Step] = []
    for side in in_order(state):
        for unit in sorted(on_table(state, side), key=_by_id):
            target = charge_ordered(unit)
            if not target or unit_of(state, target).place != ON_TABLE or not may_charge(condition_of(state, unit)):
                continue
            if not may_declare(state, unit, unit_of(state, target)):
                continue
            told, tests = declaring(state, unit.id, target, ())
            events.extend(told)
            if tests:
                found.append(OrderedTest(unit.id, target, charge_ordered(unit_of(state, target)) == unit.id))
    return Progress(tuple(events), tuple(found))


def _by_id(unit: Unit) -> str:
    return unit.id


def ordered_test(state: State, step: OrderedTest, dice: Dice) -> Progress:
    """The test to charge; of two that charge each other it serves for both [orders.mutual-charge]."""
    unit, target = unit_of(state, step.unit), unit_of(state, step.target)
    if unit.place != ON_TABLE or target.place != ON_TABLE:
        return Progress((ChargeFell(unit.id, target.id, "gone"),))
    nerve = nerve_against(state, unit, target, True)
    nerve.charged = nerve.charged or step.mutual
    event, verdict = take_other(state, unit, nerve, TO_CHARGE, dice)
    if verdict.result == CARRY_ON:
        return Progress((event,))
    events: list[object] = [event, ChargeFell(unit.id, target.id, "balked")]
    if step.mutual and charges_home(state, target, unit.id):
        events.append(Answered(unit.id, target.id, "stands" if verdict.result == HALT else "gives-way"))
    return Progress(tuple(events), carried_out(unit, verdict, target.id))


def charges_home(state: State, unit: Unit, target: str) -> bool:
    """Whether a unit still means to charge that enemy."""
    return unit.place == ON_TABLE and unit.turn.target == target and not routing(unit)


def chargers(state: State) -> list[Unit]:
    """Units that charge by order and have passed their test, side A's first."""
    found: list[Unit] = []
    for side in in_order(state):
        for unit in sorted(on_table(state, side), key=_by_id):
            if unit.turn.target and unit.mettle.state == "steady" and not locked(state, unit.id):
                found.append(unit)
    return found


def mutual(state: State, unit: Unit, target: Unit) -> bool:
    return target.turn.target == unit.id and target.mettle.state == "steady"


def meet_charges(state: State, step: MeetCharges, dice: Dice) -> Progress:
    """Reactions and tests of those charged, evades and retirements at once [orders.resolution]."""
    found: list[Step] = []
    met: list[str] = []
    for unit in chargers(state):
        target = unit_of(state, unit.turn.target)
        if target.id in met or mutual(state, unit, target) or target.turn.met:
            continue
        met.append(target.id)
        found.append(MeetCharge(unit.id, target.id))
    return Progress((), tuple(found))


def throw_reaches(state: State, step: ThrowReaches, dice: Dice) -> Progress:
    """The bonus dice of all chargers; then everybody sets off [orders.resolution]."""
    events: list[object] = []
    for unit in chargers(state):
        events.append(throw_reach(state, unit, dice))
    marches = [Marching(unit.id, unit.pose, 0, False, _seen_first(state, unit)) for unit in marching(state)]
    return Progress(tuple(events), (Impulse(1, tuple(marches)),))


def _seen_first(state: State, unit: Unit) -> str:
    """The enemy nearest in sight, "" where none is [morale.advancing-defined]."""
    foe = nearest_enemy(state, unit, True)
    return "" if foe is None else foe.id


def marching(state: State) -> list[Unit]:
    """Units with a path to follow, by their names."""
    found: list[Unit] = []
    for unit in sorted(on_table(state), key=_by_id):
        if unit.turn.target or not drill_of(unit) or unit.formation == UNLIMBERED or unit.trail:
            continue
        if may_move(condition_of(state, unit)) and not locked(state, unit.id):
            found.append(unit)
    return found


def drill_of(unit: Unit) -> tuple[Manoeuvre, ...]:
    """The path of an order, () where it is none to be followed in impulses."""
    if [one for one in unit.order if one.kind in ACTIONS]:
        return ()
    return tuple([one for one in unit.order if one.kind not in FREE and one.kind not in ("hold", CHARGE)])


# ---------------------------------------------------------------- impulses


def along_order(state: State, unit: Unit, march: Marching, strides: float) -> Unit:
    """The unit after so many impulses of its path, each an equal share of its cost [orders.resolution]."""
    start = copied(unit)
    start.pose = march.origin
    way = route(state, start, drill_of(unit))
    cost = _cost(way.legs, unit.formation)
    left = cost * strides / state.settings.impulses
    now = start
    for path in way.paths:
        legs = legs_of(state, now, path)
        price = _cost(legs, unit.formation)
        now = copied(now)
        if price > left + NOISE:
            now.pose = cut_at(path, length_for(legs, left, unit.formation)).end
            return _settled(now)
        now.pose = path.end
        left -= price
    return _settled(way.end if strides >= state.settings.impulses else now)


def _settled(unit: Unit) -> Unit:
    unit.pose = rounded_pose(unit.pose)
    return unit


def _cost(legs: list[Leg], formation: str) -> float:
    return sum([leg_price(one, formation, ALLOWANCE_IN[formation]) for one in legs])


def length_for(legs: list[Leg], cost: float, formation: str) -> float:
    """How much of a path so much of its cost pays for; obstacles take their price on the spot."""
    walked = 0.0
    for one in legs:
        price = leg_price(one, formation, ALLOWANCE_IN[formation])
        length = one.inches or (price if one.kind == "wheel" else 0.0)
        if price > cost:
            return walked + (length * cost / price if price > NOISE else 0.0)
        walked += length
        cost -= price
    return walked


def impulse(state: State, step: Impulse, dice: Dice) -> Progress:
    """Everybody covers a twelfth of his way; then collisions are settled and chargers close.

    [orders.resolution, orders.enemy-collision, orders.friend-collision, orders.charge-moving-target]
    """
    if step.number > state.settings.impulses:
        return Progress(tuple(fallen_short(state)), (finishing(state, step),))
    placed: dict[str, Unit] = {}
    marches = _stepped(state, step, placed)
    marches = _enemies_apart(state, marches, placed)
    now = state
    for unit in placed.values():
        now = with_unit(now, unit)
    events: list[object] = []
    closing: list[Step] = []
    for unit in chargers(now):
        before = len(events)
        _charge_on(now, unit_of(now, unit.id), events, closing)
        for event in events[before:]:
            now = apply(now, event)
    told = [(unit.id, unit.pose) for unit in placed.values() if unit.pose != unit_of(state, unit.id).pose]
    made: list[object] = [ImpulseMade(step.number, tuple(sorted(told, key=_first)))] if told else []
    return Progress((*made, *events), (*closing, Impulse(step.number + 1, tuple(marches))))


def _first(pair: tuple[str, Pose]) -> str:
    return pair[0]


def _stepped(state: State, step: Impulse, placed: dict[str, Unit]) -> list[Marching]:
    """Units go on by right of way: the cheaper path first, of equals the first by name [orders.friend-collision]."""
    ranked = sorted([(_march_cost(state, march), march.unit, place) for place, march in enumerate(step.marches)])
    marches = list(step.marches)
    for _, id, place in ranked:
        march = marches[place]
        unit = unit_of(state, id)
        if march.stopped or not still_marches(state, unit):
            marches[place] = _marched(march, march.strides, True)
            continue
        end = along_order(state, unit, march, march.strides + 1)
        if _in_friends_way(state, end, placed):
            continue
        placed[id] = end
        strides = march.strides + 1
        marches[place] = _marched(march, strides, strides >= state.settings.impulses)
    return marches


def _marched(march: Marching, strides: int, stopped: bool) -> Marching:
    return Marching(march.unit, march.origin, strides, stopped, march.foe)


def still_marches(state: State, unit: Unit) -> bool:
    """A morale result beats an order [orders.morale-overrides]."""
    turn = unit.turn
    steady = unit.mettle.state in ("steady", "retired") and not unit.mettle.disordered
    return (
        unit.place == ON_TABLE and steady and not turn.compelled and turn.met != "evades" and not locked(state, unit.id)
    )


def _march_cost(state: State, march: Marching) -> float:
    unit = copied(unit_of(state, march.unit))
    unit.pose = march.origin
    return round(_cost(route(state, unit, drill_of(unit)).legs, unit.formation), 4)


def _in_friends_way(state: State, unit: Unit, placed: dict[str, Unit]) -> bool:
    """Whether a friend who may not be passed through stands there [orders.friend-collision, move.interpenetration]."""
    there = blocks(unit, state.settings)
    for friend in friends(state, unit):
        other = placed.get(friend.id, friend)
        if not passes(unit, other) and overlapping(there, blocks(other, state.settings)):
            return True
    return False


def _enemies_apart(state: State, marches: list[Marching], placed: dict[str, Unit]) -> list[Marching]:
    """Enemies who would come too near are set back along their paths and stop [orders.enemy-collision].

    Skirmishers keep three inches from formed enemies, everybody one; those who both move share the setting back.
    """
    found = list(marches)
    for limit, loose_only in ((3.0, True), (1.0, False)):
        for place, march in enumerate(found):
            unit = placed.get(march.unit)
            if unit is None or (loose_only and unit.formation != SKIRMISH):
                continue
            for foe in sorted(enemies(state, unit), key=_by_id):
                if loose_only and not formed(foe):
                    continue
                other = placed.get(foe.id, foe)
                if unit.turn.target == foe.id or foe.turn.target == unit.id or _apart(state, unit, other, limit):
                    continue
                partner = next((n for n, one in enumerate(found) if one.unit == foe.id), -1)
                both = not loose_only and partner >= 0 and foe.id in placed
                share = _room(state, found[place], found[partner] if both else None, other, limit, unit)
                placed[march.unit] = along_order(state, unit, found[place], found[place].strides - 1 + share)
                found[place] = _marched(found[place], found[place].strides, True)
                unit = placed[march.unit]
                if both:
                    placed[foe.id] = along_order(state, other, found[partner], found[partner].strides - 1 + share)
                    found[partner] = _marched(found[partner], found[partner].strides, True)
    return found


def _apart(state: State, one: Unit, other: Unit, limit: float) -> bool:
    return kept(gap_between(blocks(one, state.settings), blocks(other, state.settings)), limit)


def _room(state: State, one: Marching, other: Marching | None, still: Unit, limit: float, unit: Unit) -> float:
    """The share of this impulse after which two enemies are just so far apart."""
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = 0.5 * (low + high)
        ours = along_order(state, unit, one, one.strides - 1 + middle)
        theirs = still if other is None else along_order(state, still, other, other.strides - 1 + middle)
        if gap_between(blocks(ours, state.settings), blocks(theirs, state.settings)) >= limit:
            low = middle
        else:
            high = middle
    return low


# ---------------------------------------------------------------- chargers in impulses


def _charge_on(state: State, unit: Unit, events: list[object], closing: list[Step]) -> None:
    """A charger steers at the nearest point of its target, and closes when it gets there.

    [orders.charge-moving-target, orders.charge-intercepted, orders.resolution]
    """
    target = unit_of(state, unit.turn.target)
    if target.place != ON_TABLE:
        events.append(ChargeFell(unit.id, target.id, "gone"))
        return
    left = min(unit.turn.full_reach / state.settings.impulses, unit.turn.reach)
    way = charge_way(state, unit, target, unit.turn.reach + 60.0)
    if way is not None and within(way.cost, left):
        _closes(state, unit, way.touches, events, closing)
        return
    if unit.turn.reach <= TOLERANCE:
        events.append(ChargeFell(unit.id, target.id, "short"))
        return
    end = _strode(state, unit, way.path if way is not None else _ahead(state, unit), left)
    if end is not None:
        events.append(Strode(unit.id, end.pose, rounded(unit.turn.reach - left)))


def _ahead(state: State, unit: Unit) -> Sweep:
    front, deep = size(unit, state.settings)
    return sweep(unit.pose, front, deep, (forward(60.0),))


def _strode(state: State, unit: Unit, path: Sweep, cost: float) -> Unit | None:
    """A charger one stride farther on its way, None where it can go no farther."""
    legs = legs_of(state, unit, path)
    part = cut_at(path, length_for(legs, cost, unit.formation))
    if not part.stages or not inside_table(state.ground, part) or impassable(state.ground, part):
        return None
    end = copied(unit)
    end.pose = rounded_pose(part.end)
    there = blocks(end, state.settings)
    for friend in friends(state, unit):
        if not passes(unit, friend) and overlapping(there, blocks(friend, state.settings)):
            return None
    return end


def _closes(state: State, unit: Unit, touched: str, events: list[object], closing: list[Step]) -> None:
    """The charger has reached somebody: its target, one who gives way, or another enemy."""
    foe = unit_of(state, touched)
    if touched != unit.turn.target:
        events.append(Intercepted(unit.id, touched))
        closing.append(MeetCharge(unit.id, touched))
        return
    if routing(foe) or foe.turn.met in ("gives-way", "evades"):
        closing.append(Catch(unit.id, foe.id, 0))
    elif locked(state, foe.id) or mutual(state, unit, foe):
        closing.append(GoHome(unit.id, foe.id))
    else:
        closing.extend([ClosingFire(unit.id, foe.id), GoHome(unit.id, foe.id)])


# ---------------------------------------------------------------- the end of the impulses


def fallen_short(state: State) -> list[object]:
    """Chargers whose reach has run out stop, at least an inch from every enemy [orders.charge-moving-target]."""
    events: list[object] = []
    for unit in chargers(state):
        near = min([apart(unit, foe, state.settings) for foe in enemies(state, unit)], default=ENEMY_GAP_IN)
        if not kept(near, ENEMY_GAP_IN):
            back = copied(unit)
            back.pose = rounded_pose(ahead(unit.pose, near - ENEMY_GAP_IN))
            events.append(Strode(unit.id, back.pose, 0.0))
        events.append(ChargeFell(unit.id, unit.turn.target, "short"))
    return events


def finishing(state: State, step: Impulse) -> Finish:
    """What is complete only after the last impulse: moves told, actions, guns, Generals."""
    others = [unit.id for unit in sorted(on_table(state), key=_by_id) if unit.order and unit.order != HOLD]
    others.extend(sorted([general.id for general in state.generals if general.place == ON_TABLE and general.order]))
    told = tuple([march.unit for march in step.marches])
    return Finish((*told, *[id for id in others if id not in told]), step.marches)


def finish(state: State, step: Finish, dice: Dice) -> Progress:
    """One after the other: a march is over, an action is complete, a General arrives [orders.resolution]."""
    if not step.about:
        return Progress(())
    id = step.about[0]
    rest = Finish(step.about[1:], step.marches)
    for general in state.generals:
        if general.id == id:
            return _general_done(state, general, rest)
    unit = unit_of(state, id)
    if unit.place != ON_TABLE or unit.turn.acted or unit.turn.compelled or charge_ordered(unit):
        return Progress((), (rest,))
    drill = drill_of(unit)
    if drill and unit.formation != UNLIMBERED and not unit.trail:
        return _march_over(state, unit, step, drill, rest)
    order = tuple([one for one in unit.order if one.kind not in ("hold", STAND)])
    if not order or judge(state, unit, order):
        return Progress((Stood(id),), (rest,))
    done = carry_out(state, unit, order)
    return Progress(done.events, (*done.steps, rest))


def _march_over(state: State, unit: Unit, step: Finish, drill: tuple[Manoeuvre, ...], rest: Finish) -> Progress:
    """A march is told as a whole, and whether it was an advance [morale.advancing-defined]."""
    march = next((one for one in step.marches if one.unit == unit.id), None)
    if march is None:
        return Progress((Stood(unit.id),), (rest,))
    start = copied(unit)
    start.pose = march.origin
    settings = state.settings
    advanced = False
    if march.foe and unit_of(state, march.foe).place == ON_TABLE:
        foe = unit_of(state, march.foe)
        advanced = kept(apart(start, foe, settings) - apart(unit, foe, settings), ADVANCE_IN)
    way = route(state, start, drill)
    files = way.end.files if march.strides >= settings.impulses else unit.files
    ended = Moved(unit.id, "ordered", march.origin, unit.pose, drill, files, unit.guns, unit.trail, advanced, ())
    now = apply(state, ended)
    return Progress((ended,), (*kept_at_distance(now, unit_of(now, unit.id)), rest))


def _general_done(state: State, general: General, rest: Finish) -> Progress:
    order = () if general.order == HOLD else general.order
    if general.acted or ride_faults(state, general, order):
        return Progress((Stood(general.id),), (rest,))
    done = ride_out(state, general_of(state, general.id), order)
    return Progress(done.events, (*done.steps, rest))
