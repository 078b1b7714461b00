"""Range and arc of each stand, and enfilade."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.fire import rule
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.arc import in_front_wedge
from roundtop.table.footprint import Block, corners, gap, radius
from roundtop.table.measure import NOISE, TOLERANCE, distance, within
from roundtop.table.pose import Point, Pose, to_local, to_world

ARC: Final = 4500
"""[fire.stands-that-fire]"""
ARC_SLACK: Final = 0.1
"""How far beyond the edge of its arc a unit still looks closely."""


@record
class Aim:
    """One unit's fire at one target as the table has it: its eligible stands by range, the target stands reached,
    and the middles of the fronts of those that fire.
    """

    groups: tuple[rule.Group, ...]
    eligible: int
    reached: int
    fronts: list[Point]


def firing_stands(unit: Unit) -> list[int]:
    """The stands that may fire at all: not those turned back on this card, of a column the first alone.

    [fire.stands-that-fire, formation.refuse-flank]
    """
    if unit.formation == tables.LIMBERED or unit.arm == tables.WAGON:
        return []
    if unit.disordered:
        return list(range(unit.stands))
    if unit.formation == tables.COLUMN:
        return [0]
    if unit.wing and unit.turned:
        count = abs(unit.wing)
        return list(range(unit.stands - count)) if unit.wing > 0 else list(range(count, unit.stands))
    return list(range(unit.stands))


def weapon_row(unit: Unit, stand: int) -> str:
    """The row of the range table by which a stand fires; rifled guns stand on the left [fire.rifled]."""
    if unit.arm == tables.ARTILLERY:
        return "rifled" if stand + unit.ends // 2 < unit.rifled else "smoothbore"
    return tables.CAVALRY if unit.arm == tables.CAVALRY else "infantry"


def farthest(unit: Unit) -> float:
    """The farthest that any of its stands reaches."""
    if unit.arm == tables.ARTILLERY:
        return rule.longest("rifled") if unit.rifled else rule.longest("smoothbore")
    return 0.0 if unit.arm == tables.WAGON else rule.longest(weapon_row(unit, 0))


def may_reach(unit: Unit, other: Unit, reach: float) -> bool:
    """A quick no for units too far off whatever their stands."""
    width, depth = field.size_of(unit)
    wide, deep = field.size_of(other)
    slack = reach + 0.5 * (width + depth + wide + deep) + TOLERANCE
    dx = other.pose.x - unit.pose.x
    dy = other.pose.y - unit.pose.y
    return dx * dx + dy * dy <= slack * slack


def beyond_arc(unit: Unit, target: Unit) -> bool:
    """A quick no for a target that is wholly outside of the arcs of a straight front [fire.stands-that-fire]."""
    if unit.disordered or unit.wing or unit.trail or target.wing or target.trail:
        return False
    width, depth = field.size_of(unit)
    wide, deep = field.size_of(target)
    slack = 0.5 * (wide + deep) + ARC_SLACK
    right, forth = to_local(unit.pose, target.pose.x, target.pose.y)
    forth -= 0.5 * depth
    return forth < -slack or abs(right) - 0.5 * width - forth > 1.5 * slack


def aim_at(state: State, unit: Unit, target: Unit, enough: bool, guns: tuple[int, ...] = ()) -> Aim:
    """Which stands of a unit may fire at a target, and at what range; `guns` names some alone.

    With `enough` the search ends when the two stands on either side that the rule wants are found. Of a unit in
    disorder only the nearest stand fires.
    [fire.two-stands, fire.stands-that-fire]
    """
    reach = farthest(unit)
    none = Aim((), 0, 0, [])
    if not may_reach(unit, target, reach) or beyond_arc(unit, target):
        return none
    lane = sight_table.lane_between(state, field.block(unit), field.block(target), (unit.id, target.id))
    theirs = sight_table.stands_of(state, lane, target)
    own = sight_table.stands_of(state, lane, unit)
    hit = [False] * len(theirs)
    found: list[rule.Group] = []
    fronts: list[Point] = []
    needed = 1 if unit.disordered else min(2, unit.stands)
    wanted = min(2, target.stands) if enough else len(theirs)
    for index in firing_stands(unit):
        if guns and index not in guns:
            continue
        weapon = weapon_row(unit, index)
        range_in = _stand_aims(
            state=state,
            lane=lane,
            eye=own[index],
            all_round=unit.disordered,
            reach=rule.longest(weapon),
            theirs=theirs,
            hit=hit,
            wanted=wanted,
        )
        if range_in >= 0.0:
            found.append(rule.Group(1, range_in, weapon))
            fronts.append((own[index].x, own[index].y))
            if enough and len(found) >= needed and hit.count(True) >= wanted:
                break
    if unit.disordered and not enough and found:
        nearest = [group.distance for group in found].index(min([group.distance for group in found]))
        return Aim((found[nearest],), len(found), hit.count(True), [fronts[nearest]])
    return Aim(tuple(found), len(found), hit.count(True), fronts)


def _stand_aims(
    state: State,
    lane: sight_table.Lane,
    eye: sight_table.Stand,
    all_round: bool,
    reach: float,
    theirs: list[sight_table.Stand],
    hit: list[bool],
    wanted: int,
) -> float:
    """How near the nearest stand is that this one may fire at, -1 if there is none; marks those it reaches.

    It looks no farther when it reaches one and as many as are wanted are marked.
    """
    best = -1.0
    front = eye.ground
    here = front.pose
    far = reach + radius(front) + radius(theirs[0].ground) + TOLERANCE + NOISE
    for index, stand in enumerate(theirs):
        dx = stand.ground.pose.x - here.x
        dy = stand.ground.pose.y - here.y
        if dx * dx + dy * dy > far * far:
            continue
        away = gap(front, stand.ground)
        if away > reach + TOLERANCE + NOISE:
            continue
        if not _in_arc_and_sight(state, lane, eye, all_round, stand):
            continue
        hit[index] = True
        if best < 0.0 or away < best:
            best = away
        if wanted < len(theirs) and hit.count(True) >= wanted:
            break
    return best


def _in_arc_and_sight(
    state: State, lane: sight_table.Lane, eye: sight_table.Stand, all_round: bool, stand: sight_table.Stand
) -> bool:
    """Whether a point of a stand, its middle or a corner, is in arc and in sight [fire.stands-that-fire]."""
    if not sight_table.in_view(state, lane, eye, stand):
        return False
    easy = lane.open and not lane.between
    front = eye.ground
    x, y = stand.ground.pose.x, stand.ground.pose.y
    if (all_round or in_front_wedge(front, ARC, x, y)) and (
        easy or sight_table.clear(state=state, lane=lane, eye=eye, stand=stand, x=x, y=y)
    ):
        return True
    for x, y in corners(stand.ground):
        if (all_round or in_front_wedge(front, ARC, x, y)) and (
            easy or sight_table.clear(state=state, lane=lane, eye=eye, stand=stand, x=x, y=y)
        ):
            return True
    return False


def aim_at_man(state: State, unit: Unit, x: float, y: float, radius: float) -> tuple[rule.Group, ...]:
    """The stands of a small-arms unit that may fire at a lone officer or messenger [officer.sniping]."""
    reach = farthest(unit)
    if unit.arm == tables.ARTILLERY or distance(unit.pose.x, unit.pose.y, x, y) > reach + sum(field.size_of(unit)):
        return ()
    there = Block(Pose(x, y, 0), 0.1, 0.1)
    lane = sight_table.lane_between(state, field.block(unit), there, (unit.id,))
    own = sight_table.stands_of(state, lane, unit)
    man = sight_table.stand_at(
        state=state, lane=lane, pose=there.pose, width=0.1, depth=0.1, mounted=False, shown=False
    )
    found: list[rule.Group] = []
    for index in firing_stands(unit):
        eye = own[index]
        away = max(0.0, gap(eye.ground, there) + 0.05 - radius)
        if within(away, reach) and _in_arc_and_sight(state, lane, eye, unit.disordered, man):
            found.append(rule.Group(1, away, weapon_row(unit, index)))
    return tuple(found)


def enfiladed(state: State, target: Unit, fronts: list[Point]) -> bool:
    """Whether two or more of the firing stands rake a target from beyond one of its ends [fire.enfilade]."""
    if target.disordered or target.arm == tables.WAGON or target.trail:
        return False
    straight = target.stands - abs(target.wing)
    part = field.blocks(target)[0]
    file = target.formation in (tables.COLUMN, tables.LIMBERED)
    length = 0.5 * (part.depth if file else part.width)
    for end in (1.0, -1.0):
        # The wing must be wholly missed for the flank it covers to be raked.
        if target.wing and (end > 0.0) == (target.wing > 0):
            continue
        away = (0.0, end * length) if file else (end * length, 0.0)
        x, y = to_world(part.pose, away[0], away[1])
        ox, oy = to_world(part.pose, away[0] / length, away[1] / length)
        axis = (ox - part.pose.x, oy - part.pose.y)
        if rule.enfilades(straight, rule.enfilading((x, y), axis, fronts, state.settings)):
            return True
    return False
