"""Points that walk arcs: when they pass a direction, and how near they come to a block."""

from __future__ import annotations

from math import atan2, degrees, sqrt

from .footprint import Block, corners
from .measure import NOISE, cosine, sine
from .pose import Point


def in_turn(ux: float, uy: float, vx: float, vy: float, by: int) -> bool:
    """Whether turning the first direction by that much passes the second."""
    angle = degrees(atan2(uy * vx - ux * vy, ux * vx + uy * vy)) * 100.0
    if by < 0:
        angle = -angle
        by = -by
    return -NOISE <= angle <= by + NOISE or angle + 36000.0 <= by + NOISE


def _arc_point_gap(
    cx: float, cy: float, r: float, ux: float, uy: float, by: int, x: float, y: float, best: float
) -> float:
    """Distance from a point to an arc, if the point lies across from the arc itself."""
    vx = x - cx
    vy = y - cy
    apart = abs(sqrt(vx * vx + vy * vy) - r)
    return apart if apart < best and in_turn(ux, uy, vx, vy, by) else best


def _arc_box_gap(
    cx: float, cy: float, ux: float, uy: float, by: int, hx: float, hy: float, best: float
) -> float:
    """Distance from the arc of (cx + ux, cy + uy) about (cx, cy) to a box at the origin, if below best."""
    r = sqrt(ux * ux + uy * uy)
    away = sqrt(cx * cx + cy * cy)
    if abs(away - r) - sqrt(hx * hx + hy * hy) >= best:
        return best
    for x, y in ((hx, hy), (hx, -hy), (-hx, hy), (-hx, -hy)):
        best = _arc_point_gap(cx, cy, r, ux, uy, by, x, y, best)
    best = _arc_side_gap(cx, cy, r, ux, uy, by, hx, hy, best, False)
    return _arc_side_gap(cy, cx, r, uy, ux, by, hy, hx, best, True)


def _arc_side_gap(
    cx: float,
    cy: float,
    r: float,
    ux: float,
    uy: float,
    by: int,
    hx: float,
    hy: float,
    best: float,
    swapped: bool,
) -> float:
    """Distance from an arc to the two upright sides of a box: where it crosses them, or comes nearest."""
    if swapped:
        by = -by
    for side in (-hx, hx):
        off = side - cx
        square = r * r - off * off
        if square >= 0.0:
            root = sqrt(square)
            for vy in (-root, root):
                if abs(cy + vy) <= hy and in_turn(ux, uy, off, vy, by):
                    return 0.0
        elif abs(cy) <= hy and abs(off) - r < best and in_turn(ux, uy, off, 0.0, by):
            best = abs(off) - r
    return best


def corner_arcs_gap(mover: Block, block: Block, px: float, py: float, by: int, best: float) -> float:
    """Nearest distance from the arcs of one block's corners to another block."""
    pose = block.pose
    s = sine(pose.facing)
    c = cosine(pose.facing)
    dx = px - pose.x
    dy = py - pose.y
    cx = dx * c - dy * s
    cy = dx * s + dy * c
    for x, y in corners(mover):
        ux = (x - px) * c - (y - py) * s
        uy = (x - px) * s + (y - py) * c
        best = _arc_box_gap(cx, cy, ux, uy, by, 0.5 * block.width, 0.5 * block.depth, best)
        if best <= 0.0:
            return 0.0
    return best


def arc_points(px: float, py: float, x: float, y: float, by: int) -> list[Point]:
    """Points that bound the arc of (x, y) about (px, py): its ends, and its extremes along the axes."""
    ux = x - px
    uy = y - py
    s = sine(by)
    c = cosine(by)
    r = sqrt(ux * ux + uy * uy)
    points = [(x, y), (px + ux * c + uy * s, py + uy * c - ux * s)]
    for vx, vy in ((r, 0.0), (-r, 0.0), (0.0, r), (0.0, -r)):
        if in_turn(ux, uy, vx, vy, by):
            points.append((px + vx, py + vy))
    return points
