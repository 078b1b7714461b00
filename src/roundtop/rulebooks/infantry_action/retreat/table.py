"""Falling back at the table: how far, past whom, and off its edge."""

from __future__ import annotations

from roundtop.kit import deployment, fallback
from roundtop.record import record
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.movement import table as movement_table
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.footprint import overlaps_any
from roundtop.table.ground import off_table
from roundtop.table.measure import cosine, narrowed, sine, within
from roundtop.table.path import Sweep, shift, sweep
from roundtop.table.pose import Pose, rounded_pose


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
    ground = state.ground
    room = _room(state, unit, pose, heading, inches)
    line = field.block_at(unit, pose, state.settings)
    if routing and within(inches, room) and off_table(ground, fallback.carried(line, heading, inches)):
        return Fallback(pose, True)
    if not routing:
        room = min(room, fallback.to_edge(ground, line, heading, ground.width + ground.depth)[0])
    friends = [field.block(f, state.settings) for f in field.on_table(state, unit.side) if f.id != unit.id]

    def clear(went: float) -> bool:
        return overlaps_any(fallback.carried(line, heading, went), friends) < 0

    end = fallback.carried(line, heading, fallback.clear_end(min(inches, room), room, clear))
    if routing and off_table(ground, end):
        return Fallback(pose, True)
    return Fallback(rounded_pose(end.pose), False)


def _room(state: State, unit: Unit, pose: Pose, heading: int, inches: float) -> float:
    """How far a unit may fall back before enemies or bad ground stop it [movement.separation].

    An enemy nearer than 1 in when it sets out does not hold it, if it gets away from him.
    """
    size = state.settings.stand_in
    least = state.settings.min_separation_in
    limit = inches + state.ground.width + state.ground.depth
    path = sweep(pose, unit.stands * size, size, (shift(limit * sine(heading), limit * cosine(heading)),))
    foes = [field.block(enemy, state.settings) for enemy in field.enemies(state, unit)]
    room = fallback.room_from(path, foes, least, heading, inches)

    def passable(far: float) -> bool:
        return not movement_table.impassable(state, _part(path, heading, far))

    return room if passable(room) else narrowed(0.0, room, 0.01, passable)[0]


def _part(path: Sweep, heading: int, length: float) -> Sweep:
    """The first so many inches of a straight fall-back."""
    return sweep(path.start, path.width, path.depth, (shift(length * sine(heading), length * cosine(heading)),))


def homeward(state: State, unit: Unit) -> int:
    """The way to a unit's own table edge."""
    return deployment.EDGE_FACING[field.army_of(state, unit.side).edge]
