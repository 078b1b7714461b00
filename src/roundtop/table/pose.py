"""A place and a facing, and how to step from one to another."""

from __future__ import annotations

from typing import TypeAlias

from roundtop.record import record

from .measure import FULL_TURN, HALF_TURN, cosine, rounded, sine

Point: TypeAlias = tuple[float, float]


@record(unsafe_hash=True)
class Pose:
    """A place on the table and a facing in hundredths of a degree clockwise from north."""

    x: float
    y: float
    facing: int

    def __post_init__(self) -> None:
        self.facing = self.facing if 0 <= self.facing < FULL_TURN else self.facing % FULL_TURN


def ahead(pose: Pose, d: float) -> Pose:
    """A step straight ahead; backward if negative."""
    return Pose(pose.x + d * sine(pose.facing), pose.y + d * cosine(pose.facing), pose.facing)


def aside(pose: Pose, d: float) -> Pose:
    """A step to the right; to the left if negative."""
    return Pose(pose.x + d * cosine(pose.facing), pose.y - d * sine(pose.facing), pose.facing)


def moved(pose: Pose, dx: float, dy: float) -> Pose:
    """A shift in table axes that keeps the facing."""
    return Pose(pose.x + dx, pose.y + dy, pose.facing)


def turned(pose: Pose, by: int) -> Pose:
    """A turn on the spot, clockwise positive."""
    return Pose(pose.x, pose.y, pose.facing + by)


def about(pose: Pose) -> Pose:
    """An about-face on the spot."""
    return Pose(pose.x, pose.y, pose.facing + HALF_TURN)


def pivoted(pose: Pose, px: float, py: float, by: int) -> Pose:
    """A turn about any point of the table, clockwise positive."""
    s = sine(by)
    c = cosine(by)
    dx = pose.x - px
    dy = pose.y - py
    return Pose(px + dx * c + dy * s, py + dy * c - dx * s, pose.facing + by)


def rounded_pose(pose: Pose) -> Pose:
    """The pose as it is kept at the end of a command, to the hundredth."""
    return Pose(rounded(pose.x), rounded(pose.y), pose.facing)


def to_world(pose: Pose, right: float, forward: float) -> Point:
    """The table point that lies so far to the right of and ahead of a pose."""
    s = sine(pose.facing)
    c = cosine(pose.facing)
    return (pose.x + right * c + forward * s, pose.y + forward * c - right * s)


def to_local(pose: Pose, x: float, y: float) -> Point:
    """How far to the right of and ahead of a pose a table point lies."""
    s = sine(pose.facing)
    c = cosine(pose.facing)
    dx = x - pose.x
    dy = y - pose.y
    return (dx * c - dy * s, dx * s + dy * c)
