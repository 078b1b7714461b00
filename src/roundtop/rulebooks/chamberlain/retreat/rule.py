"""Where a beaten unit goes."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table import measure
from roundtop.table.footprint import FAR, Block, gap, overlap
from roundtop.table.path import shift, sweep, until_contact
from roundtop.table.pose import Point, Pose, rounded_pose

RETREAT_BW: Final = 2.0
RETREAT_EXTRA_BW: Final = 2.0
"""How much farther a retreat may go to come clear of friends [retreat.friends]."""
EXTRA_STEP: Final = 0.01
DEVIATION: Final = 500
MOST_DEVIATION: Final = 9000
OPPOSITE: Final[dict[str, str]] = {"north": "south", "south": "north", "east": "west", "west": "east"}


@record(frozen=True)
class Retreat:
    """Where a beaten unit goes: "ok" with its new pose, "retired" or "broken" without."""

    status: str
    end: Pose | None
    clause: str


STUCK: Final[Retreat] = Retreat("broken", None, "chamberlain.retreat.blocked")


def retreat_heading(role: str, pose: Pose, away_from: Point, settings: Settings) -> int:
    """The direction of a retreat: an attacker straight back, a defender away from whoever beat it.

    [retreat.attacker-facing, retreat.direction]
    """
    if role == "attacker":
        return (pose.facing + measure.HALF_TURN) % measure.FULL_TURN
    centre = terrain_rule.base(pose, settings).pose
    if measure.distance(away_from[0], away_from[1], centre.x, centre.y) <= measure.TOLERANCE:
        return (pose.facing + measure.HALF_TURN) % measure.FULL_TURN
    return measure.bearing(away_from[0], away_from[1], centre.x, centre.y)


def retreat(yard: movement_rule.Yard, role: str, pose: Pose, away_from: Point, enemy_edges: tuple[str, ...]) -> Retreat:
    """Where a beaten unit goes: 2 BW along the legal line that deviates least, the left before the right.

    [retreat.distance, retreat.defender-facing, retreat.blocked]
    """
    heading = retreat_heading(role, pose, away_from, yard.settings)
    centre = terrain_rule.base(pose, yard.settings).pose
    for turn in range(0, MOST_DEVIATION + 1, DEVIATION):
        for way in (heading - turn, heading + turn) if turn else (heading,):
            facing = pose.facing if role == "attacker" else way
            found = _retreat_along(yard, Pose(centre.x, centre.y, facing), way, enemy_edges)
            if found is not None:
                return found
    return STUCK


def _retreat_along(yard: movement_rule.Yard, centre: Pose, way: int, enemy_edges: tuple[str, ...]) -> Retreat | None:
    """The retreat along one line, None where it is blocked [retreat.blocked, retreat.table-edge, retreat.friends]."""
    depth = yard.settings.setup_unit_depth
    length = RETREAT_BW
    dx = measure.sine(way)
    dy = measure.cosine(way)
    path = sweep(centre, terrain_rule.BASE_WIDTH, depth, (shift(length * dx, length * dy),))
    free = until_contact(path, yard.enemies).length if yard.enemies else length
    water = terrain_rule.entry(yard.ground, terrain_rule.IMPASSABLE, path, True)
    if water >= 0.0:
        free = min(free, water - measure.NOISE)
    leaves, edge = leaves_table(yard, Block(centre, terrain_rule.BASE_WIDTH, depth), dx, dy)
    if leaves <= length and leaves <= free:
        broken = edge in enemy_edges
        return Retreat("broken" if broken else "retired", None, "chamberlain.retreat.table-edge")
    if free < length - measure.NOISE:
        return None
    while measure.within(length, RETREAT_BW + RETREAT_EXTRA_BW):
        block = Block(
            Pose(centre.x + length * dx, centre.y + length * dy, centre.facing), terrain_rule.BASE_WIDTH, depth
        )
        if leaves <= length:
            return Retreat("broken" if edge in enemy_edges else "retired", None, "chamberlain.retreat.table-edge")
        if any([gap(block, enemy) < measure.TOLERANCE - measure.NOISE for enemy in yard.enemies]):
            return None
        if terrain_rule.stands_in(yard.ground, terrain_rule.IMPASSABLE, block, True):
            return None
        end = rounded_pose(terrain_rule.front(block))
        stood = terrain_rule.base(end, yard.settings)
        if not any([overlap(stood, friend) for friend in (*yard.friends, *yard.held)]):
            return Retreat("ok", end, "chamberlain.retreat.distance")
        length += EXTRA_STEP
    return None


def leaves_table(yard: movement_rule.Yard, block: Block, dx: float, dy: float) -> tuple[float, str]:
    """How far a base can go in a direction before some part of it leaves the table, and over which edge."""
    if not yard.edges:
        return (FAR, "")
    s = abs(measure.sine(block.pose.facing))
    c = abs(measure.cosine(block.pose.facing))
    half_x = 0.5 * (block.width * c + block.depth * s) - measure.TOLERANCE
    half_y = 0.5 * (block.width * s + block.depth * c) - measure.TOLERANCE
    room = (
        ("west", block.pose.x - half_x, -dx),
        ("east", yard.ground.width - block.pose.x - half_x, dx),
        ("south", block.pose.y - half_y, -dy),
        ("north", yard.ground.depth - block.pose.y - half_y, dy),
    )
    best = FAR
    edge = ""
    for name, left, speed in room:
        if left < 0.0 or speed > measure.NOISE:
            at = max(0.0, left) / speed if speed > measure.NOISE else 0.0
            if at < best:
                best = at
                edge = name
    return (best, edge)
