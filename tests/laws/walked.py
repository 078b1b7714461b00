"""How far a list of manoeuvres walks, sampled densely and without the table's own sweeps: the slow twin of law 10."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from roundtop.battle.forms import March
from roundtop.table.measure import bearing, distance
from roundtop.table.path import (
    CENTRE,
    LEFT,
    Manoeuvre,
    about_face,
    forward,
    glide,
    leg,
    oblique,
    pivot,
    shift,
    turn,
    wheel,
)
from roundtop.table.pose import Point, Pose, ahead, aside, moved, pivoted, to_local, to_world, turned
from tests.laws.reader import Measured

STEP: Final = 0.25
ARC: Final = 100
"""How finely a way is sampled: in the table's unit, and in hundredths of a degree."""
WALKING: Final = ("forward", "oblique", "glide", "shift", "wheel", "pivot", "turn", "about-face", "leg")
"""Manoeuvres that are drawn on the table; changes of formation and words of command are not."""


def slices(form: March, pose: Pose, one: Manoeuvre) -> Iterator[Pose]:
    """The poses of a body on its way through one manoeuvre, close together."""
    if one.kind in ("wheel", "pivot", "turn"):
        x, y = to_world(pose, *_hinge(form, one))
        steps = max(1, ceil(abs(one.by) / ARC))
        yield from [pivoted(pose, x, y, round(one.by * n / steps)) for n in range(1, steps + 1)]
    elif one.kind == "about-face":
        yield turned(pose, 18000)
    else:
        goal = _goal(pose, one)
        steps = max(1, ceil(distance(pose.x, pose.y, goal.x, goal.y) / STEP))
        dx, dy = (goal.x - pose.x) / steps, (goal.y - pose.y) / steps
        yield from [Pose(pose.x + n * dx, pose.y + n * dy, goal.facing) for n in range(1, steps + 1)]


def _hinge(form: March, one: Manoeuvre) -> Point:
    if one.kind == "pivot":
        return (one.x, one.y)
    if one.kind == "turn" or one.on == CENTRE:
        return (0.0, 0.0)
    return (-0.5 * form.width if one.on == LEFT else 0.5 * form.width, 0.5 * form.depth)


def _goal(pose: Pose, one: Manoeuvre) -> Pose:
    if one.kind == "forward":
        return ahead(pose, one.amount)
    if one.kind == "glide":
        return aside(pose, one.amount)
    if one.kind == "oblique":
        there = ahead(turned(pose, one.by), one.amount)
        return Pose(there.x, there.y, pose.facing)
    if one.kind == "shift":
        return moved(pose, one.x, one.y)
    assert one.kind == "leg"
    return Pose(one.x, one.y, bearing(pose.x, pose.y, one.x, one.y)) if (one.x, one.y) != (pose.x, pose.y) else pose


def walk_of(form: March, measured: Measured, point: Point, drill: Sequence[Manoeuvre]) -> float:
    """How far one point of a body walks."""
    pose = measured.start
    right, ahead_by = point
    length = 0.0
    for one in drill:
        x, y = to_world(pose, right, ahead_by)
        passed = list(slices(form, pose, one))
        pose = passed[-1]
        if one.kind in measured.chosen:
            continue
        if one.kind in measured.in_place:
            right, ahead_by = to_local(pose, x, y)
            continue
        for there in passed:
            now = to_world(there, right, ahead_by)
            length += distance(x, y, *now)
            x, y = now
    return length


def detours(form: March) -> Iterator[tuple[Manoeuvre, ...]]:
    """Lists that come back to where they began, or nearly so, each as long as the allowance by itself."""
    far = max(form.allowance, 1.0)
    every: tuple[tuple[Manoeuvre, ...], ...] = (
        (shift(2.1 * far, 0.0), shift(0.0, 0.7 * far), shift(-2.1 * far, 0.0)),
        (shift(0.4 * far, 0.3 * far), shift(-0.4 * far, 0.3 * far)),
        (forward(0.5 * far), forward(-0.5 * far), forward(0.5 * far)),
        (glide(0.5 * far), forward(0.3 * far), glide(-0.5 * far)),
        (oblique(0.5 * far, 4500), oblique(0.5 * far, -4500), forward(0.2 * far)),
        (forward(0.3 * far), wheel(9000, LEFT), wheel(-9000, LEFT), forward(0.3 * far)),
        (wheel(4500, LEFT), wheel(-4500, "right"), wheel(4500, LEFT), wheel(-4500, "right")),
        (wheel(8000, CENTRE), forward(0.3 * far), wheel(-8000, CENTRE)),
        (turn(9000), forward(0.4 * far), turn(9000), forward(0.4 * far), turn(9000), forward(0.4 * far)),
        (about_face(), forward(0.6 * far), about_face(), forward(0.6 * far)),
        (pivot(6000, 0.5 * form.width, 0.5 * form.depth), pivot(-6000, -0.5 * form.width, -0.5 * form.depth)),
        (pivot(9000, 0.0, 0.5 * form.depth), forward(far)),
        _hairpin(form, far),
    )
    for drill in every:
        if not [one for one in drill if one.kind not in form.kinds]:
            yield drill


def _hairpin(form: March, far: float) -> tuple[Manoeuvre, ...]:
    x, y = to_world(form.start, 0.0, 0.6 * far)
    return (leg(x, y), leg(form.start.x, form.start.y), leg(x + 0.1, y))


def scaled(form: March, drill: tuple[Manoeuvre, ...], by: float) -> tuple[Manoeuvre, ...]:
    """The same list, longer or shorter; places are drawn in about the start."""
    start = form.start
    return tuple(
        [
            _resized(one, by, start.x + by * (one.x - start.x), start.y + by * (one.y - start.y))
            if one.kind == "leg"
            else _resized(one, by, *((by * one.x, by * one.y) if one.kind == "shift" else (one.x, one.y)))
            for one in drill
        ]
    )


def _resized(one: Manoeuvre, by: float, x: float, y: float) -> Manoeuvre:
    turns = one.by if one.kind == "oblique" else round(by * one.by)
    return Manoeuvre(one.kind, by * one.amount, turns, one.on, x, y)
