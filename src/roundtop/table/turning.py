"""Points that walk arcs: which directions they pass, and how near they come to a block."""

from __future__ import annotations

from math import sqrt
from typing import final

from .footprint import Block, corners
from .measure import FULL_TURN, HALF_TURN, NOISE, cosine, sine
from .pose import Point


@final
class Arc:
    """The way of a point turned about another, from its first to its last direction, clockwise."""

    __slots__ = ("first_x", "first_y", "last_x", "last_y", "px", "py", "r", "wide")

    def __init__(self, px: float, py: float, ux: float, uy: float, by: int, s: float, c: float) -> None:
        """About (px, py) from there plus (ux, uy), by a turn whose sine and cosine are s and c."""
        wx = ux * c + uy * s
        wy = uy * c - ux * s
        self.px = px
        self.py = py
        self.r = sqrt(ux * ux + uy * uy)
        self.wide = abs(by) > HALF_TURN
        if by >= 0:
            self.first_x, self.first_y, self.last_x, self.last_y = ux, uy, wx, wy
        else:
            self.first_x, self.first_y, self.last_x, self.last_y = wx, wy, ux, uy


def passes(arc: Arc, vx: float, vy: float) -> bool:
    """Whether an arc passes a direction, its ends included."""
    after_first = arc.first_y * vx - arc.first_x * vy
    before_last = vy * arc.last_x - vx * arc.last_y
    if arc.wide:
        return after_first >= -NOISE or before_last >= -NOISE
    if after_first < -NOISE or before_last < -NOISE:
        return False
    return (arc.first_x + arc.last_x) * vx + (arc.first_y + arc.last_y) * vy >= -NOISE


def _corner_gap(arc: Arc, x: float, y: float, best: float) -> float:
    """Distance from a point to the part of an arc across from it, if it is less than the best so far."""
    vx = x - arc.px
    vy = y - arc.py
    apart = abs(sqrt(vx * vx + vy * vy) - arc.r)
    return apart if apart < best and passes(arc, vx, vy) else best


def _side_gap(arc: Arc, off: float, along: float, half: float, upright: bool, best: float) -> float:
    """Distance from an arc to one side of a box: 0 where it crosses it, else where it comes nearest.

    The side's line is off from the pivot; along it the pivot lies at along, and the side from -half to half.
    """
    square = arc.r * arc.r - off * off
    if square >= 0.0:
        root = sqrt(square)
        if abs(along + root) <= half and (passes(arc, off, root) if upright else passes(arc, root, off)):
            return 0.0
        if abs(along - root) <= half and (passes(arc, off, -root) if upright else passes(arc, -root, off)):
            return 0.0
        return best
    apart = abs(off) - arc.r
    if apart < best and abs(along) <= half and (passes(arc, off, 0.0) if upright else passes(arc, 0.0, off)):
        return apart
    return best


def _box_gap(arc: Arc, hx: float, hy: float, best: float) -> float:
    """Distance from an arc to a box at the origin, if it is less than the best so far."""
    away = sqrt(arc.px * arc.px + arc.py * arc.py)
    if abs(away - arc.r) - sqrt(hx * hx + hy * hy) >= best:
        return best
    best = _corner_gap(arc, hx, hy, best)
    best = _corner_gap(arc, hx, -hy, best)
    best = _corner_gap(arc, -hx, hy, best)
    best = _corner_gap(arc, -hx, -hy, best)
    best = _side_gap(arc, hx - arc.px, along=arc.py, half=hy, upright=True, best=best)
    best = _side_gap(arc, -hx - arc.px, along=arc.py, half=hy, upright=True, best=best)
    best = _side_gap(arc, hy - arc.py, along=arc.px, half=hx, upright=False, best=best)
    return _side_gap(arc, -hy - arc.py, along=arc.px, half=hx, upright=False, best=best)


def corner_arcs_gap(mover: Block, block: Block, px: float, py: float, by: int, best: float) -> float:
    """Nearest distance from the arcs of one block's corners to another block, if less than the best so far."""
    pose = block.pose
    s = sine(pose.facing)
    c = cosine(pose.facing)
    turn_s = sine(by) if abs(by) < FULL_TURN else 0.0
    turn_c = cosine(by) if abs(by) < FULL_TURN else 1.0
    dx = px - pose.x
    dy = py - pose.y
    local_x = dx * c - dy * s
    local_y = dx * s + dy * c
    for x, y in corners(mover):
        ux = (x - px) * c - (y - py) * s
        uy = (x - px) * s + (y - py) * c
        arc = Arc(px=local_x, py=local_y, ux=ux, uy=uy, by=by, s=turn_s, c=turn_c)
        best = _box_gap(arc, 0.5 * block.width, 0.5 * block.depth, best)
        if best <= 0.0:
            return 0.0
    return best


def arc_points(px: float, py: float, x: float, y: float, by: int) -> list[Point]:
    """Points that bound the arc of (x, y) about (px, py): its ends, and its extremes along the axes."""
    arc = Arc(px=px, py=py, ux=x - px, uy=y - py, by=by, s=sine(by), c=cosine(by))
    points = [(px + arc.first_x, py + arc.first_y), (px + arc.last_x, py + arc.last_y)]
    for vx, vy in ((arc.r, 0.0), (-arc.r, 0.0), (0.0, arc.r), (0.0, -arc.r)):
        if passes(arc, vx, vy):
            points.append((px + vx, py + vy))
    return points
