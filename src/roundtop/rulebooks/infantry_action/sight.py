"""What a stand can see and shoot at: range, arc and line of sight."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final, final

from roundtop.rulebooks.infantry_action.fire import BANDS, REACH
from roundtop.rulebooks.infantry_action.muster import BUILDINGS, OBSTACLES, WOODS
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.state import (
    ON_TABLE,
    State,
    Unit,
    muzzle,
    stand_at,
    stand_right,
)
from roundtop.table.arc import in_arc
from roundtop.table.footprint import Block, segment_gap, segment_hits_block
from roundtop.table.ground import box_meets, in_area, level_at, line_crossings
from roundtop.table.measure import TOLERANCE, distance, within
from roundtop.table.pose import Pose, to_local
from roundtop.table.sight import Screen, area_in_way, higher_ground

COVER_IN: Final = 1.0
"""An obstacle this near a stand shelters it."""


@final
@dataclass(slots=True)
class Aim:
    """One stand that may shoot at one enemy stand, how far it is, and where the target's line then is."""

    stand: int
    target: str
    target_stand: int
    distance: float
    at: Pose


@final
@dataclass(slots=True)
class Body:
    """A unit as sight knows it: where it stands or stood, with how many stands."""

    unit: str
    pose: Pose
    stands: int


def farthest(kind: str, weapon: str, settings: Settings) -> float:
    """The limit of the last band [shooting.band-edges]."""
    if settings.weapon_effect == "range" and weapon in REACH:
        return REACH[weapon][-1]
    return BANDS[kind][-1].limit


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
    settings = state.settings
    reach = farthest(shooter.kind, shooter.weapon, settings)
    found: list[Aim] = []
    stands = range(1, eye.stands + 1) if gun == 0 else range(gun, gun + 1)
    for target in targets:
        if not _may_reach(eye, target, reach, settings):
            continue
        between = _between(state, eye, target, others)
        for stand in stands:
            found.extend(_aims_of(state, eye, stand, target, reach, between))
    return found


def _may_reach(eye: Body, target: Body, reach: float, settings: Settings) -> bool:
    """A quick no for units too far off whatever their stands."""
    slack = 0.5 * settings.stand_in * (eye.stands + target.stands) + 2.0 * settings.stand_in
    return distance(eye.pose.x, eye.pose.y, target.pose.x, target.pose.y) <= reach + slack


def _aims_of(state: State, eye: Body, stand: int, target: Body, reach: float, between: list[Block]) -> list[Aim]:
    """The shots of one stand: in range, in arc and in sight [shooting.band-edges, shooting.arc]."""
    settings = state.settings
    mx, my = muzzle(eye.pose, eye.stands, stand, settings)
    right, ahead = to_local(target.pose, mx, my)
    half = 0.5 * settings.stand_in
    deep = max(0.0, abs(ahead) - half)
    arc = round(settings.fire_arc_deg * 100)
    found: list[Aim] = []
    for other in range(1, target.stands + 1):
        aside = max(0.0, abs(right - stand_right(target.stands, other, settings)) - half)
        range_in = sqrt(aside * aside + deep * deep)
        if range_in > reach + TOLERANCE:
            continue
        cx, cy = stand_at(target.pose, target.stands, other, settings)
        if in_arc(mx, my, eye.pose.facing, arc, cx, cy) and clear(state, between, mx, my, cx, cy):
            found.append(Aim(stand, target.unit, other, range_in, target.pose))
    return found


def _between(state: State, eye: Body, target: Body, others: list[Body]) -> list[Block]:
    """Lines of other units that may come between two units."""
    size = state.settings.stand_in
    span = 0.5 * distance(eye.pose.x, eye.pose.y, target.pose.x, target.pose.y)
    mx = 0.5 * (eye.pose.x + target.pose.x)
    my = 0.5 * (eye.pose.y + target.pose.y)
    span += 0.5 * size * max(eye.stands, target.stands)
    found: list[Block] = []
    for other in others:
        if other.unit in (eye.unit, target.unit):
            continue
        if distance(mx, my, other.pose.x, other.pose.y) <= span + size * (0.5 * other.stands + 1.0):
            found.append(Block(other.pose, other.stands * size, size))
    return found


def clear(state: State, between: list[Block], ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether nothing blocks the straight line [shooting.line-of-sight]."""
    for line in between:
        if segment_hits_block(ax, ay, bx, by, line) and _blocks(state, line, ax, ay, bx, by):
            return False
    ground = state.ground
    reach = state.settings.wood_sight_in
    if ground.areas:
        if area_in_way(ground, Screen(BUILDINGS, 0.0, 0.0, 0.0, 0.0), ax, ay, bx, by) is not None:
            return False
        if area_in_way(ground, Screen(WOODS, reach, reach, 2 * reach, 0.0), ax, ay, bx, by) is not None:
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
        x, y = stand_at(line.pose, stands, stand, state.settings)
        in_way = segment_hits_block(ax, ay, bx, by, Block(Pose(x, y, line.pose.facing), size, size))
        if in_way and level_at(ground, x, y) >= top:
            return True
    return False


def sees(state: State, unit: Unit, other: Unit) -> bool:
    """Whether any stand of a unit sees any stand of another, whatever its arc [charge.declaration]."""
    eye = body(unit)
    target = body(other)
    between = _between(state, eye, target, bodies(state))
    for stand in range(1, unit.stands + 1):
        mx, my = muzzle(unit.pose, unit.stands, stand, state.settings)
        for aimed in range(1, other.stands + 1):
            cx, cy = stand_at(other.pose, other.stands, aimed, state.settings)
            if clear(state, between, mx, my, cx, cy):
                return True
    return False


def in_wood(state: State, x: float, y: float) -> bool:
    """Whether a stand with its middle here is in a wood [setup.terrain-catalogue]."""
    return in_area(state.ground, WOODS, x, y)


def sheltered(state: State, ax: float, ay: float, target: Body, stand: int) -> bool:
    """Whether a stand is in a wood, or behind an obstacle within 1 in of it as seen from there [shooting.no-cover]."""
    x, y = stand_at(target.pose, target.stands, stand, state.settings)
    if in_wood(state, x, y):
        return True
    size = state.settings.stand_in
    standing = Block(Pose(x, y, target.pose.facing), size, size)
    for line in state.ground.lines:
        if line.kind not in OBSTACLES or not box_meets(line.box, ax, ay, x, y):
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
        if line.kind in OBSTACLES and box_meets(line.box, ax, ay, x, y):
            for at in line_crossings(line.points, ax, ay, x, y):
                if (1.0 - at) * length <= near + TOLERANCE:
                    return True
    return False
