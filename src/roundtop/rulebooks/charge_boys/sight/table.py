"""Lines of sight, and the nearest enemy."""

from __future__ import annotations

from typing import Final

from roundtop.kit import lanes
from roundtop.record import record
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import ON_TABLE, State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.table.footprint import FAR, Block, block_touches_outline, front_middle, segment_hits_block
from roundtop.table.ground import Box, Ground, box_meets, box_near, chords
from roundtop.table.measure import NOISE, bearing, rounded
from roundtop.table.pose import Point, Pose, to_local, to_world
from roundtop.table.sight import Screen, area_in_way, higher_ground


def nearest_enemy(state: State, unit: Unit, seen: bool) -> Unit | None:
    """The enemy unit nearest to a unit, the first by its name if equal. `seen`: of those in sight."""
    if seen:
        return _nearest_seen(state, unit)
    best: Unit | None = None
    least = FAR
    own = field.outreach(unit, state.settings)
    standing = field.blocks(unit, state.settings)
    for foe in field.enemies(state, unit):
        if best is not None and field.beyond(unit.pose, own + least, foe, state.settings):
            continue
        away = rounded(field.gap_between(standing, field.blocks(foe, state.settings)))
        if best is None or away < least or (away == least and foe.id < best.id):
            best, least = foe, away
    return best


def _nearest_seen(state: State, unit: Unit) -> Unit | None:
    ranked = sorted([(rounded(field.apart(unit, foe, state.settings)), foe.id) for foe in field.enemies(state, unit)])
    for _, id in ranked:
        foe = field.unit_of(state, id)
        if sees(state, unit, foe):
            return foe
    return None


WOOD_EDGE_IN: Final = 2.0
WOOD_INSIDE_IN: Final = 6.0
WOODS: Final[Screen] = Screen(terrain_rule.WOOD_KINDS, WOOD_EDGE_IN, WOOD_EDGE_IN, WOOD_INSIDE_IN, WOOD_EDGE_IN)
"""How much wood is seen through [musketry.line-of-sight]."""
LOOKOUT_IN: Final = 4.5
"""Lines of sight are tried from and to places of a unit no farther apart than this."""
EDGE: Final = 0.4995
"""How far out from the middle of a body, in its own widths, its edge is looked at: a hair inside."""
SIDEWAYS: Final = 89.0
"""Arcs as wide as this are asked man by man."""


@record
class Lane:
    """What may come between two units: the bodies of others, and whether no ground can."""

    blocks: list[Block]
    open_ground: bool
    own: int
    other: int


def blocks_sight(viewer: Unit, other: Unit) -> bool:
    """Units stand in the way, but for routing ones and skirmishers before their friends [musketry.line-of-sight]."""
    if field.routing(other) or other.formation == tables.GUNNERS:
        return False
    return not (other.formation == tables.SKIRMISH and other.side == viewer.side)


def lane_between(state: State, unit: Unit, target: Unit) -> Lane:
    """What may come between two units, whichever of their figures look at each other."""
    settings = state.settings
    ax, ay, bx, by = unit.pose.x, unit.pose.y, target.pose.x, target.pose.y
    wide = max(field.outreach(unit, settings), field.outreach(target, settings))
    way = lanes.between(unit.pose, target.pose, wide)
    found: list[Block] = []
    for other in state.units:
        if other.place != ON_TABLE or other.id == unit.id or other.id == target.id or not blocks_sight(unit, other):
            continue
        if lanes.may_stand_in(way, other.pose, field.outreach(other, settings)):
            found.extend(field.blocks(other, settings))
    middle = Pose(0.5 * (ax + bx), 0.5 * (ay + by), bearing(ax, ay, bx, by) if way.length > NOISE else 0)
    open_ground = _open_ground(state.ground, Block(middle, 2.0 * wide, way.length + 2.0 * wide))
    return Lane(found, open_ground, unit.building, target.building)


def _open_ground(ground: Ground, lane: Block) -> bool:
    """Whether no wood, building or height comes into a lane."""
    for area in ground.areas:
        if (area.kind in terrain_rule.WOOD_KINDS or area.kind in terrain_rule.BUILDING_KINDS) and _comes_into(
            lane, area.box, area.outline
        ):
            return False
    for height in ground.heights:
        if _comes_into(lane, height.box, height.outline):
            return False
    return True


def _comes_into(lane: Block, box: Box, outline: tuple[Point, ...]) -> bool:
    return box_near(box, lane, 0.0) and block_touches_outline(lane, outline)


def clear(state: State, lane: Lane, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether nothing of a lane blocks the straight line [musketry.line-of-sight, terrain.hills]."""
    for block in lane.blocks:
        if segment_hits_block(ax, ay, bx, by, block):
            return False
    return lane.open_ground or ground_clear(state=state, lane=lane, ax=ax, ay=ay, bx=bx, by=by)


def ground_clear(state: State, lane: Lane, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether no building, wood or crest comes between [musketry.line-of-sight]."""
    ground = state.ground
    for index, area in enumerate(ground.areas):
        other = area.kind in terrain_rule.BUILDING_KINDS and index not in (lane.own, lane.other)
        if other and box_meets(area.box, ax, ay, bx, by) and chords(area.outline, ax, ay, bx, by):
            return False
    if ground.areas and area_in_way(ground=ground, screen=WOODS, ax=ax, ay=ay, bx=bx, by=by) is not None:
        return False
    return higher_ground(ground, ax, ay, bx, by) is None


def lookouts(unit: Unit, settings: Settings, x: float, y: float) -> list[Point]:
    """Places of a unit, on the side towards a point, from which others are looked at, or at which they look."""
    if unit.formation == tables.UNLIMBERED:
        return [front_middle(block) for block in field.blocks(unit, settings)]
    found: list[Point] = []
    for block in field.blocks(unit, settings):
        _, on = to_local(block.pose, x, y)
        on = min(max(on, -EDGE * block.depth), EDGE * block.depth)
        count = max(1, int(block.width / LOOKOUT_IN))
        for place in range(count + 1):
            found.append(to_world(block.pose, 2.0 * EDGE * (place / count - 0.5) * block.width, on))
    return found


def sees(state: State, unit: Unit, other: Unit) -> bool:
    """Whether any figure of a unit sees any figure of another, whatever its arc [charge.declare]."""
    lane = lane_between(state, unit, other)
    if lane.open_ground and not lane.blocks:
        return True
    theirs = lookouts(other, state.settings, unit.pose.x, unit.pose.y)
    for ax, ay in lookouts(unit, state.settings, other.pose.x, other.pose.y):
        for bx, by in theirs:
            if clear(state=state, lane=lane, ax=ax, ay=ay, bx=bx, by=by):
                return True
    return False
