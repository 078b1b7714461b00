"""Orders carried out: everybody covers an equal share of his way, then collisions are settled and chargers close."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.dice.sources import Dice
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import crews as artillery_crews
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.charge import table as charge_table
from roundtop.rulebooks.charge_boys.charge import way as charge_way
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.formation import table as formation_table
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import paths as movement_paths
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.movement import ways as movement_ways
from roundtop.rulebooks.charge_boys.orders import events as orders_events
from roundtop.rulebooks.charge_boys.orders import table
from roundtop.rulebooks.charge_boys.pursuit import events as pursuit_events
from roundtop.rulebooks.charge_boys.sight import table as sight_table
from roundtop.rulebooks.charge_boys.state import ON_TABLE, General, State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.terrain import table as terrain_table
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import FAR
from roundtop.table.measure import NOISE, TOLERANCE, kept, narrowed, rounded, within
from roundtop.table.path import Manoeuvre, Sweep, cut_at, forward, leg, sweep
from roundtop.table.pose import Pose, ahead, rounded_pose

FINEST: Final = 1 / 4096
"""How closely the moment is sought at which two enemies are just so far apart, as a share of an impulse."""


def throw_reaches(state: State, step: orders_events.ThrowReaches, dice: Dice) -> Progress:
    """The bonus dice of all chargers; then everybody sets off, his ranks closed up first if so ordered.

    [orders.resolution, formation.close-up]
    """
    events: list[object] = []
    for unit in table.chargers(state):
        events.append(charge_table.throw_reach(state, unit, dice))
    now = state
    for unit in marching(state):
        for one in unit.order:
            if one.kind == movement_table.CLOSE_UP and formation_table.may_close_up(unit):
                events.append(movement_table.freely(now, unit, one))
                now = apply(now, events[-1])
    marches = [orders_events.Marching(unit.id, unit.pose, 0, False, _seen_first(now, unit)) for unit in marching(now)]
    return Progress(tuple(events), (orders_events.Impulse(1, tuple(marches)),))


def _seen_first(state: State, unit: Unit) -> str:
    """The enemy nearest in sight, "" where none is [morale.advancing-defined]."""
    foe = sight_table.nearest_enemy(state, unit, True)
    return "" if foe is None else foe.id


def marching(state: State) -> list[Unit]:
    """Units with a path to follow, by their names."""
    found: list[Unit] = []
    for unit in sorted(field.on_table(state), key=field.by_id):
        if unit.turn.target or not drill_of(unit) or unit.formation == tables.UNLIMBERED or unit.trail:
            continue
        if movement_rule.may_move(movement_table.condition_of(state, unit)) and not field.locked(state, unit.id):
            found.append(unit)
    return found


def drill_of(unit: Unit) -> tuple[Manoeuvre, ...]:
    """The path of an order, () where it is none to be followed in impulses."""
    if [one for one in unit.order if one.kind in movement_table.ACTIONS]:
        return ()
    return tuple(
        [
            one
            for one in unit.order
            if one.kind not in movement_table.FREE and one.kind not in ("hold", movement_table.CHARGE)
        ]
    )


def along_order(state: State, unit: Unit, march: orders_events.Marching, strides: float) -> Unit:
    """The unit after so many impulses of its path, each an equal share of its cost [orders.resolution]."""
    start = copy(unit)
    start.pose = march.origin
    way = movement_paths.route(state, start, drill_of(unit))
    cost = _cost(way.legs, unit.formation)
    left = cost * strides / state.settings.impulses
    now = start
    for path in way.paths:
        legs = terrain_table.legs_of(state, now, path)
        price = _cost(legs, unit.formation)
        now = copy(now)
        if price > left + NOISE:
            now.pose = cut_at(path, length_for(legs, left, unit.formation)).end
            return _settled(now)
        now.pose = path.end
        left -= price
    return _settled(way.end if strides >= state.settings.impulses else now)


def _settled(unit: Unit) -> Unit:
    unit.pose = rounded_pose(unit.pose)
    return unit


def _cost(legs: list[terrain_rule.Leg], formation: str) -> float:
    return sum([terrain_rule.leg_price(one, formation, tables.ALLOWANCE_IN[formation]) for one in legs])


def length_for(legs: list[terrain_rule.Leg], cost: float, formation: str) -> float:
    """How much of a path so much of its cost pays for; obstacles take their price on the spot."""
    walked, _, _ = paid_for(legs, cost, formation)
    return walked


def paid_for(legs: list[terrain_rule.Leg], cost: float, formation: str) -> tuple[float, float, bool]:
    """How much of a path so much pays for, what of it is left over, and whether an obstacle is to be saved up for."""
    walked = 0.0
    for one in legs:
        price = terrain_rule.leg_price(one, formation, tables.ALLOWANCE_IN[formation])
        length = one.inches or (price if one.kind == "wheel" else 0.0)
        if price > cost:
            partly = length > NOISE and price > NOISE
            return walked + (length * cost / price if partly else 0.0), 0.0 if partly else cost, not partly
        walked += length
        cost -= price
    return walked, 0.0, False


def impulse(state: State, step: orders_events.Impulse, dice: Dice) -> Progress:
    """Everybody covers a twelfth of his way; then collisions are settled and chargers close.

    [orders.resolution, orders.enemy-collision, orders.friend-collision, orders.charge-moving-target]
    """
    if step.number > state.settings.impulses:
        fallen = fallen_short(state)
        kept_off: list[object] = []
        for unit in table.chargers(state):
            kept_off.extend(movement_table.making_way_after(state, fallen, unit.id))
        return Progress(tuple(fallen), (*kept_off, finishing(state, step)))
    placed: dict[str, Unit] = {}
    marches = _stepped(state, step, placed)
    marches = _enemies_apart(state, marches, placed, step.number)
    now = state
    for unit in placed.values():
        now = field.with_unit(now, unit)
    events: list[object] = []
    closing: list[object] = []
    for unit in table.chargers(now):
        before, steps = len(events), len(closing)
        target = field.unit_of(now, unit.turn.target)
        gone_on = on_its_way(now, target, step.number)
        there = field.with_unit(now, gone_on) if gone_on is not target else now
        _charge_on(there, field.unit_of(there, unit.id), step.number, events, closing)
        if there is not now and (len(closing) > steps or step.number == state.settings.impulses):
            done = movement_table.carry_out(now, target, part_of_order(now, target, step.number))
            events.extend(done.events)
            closing.extend(done.steps)
        for event in events[before:]:
            now = apply(now, event)
        for event in generals_table.overrun(now, field.unit_of(now, unit.id), []):
            events.append(event)
            now = apply(now, event)
    told = [(unit.id, unit.pose) for unit in placed.values() if unit.pose != field.unit_of(state, unit.id).pose]
    made: list[object] = [orders_events.ImpulseMade(step.number, tuple(sorted(told, key=_first)))] if told else []
    return Progress((*made, *events), (*_fire_first(closing), orders_events.Impulse(step.number + 1, tuple(marches))))


def part_of_order(state: State, unit: Unit, number: int) -> tuple[Manoeuvre, ...]:
    """What a column or guns pushed by hand have done of their way by an impulse, () where they are not on one.

    They are moved when all is over, or when somebody who charges them gets there [orders.resolution].
    """
    drill = drill_of(unit)
    if not drill or not (unit.trail or unit.formation == tables.UNLIMBERED) or unit.building >= 0 or unit.turn.acted:
        return ()
    if not still_marches(state, unit) or unit.turn.met == "gives-way":
        return ()
    done = number * len(drill) / state.settings.impulses
    whole = min(int(done + NOISE), len(drill))
    helped = tuple([one for one in unit.order if one.kind == movement_table.HELP])
    if whole == len(drill):
        return (*helped, *drill)
    return (*helped, *drill[:whole], movement_ways.part_of(unit, drill[: whole + 1], done - whole))


def on_its_way(state: State, unit: Unit, number: int) -> Unit:
    """A column or guns as far on as an impulse brings them, where there is room [orders.resolution]."""
    part = part_of_order(state, unit, number)
    end = movement_paths.route(state, unit, part).end if part else unit
    return end if part and charge_way.stands_free(state, end) else unit


def _fire_first(closing: list[object]) -> list[object]:
    """Of several who close at once the target fires at the one that its owner picks [charge.closing-fire]."""
    fire = [step for step in closing if isinstance(step, charge_events.ClosingFire)]
    return [*fire, *[step for step in closing if not isinstance(step, charge_events.ClosingFire)]]


def _first(pair: tuple[str, Pose]) -> str:
    return pair[0]


def _stepped(state: State, step: orders_events.Impulse, placed: dict[str, Unit]) -> list[orders_events.Marching]:
    """Units go on by right of way: the cheaper path first, of equals the first by name [orders.friend-collision]."""
    ranked = sorted([(_march_cost(state, march), march.unit, place) for place, march in enumerate(step.marches)])
    marches = list(step.marches)
    for _, id, place in ranked:
        march = marches[place]
        unit = field.unit_of(state, id)
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


def _marched(march: orders_events.Marching, strides: int, stopped: bool) -> orders_events.Marching:
    return orders_events.Marching(march.unit, march.origin, strides, stopped, march.foe)


def still_marches(state: State, unit: Unit) -> bool:
    """A morale result beats an order [orders.morale-overrides]."""
    turn = unit.turn
    steady = unit.mettle.state in ("steady", "retired") and not unit.mettle.disordered
    return (
        unit.place == ON_TABLE
        and steady
        and not turn.compelled
        and turn.met != "evades"
        and not field.locked(state, unit.id)
    )


def _march_cost(state: State, march: orders_events.Marching) -> float:
    unit = copy(field.unit_of(state, march.unit))
    unit.pose = march.origin
    return round(_cost(movement_paths.route(state, unit, drill_of(unit)).legs, unit.formation), 4)


def _in_friends_way(state: State, unit: Unit, placed: dict[str, Unit]) -> bool:
    """Whether a friend who may not be passed through stands there [orders.friend-collision, move.interpenetration]."""
    there = field.blocks(unit, state.settings)
    for friend in field.friends(state, unit):
        other = placed.get(friend.id, friend)
        if not movement_faults.passes(unit, other) and field.overlapping(there, field.blocks(other, state.settings)):
            return True
    return False


def _enemies_apart(
    state: State, marches: list[orders_events.Marching], placed: dict[str, Unit], number: int
) -> list[orders_events.Marching]:
    """Enemies who would come too near are set back along their paths and stop [orders.enemy-collision].

    Skirmishers keep three inches from formed enemies, everybody one; those who both move share the setting back.
    """
    found = list(marches)
    for limit, loose_only in ((3.0, True), (1.0, False)):
        for place, march in enumerate(found):
            unit = placed.get(march.unit)
            if unit is None or (loose_only and unit.formation != tables.SKIRMISH):
                continue
            for foe in sorted(field.enemies(state, unit), key=field.by_id):
                if loose_only and not field.formed(foe):
                    continue
                other = placed.get(foe.id) or on_its_way(state, foe, number)
                if unit.turn.target == foe.id or foe.turn.target == unit.id or _apart(state, unit, other, limit):
                    continue
                partner = next((n for n, one in enumerate(found) if one.unit == foe.id), -1)
                both = not loose_only and partner >= 0 and foe.id in placed
                share = _room(
                    state=state,
                    one=found[place],
                    other=found[partner] if both else None,
                    still=other,
                    limit=limit,
                    unit=unit,
                )
                placed[march.unit] = along_order(state, unit, found[place], found[place].strides - 1 + share)
                found[place] = _marched(found[place], found[place].strides, True)
                unit = placed[march.unit]
                if both:
                    placed[foe.id] = along_order(state, other, found[partner], found[partner].strides - 1 + share)
                    found[partner] = _marched(found[partner], found[partner].strides, True)
    return found


def _apart(state: State, one: Unit, other: Unit, limit: float) -> bool:
    return kept(field.gap_between(field.blocks(one, state.settings), field.blocks(other, state.settings)), limit)


def _room(
    state: State,
    one: orders_events.Marching,
    other: orders_events.Marching | None,
    still: Unit,
    limit: float,
    unit: Unit,
) -> float:
    """The share of this impulse after which two enemies are just so far apart."""

    def apart(share: float) -> bool:
        ours = along_order(state, unit, one, one.strides - 1 + share)
        theirs = still if other is None else along_order(state, still, other, other.strides - 1 + share)
        return field.gap_between(field.blocks(ours, state.settings), field.blocks(theirs, state.settings)) >= limit

    return narrowed(0.0, 1.0, FINEST, apart)[0]


def _charge_on(state: State, unit: Unit, number: int, events: list[object], closing: list[object]) -> None:
    """A charger steers at the nearest point of its target, and closes when it gets there.

    What an obstacle costs is saved up before it, impulse by impulse [terrain.compelled-moves].

    [orders.charge-moving-target, orders.charge-intercepted, orders.resolution]
    """
    target = field.unit_of(state, unit.turn.target)
    if target.place != ON_TABLE:
        events.append(charge_events.ChargeFell(unit.id, target.id, "gone"))
        return
    spent = unit.turn.full_reach - unit.turn.reach
    left = min(unit.turn.full_reach * number / state.settings.impulses - spent, unit.turn.reach)
    way = charge_way.charge_way(state, unit, target, unit.turn.reach + 60.0)
    if way is not None and within(way.cost, left):
        _closes(state, unit, way.touches, events, closing)
        return
    if unit.turn.reach <= TOLERANCE:
        events.append(charge_events.ChargeFell(unit.id, target.id, "short"))
        return
    end, saved = _strode(state, unit, way.path if way is not None else _ahead(state, unit), left)
    if end.pose != unit.pose or saved <= NOISE:
        events.append(orders_events.Strode(unit.id, end.pose, rounded(unit.turn.reach - left + saved)))


def _ahead(state: State, unit: Unit) -> Sweep:
    """Straight on, no nearer to an enemy than any move may come [move.skirmish-distance]."""
    front, deep = field.size(unit, state.settings)
    path = sweep(unit.pose, front, deep, (forward(60.0),))
    return movement_faults.off_foes(path, movement_faults.Others(state, unit))


def _strode(state: State, unit: Unit, path: Sweep, cost: float) -> tuple[Unit, float]:
    """A charger one stride farther on its way, and what it saves for the obstacle before it; loose troops turn freely.

    Whoever cannot go on stays where he is, and has lost the stride [move.wheel, orders.friend-collision].
    """
    legs = terrain_table.legs_of(state, unit, path)
    turned = sum([stage.length for stage in path.stages if stage.manoeuvre.kind == "pivot"])
    walked, saved, before = paid_for(legs, cost, unit.formation)
    hedge = _to_hedge(legs, unit.formation)
    if walked >= hedge:
        walked, saved, before = hedge, 0.0, False
    if before:
        if walked <= 2.0 * charge_way.STOPS_IN:
            return unit, saved
        walked -= charge_way.STOPS_IN
        saved += charge_way.STOPS_IN
    part = cut_at(path, turned + walked)
    barred = terrain_table.impassable(state.ground, part, terrain_table.bridged(unit))
    if not part.stages or not inside_table(state.ground, part) or barred:
        return unit, 0.0
    end = copy(unit)
    end.pose = rounded_pose(part.end)
    there = field.blocks(end, state.settings)
    for friend in field.friends(state, unit):
        if not movement_faults.passes(unit, friend) and field.overlapping(there, field.blocks(friend, state.settings)):
            return unit, 0.0
    return end, saved


def _to_hedge(legs: list[terrain_rule.Leg], formation: str) -> float:
    """How far on a way the hedge stands that no charge crosses, FAR where there is none [terrain.compelled-moves]."""
    for place, one in enumerate(legs):
        if one.kind == terrain_rule.HEDGE:
            return max(0.0, paid_for(legs[:place], FAR, formation)[0] - charge_way.STOPS_IN)
    return FAR


def _closes(state: State, unit: Unit, touched: str, events: list[object], closing: list[object]) -> None:
    """The charger has reached somebody: its target, one who gives way, or another enemy."""
    foe = field.unit_of(state, touched)
    if touched != unit.turn.target:
        events.append(charge_events.Intercepted(unit.id, touched))
        closing.append(charge_events.MeetCharge(unit.id, touched))
        return
    if field.routing(foe) or foe.turn.met in ("gives-way", "evades"):
        closing.append(pursuit_events.Catch(unit.id, foe.id, 0))
    elif field.locked(state, foe.id) or table.mutual(state, unit, foe):
        closing.append(charge_events.GoHome(unit.id, foe.id))
    else:
        closing.extend([charge_events.ClosingFire(unit.id, foe.id), charge_events.GoHome(unit.id, foe.id)])


def fallen_short(state: State) -> list[object]:
    """Chargers whose reach has run out stop, at least an inch from every enemy and on nobody.

    [orders.charge-moving-target, move.interpenetration]
    """
    events: list[object] = []
    for unit in table.chargers(state):
        near = min(
            [field.apart(unit, foe, state.settings) for foe in field.enemies(state, unit)],
            default=movement_rule.ENEMY_GAP_IN,
        )
        back = copy(unit)
        if not kept(near, movement_rule.ENEMY_GAP_IN):
            back.pose = rounded_pose(ahead(unit.pose, near - movement_rule.ENEMY_GAP_IN))
        went = unit.turn.full_reach
        while went > 0.0 and not charge_way.stands_free(state, back):
            went -= charge_way.STEP_BACK_IN
            back.pose = rounded_pose(ahead(back.pose, -charge_way.STEP_BACK_IN))
        if back.pose != unit.pose:
            events.append(orders_events.Strode(unit.id, back.pose, 0.0))
        events.append(charge_events.ChargeFell(unit.id, unit.turn.target, "short"))
    return events


def finishing(state: State, step: orders_events.Impulse) -> orders_events.Finish:
    """What is complete only after the last impulse: moves told, actions, guns, Generals."""
    others = [
        unit.id for unit in sorted(field.on_table(state), key=field.by_id) if unit.order and unit.order != table.HOLD
    ]
    others.extend(sorted([general.id for general in state.generals if general.place == ON_TABLE and general.order]))
    told = tuple([march.unit for march in step.marches])
    return orders_events.Finish((*told, *[id for id in others if id not in told]), step.marches)


def finish(state: State, step: orders_events.Finish, dice: Dice) -> Progress:
    """One after the other: a march is over, an action is complete, a General arrives [orders.resolution]."""
    if not step.about:
        return Progress(())
    id = step.about[0]
    rest = orders_events.Finish(step.about[1:], step.marches)
    for general in state.generals:
        if general.id == id:
            return _general_done(state, general, rest)
    unit = field.unit_of(state, id)
    if unit.place != ON_TABLE or unit.turn.acted or unit.turn.compelled or table.charge_ordered(unit):
        return Progress((), (rest,))
    drill = drill_of(unit)
    if drill and unit.formation != tables.UNLIMBERED and not unit.trail:
        return _march_over(state, unit, step, drill, rest)
    order = tuple([one for one in unit.order if one.kind not in ("hold", movement_table.STAND)])
    if order and movement_table.judge(state, unit, order):
        order = as_far_as_may_be(state, unit, order)
    if not order:
        return Progress((movement_events.Stood(id),), (rest,))
    done = movement_table.carry_out(state, unit, order)
    return Progress(done.events, (*done.steps, rest))


def as_far_as_may_be(state: State, unit: Unit, order: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    """What is left of a column's or a gun's way when others have come in between, () for nothing of it.

    [orders.enemy-collision, orders.friend-collision]
    """
    if not drill_of(unit) or field.locked(state, unit.id):
        return ()
    found = movement_ways.fitted(state, unit, order, movement_faults.Others(state, unit))
    return found[0] if found is not None and not movement_table.judge(state, unit, found[0]) else ()


def _march_over(
    state: State, unit: Unit, step: orders_events.Finish, drill: tuple[Manoeuvre, ...], rest: orders_events.Finish
) -> Progress:
    """A march is told as a whole, whether it was an advance, whom it reached and which guns it manned.

    [morale.advancing-defined, officer.lone-general, artillery.abandoned]
    """
    march = next((one for one in step.marches if one.unit == unit.id), None)
    if march is None:
        return Progress((movement_events.Stood(unit.id),), (rest,))
    start = copy(unit)
    start.pose = march.origin
    unit = _off_friends(state, unit, march)
    settings = state.settings
    advanced = False
    if march.foe and field.unit_of(state, march.foe).place == ON_TABLE:
        foe = field.unit_of(state, march.foe)
        advanced = kept(field.apart(start, foe, settings) - field.apart(unit, foe, settings), morale_rule.ADVANCE_IN)
    way = movement_paths.route(state, start, drill)
    files = way.end.files if march.strides >= settings.impulses else unit.files
    ended = movement_events.Moved(
        unit=unit.id,
        cause="ordered",
        start=march.origin,
        end=unit.pose,
        manoeuvres=drill,
        files=files,
        guns=unit.guns,
        trail=unit.trail,
        advanced=advanced,
        rolls=(),
    )
    now = apply(state, ended)
    there = field.unit_of(now, unit.id)
    done = march.strides >= settings.impulses
    met = [*generals_table.overrun(now, there, way.paths if done else []), *artillery_crews.remanned(now, there)]
    return Progress((ended, *met), (*movement_table.making_way(now, there), rest))


def _off_friends(state: State, unit: Unit, march: orders_events.Marching) -> Unit:
    """Whoever would finish on another stops where he was last clear of everybody [move.interpenetration]."""
    others = [field.blocks(other, state.settings) for other in field.on_table(state) if other.id != unit.id]
    strides = march.strides
    there = unit
    while [1 for other in others if field.overlapping(field.blocks(there, state.settings), other)]:
        if strides <= 0:
            return unit
        strides = max(0, strides - 1)
        there = along_order(state, unit, march, strides)
    return there


def _as_near_as_may_be(state: State, general: General, order: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    """The ride of a General after a unit that has gone too far to be joined, as written where there is none.

    [orders.vocabulary]
    """
    there = [
        unit for unit in field.on_table(state, general.side) if order[-1].kind == "join" and unit.id == order[-1].on
    ]
    for unit in there:
        spot = field.beside(unit, state.settings)
        for tenths in range(9, 0, -1):
            x = general.pose.x + 0.1 * tenths * (spot.x - general.pose.x)
            y = general.pose.y + 0.1 * tenths * (spot.y - general.pose.y)
            if not generals_table.ride_faults(state, general, (leg(rounded(x), rounded(y)),)):
                return (leg(rounded(x), rounded(y)),)
    return order


def _general_done(state: State, general: General, rest: orders_events.Finish) -> Progress:
    if general.place != ON_TABLE:
        return Progress((), (rest,))
    order = () if general.order == table.HOLD else general.order
    if not general.acted and generals_table.ride_faults(state, general, order):
        order = _as_near_as_may_be(state, general, order)
    if general.acted or generals_table.ride_faults(state, general, order):
        stood = movement_events.Stood(general.id)
        return Progress((stood, *generals_table.hemmed_in(state, general)), (rest,))
    done = generals_table.ride_out(state, field.general_of(state, general.id), order)
    return Progress(done.events, (*done.steps, rest))


PLAYS: Final[Plays] = {
    orders_events.ThrowReaches: Play(throw_reaches),
    orders_events.Impulse: Play(impulse),
    orders_events.Finish: Play(finish),
}
