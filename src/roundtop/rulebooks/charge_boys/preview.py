"""For a hand that moves pieces: the way to a place, what it would cost, what could be seen and shot from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.forms import Answer, Chosen, Marched, Placed, Reason
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay, Part
from roundtop.battle.tally import Row
from roundtop.rulebooks.charge_boys import charge
from roundtop.rulebooks.charge_boys.activation import (
    ACTIONS,
    CHARGE,
    FREE,
    JOIN,
    carry_out,
    fitted,
    judge,
    reach_of,
    ride_cost,
    ride_faults,
    ride_path,
)
from roundtop.rulebooks.charge_boys.artillery import FEET, REACH_IN, needed
from roundtop.rulebooks.charge_boys.combat import charge_way, frontal
from roundtop.rulebooks.charge_boys.deployment import entry_faults, place_faults, stood_at
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.fire import BANDS, RANGE_MODS, UNARMED, WEAPONS, band
from roundtop.rulebooks.charge_boys.movement import Others, Route, is_loose, price_of, route
from roundtop.rulebooks.charge_boys.orders import AT_THE_TIME, HOLD, to_order
from roundtop.rulebooks.charge_boys.scene import parts_of
from roundtop.rulebooks.charge_boys.sight import aim_at, arc_of, gun_aim
from roundtop.rulebooks.charge_boys.state import (
    MANNED,
    ON_TABLE,
    General,
    State,
    Unit,
    apart,
    beside,
    blocks,
    copied,
    enemies,
    gap_between,
    general_of,
    guns_in_row,
    mounted,
    on_table,
    size,
    unit_of,
    with_unit,
)
from roundtop.rulebooks.charge_boys.steps import Arrive, Declare, MoveGeneral, MoveUnit, PlaceUnit, Step, WriteOrders
from roundtop.rulebooks.charge_boys.tables import ALLOWANCE_IN, ARTILLERY, BOOK, RIDER, UNLIMBERED, allowance_clause
from roundtop.rulebooks.charge_boys.terrain import leg_price
from roundtop.table.footprint import Block
from roundtop.table.measure import NOISE, cosine, distance, sine, turn_between, within
from roundtop.table.path import Manoeuvre, about_face, forward, glide, leg, shift, track, turn
from roundtop.table.plan import plan_drill, plan_towards
from roundtop.table.pose import Point, Pose, rounded_pose, to_local, to_world

NEAR_IN: Final = 1.5
"""A General dropped so near a unit joins it."""
ARC_STEP: Final = 500


# ---------------------------------------------------------------- the way there


def propose(view: State, step: Step, player: str, pose: Pose) -> Answer | None:
    """The answer that brings the asked piece to a pose, or as far towards it as it may go."""
    found = PROPOSALS.get(type(step))
    return None if found is None else found(view, step, player, pose)


def march_there(view: State, step: MoveUnit, player: str, pose: Pose) -> Answer:
    return Marched(_march(view, unit_of(view, step.unit), pose))


def ride_there(view: State, step: MoveGeneral, player: str, pose: Pose) -> Answer:
    return Marched(_ride(view, general_of(view, step.general), pose))


def set_down_there(view: State, step: PlaceUnit | Arrive, player: str, pose: Pose) -> Answer:
    return Placed(rounded_pose(pose))


def order_there(view: State, step: WriteOrders, player: str, pose: Pose) -> Answer | None:
    return _order(view, written_for(view, step, player), pose)


def written_for(view: State, step: WriteOrders, player: str) -> str:
    """For whom this player is writing an order now; both sides write at once [orders.writing]."""
    for side, place, _ in step.waiting:
        mine = to_order(view, side)
        if side == player and place < len(mine):
            return mine[place]
    return ""


def _order(view: State, id: str, pose: Pose) -> Answer | None:
    """An order to go there; nobody is in the way of what is only written."""
    for general in view.generals:
        if general.id == id:
            return Marched(_ride(view, general, pose) or HOLD)
    return Marched(_march(view, unit_of(view, id), pose) or HOLD) if id else None


def _march(view: State, unit: Unit, goal: Pose) -> tuple[Manoeuvre, ...]:
    """The first of several ways that is lawful: with the facing wished, towards the place, straight on."""
    others = Others(view, unit)
    for manoeuvres in _ideas(view, unit, goal):
        found = fitted(view, unit, manoeuvres, others)
        if found is not None and found[0]:
            return found[0]
    return ()


def _ideas(view: State, unit: Unit, goal: Pose) -> list[tuple[Manoeuvre, ...]]:
    most = reach_of(unit)
    pose = unit.pose
    dx, dy = goal.x - pose.x, goal.y - pose.y
    away = distance(0.0, 0.0, dx, dy)
    share = min(1.0, most / away) if away > NOISE else 0.0
    by = turn_between(pose.facing, goal.facing)
    if unit.building >= 0:
        return []
    if unit.trail:
        hx, hy = unit.trail[-1]
        far = distance(hx, hy, goal.x, goal.y)
        part = min(1.0, most / far) if far > NOISE else 0.0
        return [(leg(hx + part * (goal.x - hx), hy + part * (goal.y - hy)),)]
    if unit.formation == UNLIMBERED:
        swing = max(-4500, min(4500, by))
        return [(shift(dx * share, dy * share), turn(swing)), (shift(dx * share, dy * share),), (turn(swing),)]
    if is_loose(unit):
        return [(shift(dx * share, dy * share), turn(by)), (shift(dx * share, dy * share),), (turn(by),)]
    return _drill(view, unit, goal, most)


def _drill(view: State, unit: Unit, goal: Pose, most: float) -> list[tuple[Manoeuvre, ...]]:
    """Formed troops wheel, go straight and wheel; sideways and back at half speed [move.wheel, move.backwards]."""
    front, deep = size(unit, view.settings)
    pose = unit.pose
    found: list[tuple[Manoeuvre, ...]] = []
    right, on = to_local(pose, goal.x, goal.y)
    same = abs(turn_between(pose.facing, goal.facing)) <= 300
    if same and abs(right) <= 0.1 * max(1.0, abs(on)):
        found.append((forward(min(most, on)),) if on >= 0.0 else (forward(max(-0.5 * most, on)),))
    if same and abs(on) <= 0.2 * max(1.0, abs(right)):
        found.append((glide(max(-0.5 * most, min(0.5 * most, right))),))
    drill = plan_drill(pose, goal, front, deep, most - NOISE)
    if drill.manoeuvres:
        found.append(drill.manoeuvres)
    towards = plan_towards(pose, goal.x, goal.y, front, deep, most - NOISE)
    if towards.manoeuvres:
        found.append(towards.manoeuvres)
    if on < 0.0:
        found.append((about_face(),) if not same else (forward(max(-0.5 * most, on)),))
    found.append((forward(max(0.0, min(most, on))),))
    return [tuple([_rounded(one) for one in way]) for way in found if way]


def _rounded(one: Manoeuvre) -> Manoeuvre:
    return Manoeuvre(one.kind, round(one.amount, 4), one.by, one.on, one.x, one.y)


def _ride(view: State, general: General, goal: Pose) -> tuple[Manoeuvre, ...]:
    """Join the unit that the hand is on, or ride there as far as 15 inches go [officer.with-unit]."""
    there = Block(goal, view.settings.base_mounted_width, view.settings.base_mounted_depth)
    near = [
        (gap_between([there], blocks(unit, view.settings)), unit.id)
        for unit in on_table(view, general.side)
        if unit.id != general.unit
    ]
    for away, id in sorted(near)[:1]:
        join = (Manoeuvre(JOIN, 0.0, 0, id),)
        if within(away, NEAR_IN) and not ride_faults(view, general, join):
            return join
    pose = general.pose
    far = distance(pose.x, pose.y, goal.x, goal.y)
    share = min(1.0, ALLOWANCE_IN[RIDER] / far) if far > NOISE else 0.0
    for _ in range(5):
        one = (leg(pose.x + share * (goal.x - pose.x), pose.y + share * (goal.y - pose.y)),)
        if share > 0.0 and not ride_faults(view, general, one):
            return one
        share *= 0.7
    return ()


def charge_there(view: State, step: Declare, player: str, pose: Pose) -> Answer:
    """The charge whose target is nearest to the hand."""
    near = [
        (distance(pose.x, pose.y, unit_of(view, target).pose.x, unit_of(view, target).pose.y), f"{charger}:{target}")
        for charger, target in step.options
    ]
    return Chosen((min(near)[1],))


# ---------------------------------------------------------------- what it would cost and meet


def preview(view: State, step: Step, player: str, answer: Answer) -> Preview | None:
    """What an answer would do to the asked piece."""
    found = PREVIEWS.get(type(step))
    return None if found is None else found(view, step, player, answer)


def preview_move(view: State, step: MoveUnit, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Marched):
        return None
    return _moved(view, unit_of(view, step.unit), answer.manoeuvres)


def preview_ride(view: State, step: MoveGeneral, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Marched):
        return None
    return _rode(view, general_of(view, step.general), answer.manoeuvres)


def preview_placing(view: State, step: PlaceUnit, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    unit = stood_at(view, unit_of(view, step.unit), step.formation, answer.pose)
    return _set_down(view, unit, place_faults(view, unit))


def preview_arrival(view: State, step: Arrive, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    waiting = unit_of(view, step.unit)
    unit = stood_at(view, waiting, step.formation, answer.pose)
    return _set_down(view, unit, entry_faults(view, unit, waiting))


def preview_charge(view: State, step: Declare, player: str, answer: Answer) -> Preview | None:
    return _charged(view, answer.keys[0]) if isinstance(answer, Chosen) else None


def preview_order(view: State, step: WriteOrders, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Marched):
        return None
    return _written(view, written_for(view, step, player), answer.manoeuvres)


def _written(view: State, id: str, order: tuple[Manoeuvre, ...]) -> Preview | None:
    """What an order would do if nobody else moved."""
    drill = tuple([one for one in order if one.kind != "hold"])
    for general in view.generals:
        if general.id == id:
            return _rode(view, general, drill)
    if not id:
        return None
    charges = [one.on for one in drill if one.kind == CHARGE]
    if charges:
        return _charged(view, f"{id}:{charges[0]}")
    found = _moved(view, unit_of(view, id), drill)
    found.reasons = tuple([reason for reason in found.reasons if reason.clause not in AT_THE_TIME])
    return found


def _set_down(view: State, unit: Unit, faults: list[Reason]) -> Preview:
    return Preview(unit.pose, parts_of(view, unit), (), (), (), tuple(faults))


def _moved(view: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Preview:
    faults = tuple(judge(view, unit, manoeuvres))
    if not faults and [one for one in manoeuvres if one.kind in ACTIONS]:
        end = _acted(view, unit, manoeuvres)
        cost = Row("action", "the whole turn", "charge-boys.formation.change-full-turn")
        return Preview(end.pose, parts_of(view, end), (), (cost,), (), ())
    drill = tuple([one for one in manoeuvres if one.kind not in ACTIONS and one.kind not in FREE])
    way = route(view, unit, drill)
    points = [point for path in way.paths for point in track(path, 0.0, 0.0)]
    return Preview(
        way.end.pose, parts_of(view, way.end), tuple(points), costs(view, unit, way), crosses(view, unit, way), faults
    )


def _acted(view: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Unit:
    """The unit after an action that is lawful."""

    now = view
    for event in carry_out(view, unit, manoeuvres).events:
        now = apply(now, event)
    return unit_of(now, unit.id)


def costs(view: State, unit: Unit, way: Route) -> tuple[Row, ...]:
    """The price of a move line by line, and what it comes to [terrain.half-turn-arithmetic]."""
    rows: list[Row] = []
    cost, most = price_of(view, unit, way)
    for one in way.legs:
        price = leg_price(one, unit.formation, most)
        label = f"{one.inches:.1f}″ {one.kind}" if one.inches else one.kind
        rows.append(Row(label, f"{price:.1f}″", BOOK + LEG_CLAUSES.get(one.kind, "move.partial")))
    if unit.formation != UNLIMBERED:
        rows.append(Row("allowance used", f"{cost:.1f}″ of {most:g}″", allowance_clause(unit.formation)))
    return tuple(rows)


LEG_CLAUSES: Final = {
    "woods": "terrain.woods",
    "river": "terrain.rivers",
    "road": "terrain.road-column-only",
    "back": "move.backwards",
    "back-woods": "move.backwards",
    "back-river": "move.backwards",
    "wheel": "move.wheel",
    "turn": "move.turn-in-place",
    "wall": "terrain.wall-fence",
    "fence": "terrain.wall-fence",
    "fortification": "terrain.fortification",
    "hedge": "terrain.hedge",
}


def crosses(view: State, unit: Unit, way: Route) -> tuple[Row, ...]:
    """The nearest enemy at the end of a move."""
    near = sorted([(apart(way.end, foe, view.settings), foe.name) for foe in enemies(view, unit)])
    if not near:
        return ()
    return (Row("nearest enemy", f"{near[0][1]}, {near[0][0]:.1f}″", "charge-boys.move.enemy-proximity"),)


def _rode(view: State, general: General, manoeuvres: tuple[Manoeuvre, ...]) -> Preview:
    faults = tuple(ride_faults(view, general, manoeuvres))
    wide, deep = view.settings.base_mounted_width, view.settings.base_mounted_depth
    joins = [one.on for one in manoeuvres if one.kind == JOIN]
    known = [unit for unit in view.units if unit.id in joins]
    if joins and not known:
        return Preview(general.pose, (), (), (), (), faults)
    path = ride_path(view, general, manoeuvres)
    end = beside(known[0], view.settings) if known else rounded_pose(path.end)
    cost = Row("allowance used", f"{ride_cost(view, path):.1f}″ of 15″", "charge-boys.move.mounted-officer")
    return Preview(end, (Part(end, wide, deep, "officer"),), track(path, 0.0, 0.0), (cost,), (), faults)


def _charged(view: State, key: str) -> Preview | None:
    charger, _, target = key.partition(":")
    units = [unit for unit in view.units if unit.id in (charger, target)]
    if len(units) != 2:
        return None
    unit, foe = unit_of(view, charger), unit_of(view, target)
    way = charge_way(view, unit, foe, charge.greatest_reach(unit.formation, mounted(unit)) + 6.0)
    if way is None:
        return None
    end = copied(unit)
    end.pose = rounded_pose(way.path.end)
    end.trail = ()
    most = charge.greatest_reach(unit.formation, mounted(unit))
    rows = (
        Row("the way costs", f"{way.cost:.1f}″", "charge-boys.charge.alignment"),
        Row("reach", f"{ALLOWANCE_IN[unit.formation]:g}″ and dice, at most {most:g}″", "charge-boys.charge.sequence"),
    )
    side = "front" if frontal(view, unit, foe) else "flank or rear"
    meets = (Row("meets", f"{foe.name}, {side}", "charge-boys.charge.flank"),)
    return Preview(end.pose, parts_of(view, end), track(way.path, 0.0, 0.0), rows, meets, ())


# ---------------------------------------------------------------- what could be seen from there


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """Ranges and arc of a unit, whom it could fire on and who could fire on it.

    Kinds: arc, line (a lawful shot), threat (a shot at it).
    """
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found:
        return ()
    unit = found[0]
    if pose is not None and unit.building < 0:
        unit = copied(unit)
        unit.pose = rounded_pose(pose)
        unit.trail = ()
        if unit.guns:
            unit.guns = guns_in_row(unit, unit.pose, view.settings)
        view = with_unit(view, unit)
    overlays = _bands(view, unit)
    for foe in enemies(view, unit):
        overlays.extend(_shots(view, unit, foe))
    return tuple(overlays)


def _bands(view: State, unit: Unit) -> list[Overlay]:
    """The arc of a unit out to the limit of each band [musketry.arc, musketry.band-edges, artillery.band-edges]."""
    if unit.arm == ARTILLERY:
        limits = [(row.begins, f"{row.name} feet", row.clause) for row in FEET[1:]]
        limits = [one for one in limits if within(one[0], REACH_IN[unit.gun])]
        if unit.formation != UNLIMBERED:
            return []
        return [Overlay("arc", unit.side, name, _arc(view, unit, limit), clause) for limit, name, clause in limits]
    if unit.weapon == UNARMED:
        return []
    reach = WEAPONS[unit.weapon].reach
    found: list[Overlay] = []
    for place, name in enumerate(BANDS, 1):
        limit = reach * place / 3.0
        label = f"{name}, {limit:g}″: {RANGE_MODS[name].value:+d} a die"
        found.append(Overlay("arc", unit.side, label, _arc(view, unit, limit), RANGE_MODS[name].clause))
    return found


def _arc(view: State, unit: Unit, limit: float) -> tuple[Point, ...]:
    """The outline of all that lies within the arc and a range of any figure of a unit."""
    half = round(min(180.0, arc_of(unit, view.settings)) * 100)
    front, deep = size(unit, view.settings)
    left = to_world(unit.pose, -0.5 * front, 0.5 * deep)
    right = to_world(unit.pose, 0.5 * front, 0.5 * deep)
    points: list[Point] = [left]
    for middle, turns in ((left, range(-half, 1, ARC_STEP)), (right, range(0, half + 1, ARC_STEP))):
        for by in turns:
            facing = unit.pose.facing + by
            points.append((middle[0] + limit * sine(facing), middle[1] + limit * cosine(facing)))
    points.append(right)
    return tuple(points)


def _shots(view: State, unit: Unit, foe: Unit) -> list[Overlay]:
    found: list[Overlay] = []
    line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
    own = shot_words(view, unit, foe)
    if own:
        found.append(
            Overlay("line", unit.side, f"could fire on {foe.name}: {own}", line, "charge-boys.musketry.who-can-fire")
        )
    theirs = shot_words(view, foe, unit)
    if theirs:
        text = f"could be fired on by {foe.name}: {theirs}"
        found.append(Overlay("threat", foe.side, text, (line[1], line[0]), "charge-boys.musketry.who-can-fire"))
    return found


def shot_words(view: State, unit: Unit, foe: Unit) -> str:
    """How a unit could fire on another, "" where it could not."""
    if unit.arm == ARTILLERY:
        if unit.formation != UNLIMBERED:
            return ""
        aims = [gun_aim(view, unit, place, foe) for place, gun in enumerate(unit.guns) if gun.fate == MANNED]
        ranges = [aim.range for aim in aims if aim is not None]
        if not ranges:
            return ""
        need = needed(unit.gun, min(ranges))
        return f"{len(ranges)} guns from {min(ranges):.1f}″, " + (f"hit on {need}+" if need else "cannot miss")
    if unit.weapon == UNARMED:
        return ""
    aim = aim_at(view, unit, foe)
    return f"{aim.men} men from {aim.range:.1f}″, {band(unit.weapon, aim.range)}" if aim.men else ""


PROPOSALS: Final[dict[type, Callable[[State, Any, str, Pose], Answer | None]]] = {
    MoveUnit: march_there,
    MoveGeneral: ride_there,
    PlaceUnit: set_down_there,
    Arrive: set_down_there,
    Declare: charge_there,
    WriteOrders: order_there,
}
PREVIEWS: Final[dict[type, Callable[[State, Any, str, Answer], Preview | None]]] = {
    MoveUnit: preview_move,
    MoveGeneral: preview_ride,
    PlaceUnit: preview_placing,
    Arrive: preview_arrival,
    Declare: preview_charge,
    WriteOrders: preview_order,
}
