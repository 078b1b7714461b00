"""Who sees whom: stands, lanes, and what may come between."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from typing import Final

from roundtop.kit import lanes
from roundtop.record import copy, record
from roundtop.rulebooks.infantry_action import field, muster
from roundtop.rulebooks.infantry_action.fire import rule as fire_rule
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.state import ON_TABLE, State, Unit
from roundtop.table.arc import in_arc
from roundtop.table.footprint import Block, inside_polygon, segment_gap, segment_hits_block
from roundtop.table.ground import Area, Ground, box_meets, in_area, level_at, line_crossings
from roundtop.table.measure import TOLERANCE, cosine, distance, sine, within
from roundtop.table.pose import Point, Pose, to_local
from roundtop.table.sight import Screen, area_in_way, higher_ground

SOLID: Final[Screen] = Screen(muster.BUILDINGS, 0.0, 0.0, 0.0, 0.0)
COVER_IN: Final = 1.0
"""An obstacle this near a stand shelters it."""


@record
class Aim:
    """One stand that may shoot at one enemy stand, how far it is, and where the target's line then is."""

    stand: int
    target: str
    target_stand: int
    distance: float
    at: Pose


@record
class Body:
    """A unit as sight knows it: where it stands or stood, with how many stands."""

    unit: str
    pose: Pose
    stands: int


@record
class Lane:
    """What may come between two units: the lines of others, and whether no ground can."""

    lines: list[Block]
    open_ground: bool


def farthest(kind: str, weapon: str, settings: Settings) -> float:
    """The limit of the last band [shooting.band-edges]."""
    if settings.weapon_effect == "range" and weapon in fire_rule.REACH:
        return fire_rule.REACH[weapon][-1]
    return fire_rule.BANDS[kind][-1].limit


def body(unit: Unit) -> Body:
    return Body(unit.id, unit.pose, unit.stands)


def bodies(state: State) -> list[Body]:
    """All units on the table."""
    return [Body(unit.id, unit.pose, unit.stands) for unit in state.units if unit.place == ON_TABLE]


def bodies_at_start(state: State) -> list[Body]:
    """All units as they stood when the turn began."""
    return [Body(spot.unit, spot.pose, spot.stands) for spot in state.spots]


def aims(state: State, shooter: Unit, eye: Body, targets: list[Body], others: list[Body], gun: int = 0) -> list[Aim]:
    """Every lawful shot of a unit, or of one of its guns, at these units [shooting.nominated-stand]."""
    found: list[Aim] = []
    for target in targets:
        found.extend(_aims_at(state=state, shooter=shooter, eye=eye, target=target, others=others, gun=gun, one=False))
    return found


def has_aim(state: State, shooter: Unit, eye: Body, target: Body, others: list[Body], gun: int = 0) -> bool:
    """Whether a unit, or one of its guns, has any lawful shot at a unit."""
    return bool(_aims_at(state=state, shooter=shooter, eye=eye, target=target, others=others, gun=gun, one=True))


def _aims_at(
    state: State, shooter: Unit, eye: Body, target: Body, others: list[Body], gun: int, one: bool
) -> list[Aim]:
    """The shots of a unit at another; `one` is enough where only their being there matters."""
    settings = state.settings
    reach = farthest(shooter.kind, shooter.weapon, settings)
    found: list[Aim] = []
    if not _may_reach(eye, target, reach, settings):
        return found
    lane = lane_between(state, eye, target, others)
    for stand in range(1, eye.stands + 1) if gun == 0 else range(gun, gun + 1):
        _aims_of(state=state, eye=eye, stand=stand, target=target, reach=reach, lane=lane, found=found, one=one)
        if one and found:
            break
    return found


def _may_reach(eye: Body, target: Body, reach: float, settings: Settings) -> bool:
    """A quick no for units too far off whatever their stands."""
    slack = 0.5 * settings.stand_in * (eye.stands + target.stands) + 2.0 * settings.stand_in
    return distance(eye.pose.x, eye.pose.y, target.pose.x, target.pose.y) <= reach + slack


def _aims_of(
    state: State, eye: Body, stand: int, target: Body, reach: float, lane: Lane, found: list[Aim], one: bool
) -> None:
    """Add the shots of one stand: in range, in arc and in sight [shooting.band-edges, shooting.arc]."""
    settings = state.settings
    size = settings.stand_in
    half = 0.5 * size
    mx, my = field.muzzle(eye.pose, eye.stands, stand, settings)
    right, ahead = to_local(target.pose, mx, my)
    deep = max(0.0, abs(ahead) - half)
    if deep > reach + TOLERANCE:
        return
    arc = round(settings.fire_arc_deg * 100)
    across = cosine(target.pose.facing)
    along = -sine(target.pose.facing)
    for other in range(1, target.stands + 1):
        out = (other - 0.5 * (target.stands + 1)) * size
        aside = max(0.0, abs(right - out) - half)
        range_in = sqrt(aside * aside + deep * deep)
        if range_in > reach + TOLERANCE:
            continue
        cx = target.pose.x + out * across
        cy = target.pose.y + out * along
        if in_arc(ax=mx, ay=my, facing=eye.pose.facing, half=arc, x=cx, y=cy) and _clear_in(
            state=state, lane=lane, ax=mx, ay=my, bx=cx, by=cy
        ):
            found.append(Aim(stand, target.unit, other, range_in, target.pose))
            if one:
                return


def range_of(eye: Body, stand: int, target: Body, aimed: int, settings: Settings) -> float:
    """From the middle of a stand's front edge to the nearest point of another stand [shooting.band-edges]."""
    mx, my = field.muzzle(eye.pose, eye.stands, stand, settings)
    right, ahead = to_local(target.pose, mx, my)
    half = 0.5 * settings.stand_in
    aside = max(0.0, abs(right - field.stand_right(target.stands, aimed, settings)) - half)
    deep = max(0.0, abs(ahead) - half)
    return sqrt(aside * aside + deep * deep)


def lane_between(state: State, eye: Body, target: Body, others: list[Body]) -> Lane:
    """What may come between two units, whichever of their stands look at each other."""
    size = state.settings.stand_in
    way = lanes.between(eye.pose, target.pose, 0.5 * size * max(eye.stands, target.stands) + size)
    lines: list[Block] = []
    for other in others:
        if other.unit == eye.unit or other.unit == target.unit:
            continue
        if lanes.may_stand_in(way, other.pose, 0.5 * size * (other.stands + 1)):
            lines.append(Block(other.pose, other.stands * size, size))
    return Lane(lines, _open_ground(state.ground, way))


def _open_ground(ground: Ground, way: lanes.Lane) -> bool:
    """Whether no wood, building or height comes into a lane."""
    for area in ground.areas:
        if (area.kind in muster.WOODS or area.kind in muster.BUILDINGS) and lanes.may_lie_in(way, area.box):
            return False
    for height in ground.heights:
        if lanes.may_lie_in(way, height.box):
            return False
    return True


def _clear_in(state: State, lane: Lane, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether nothing of a lane blocks the straight line."""
    if lane.open_ground:
        for line in lane.lines:
            if segment_hits_block(ax, ay, bx, by, line):
                return False
        return True
    return clear(state=state, between=lane.lines, ax=ax, ay=ay, bx=bx, by=by)


def clear(state: State, between: list[Block], ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether nothing blocks the straight line [shooting.line-of-sight]."""
    for line in between:
        if segment_hits_block(ax, ay, bx, by, line) and _blocks(state=state, line=line, ax=ax, ay=ay, bx=bx, by=by):
            return False
    ground = state.ground
    reach = state.settings.wood_sight_in
    if ground.areas:
        if area_in_way(ground=ground, screen=SOLID, ax=ax, ay=ay, bx=bx, by=by) is not None:
            return False
        if (
            area_in_way(
                ground=ground, screen=Screen(muster.WOODS, reach, reach, 2 * reach, 0.0), ax=ax, ay=ay, bx=bx, by=by
            )
            is not None
        ):
            return False
    return higher_ground(ground, ax, ay, bx, by) is None


def _blocks(state: State, line: Block, ax: float, ay: float, bx: float, by: float) -> bool:
    """A line in the way is seen over only by, or towards, a stand that is higher than the stands in the way."""
    ground = state.ground
    if not ground.heights:
        return True
    top = max(level_at(ground, ax, ay), level_at(ground, bx, by))
    size = state.settings.stand_in
    stands = round(line.width / size)
    for stand in range(1, stands + 1):
        x, y = field.stand_at(line.pose, stands, stand, state.settings)
        in_way = segment_hits_block(ax, ay, bx, by, Block(Pose(x, y, line.pose.facing), size, size))
        if in_way and level_at(ground, x, y) >= top:
            return True
    return False


def sees(state: State, unit: Unit, other: Unit) -> bool:
    """Whether any stand of a unit sees any stand of another, whatever its arc [charge.declaration]."""
    eye = body(unit)
    target = body(other)
    lane = lane_between(state, eye, target, bodies(state))
    for stand in range(1, unit.stands + 1):
        mx, my = field.muzzle(unit.pose, unit.stands, stand, state.settings)
        for aimed in range(1, other.stands + 1):
            cx, cy = field.stand_at(other.pose, other.stands, aimed, state.settings)
            if _clear_in(state=state, lane=lane, ax=mx, ay=my, bx=cx, by=cy):
                return True
    return False


def sees_to_charge(state: State, unit: Unit, other: Unit) -> bool:
    """Whether a unit may charge another as to sight: the wood it stands in does not hide it.

    Nothing on the table is hidden, so that everybody has seen who went into a wood [charge.declaration].
    """
    if sees(state, unit, other):
        return True
    places = [field.stand_at(other.pose, other.stands, n, state.settings) for n in range(1, other.stands + 1)]
    ground = copy(state.ground)
    ground.areas = tuple([area for area in ground.areas if not _wood_about(area, places)])
    if len(ground.areas) == len(state.ground.areas):
        return False
    bare = field.changing(state)
    bare.ground = ground
    return sees(bare, unit, other)


def _wood_about(area: Area, places: list[Point]) -> bool:
    """Whether an area is a wood in which any of these places lies."""
    return area.kind in muster.WOODS and bool([1 for x, y in places if inside_polygon(area.outline, x, y)])


def in_wood(state: State, x: float, y: float) -> bool:
    """Whether a stand with its middle here is in a wood [setup.terrain-catalogue]."""
    return in_area(state.ground, muster.WOODS, x, y)


def sheltered(state: State, ax: float, ay: float, target: Body, stand: int) -> bool:
    """Whether a stand is in a wood, or behind an obstacle within 1 in of it as seen from there [shooting.no-cover]."""
    x, y = field.stand_at(target.pose, target.stands, stand, state.settings)
    if in_wood(state, x, y):
        return True
    size = state.settings.stand_in
    standing = Block(Pose(x, y, target.pose.facing), size, size)
    for line in state.ground.lines:
        if line.kind not in muster.OBSTACLES or not box_meets(line.box, ax, ay, x, y):
            continue
        for (px, py), (qx, qy) in pairwise(line.points):
            crossed = line_crossings(((px, py), (qx, qy)), ax, ay, x, y)
            if crossed and within(segment_gap(px, py, qx, qy, standing), COVER_IN):
                return True
    return False


def behind_obstacle(state: State, ax: float, ay: float, x: float, y: float, near: float) -> bool:
    """Whether a linear obstacle lies between, within so much of the middle of the stand at x, y."""
    length = distance(ax, ay, x, y)
    if length == 0.0:
        return False
    for line in state.ground.lines:
        if line.kind in muster.OBSTACLES and box_meets(line.box, ax, ay, x, y):
            for at in line_crossings(line.points, ax, ay, x, y):
                if (1.0 - at) * length <= near + TOLERANCE:
                    return True
    return False
