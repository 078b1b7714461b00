"""The way a body is seen to take: a few poses that a picture can run through, none where a straight glide shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .measure import HALF_TURN, distance, segment_distance, turn_between
from .path import SHIFT, TURN, Stage, Sweep
from .pose import Pose, pivoted, rounded_pose

_ARC: Final = 3000
"""Turns are seen in steps of at most so much."""
_NEAR: Final = 0.05
"""Poses and lines so near to each other are the same to the eye."""
_ALIKE: Final = 50


def stations(path: Sweep) -> list[Pose]:
    """The start of a sweep, the end of each of its stages, and steps of its turns."""
    found = [path.start]
    for stage in path.stages:
        if stage.motion == TURN:
            found.extend(_turning(stage))
        else:
            if stage.motion == SHIFT and stage.start.facing != found[len(found) - 1].facing:
                found.append(stage.start)
            found.append(stage.end)
    return found


def _turning(stage: Stage) -> list[Pose]:
    steps = max(1, -(-abs(stage.by) // _ARC))
    return [pivoted(stage.start, stage.px, stage.py, stage.by * step // steps) for step in range(1, steps + 1)]


def turn_and_go(start: Pose, end: Pose) -> list[Pose]:
    """A turn on the spot, then straight there."""
    return [start, Pose(start.x, start.y, end.facing), end]


def go_and_turn(start: Pose, end: Pose) -> list[Pose]:
    """Straight there, then a turn on the spot."""
    return [start, Pose(end.x, end.y, start.facing), end]


def course(passed: Sequence[Pose], end: Pose) -> tuple[Pose, ...]:
    """The poses passed as far as the end, without those that a glide from one to the next goes through anyway.

    Nothing where a glide from the start to the end shows it all, or where the end does not lie on the way. A body may
    have been stopped: where it was bound for beyond its end is nobody's business.
    """
    way = [rounded_pose(pose) for pose in _as_far_as(passed, end)]
    kept: list[Pose] = []
    for index, pose in enumerate(way):
        if kept and index < len(way) - 1 and _between(kept[len(kept) - 1], pose, way[index + 1]):
            continue
        if not kept or pose != kept[len(kept) - 1]:
            kept.append(pose)
    if len(kept) > 2 or (len(kept) == 2 and turns_about(kept[0], kept[1])):
        return tuple(kept)
    return ()


def turns_about(a: Pose, b: Pose) -> bool:
    """Whether every man turns about where he stands."""
    return _same_place(a, b) and abs(turn_between(a.facing, b.facing)) == HALF_TURN


def _same_place(a: Pose, b: Pose) -> bool:
    return distance(a.x, a.y, b.x, b.y) <= _NEAR


def _as_far_as(passed: Sequence[Pose], end: Pose) -> list[Pose]:
    if not passed:
        return []
    if _same_place(passed[len(passed) - 1], end):
        return [*passed[: len(passed) - 1], end]
    for index in range(1, len(passed)):
        a = passed[index - 1]
        b = passed[index]
        if segment_distance(end.x, end.y, ax=a.x, ay=a.y, bx=b.x, by=b.y) <= _NEAR:
            return [*passed[:index], end]
    return []


def _between(a: Pose, pose: Pose, b: Pose) -> bool:
    """Whether a glide from one pose to another goes through a third."""
    whole = distance(a.x, a.y, b.x, b.y)
    if whole <= _NEAR:
        first = turn_between(a.facing, pose.facing)
        return _same_place(a, pose) and first + turn_between(pose.facing, b.facing) == turn_between(a.facing, b.facing)
    share = min(1.0, distance(a.x, a.y, pose.x, pose.y) / whole)
    facing = a.facing + int(share * turn_between(a.facing, b.facing))
    there = Pose(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), facing)
    return _same_place(there, pose) and abs(turn_between(there.facing, pose.facing)) <= _ALIKE
