"""Falling back at the table: how far, past whom, and off its edge."""

from __future__ import annotations

from roundtop.kit import deployment
from roundtop.record import record
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.movement import table as movement_table
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.footprint import Block, gap, overlap
from roundtop.table.ground import off_table
from roundtop.table.measure import NOISE, cosine, kept, sine, within
from roundtop.table.path import Sweep, nearer_than, shift, sweep, until_gap
from roundtop.table.pose import Pose, ahead, rounded_pose, to_world


@record
class Fallback:
    """Where a compulsory move ends, and whether it leaves the table."""

    end: Pose
    left_table: bool


def fall_back(state: State, unit: Unit, pose: Pose, heading: int, inches: float, routing: bool) -> Fallback:
    """Straight back through friends, stopping short of enemies, bad ground and, unless it routs, the table's edge.

    A move that would end on friends goes on until it is clear of them, or stops sooner where it cannot go on.
    [movement.interpenetration, movement.table-edge, movement.separation]
    """
    room = _room(state, unit, pose, heading, inches)
    line = Pose(pose.x, pose.y, heading)
    if routing and within(inches, room) and _crosses_edge(state, unit, pose, ahead(line, inches)):
        return Fallback(pose, True)
    if not routing:
        room = min(room, _to_edge(state, unit, pose, heading))
    went = _clear_of_friends(state=state, unit=unit, pose=pose, line=line, wanted=min(inches, room), room=room)
    if routing and _crosses_edge(state, unit, pose, ahead(line, went)):
        return Fallback(pose, True)
    x, y = to_world(line, 0.0, went)
    return Fallback(rounded_pose(Pose(x, y, pose.facing)), False)


def _crosses_edge(state: State, unit: Unit, pose: Pose, end: Pose) -> bool:
    return off_table(state.ground, field.block_at(unit, Pose(end.x, end.y, pose.facing), state.settings))


def _room(state: State, unit: Unit, pose: Pose, heading: int, inches: float) -> float:
    """How far a unit may fall back before enemies or bad ground stop it [movement.separation].

    An enemy nearer than 1 in when it sets out does not hold it, if it gets away from him.
    """
    size = state.settings.stand_in
    least = state.settings.min_separation_in
    limit = inches + state.ground.width + state.ground.depth
    path = sweep(pose, unit.stands * size, size, (shift(limit * sine(heading), limit * cosine(heading)),))
    in_way: list[Block] = []
    for enemy in field.enemies(state, unit):
        standing = field.block(enemy, state.settings)
        if nearer_than(path, [standing], least) < 0:
            continue
        before = gap(field.block_at(unit, pose, state.settings), standing)
        if kept(before, least):
            in_way.append(standing)
        elif not _gets_away(state=state, unit=unit, pose=pose, heading=heading, inches=inches, standing=standing):
            return 0.0
    room = until_gap(path, in_way, least).length if in_way else limit
    return _room_on_ground(state, path, heading, room)


def _gets_away(state: State, unit: Unit, pose: Pose, heading: int, inches: float, standing: Block) -> bool:
    """Whether a line comes no nearer to another at first, and ends farther off."""
    gaps: list[float] = []
    for went in (0.0, min(0.25, inches), inches):
        there = ahead(Pose(pose.x, pose.y, heading), went)
        gaps.append(gap(field.block_at(unit, Pose(there.x, there.y, pose.facing), state.settings), standing))
    return gaps[1] >= gaps[0] - NOISE and gaps[2] > gaps[0]


def _room_on_ground(state: State, path: Sweep, heading: int, room: float) -> float:
    if not movement_table.impassable(state, _part(path, heading, room)):
        return room
    low = 0.0
    high = room
    while high - low > 0.01:
        middle = 0.5 * (low + high)
        if movement_table.impassable(state, _part(path, heading, middle)):
            high = middle
        else:
            low = middle
    return low


def _part(path: Sweep, heading: int, length: float) -> Sweep:
    """The first so many inches of a straight fall-back."""
    return sweep(path.start, path.width, path.depth, (shift(length * sine(heading), length * cosine(heading)),))


def _to_edge(state: State, unit: Unit, pose: Pose, heading: int) -> float:
    """How far a line can go on a heading before it meets the table's edge."""
    low = 0.0
    high = state.ground.width + state.ground.depth
    line = Pose(pose.x, pose.y, heading)
    while high - low > 0.005:
        middle = 0.5 * (low + high)
        if _crosses_edge(state, unit, pose, ahead(line, middle)):
            high = middle
        else:
            low = middle
    return low


def _clear_of_friends(state: State, unit: Unit, pose: Pose, line: Pose, wanted: float, room: float) -> float:
    friends = [field.block(f, state.settings) for f in field.on_table(state, unit.side) if f.id != unit.id]
    step = 0.25
    went = wanted
    while went <= room + NOISE:
        if _is_clear(state=state, unit=unit, pose=pose, line=line, went=went, friends=friends):
            return went
        went += step
    went = wanted
    while went > 0.0 and not _is_clear(state=state, unit=unit, pose=pose, line=line, went=went, friends=friends):
        went -= step
    return max(went, 0.0)


def _is_clear(state: State, unit: Unit, pose: Pose, line: Pose, went: float, friends: list[Block]) -> bool:
    x, y = to_world(line, 0.0, went)
    there = field.block_at(unit, Pose(x, y, pose.facing), state.settings)
    return not [friend for friend in friends if overlap(there, friend)]


def homeward(state: State, unit: Unit) -> int:
    """The way to a unit's own table edge."""
    return deployment.EDGE_FACING[field.army_of(state, unit.side).edge]
