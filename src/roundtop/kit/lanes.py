"""The lane between two bodies: whatever may come between any of their places lies in it.

A quick first question. What then blocks the line from one place to another is the book's.
"""

from __future__ import annotations

from roundtop.record import record
from roundtop.table.ground import Box
from roundtop.table.measure import NOISE, distance
from roundtop.table.pose import Pose


@record
class Lane:
    """From the middle of one body towards the other, so long, and so wide to either side and beyond both ends."""

    x: float
    y: float
    east: float
    north: float
    length: float
    wide: float


def between(one: Pose, other: Pose, wide: float) -> Lane:
    """The lane between two bodies of which nothing lies farther than that from its middle."""
    length = distance(one.x, one.y, other.x, other.y)
    east = (other.x - one.x) / length if length > NOISE else 0.0
    north = (other.y - one.y) / length if length > NOISE else 1.0
    return Lane(one.x, one.y, east, north, length=length, wide=wide)


def may_stand_in(lane: Lane, pose: Pose, outreach: float) -> bool:
    """Whether a body may stand in a lane of which nothing lies farther than that from its middle."""
    reach = lane.wide + outreach
    dx = pose.x - lane.x
    dy = pose.y - lane.y
    along = dx * lane.east + dy * lane.north
    return -reach < along < lane.length + reach and abs(dx * lane.north - dy * lane.east) < reach


def may_lie_in(lane: Lane, box: Box) -> bool:
    """Whether ground with this box round it may lie in a lane."""
    end_x = lane.x + lane.east * lane.length
    end_y = lane.y + lane.north * lane.length
    if box[2] < min(lane.x, end_x) - lane.wide or box[0] > max(lane.x, end_x) + lane.wide:
        return False
    return box[3] >= min(lane.y, end_y) - lane.wide and box[1] <= max(lane.y, end_y) + lane.wide
