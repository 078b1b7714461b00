"""The way of a charger to where it first touches an enemy, and how it squares up."""

from __future__ import annotations

from typing import Final

from roundtop.record import copy, record
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.charge import rule
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.terrain import table as terrain_table
from roundtop.table import path as paths
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import FAR, Block, gap, polyline_gap, room_ahead
from roundtop.table.ground import off_table
from roundtop.table.measure import HALF_TURN, QUARTER_TURN, TOLERANCE, bearing, narrowed, rounded, turn_between, within
from roundtop.table.pose import Pose, ahead, rounded_pose, to_local, to_world

WIDEST_WHEEL: Final = 4500
"""The wheel at the start of a charge, and its arc [charge.alignment, charge.declare]."""
EVERY_WHEEL: Final[tuple[int, ...]] = tuple([by for degree in range(1, 46) for by in (100 * degree, -100 * degree)])
"""The wheels of a charge in whole degrees, the smallest first [charge.alignment]."""
STOPS_IN: Final = 0.02
"""How far short of an obstacle a charge or countercharge stops that cannot pay for it."""
STEP_BACK_IN: Final = 0.1
"""By how much at a time a place to stop is looked for behind friends."""
HAIR_IN: Final = 0.01
"""More than a sweep's own stop at contact may be off."""
LINED_IN: Final = 0.3
"""An enemy this near behind a wall, fence or hedge is in contact with it [charge.declare]."""


@record
class Way:
    """The way of a charger: its path to where it first touches an enemy, who that is, and its price."""

    path: paths.Sweep
    touches: str
    legs: list[terrain_rule.Leg]
    cost: float


def charge_way(state: State, unit: Unit, target: Unit, far: float) -> Way | None:
    """The cheapest way to a target: straight on, or after one wheel of up to 45 degrees [charge.alignment].

    A way that meets another enemy first is taken only where no other reaches the target [orders.charge-intercepted].
    """
    others = movement_faults.Others(state, unit)
    best: Way | None = None
    for by in wheels(state, unit, target):
        found = by_wheel(state, unit, by, far, others)
        if found is None:
            continue
        if best is None or better(found, best, target.id):
            best = found
    if best is not None and best.touches == target.id and _straightest(state, unit, target, best):
        return best
    seen = Search(state, unit, target, far)
    for by in EVERY_WHEEL:
        at_target = best is not None and best.touches == target.id
        if _at_least(seen, by) >= (best.cost - TOLERANCE if best is not None and at_target else FAR):
            continue
        if not at_target and not leads_to(seen, by):
            continue
        found = by_wheel(state, unit, by, far, others)
        if found is not None and (best is None or better(found, best, target.id)):
            best = found
    return best


def reaches(state: State, unit: Unit, target: Unit, far: float) -> bool:
    """Whether any way leads to a target before it meets another enemy [charge.alignment]."""
    others = movement_faults.Others(state, unit)
    for by in wheels(state, unit, target):
        if _touches(by_wheel(state, unit, by, far, others), target):
            return True
    seen = Search(state, unit, target, far)
    for by in EVERY_WHEEL:
        likely = _at_least(seen, by) < FAR and leads_to(seen, by)
        if likely and _touches(by_wheel(state, unit, by, far, others), target):
            return True
    return False


def _touches(way: Way | None, target: Unit) -> bool:
    return way is not None and way.touches == target.id


def _straightest(state: State, unit: Unit, target: Unit, way: Way) -> bool:
    """Whether no way can cost less: nobody who pays for his wheel comes to an enemy by less than lies between them."""
    loose = unit.formation in tables.LOOSE
    return not loose and within(way.cost, field.apart(unit, target, state.settings))


@record(init=False)
class Search:
    """What stays the same from wheel to wheel."""

    state: State
    unit: Unit
    far: float
    target: list[Block]
    terrain: terrain_table.Terrain

    def __init__(self, state: State, unit: Unit, target: Unit, far: float) -> None:
        front, deep = field.size(unit, state.settings)
        self.state = state
        self.unit = unit
        self.far = far
        self.target = field.blocks(target, state.settings)
        self.terrain = terrain_table.Terrain(state.ground, Block(unit.pose, front, deep), front + far)


def _at_least(seen: Search, by: int) -> float:
    """What a way after one wheel costs at the very least, cheaply told; FAR where it passes the target by."""
    path = _drilled(seen.state, seen.unit, by, seen.far)
    wheel = path.stages[0]
    body = Block(wheel.end, path.width + HAIR_IN, path.depth)
    room = min([room_ahead(body, block) for block in seen.target]) - HAIR_IN
    if room > seen.far:
        return FAR
    formation = seen.unit.formation
    cost = max(0.0, room) + (0.0 if formation in tables.LOOSE else wheel.length)
    if room > 0.0 and seen.terrain.obstacles:
        straight = paths.cut_at(path, wheel.length + room).stages[1]
        for met, kind in terrain_table.obstacles_on(seen.terrain, straight, path.width, path.depth):
            if met < room - LINED_IN:
                cost += terrain_rule.obstacle_price(kind, formation, tables.ALLOWANCE_IN[formation])
    return cost


def leads_to(seen: Search, by: int) -> bool:
    """Whether a way after one wheel comes to the target, whoever else stands before it."""
    stop = paths.until_contact(_drilled(seen.state, seen.unit, by, seen.far), seen.target)
    return stop.index >= 0 and stop.stage > 0


def _drilled(state: State, unit: Unit, by: int, far: float) -> paths.Sweep:
    """One wheel on the inner end, if any, and straight on; loose troops turn where they are [move.wheel]."""
    front, deep = field.size(unit, state.settings)
    drill: list[paths.Manoeuvre] = [paths.forward(far)]
    if by and unit.formation in tables.LOOSE:
        drill.insert(0, paths.pivot(by, 0.0, 0.0))
    elif by:
        drill.insert(0, paths.wheel(by, "right" if by > 0 else "left"))
    return paths.sweep(unit.pose, front, deep, drill)


def better(one: Way, other: Way, target: str) -> bool:
    if (one.touches == target) != (other.touches == target):
        return one.touches == target
    return one.cost < other.cost - TOLERANCE


def wheels(state: State, unit: Unit, target: Unit) -> list[int]:
    """Wheels worth trying: none, the one that points at the nearest of the target, the one that squares up to it."""
    fx, fy = field.front_of(unit, state.settings)
    spots = [field.nearest_point(block, fx, fy) for block in field.blocks(target, state.settings)]
    _, x, y = min(spots)
    pointing = turn_between(unit.pose.facing, bearing(fx, fy, x, y))
    middle = turn_between(unit.pose.facing, bearing(fx, fy, target.pose.x, target.pose.y))
    square = turn_between(unit.pose.facing, target.pose.facing + HALF_TURN)
    found = [0]
    for by in (pointing, middle, square):
        if by not in found and abs(by) <= WIDEST_WHEEL:
            found.append(by)
    if abs(pointing) > WIDEST_WHEEL:
        found.append(WIDEST_WHEEL if pointing > 0 else -WIDEST_WHEEL)
    return found


def by_wheel(state: State, unit: Unit, by: int, far: float, others: movement_faults.Others) -> Way | None:
    """The way after one wheel to whomever it meets first, None where it may not be gone [charge.alignment]."""
    path = _drilled(state, unit, by, far)
    stop, met, struck = _first_met(path, others)
    if struck is None or (by and stop.stage == 0):
        return None
    path = paths.cut_at(path, stop.length)
    blocked = terrain_table.impassable(state.ground, _short_of(path), terrain_table.bridged(unit))
    if blocked or not inside_table(state.ground, path):
        return None
    if _barred(state, unit, path, met, others):
        return None
    if _through_friends(unit, path, others):
        return None
    legs = _to_contact(state, terrain_table.legs_of(state, unit, path), struck)
    if [one for one in legs if one.kind == terrain_rule.HEDGE]:
        return None
    cost = sum([terrain_rule.leg_price(one, unit.formation, tables.ALLOWANCE_IN[unit.formation]) for one in legs])
    return Way(path, met, legs, cost)


def _first_met(path: paths.Sweep, others: movement_faults.Others) -> tuple[paths.Stop, str, Block | None]:
    """Where a way comes to an enemy, who that is and which of his bodies; nobody where it meets none."""
    standing: list[Block] = []
    whose: list[str] = []
    for foe, theirs in zip(others.foes, others.foe_blocks, strict=True):
        standing.extend(theirs)
        whose.extend([foe.id] * len(theirs))
    stop = paths.until_contact(path, standing)
    return (stop, whose[stop.index], standing[stop.index]) if stop.index >= 0 else (stop, "", None)


def _barred(state: State, unit: Unit, path: paths.Sweep, met: str, others: movement_faults.Others) -> bool:
    """Whether a charge comes to whom it may not strike: horsemen to a garrison, skirmishers near formed troops.

    [charge.declare, charge.not-skirmishers, move.skirmish-distance]
    """
    foe = field.unit_of(state, met)
    if rule.bars(unit.formation, field.mounted(unit), field.formed(foe), foe.building >= 0):
        return True
    return unit.formation == tables.SKIRMISH and movement_faults.comes_near(state, unit, path, others)


def _short_of(path: paths.Sweep) -> paths.Sweep:
    """A path without its last hair's breadth, which may touch the wall of a garrison's building."""
    return paths.cut_at(path, max(0.0, path.length - 0.1))


def _through_friends(unit: Unit, path: paths.Sweep, others: movement_faults.Others) -> bool:
    """A charge passes through no friends but loose ones, and does not end on them either [move.interpenetration]."""
    slim = paths.sweep(path.start, max(0.1, path.width - 0.1), max(0.1, path.depth - 0.1), paths.manoeuvres_of(path))
    there = [Block(path.end, slim.width, slim.depth)]
    for friend, standing in zip(others.friends, others.friend_blocks, strict=True):
        if movement_faults.passes(unit, friend):
            if field.overlapping(there, standing):
                return True
        elif [block for block in standing if paths.clearance(slim, block) <= 0.0]:
            return True
    return False


def _to_contact(state: State, legs: list[terrain_rule.Leg], enemy: Block) -> list[terrain_rule.Leg]:
    """The way to contact: what the enemy stands right behind is fought over, not crossed [terrain.compelled-moves]."""
    left = 0.0
    for place in range(len(legs) - 1, -1, -1):
        left += legs[place].inches
        if not within(left, LINED_IN):
            break
        if legs[place].kind in _lined_by(state, enemy):
            return [*legs[:place], *legs[place + 1 :]]
    return legs


def _lined_by(state: State, enemy: Block) -> list[str]:
    """The obstacles that an enemy is in contact with."""
    return [
        terrain_rule.OBSTACLES[line.kind]
        for line in state.ground.lines
        if line.kind in terrain_rule.OBSTACLES and within(polyline_gap(line.points, False, enemy), LINED_IN)
    ]


def short_of(state: State, unit: Unit, target: Unit, way: Way) -> Unit:
    """The charger stopped 3 inches short of its target, or short of friends there through whom it would have passed.

    [charge.test-under-fire, move.interpenetration]
    """
    short, went = near(state, unit, target, way)
    if unit.turn.full_reach - unit.turn.reach > TOLERANCE and went <= 0.0:
        return _set_back(state, unit, target)
    while went > 0.0 and not stands_free(state, short):
        went = max(0.0, went - STEP_BACK_IN)
        short.pose = rounded_pose(paths.cut_at(way.path, went).end)
    return short


def _set_back(state: State, unit: Unit, target: Unit) -> Unit:
    """A charger whom impulses have brought nearer than 3 inches, back on its way to them, or to where it began."""
    standing = field.blocks(target, state.settings)
    came = unit.turn.full_reach - unit.turn.reach
    back = copy(unit)
    went = 0.0
    while went < came - TOLERANCE:
        far = field.gap_between(field.blocks(back, state.settings), standing)
        if within(rule.STOPPED_SHORT_IN, far) and stands_free(state, back):
            return back
        went = min(came, went + STEP_BACK_IN)
        back.pose = rounded_pose(ahead(unit.pose, -went))
    return back if stands_free(state, back) else unit


def near(state: State, unit: Unit, target: Unit, way: Way) -> tuple[Unit, float]:
    """The charger 3 inches from its target, or where it stands if nearer, and how far on its way that is."""
    standing = field.blocks(target, state.settings)

    def away(inches: float) -> float:
        there = paths.cut_at(way.path, inches).end
        return field.gap_between([Block(there, way.path.width, way.path.depth)], standing)

    short = copy(unit)
    start = Block(way.path.start, way.path.width, way.path.depth)
    went = 0.0
    if not within(field.gap_between([start], standing), rule.STOPPED_SHORT_IN):
        went, _ = narrowed(0.0, way.path.length, 0.01, lambda inches: away(inches) >= rule.STOPPED_SHORT_IN)
        short.pose = rounded_pose(paths.cut_at(way.path, went).end)
    return short, went


def short(state: State, unit: Unit, target: Unit, reach: float) -> list[object]:
    """A charge that does not reach moves what it has and stops at least an inch away [charge.sequence]."""
    others = movement_faults.Others(state, unit)
    best = 0.0
    found: list[object] = []
    for by in sorted(wheels(state, unit, target), key=abs, reverse=True):
        path = movement_faults.cut_short(state, _covered(state, unit, by, reach), others)
        room = _open_for(state, unit, path, others)
        end = copy(unit)
        end.pose = rounded_pose(paths.cut_at(path, room).end)
        if room <= best + TOLERANCE or not movement_faults.has_room(state, end):
            continue
        best, found = room, [movement_events.moved_to(unit, end, "charge", True)]
        if room >= path.length:
            break
    return found


def _covered(state: State, unit: Unit, by: int, reach: float) -> paths.Sweep:
    """As much of a way after one wheel as a reach pays for, a hair short of what it cannot, or may not, cross."""
    path = _drilled(state, unit, by, reach)
    legs = tuple(terrain_table.legs_of(state, unit, path))
    walked = sum([terrain_rule.leg_price(one, unit.formation, 0.0) if one.kind == "wheel" else 0.0 for one in legs])
    straight = tuple([one for one in legs if one.kind != "wheel"])
    ground = terrain_rule.charge_covers(straight, reach - walked, unit.formation)
    hedge = terrain_rule.inches_to(straight, terrain_rule.HEDGE, FAR)
    if 0.0 <= hedge <= ground or terrain_rule.unpaid(straight, ground, reach - walked, unit.formation):
        ground -= STOPS_IN
    return paths.cut_at(path, max(0.0, walked + ground))


def _open_for(state: State, unit: Unit, path: paths.Sweep, others: movement_faults.Others) -> float:
    """How far a way is open, to a hair before what nobody may enter and before friends."""
    if _open(state, unit, path, others):
        return path.length
    room, _ = narrowed(0.0, path.length, STOPS_IN, lambda far: _open(state, unit, paths.cut_at(path, far), others))
    return max(0.0, room - STOPS_IN)


def flush(state: State, unit: Unit, target: Unit, way: Way) -> Unit:
    """The charger squared up to the edge that it touches; as it came where there is no room [charge.alignment]."""
    contact = way.path.end
    settings = state.settings
    front, deep = field.size(unit, settings)
    there = Block(contact, front, deep)
    block = min([(rounded(gap(there, one)), n) for n, one in enumerate(field.blocks(target, settings))])[1]
    edge = field.blocks(target, settings)[block]
    end = copy(unit)
    end.trail = ()
    for turn in _edges(contact, edge):
        end.pose = _against(edge, turn, contact, front, deep)
        if stands_free(state, end):
            return end
    end.pose = rounded_pose(contact)
    return end


def _edges(contact: Pose, edge: Block) -> list[int]:
    """The outward directions of a block's sides, the one the charger comes from first."""
    found: list[tuple[float, int, int]] = []
    for quarter in range(4):
        out = edge.pose.facing + quarter * QUARTER_TURN
        off = abs(turn_between(contact.facing, out + HALF_TURN))
        _, on = to_local(Pose(edge.pose.x, edge.pose.y, out), contact.x, contact.y)
        half = 0.5 * (edge.depth if quarter % 2 == 0 else edge.width)
        behind = 0 if on >= half - TOLERANCE else 1
        found.append((behind * 100000 + off, quarter, out))
    found.sort()
    return [out for _, _, out in found[:2]]


def _against(edge: Block, out: int, contact: Pose, front: float, deep: float) -> Pose:
    """A pose facing a side of a block, its front edge on it, as little aside as may be."""
    side = Pose(edge.pose.x, edge.pose.y, out)
    along = turn_between(edge.pose.facing, out) % HALF_TURN == 0
    half_on = 0.5 * (edge.depth if along else edge.width)
    half_across = 0.5 * (edge.width if along else edge.depth)
    fx, fy = to_world(contact, 0.0, 0.5 * deep)
    right, _ = to_local(side, fx, fy)
    most = max(0.0, half_across + 0.5 * front - min(front, 2.0 * half_across, 1.5))
    right = max(-most, min(most, right))
    x, y = to_world(side, right, half_on + 0.5 * deep + 0.005)
    return rounded_pose(Pose(x, y, out + HALF_TURN))


def stands_free(state: State, unit: Unit) -> bool:
    """Whether a unit would stand on the table and on nobody."""
    there = field.blocks(unit, state.settings)
    if [block for block in there if off_table(state.ground, block)]:
        return False
    return not [
        other
        for other in field.on_table(state)
        if other.id != unit.id and field.overlapping(there, field.blocks(other, state.settings))
    ]


def meets_first(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a countercharger has room to turn, and meets nobody before the charger [charge.countercharge]."""
    facing = _turned_to(unit, foe)
    far = field.apart(unit, foe, state.settings) + field.outreach(unit, state.settings)
    _, met, _ = _first_met(_drilled(state, facing, 0, far), movement_faults.Others(state, facing))
    return met == foe.id and stands_free(state, facing)


def _turned_to(unit: Unit, foe: Unit) -> Unit:
    facing = copy(unit)
    facing.pose = Pose(unit.pose.x, unit.pose.y, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    return facing


def ridden_out(state: State, unit: Unit, foe: Unit, inches: float, reach: float) -> Unit:
    """A countercharger so far on its way at the charger: it pays for ground and stops at what stops a charge.

    [charge.countercharge, terrain.compelled-moves, move.interpenetration]
    """
    facing = _turned_to(unit, foe)
    if not stands_free(state, facing):
        return unit
    front, deep = field.size(unit, state.settings)
    path = paths.sweep(facing.pose, front, deep, (paths.forward(inches),))
    legs = tuple(terrain_table.legs_of(state, facing, path))
    went = terrain_rule.charge_covers(legs, reach, unit.formation, state.settings, inches)
    if went < inches - TOLERANCE:
        went = max(0.0, went - STOPS_IN)
    went = _open_for(state, unit, paths.cut_at(path, went), movement_faults.Others(state, unit))
    end = copy(facing)
    end.pose = rounded_pose(paths.cut_at(path, went).end)
    return end if stands_free(state, end) else facing


def _open(state: State, unit: Unit, path: paths.Sweep, others: movement_faults.Others) -> bool:
    """Whether a way stays on the table, out of what nobody may enter, and clear of friends."""
    if not path.stages:
        return True
    blocked = terrain_table.impassable(state.ground, path, terrain_table.bridged(unit))
    return inside_table(state.ground, path) and not blocked and not _through_friends(unit, path, others)
