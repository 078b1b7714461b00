"""Arcs, wedges and zones: what lies before, beside and behind."""

from __future__ import annotations

from typing import Final

from .footprint import Block, corners, front_middle, radius, segment_span
from .measure import NOISE, bearing, cosine, distance, sine, turn_between
from .pose import Pose, ahead, to_local

FRONT: Final = "front"
REAR: Final = "rear"
LEFT_FLANK: Final = "left"
RIGHT_FLANK: Final = "right"

_ANGLE_TOLERANCE: Final = 1


def off_facing(ax: float, ay: float, facing: int, x: float, y: float) -> int:
    """How far off a facing a point bears, in hundredths of a degree to either side."""
    return abs(turn_between(facing, bearing(ax, ay, x, y)))


def in_arc(ax: float, ay: float, facing: int, half: int, x: float, y: float) -> bool:
    """Whether a point bears no farther than half the arc off a facing: inclusive, tolerance 0.01 degree."""
    if abs(x - ax) <= NOISE and abs(y - ay) <= NOISE:
        return True
    return off_facing(ax, ay, facing, x, y) <= half + _ANGLE_TOLERANCE


def in_front_arc(block: Block, half: int, x: float, y: float) -> bool:
    """Whether a point is in arc from the middle of a block's front edge."""
    ax, ay = front_middle(block)
    return in_arc(ax, ay, facing=block.pose.facing, half=half, x=x, y=y)


def in_front_wedge(block: Block, half: int, x: float, y: float) -> bool:
    """Whether a point lies ahead of the front edge, between rays turned outward from its two corners."""
    right, forward = to_local(block.pose, x, y)
    forward -= 0.5 * block.depth
    if forward < -NOISE:
        return False
    if abs(right) <= 0.5 * block.width + NOISE:
        return True
    corner = 0.5 * block.width if right > 0.0 else -0.5 * block.width
    return in_arc(corner, 0.0, facing=0, half=half, x=right, y=forward)


def block_in_arc(ax: float, ay: float, facing: int, half: int, block: Block) -> bool:
    """Whether any part of a block is in arc of a point."""
    for x, y in corners(block):
        if in_arc(ax, ay, facing=facing, half=half, x=x, y=y):
            return True
    reach = distance(ax, ay, block.pose.x, block.pose.y) + radius(block)
    for edge in (facing - half, facing + half):
        enter, leave = segment_span(ax, ay, ax + reach * sine(edge), ay + reach * cosine(edge), block)
        if enter <= leave:
            return True
    return False


def zone_ahead(block: Block, reach: float) -> Block:
    """The rectangle straight ahead of a block's front edge, as wide as it and so deep."""
    return Block(ahead(block.pose, 0.5 * (block.depth + reach)), block.width, reach)


def ahead_of_front(block: Block, x: float, y: float) -> float:
    """How far a point lies ahead of the endless line through the front edge; negative behind it."""
    _, forward = to_local(block.pose, x, y)
    return forward - 0.5 * block.depth


def side_of(block: Block, x: float, y: float) -> str:
    """Front, rear, left or right of a block, by the endless lines through its front and rear edges."""
    right, forward = to_local(block.pose, x, y)
    if forward >= 0.5 * block.depth - NOISE:
        return FRONT
    if forward <= -0.5 * block.depth + NOISE:
        return REAR
    return LEFT_FLANK if right < 0.0 else RIGHT_FLANK


def facing_to(pose: Pose, x: float, y: float) -> Pose:
    """The same place, facing a point."""
    return Pose(pose.x, pose.y, bearing(pose.x, pose.y, x, y))
