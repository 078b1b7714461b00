"""How far a winner advances."""

from __future__ import annotations

from typing import Final

from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.retreat import rule as retreat_rule
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import overlap
from roundtop.table.measure import NOISE, TOLERANCE, cosine, sine, within
from roundtop.table.path import until_contact
from roundtop.table.pose import Pose, ahead, rounded_pose

ADVANCE_BW: Final = 1.0
ADVANCE_SHORT_BW: Final = 0.05
"""An advance stops this short of any base [advance.no-contact]."""


def advance_limit(free_ahead: float) -> float:
    """How far an advance may go: 1 BW, and not nearer than 0.05 BW to what is ahead.

    [advance.distance, advance.no-contact]
    """
    return max(0.0, min(ADVANCE_BW, free_ahead - ADVANCE_SHORT_BW))


def advance_refusal(length: float, free_ahead: float, impetuous: bool) -> str:
    """The clause by which an advance may not be so long, "" when it may [advance.impetuous]."""
    if not within(length, ADVANCE_BW):
        return "chamberlain.advance.distance"
    if not within(length, advance_limit(free_ahead)):
        return "chamberlain.advance.no-contact"
    if impetuous and length < advance_limit(free_ahead) - TOLERANCE - NOISE:
        return "chamberlain.advance.impetuous"
    return ""


def free_ahead(yard: movement_rule.Yard, pose: Pose) -> float:
    """How far straight ahead a base may look before it meets an enemy base, impassable ground or the table's edge."""
    far = ADVANCE_BW + ADVANCE_SHORT_BW + TOLERANCE
    dx = sine(pose.facing)
    dy = cosine(pose.facing)
    path = movement_rule.way(yard, pose, far * dx, far * dy)
    free = until_contact(path, yard.enemies).length if yard.enemies else far
    water = terrain_rule.entry(yard.ground, terrain_rule.IMPASSABLE, path, True)
    if water >= 0.0:
        free = min(free, water)
    leaves, _ = retreat_rule.leaves_table(yard, terrain_rule.base(pose, yard.settings), dx, dy)
    # The edge may be reached; only bases and impassable ground are kept off.
    return min(free, leaves + ADVANCE_SHORT_BW)


def advanced(yard: movement_rule.Yard, pose: Pose, length: float) -> Pose:
    """Where an advance ends: so far straight ahead, or less if a friend stands there [advance.no-contact]."""
    left = length
    while left > NOISE:
        end = rounded_pose(ahead(pose, left))
        block = terrain_rule.base(end, yard.settings)
        if not any([overlap(block, friend) for friend in (*yard.friends, *yard.held)]):
            return end
        left -= ADVANCE_SHORT_BW
    return pose
