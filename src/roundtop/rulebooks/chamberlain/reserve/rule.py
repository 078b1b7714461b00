"""Retiring from the field, and the long moves of reserves."""

from __future__ import annotations

from typing import Final

from roundtop.kit import deployment
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.retreat import rule as retreat_rule
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block, overlap
from roundtop.table.ground import Ground, off_table
from roundtop.table.measure import NOISE, TOLERANCE, bearing, cosine, distance, within
from roundtop.table.path import Sweep, clearance
from roundtop.table.pose import Point, Pose, ahead

RESERVE_BW: Final = 12.0
RESERVE_CLEAR_BW: Final = 4.0
"""No visible enemy may be this near to a reserve move [move.reserve-enemy]."""
RETIRE_CLEAR_BW: Final = 2.0


def retire_refusal(nearest_enemy: float, corridor_clear: bool) -> str:
    """The clause by which a unit may not retire, "" when it may [move.retire-distance, move.retire-straight]."""
    if within(nearest_enemy, RETIRE_CLEAR_BW):
        return "chamberlain.move.retire-distance"
    return "" if corridor_clear else "chamberlain.move.retire-straight"


def retire_way(yard: movement_rule.Yard, pose: Pose, edge: str) -> Point | None:
    """Where a retiring unit can reach its edge in a straight line, the shortest first; None if nowhere.

    The book names no facing on the way: the base turns to go straight ahead [move.retire-straight].
    """
    for turn in range(0, 8500, retreat_rule.DEVIATION):
        for facing in (
            (deployment.EDGE_FACING[edge] - turn, deployment.EDGE_FACING[edge] + turn)
            if turn
            else (deployment.EDGE_FACING[edge],)
        ):
            length = _to_edge(yard.ground, pose, edge) / max(cosine(turn), NOISE)
            heading = Pose(pose.x, pose.y, facing)
            target = ahead(heading, length)
            if not (
                -NOISE <= target.x <= yard.ground.width + NOISE and -NOISE <= target.y <= yard.ground.depth + NOISE
            ):
                continue
            path = movement_rule.way(yard, heading, target.x - pose.x, target.y - pose.y)
            if terrain_rule.enters(yard.ground, terrain_rule.IMPASSABLE, path, True):
                continue
            if not any([_comes_near(yard, pose, path, enemy) for enemy in yard.enemies]):
                return (target.x, target.y)
    return None


def _comes_near(yard: movement_rule.Yard, pose: Pose, path: Sweep, enemy: Block) -> bool:
    """Whether a retiring base comes within 2 BW of an enemy; that of one that turns its back on him does not.

    [move.retire-straight]
    """
    if path.length > NOISE and movement_rule.goes_away(path, terrain_rule.base(pose, yard.settings), enemy):
        return False
    return within(clearance(path, enemy), RETIRE_CLEAR_BW)


def _to_edge(ground: Ground, pose: Pose, edge: str) -> float:
    if edge == "north":
        return ground.depth - pose.y
    if edge == "south":
        return pose.y
    return ground.width - pose.x if edge == "east" else pose.x


def reserve_refusal(used: bool, length: float, nearest_visible: float, off_road: bool) -> str:
    """The clause by which a unit may not make this reserve move, "" when it may.

    [move.reserve-once, move.rate-reserve, move.reserve-enemy, move.reserve-difficult]
    """
    if used:
        return "chamberlain.move.reserve-once"
    if not within(length, RESERVE_BW):
        return "chamberlain.move.rate-reserve"
    if within(nearest_visible, RESERVE_CLEAR_BW):
        return "chamberlain.move.reserve-enemy"
    return "chamberlain.move.reserve-difficult" if off_road else ""


def reserve_legs(yard: movement_rule.Yard, pose: Pose, points: tuple[Point, ...]) -> list[Sweep]:
    """The straight legs of a reserve move, the base turned along each [move.reserve-path]."""
    legs: list[Sweep] = []
    here = pose
    for x, y in points:
        if distance(here.x, here.y, x, y) > NOISE:
            heading = Pose(here.x, here.y, bearing(here.x, here.y, x, y))
            legs.append(movement_rule.way(yard, heading, x - here.x, y - here.y))
            here = Pose(x, y, heading.facing)
    return legs


def reserve_fault(yard: movement_rule.Yard, legs: list[Sweep], end: Pose) -> str:
    """What on the ground forbids a reserve move, whatever its length and the enemies in sight, "" if nothing does.

    [move.reserve-difficult, move.table-edge, terrain.major-river, move.no-contact, move.through-friends]
    """
    after = terrain_rule.base(end, yard.settings)
    ground = yard.ground
    for leg in legs:
        if not inside_table(ground, leg):
            return "chamberlain.move.table-edge"
        if terrain_rule.enters(ground, terrain_rule.IMPASSABLE, leg, True):
            return "chamberlain.terrain.major-river"
        if terrain_rule.enters(ground, terrain_rule.DIFFICULT, leg, True):
            return "chamberlain.move.reserve-difficult"
        if any([clearance(leg, enemy) < TOLERANCE - NOISE for enemy in yard.enemies]):
            return "chamberlain.move.no-contact"
    if off_table(ground, after):
        return "chamberlain.move.table-edge"
    if terrain_rule.stands_in(ground, terrain_rule.IMPASSABLE, after, True):
        return "chamberlain.terrain.major-river"
    if terrain_rule.stands_in(ground, terrain_rule.DIFFICULT, after, True):
        return "chamberlain.move.reserve-difficult"
    if any([overlap(after, friend) for friend in (*yard.friends, *yard.held)]):
        return "chamberlain.move.through-friends"
    return ""
