"""Footprints on the table: blocks and discs, what they touch and how far apart they are."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, TypeAlias

from roundtop.record import record

from .measure import NOISE, QUARTER_TURN, TOLERANCE, cosine, distance, segment_distance, sine
from .pose import Point, Pose, to_local, to_world

FAR: Final = 1e18

Lies: TypeAlias = tuple[float, float, float, float, float, float, float, float]
"""The corners of a block as somebody sees them."""


@record(unsafe_hash=True)
class Block:
    """An oriented rectangle centred on its pose; width across the front, depth from front to rear."""

    pose: Pose
    width: float
    depth: float


@record(unsafe_hash=True)
class Disc:
    """A round base."""

    x: float
    y: float
    radius: float


def radius(block: Block) -> float:
    """Distance from the centre of a block to its corners."""
    return 0.5 * sqrt(block.width * block.width + block.depth * block.depth)


def corners(block: Block) -> tuple[Point, Point, Point, Point]:
    """Front left, front right, rear right, rear left."""
    pose = block.pose
    s = sine(pose.facing)
    c = cosine(pose.facing)
    wx = 0.5 * block.width * c
    wy = -0.5 * block.width * s
    dx = 0.5 * block.depth * s
    dy = 0.5 * block.depth * c
    x = pose.x
    y = pose.y
    return (
        (x - wx + dx, y - wy + dy),
        (x + wx + dx, y + wy + dy),
        (x + wx - dx, y + wy - dy),
        (x - wx - dx, y - wy - dy),
    )


def front_middle(block: Block) -> Point:
    """The middle of the front edge."""
    return to_world(block.pose, 0.0, 0.5 * block.depth)


def rear_middle(block: Block) -> Point:
    """The middle of the rear edge."""
    return to_world(block.pose, 0.0, -0.5 * block.depth)


def front_left(block: Block) -> Point:
    """The front corner on the owner's left."""
    return to_world(block.pose, -0.5 * block.width, 0.5 * block.depth)


def front_right(block: Block) -> Point:
    """The front corner on the owner's right."""
    return to_world(block.pose, 0.5 * block.width, 0.5 * block.depth)


def _box_gap(x: float, y: float, half_x: float, half_y: float) -> float:
    """Distance from a point to a box centred on the origin."""
    over_x = abs(x) - half_x
    over_y = abs(y) - half_y
    if over_x <= 0.0 and over_y <= 0.0:
        return 0.0
    if over_x <= 0.0:
        return over_y
    if over_y <= 0.0:
        return over_x
    return sqrt(over_x * over_x + over_y * over_y)


def point_gap(block: Block, x: float, y: float) -> float:
    """Distance from a point to a block; 0 inside it."""
    pose = block.pose
    s = sine(pose.facing)
    c = cosine(pose.facing)
    dx = x - pose.x
    dy = y - pose.y
    return _box_gap(dx * c - dy * s, dx * s + dy * c, 0.5 * block.width, 0.5 * block.depth)


def gap(a: Block, b: Block) -> float:
    """Nearest distance between two blocks; 0 if they touch or overlap."""
    pose = a.pose
    other = b.pose
    s = sine(pose.facing)
    c = cosine(pose.facing)
    dx = other.x - pose.x
    dy = other.y - pose.y
    px = dx * c - dy * s
    py = dx * s + dy * c
    aw = 0.5 * a.width
    ad = 0.5 * a.depth
    bw = 0.5 * b.width
    bd = 0.5 * b.depth
    relative = other.facing - pose.facing
    if relative % QUARTER_TURN == 0:
        if relative % (2 * QUARTER_TURN) == 0:
            return _box_gap(px, py, aw + bw, ad + bd)
        return _box_gap(px, py, aw + bd, ad + bw)
    return _crooked_gap(px, py, aw=aw, ad=ad, bw=bw, bd=bd, s=sine(relative), c=cosine(relative))


def _crooked_gap(px: float, py: float, aw: float, ad: float, bw: float, bd: float, s: float, c: float) -> float:
    """Gap between a box at the origin and a block at (px, py) turned by the angle of s and c."""
    wx = bw * c
    wy = -bw * s
    dx = bd * s
    dy = bd * c
    qx = px * c - py * s
    qy = px * s + py * c
    if (
        abs(px) <= aw + abs(wx) + abs(dx)
        and abs(py) <= ad + abs(wy) + abs(dy)
        and abs(qx) <= bw + abs(aw * c) + abs(ad * s)
        and abs(qy) <= bd + abs(aw * s) + abs(ad * c)
    ):
        return 0.0
    nearest = _box_gap(px + wx + dx, py + wy + dy, aw, ad)
    nearest = min(nearest, _box_gap(px + wx - dx, py + wy - dy, aw, ad))
    nearest = min(nearest, _box_gap(px - wx + dx, py - wy + dy, aw, ad))
    nearest = min(nearest, _box_gap(px - wx - dx, py - wy - dy, aw, ad))
    ux = aw * c
    uy = aw * s
    vx = ad * s
    vy = -ad * c
    nearest = min(nearest, _box_gap(qx + ux + vx, qy + uy + vy, bw, bd))
    nearest = min(nearest, _box_gap(qx + ux - vx, qy + uy - vy, bw, bd))
    nearest = min(nearest, _box_gap(qx - ux + vx, qy - uy + vy, bw, bd))
    return min(nearest, _box_gap(qx - ux - vx, qy - uy - vy, bw, bd))


def as_seen(pose: Pose, block: Block) -> Lies:
    """The corners of a block as they lie to the right and ahead of a pose: front left, front right, and on round."""
    px, py = to_local(pose, block.pose.x, block.pose.y)
    s = sine(block.pose.facing - pose.facing)
    c = cosine(block.pose.facing - pose.facing)
    wx = 0.5 * block.width * c
    wy = -0.5 * block.width * s
    dx = 0.5 * block.depth * s
    dy = 0.5 * block.depth * c
    ax, ay = px - wx + dx, py - wy + dy
    bx, by = px + wx + dx, py + wy + dy
    return (ax, ay, bx, by, px + wx - dx, py + wy - dy, px - wx - dx, py - wy - dy)


def room_ahead(body: Block, block: Block) -> float:
    """How far a body goes straight on before it meets a block; FAR if it passes it by or leaves it behind."""
    return room_to(as_seen(body.pose, block), body.width, body.depth)


def room_to(lies: Lies, width: float, depth: float) -> float:
    """How far a body of this size goes straight on before it meets a block that lies so; FAR as for `room_ahead`."""
    half = 0.5 * width
    ax, ay, bx, by, cx, cy, ex, ey = lies
    nearest = min(_near_end(ax, ay, bx, by, half), _near_end(bx, by, cx, cy, half))
    nearest = min(nearest, _near_end(cx, cy, ex, ey, half), _near_end(ex, ey, ax, ay, half))
    behind = -0.5 * depth
    if nearest < behind:
        farthest = min(_near_end(ax, -ay, bx, -by, half), _near_end(bx, -by, cx, -cy, half))
        farthest = -min(farthest, _near_end(cx, -cy, ex, -ey, half), _near_end(ex, -ey, ax, -ay, half))
        if farthest < behind:
            return FAR
    return max(0.0, nearest + behind) if nearest < FAR else FAR


def off_lane(body: Block, block: Block) -> Point:
    """How far beside the lane of a body that goes straight on a block lies, and how far ahead of its front; below 0
    where it lies in the lane, or not wholly ahead.
    """
    right, forward = to_local(body.pose, block.pose.x, block.pose.y)
    turn = block.pose.facing - body.pose.facing
    s = abs(sine(turn))
    c = abs(cosine(turn))
    return (
        abs(right) - 0.5 * (block.width * c + block.depth * s + body.width),
        forward - 0.5 * (block.width * s + block.depth * c + body.depth),
    )


def _near_end(ax: float, ay: float, bx: float, by: float, half: float) -> float:
    """The least y of so much of an edge as lies within half a width of the line x = 0; FAR if none of it does."""
    if ax > bx:
        ax, ay, bx, by = bx, by, ax, ay
    if bx < -half or ax > half:
        return FAR
    first = ay if ax >= -half else ay + (by - ay) * (-half - ax) / (bx - ax)
    last = by if bx <= half else ay + (by - ay) * (half - ax) / (bx - ax)
    return min(first, last)


def gap_below(a: Block, b: Block, limit: float) -> bool:
    """Whether two blocks are nearer than a limit, asking their bounding circles first."""
    dx = b.pose.x - a.pose.x
    dy = b.pose.y - a.pose.y
    reach = limit + radius(a) + radius(b)
    return dx * dx + dy * dy < reach * reach and gap(a, b) < limit


def nearest_gap(block: Block, others: Sequence[Block]) -> float:
    """The smallest gap from a block to any of the others; FAR if there are none."""
    best = FAR
    own = radius(block)
    x = block.pose.x
    y = block.pose.y
    for other in others:
        dx = other.pose.x - x
        dy = other.pose.y - y
        reach = best + own + 0.5 * (other.width + other.depth)
        if dx * dx + dy * dy < reach * reach:
            best = min(best, gap(block, other))
    return best


def overlap(a: Block, b: Block) -> bool:
    """Whether the interiors of two blocks overlap by more than the tolerance; touching is not overlapping."""
    pose = a.pose
    other = b.pose
    dx = other.x - pose.x
    dy = other.y - pose.y
    aw = 0.5 * a.width
    ad = 0.5 * a.depth
    bw = 0.5 * b.width
    bd = 0.5 * b.depth
    if dx * dx + dy * dy >= 2.0 * (aw * aw + ad * ad + bw * bw + bd * bd):
        return False
    slack = TOLERANCE + NOISE
    s = sine(pose.facing)
    c = cosine(pose.facing)
    rs = sine(other.facing - pose.facing)
    rc = cosine(other.facing - pose.facing)
    px = dx * c - dy * s
    py = dx * s + dy * c
    us = abs(rs)
    uc = abs(rc)
    return (
        abs(px) < aw + bw * uc + bd * us - slack
        and abs(py) < ad + bw * us + bd * uc - slack
        and abs(px * rc - py * rs) < bw + aw * uc + ad * us - slack
        and abs(px * rs + py * rc) < bd + aw * us + ad * uc - slack
    )


def overlaps_any(block: Block, others: Sequence[Block]) -> int:
    """Index of the first of the others that a block overlaps, or -1."""
    for index, other in enumerate(others):
        if overlap(block, other):
            return index
    return -1


def _clips(start: float, delta: float, half: float) -> Point:
    """Where a segment lies between -half and half on one axis, in lengths of the segment."""
    if delta == 0.0:
        return (-FAR, FAR) if abs(start) <= half else (FAR, -FAR)
    first = (-half - start) / delta
    last = (half - start) / delta
    return (first, last) if first <= last else (last, first)


def segment_span(ax: float, ay: float, bx: float, by: float, block: Block, grow: float = 0.0) -> Point:
    """Where along a segment (0 to 1) it enters and leaves a block, grown all round; (1, 0) if it misses."""
    pose = block.pose
    s = sine(pose.facing)
    c = cosine(pose.facing)
    dx = ax - pose.x
    dy = ay - pose.y
    vx = bx - ax
    vy = by - ay
    enter_x, leave_x = _clips(dx * c - dy * s, vx * c - vy * s, 0.5 * block.width + grow)
    if enter_x > 1.0 or leave_x < 0.0:
        return (1.0, 0.0)
    enter_y, leave_y = _clips(dx * s + dy * c, vx * s + vy * c, 0.5 * block.depth + grow)
    enter = max(enter_x, enter_y)
    leave = min(leave_x, leave_y)
    if enter > leave or enter > 1.0 or leave < 0.0:
        return (1.0, 0.0)
    return (max(0.0, enter), min(1.0, leave))


def segment_hits_block(ax: float, ay: float, bx: float, by: float, block: Block) -> bool:
    """Whether a segment enters a block deeper than the tolerance; running along an edge does not."""
    reach = 0.5 * (block.width + block.depth)
    x = block.pose.x
    low = x - reach
    high = x + reach
    if (ax < low and bx < low) or (ax > high and bx > high):
        return False
    y = block.pose.y
    low = y - reach
    high = y + reach
    if (ay < low and by < low) or (ay > high and by > high):
        return False
    enter, leave = segment_span(ax, ay, bx=bx, by=by, block=block, grow=-TOLERANCE)
    return enter <= leave


def _segment_box_gap(ax: float, ay: float, bx: float, by: float, half_x: float, half_y: float, best: float) -> float:
    """Distance from a segment to a box at the origin, if it is less than the best so far."""
    reach_x = half_x + best
    reach_y = half_y + best
    if (ax > reach_x and bx > reach_x) or (ax < -reach_x and bx < -reach_x):
        return best
    if (ay > reach_y and by > reach_y) or (ay < -reach_y and by < -reach_y):
        return best
    enter_x, leave_x = _clips(ax, bx - ax, half_x)
    enter_y, leave_y = _clips(ay, by - ay, half_y)
    enter = max(enter_x, enter_y)
    leave = min(leave_x, leave_y)
    if enter <= leave and enter <= 1.0 and leave >= 0.0:
        return 0.0
    best = min(best, _box_gap(ax, ay, half_x, half_y))
    best = min(best, _box_gap(bx, by, half_x, half_y))
    best = min(best, segment_distance(half_x, half_y, ax=ax, ay=ay, bx=bx, by=by))
    best = min(best, segment_distance(half_x, -half_y, ax=ax, ay=ay, bx=bx, by=by))
    best = min(best, segment_distance(-half_x, half_y, ax=ax, ay=ay, bx=bx, by=by))
    return min(best, segment_distance(-half_x, -half_y, ax=ax, ay=ay, bx=bx, by=by))


def polyline_gap(points: Sequence[Point], closed: bool, block: Block, best: float = FAR) -> float:
    """Nearest distance between a line of points and a block, if it is less than the best so far."""
    pose = block.pose
    s = sine(pose.facing)
    c = cosine(pose.facing)
    half_x = 0.5 * block.width
    half_y = 0.5 * block.depth
    x, y = points[len(points) - 1] if closed else points[0]
    x -= pose.x
    y -= pose.y
    ax = x * c - y * s
    ay = x * s + y * c
    for point in points:
        x, y = point
        x -= pose.x
        y -= pose.y
        bx = x * c - y * s
        by = x * s + y * c
        best = _segment_box_gap(ax, ay, bx=bx, by=by, half_x=half_x, half_y=half_y, best=best)
        if best <= 0.0:
            return 0.0
        ax = bx
        ay = by
    return best


def segment_gap(ax: float, ay: float, bx: float, by: float, block: Block) -> float:
    """Nearest distance between a segment and a block; 0 if they meet."""
    return polyline_gap(((ax, ay), (bx, by)), False, block)


def inside_polygon(outline: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies inside a closed outline; its border counts as inside."""
    inside = False
    ax, ay = outline[len(outline) - 1]
    for point in outline:
        bx, by = point
        above = ay - y
        below = by - y
        if (above <= NOISE or below <= NOISE) and (above >= -NOISE or below >= -NOISE):
            if segment_distance(x, y, ax=ax, ay=ay, bx=bx, by=by) <= NOISE:
                return True
            if (above > 0.0) != (below > 0.0):
                side = (x - ax) * (by - ay) - (bx - ax) * (y - ay)
                if (side < 0.0) == (by > ay):
                    inside = not inside
        ax = bx
        ay = by
    return inside


def outline_gap(outline: Sequence[Point], block: Block, best: float = FAR) -> float:
    """Nearest distance between a closed outline and a block, if less than the best so far; 0 if they touch."""
    if inside_polygon(outline, block.pose.x, block.pose.y):
        return 0.0
    return polyline_gap(outline, True, block, best)


def block_touches_outline(block: Block, outline: Sequence[Point]) -> bool:
    """Whether any part of a block lies in a closed outline deeper than the tolerance."""
    return _outline_enters(block, outline) or inside_polygon(outline, block.pose.x, block.pose.y)


def block_in_outline(block: Block, outline: Sequence[Point]) -> bool:
    """Whether the whole of a block lies in a closed outline, within the tolerance."""
    return inside_polygon(outline, block.pose.x, block.pose.y) and not _outline_enters(block, outline)


def _outline_enters(block: Block, outline: Sequence[Point]) -> bool:
    """Whether an edge of an outline enters a block."""
    ax, ay = outline[len(outline) - 1]
    for point in outline:
        bx, by = point
        if segment_hits_block(ax, ay, bx, by, block):
            return True
        ax = bx
        ay = by
    return False


def block_in_box(block: Block, left: float, bottom: float, right: float, top: float) -> bool:
    """Whether a block lies wholly in an upright box, within the tolerance."""
    pose = block.pose
    s = abs(sine(pose.facing))
    c = abs(cosine(pose.facing))
    half_x = 0.5 * (block.width * c + block.depth * s) - TOLERANCE - NOISE
    half_y = 0.5 * (block.width * s + block.depth * c) - TOLERANCE - NOISE
    return pose.x - half_x >= left and pose.x + half_x <= right and pose.y - half_y >= bottom and pose.y + half_y <= top


def disc_gap(a: Disc, b: Disc) -> float:
    """Nearest distance between two round bases; never below 0."""
    return max(0.0, distance(a.x, a.y, b.x, b.y) - a.radius - b.radius)


def disc_block_gap(disc: Disc, block: Block) -> float:
    """Nearest distance between a round base and a block; never below 0."""
    return max(0.0, point_gap(block, disc.x, disc.y) - disc.radius)


def disc_overlap(a: Disc, b: Disc) -> bool:
    """Whether two round bases overlap by more than the tolerance."""
    return distance(a.x, a.y, b.x, b.y) < a.radius + b.radius - TOLERANCE - NOISE


def disc_block_overlap(disc: Disc, block: Block) -> bool:
    """Whether a round base overlaps a block by more than the tolerance."""
    return point_gap(block, disc.x, disc.y) < disc.radius - TOLERANCE - NOISE


def segment_hits_disc(ax: float, ay: float, bx: float, by: float, disc: Disc) -> bool:
    """Whether a segment enters a round base deeper than the tolerance."""
    return segment_distance(disc.x, disc.y, ax=ax, ay=ay, bx=bx, by=by) < disc.radius - TOLERANCE - NOISE


def disc_in_box(disc: Disc, left: float, bottom: float, right: float, top: float) -> bool:
    """Whether a round base lies wholly in an upright box, within the tolerance."""
    half = disc.radius - TOLERANCE - NOISE
    x = disc.x
    y = disc.y
    return left <= x - half and x + half <= right and bottom <= y - half and y + half <= top
