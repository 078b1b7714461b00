"""What a move meets and crosses: areas, lines, the table's edge, round bases."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from roundtop.record import record

from .footprint import FAR, Block, Disc, block_touches_outline, corners, polyline_gap, segment_hits_block
from .ground import Area, Box, Ground, Kinds, Line, chords, disc_span, length_in, line_crossings
from .measure import NOISE, TOLERANCE, arc_length, distance, kept, segment_distance, within
from .path import TURN, Stage, Stop, Sweep, shift_hull, swept_block
from .pose import Point, pivoted
from .turning import arc_points


def _segment_enters(outline: Sequence[Point], ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a segment enters a convex anticlockwise outline deeper than the tolerance."""
    enter = 0.0
    leave = 1.0
    px, py = outline[len(outline) - 1]
    for point in outline:
        qx, qy = point
        ex = qx - px
        ey = qy - py
        deep = TOLERANCE * sqrt(ex * ex + ey * ey)
        start = ex * (ay - py) - ey * (ax - px) - deep
        slope = ex * (by - ay) - ey * (bx - ax)
        if abs(slope) <= NOISE:
            if start < 0.0:
                return False
        elif slope > 0.0:
            enter = max(enter, -start / slope)
        else:
            leave = min(leave, -start / slope)
        px = qx
        py = qy
    return enter <= leave


def _stage_meets(stage: Stage, width: float, depth: float, points: Sequence[Point], closed: bool) -> bool:
    """Whether a body touches a line of points at any moment of a stage."""
    if stage.motion == TURN:
        return _turn_meets(stage, width, depth=depth, points=points, closed=closed, first=0, last=stage.by)
    swept = swept_block(stage, width, depth)
    outline = () if swept is not None else shift_hull(stage, width, depth)
    px, py = points[len(points) - 1] if closed else points[0]
    for point in points:
        qx, qy = point
        if swept is not None:
            if segment_hits_block(px, py, qx, qy, swept):
                return True
        elif _segment_enters(outline, px, py, qx, qy):
            return True
        px = qx
        py = qy
    return False


def _turn_meets(
    stage: Stage, width: float, depth: float, points: Sequence[Point], closed: bool, first: int, last: int
) -> bool:
    """Whether a turning body touches a line of points, by halving the turn where it might."""
    block = Block(pivoted(stage.start, stage.px, stage.py, (first + last) // 2), width, depth)
    apart = polyline_gap(points, closed, block)
    if apart <= 0.0:
        shrunk = Block(block.pose, width - 2.0 * TOLERANCE, depth - 2.0 * TOLERANCE)
        if polyline_gap(points, closed, shrunk) <= 0.0:
            return True
    reach = arc_length(stage.reach, last - first)
    if apart > 0.5 * reach or reach <= TOLERANCE or abs(last - first) <= 1:
        return False
    middle = (first + last) // 2
    return _turn_meets(
        stage, width, depth=depth, points=points, closed=closed, first=first, last=middle
    ) or _turn_meets(stage, width, depth=depth, points=points, closed=closed, first=middle, last=last)


def _stage_near_box(stage: Stage, box: Box) -> bool:
    left, bottom, right, top = box
    x = stage.reach_x
    y = stage.reach_y
    reach = stage.reach
    return left - reach <= x <= right + reach and bottom - reach <= y <= top + reach


def areas_met(ground: Ground, kinds: Kinds, path: Sweep) -> tuple[Area, ...]:
    """The areas of these kinds that any part of the body touches at any moment, the start included."""
    return tuple([area for area in ground.areas if area.kind in kinds and _meets_area(path, area)])


def _meets_area(path: Sweep, area: Area) -> bool:
    if block_touches_outline(Block(path.start, path.width, path.depth), area.outline):
        return True
    return _meets(path, area.box, area.outline, True)


def lines_met(ground: Ground, kinds: Kinds, path: Sweep) -> tuple[Line, ...]:
    """The lines of these kinds that any part of the body touches at any moment, the start included."""
    return tuple([x for x in ground.lines if x.kind in kinds and _meets(path, x.box, x.points, False)])


def _meets(path: Sweep, box: Box, points: Sequence[Point], closed: bool) -> bool:
    for stage in path.stages:
        if _stage_near_box(stage, box) and _stage_meets(stage, path.width, path.depth, points, closed):
            return True
    return False


def inside_table(ground: Ground, path: Sweep) -> bool:
    """Whether no part of the body leaves the table at any moment, within the tolerance."""
    for stage in path.stages:
        x = stage.reach_x
        y = stage.reach_y
        reach = stage.reach
        if x - reach >= 0.0 and x + reach <= ground.width and y - reach >= 0.0 and y + reach <= ground.depth:
            continue
        for px, py in _extremes(stage, path.width, path.depth):
            if not (kept(px, 0.0) and kept(py, 0.0) and within(px, ground.width) and within(py, ground.depth)):
                return False
    return True


def _extremes(stage: Stage, width: float, depth: float) -> list[Point]:
    """Points that bound what a stage sweeps over."""
    body = corners(Block(stage.start, width, depth))
    if stage.motion != TURN:
        return [*body, *corners(Block(stage.end, width, depth))]
    points: list[Point] = []
    for x, y in body:
        points.extend(arc_points(stage.px, stage.py, x, y, stage.by))
    return points


def track_in_area(ground: Ground, kinds: Kinds, points: Sequence[Point]) -> float:
    """How much of a track lies in areas of these kinds."""
    inside = 0.0
    for index in range(1, len(points)):
        ax, ay = points[index - 1]
        bx, by = points[index]
        inside += length_in(ground, kinds, ax=ax, ay=ay, bx=bx, by=by)
    return inside


@record
class Crossed:
    """A line that a track crosses: its index in the ground, how far along the track, and where."""

    index: int
    along: float
    x: float
    y: float


def crossed_lines(ground: Ground, kinds: Kinds, points: Sequence[Point]) -> tuple[Crossed, ...]:
    """Every crossing of lines of these kinds by a track, in the order met."""
    found: list[Crossed] = []
    walked = 0.0
    for step in range(1, len(points)):
        ax, ay = points[step - 1]
        bx, by = points[step]
        length = distance(ax, ay, bx, by)
        here: list[tuple[float, int]] = []
        for index, line in enumerate(ground.lines):
            if line.kind in kinds:
                here.extend([(at, index) for at in line_crossings(line.points, ax, ay, bx, by)])
        here.sort()
        for at, index in here:
            found.append(Crossed(index, walked + at * length, ax + at * (bx - ax), ay + at * (by - ay)))
        walked += length
    return tuple(found)


def first_entry(ground: Ground, kinds: Kinds, points: Sequence[Point]) -> float:
    """How far along a track it first enters an area of these kinds, or -1."""
    walked = 0.0
    for step in range(1, len(points)):
        ax, ay = points[step - 1]
        bx, by = points[step]
        length = distance(ax, ay, bx, by)
        first = FAR
        for area in ground.areas:
            if area.kind in kinds:
                inside = chords(area.outline, ax, ay, bx, by)
                if inside:
                    first = min(first, inside[0][0])
        if first < FAR:
            return walked + first * length
        walked += length
    return -1.0


def track_gap(points: Sequence[Point], own: float, discs: Sequence[Disc]) -> float:
    """The nearest approach of a round base of this radius along a track to any other; never below 0."""
    best = FAR
    for index in range(1, len(points)):
        ax, ay = points[index - 1]
        bx, by = points[index]
        for disc in discs:
            best = min(best, segment_distance(disc.x, disc.y, ax=ax, ay=ay, bx=bx, by=by) - own - disc.radius)
    return max(0.0, best)


def track_until(points: Sequence[Point], own: float, discs: Sequence[Disc], limit: float) -> Stop:
    """How far a round base may go along a track before its gap to any of the others falls to a limit."""
    walked = 0.0
    for step in range(1, len(points)):
        ax, ay = points[step - 1]
        bx, by = points[step]
        length = distance(ax, ay, bx, by)
        first = 1.0
        which = -1
        for index, disc in enumerate(discs):
            reach = own + disc.radius + limit
            if length > NOISE and segment_distance(disc.x, disc.y, ax=ax, ay=ay, bx=bx, by=by) < reach - NOISE:
                enter, _ = disc_span(disc.x, disc.y, reach=reach, ax=ax, ay=ay, bx=bx, by=by)
                if enter < first:
                    first = enter
                    which = index
        if which >= 0:
            return Stop(step - 1, first * length, walked + first * length, which)
        walked += length
    return Stop(max(0, len(points) - 1), 0.0, walked, -1)
