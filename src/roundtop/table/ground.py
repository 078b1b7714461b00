"""The ground: areas, lines, roads, contours and crossings, and what stands or runs on them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, TypeAlias

from roundtop.record import field, record

from .footprint import (
    FAR,
    Block,
    block_in_box,
    block_in_outline,
    block_touches_outline,
    inside_polygon,
    outline_gap,
    polyline_gap,
    radius,
    segment_hits_block,
    segment_span,
)
from .measure import NOISE, TOLERANCE, bearing, distance, segment_distance, within
from .pose import Point, Pose

Box: TypeAlias = tuple[float, float, float, float]
Kinds: TypeAlias = tuple[str, ...]

_GRAZE: Final = 1e-7


def bounding_box(points: Sequence[Point], grow: float = 0.0) -> Box:
    """The upright box (left, bottom, right, top) round some points."""
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return (min(xs) - grow, min(ys) - grow, max(xs) + grow, max(ys) + grow)


@record
class Area:
    """A piece of ground of one kind inside a closed outline."""

    kind: str
    outline: tuple[Point, ...]
    box: Box = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.box = bounding_box(self.outline)


@record
class Line:
    """A linear feature: wall, fence, stream, crest."""

    kind: str
    points: tuple[Point, ...]
    box: Box = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.box = bounding_box(self.points)


@record
class Road:
    """A road along its middle line."""

    kind: str
    points: tuple[Point, ...]
    width: float
    box: Box = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.box = bounding_box(self.points, 0.5 * self.width)


@record
class Height:
    """A contour: everything inside is at least of that level."""

    level: int
    outline: tuple[Point, ...]
    box: Box = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.box = bounding_box(self.outline)


@record
class Crossing:
    """A ford or a bridge: the disc of that width in which a line may be crossed."""

    kind: str
    x: float
    y: float
    width: float


@record
class Ground:
    """A field with its origin in the south-west corner."""

    width: float
    depth: float
    areas: tuple[Area, ...] = ()
    lines: tuple[Line, ...] = ()
    roads: tuple[Road, ...] = ()
    heights: tuple[Height, ...] = ()
    crossings: tuple[Crossing, ...] = ()


GROUND_KINDS: Final = (Ground, Area, Line, Road, Height, Crossing)


def _scaled_points(points: tuple[Point, ...], factor: float) -> tuple[Point, ...]:
    return tuple([(x * factor, y * factor) for x, y in points])


def scaled(ground: Ground, factor: float) -> Ground:
    """The same ground in another unit of measure."""
    return Ground(
        width=ground.width * factor,
        depth=ground.depth * factor,
        areas=tuple([Area(area.kind, _scaled_points(area.outline, factor)) for area in ground.areas]),
        lines=tuple([Line(line.kind, _scaled_points(line.points, factor)) for line in ground.lines]),
        roads=tuple([Road(r.kind, _scaled_points(r.points, factor), r.width * factor) for r in ground.roads]),
        heights=tuple([Height(height.level, _scaled_points(height.outline, factor)) for height in ground.heights]),
        crossings=tuple([Crossing(c.kind, c.x * factor, c.y * factor, c.width * factor) for c in ground.crossings]),
    )


def box_holds(box: Box, x: float, y: float) -> bool:
    """Whether a box holds a point, its border included."""
    left, bottom, right, top = box
    return left - NOISE <= x <= right + NOISE and bottom - NOISE <= y <= top + NOISE


def box_meets(box: Box, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether the box of a segment meets a box; a cheap first question."""
    left, bottom, right, top = box
    if ax < bx:
        if bx < left or ax > right:
            return False
    elif ax < left or bx > right:
        return False
    if ay < by:
        return by >= bottom and ay <= top
    return ay >= bottom and by <= top


def box_near(box: Box, block: Block, limit: float) -> bool:
    """Whether a block might be within a limit of a box; a cheap first question."""
    left, bottom, right, top = box
    reach = radius(block) + limit
    x = block.pose.x
    y = block.pose.y
    return left - reach <= x <= right + reach and bottom - reach <= y <= top + reach


def _cuts(outline: Sequence[Point], ax: float, ay: float, dx: float, dy: float, level: float) -> list[float]:
    """Where the endless line through a segment cuts an outline, in order, in lengths of the segment."""
    cuts: list[float] = []
    px, py = outline[len(outline) - 1]
    before = (px - ax) * dy - (py - ay) * dx - level
    for point in outline:
        x, y = point
        after = (x - ax) * dy - (y - ay) * dx - level
        if (after > 0.0) != (before > 0.0):
            part = before / (before - after)
            cx = px + part * (x - px) - ax
            cy = py + part * (y - py) - ay
            cuts.append((cx * dx + cy * dy) / (dx * dx + dy * dy))
        px = x
        py = y
        before = after
    if len(cuts) > 1:
        cuts.sort()
    return cuts


def _runs_along(outline: Sequence[Point], ax: float, ay: float, dx: float, dy: float) -> bool:
    """Whether the endless line through a segment goes through a corner of an outline, and so perhaps along an edge."""
    for x, y in outline:
        if abs((x - ax) * dy - (y - ay) * dx) <= _GRAZE:
            return True
    return False


def _clamped_pairs(cuts: list[float]) -> list[Point]:
    """The parts of a segment between each pair of cuts."""
    pairs: list[Point] = []
    for index in range(0, len(cuts) - 1, 2):
        enter = max(0.0, cuts[index])
        leave = min(1.0, cuts[index + 1])
        if leave - enter > NOISE:
            pairs.append((enter, leave))
    return pairs


def chords(outline: Sequence[Point], ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts (0 to 1) of a segment inside a closed outline; running along an edge is outside."""
    dx = bx - ax
    dy = by - ay
    if dx * dx + dy * dy <= NOISE * NOISE:
        return []
    if not _runs_along(outline, ax, ay, dx, dy):
        return _clamped_pairs(_cuts(outline, ax, ay=ay, dx=dx, dy=dy, level=0.0))
    pairs = _clamped_pairs(_cuts(outline, ax, ay=ay, dx=dx, dy=dy, level=_GRAZE))
    if not pairs:
        return pairs
    others = _clamped_pairs(_cuts(outline, ax, ay=ay, dx=dx, dy=dy, level=-_GRAZE))
    common: list[Point] = []
    for enter, leave in pairs:
        for other_enter, other_leave in others:
            first = max(enter, other_enter)
            last = min(leave, other_leave)
            if last - first > NOISE:
                common.append((first, last))
    return common


def merged(spans: list[Point]) -> list[Point]:
    """Spans in order, with those that overlap joined."""
    joined: list[Point] = []
    for enter, leave in sorted(spans):
        if joined and enter <= joined[len(joined) - 1][1]:
            first, last = joined[len(joined) - 1]
            joined[len(joined) - 1] = (first, max(last, leave))
        else:
            joined.append((enter, leave))
    return joined


def total(spans: list[Point]) -> float:
    """The summed length of spans that may overlap."""
    length = 0.0
    for enter, leave in merged(spans):
        length += leave - enter
    return length


def level_at(ground: Ground, x: float, y: float) -> int:
    """The highest contour that holds a point; 0 if none does."""
    level = 0
    for height in ground.heights:
        if height.level > level and box_holds(height.box, x, y) and inside_polygon(height.outline, x, y):
            level = height.level
    return level


def areas_at(ground: Ground, x: float, y: float) -> tuple[Area, ...]:
    """The areas that hold a point, borders included, in the ground's order."""
    return tuple([area for area in ground.areas if box_holds(area.box, x, y) and inside_polygon(area.outline, x, y)])


def in_area(ground: Ground, kinds: Kinds, x: float, y: float) -> bool:
    """Whether a point lies in an area of one of these kinds, borders included."""
    for area in ground.areas:
        if area.kind in kinds and box_holds(area.box, x, y) and inside_polygon(area.outline, x, y):
            return True
    return False


def spans_in(ground: Ground, kinds: Kinds, ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts (0 to 1) of a segment inside areas of these kinds, in order and joined."""
    spans: list[Point] = []
    for area in ground.areas:
        if area.kind in kinds and box_meets(area.box, ax, ay, bx, by):
            spans.extend(chords(area.outline, ax, ay, bx, by))
    return merged(spans) if len(spans) > 1 else spans


def length_in(ground: Ground, kinds: Kinds, ax: float, ay: float, bx: float, by: float) -> float:
    """How much of a segment lies inside areas of these kinds."""
    share = 0.0
    for enter, leave in spans_in(ground, kinds, ax=ax, ay=ay, bx=bx, by=by):
        share += leave - enter
    return share * distance(ax, ay, bx, by)


def depth_in_area(ground: Ground, kinds: Kinds, x: float, y: float) -> float:
    """How far inside areas of these kinds a point lies, to the nearest edge of the deepest; 0 outside."""
    deepest = 0.0
    for area in ground.areas:
        if area.kind in kinds and box_holds(area.box, x, y) and inside_polygon(area.outline, x, y):
            deepest = max(deepest, points_gap(area.outline, x, y, True))
    return deepest


def points_gap(points: Sequence[Point], x: float, y: float, closed: bool = False) -> float:
    """Nearest distance from a point to a line of points."""
    best = FAR
    px, py = points[len(points) - 1] if closed else points[0]
    for point in points:
        qx, qy = point
        best = min(best, segment_distance(x, y, ax=px, ay=py, bx=qx, by=qy))
        px = qx
        py = qy
    return best


def block_touches_area(ground: Ground, kinds: Kinds, block: Block) -> bool:
    """Whether any part of a block lies in an area of these kinds; touching its edge does not count."""
    for area in ground.areas:
        near = area.kind in kinds and box_near(area.box, block, 0.0)
        if near and block_touches_outline(block, area.outline):
            return True
    return False


def block_in_area(ground: Ground, kinds: Kinds, block: Block) -> bool:
    """Whether the whole of a block lies in one area of these kinds."""
    for area in ground.areas:
        near = area.kind in kinds and box_near(area.box, block, 0.0)
        if near and block_in_outline(block, area.outline):
            return True
    return False


def area_gap(area: Area, block: Block) -> float:
    """Nearest distance between an area and a block."""
    return outline_gap(area.outline, block)


def line_crossings(points: Sequence[Point], ax: float, ay: float, bx: float, by: float) -> list[float]:
    """Where (0 to 1) a segment crosses a line of points, in order.

    A point exactly on the line belongs to its left-hand side, so a path of many legs crosses once.
    """
    cuts: list[float] = []
    px, py = points[0]
    dx = bx - ax
    dy = by - ay
    for index in range(1, len(points)):
        qx, qy = points[index]
        ex = qx - px
        ey = qy - py
        side_a = (ax - px) * ey - (ay - py) * ex
        side_b = (bx - px) * ey - (by - py) * ex
        if (side_a > 0.0) != (side_b > 0.0):
            part = side_a / (side_a - side_b)
            along = (ax + part * dx - px) * ex + (ay + part * dy - py) * ey
            if -NOISE <= along <= ex * ex + ey * ey + NOISE:
                cuts.append(part)
        px = qx
        py = qy
    if len(cuts) > 1:
        cuts.sort()
    return cuts


def lines_crossed(ground: Ground, kinds: Kinds, ax: float, ay: float, bx: float, by: float) -> tuple[Line, ...]:
    """The lines of these kinds that a segment crosses, each once, in the ground's order."""
    crossed: list[Line] = []
    for line in ground.lines:
        near = line.kind in kinds and box_meets(line.box, ax, ay, bx, by)
        if near and line_crossings(line.points, ax, ay, bx, by):
            crossed.append(line)
    return tuple(crossed)


def line_gap(line: Line, block: Block) -> float:
    """Nearest distance between a line and a block."""
    return polyline_gap(line.points, False, block)


def block_touches_line(block: Block, line: Line) -> bool:
    """Whether a line enters a block deeper than the tolerance."""
    if not box_near(line.box, block, 0.0):
        return False
    px, py = line.points[0]
    for point in line.points:
        qx, qy = point
        if segment_hits_block(px, py, qx, qy, block):
            return True
        px = qx
        py = qy
    return False


def lines_near(ground: Ground, kinds: Kinds, block: Block, limit: float) -> tuple[Line, ...]:
    """The lines of these kinds within a limit of a block."""
    found: list[Line] = []
    for line in ground.lines:
        near = line.kind in kinds and box_near(line.box, block, limit + TOLERANCE)
        if near and within(line_gap(line, block), limit):
            found.append(line)
    return tuple(found)


def crossing_at(ground: Ground, kinds: Kinds, x: float, y: float) -> bool:
    """Whether a point lies on a ford or bridge of these kinds."""
    for crossing in ground.crossings:
        if crossing.kind in kinds and distance(crossing.x, crossing.y, x, y) <= 0.5 * crossing.width + NOISE:
            return True
    return False


def on_road(ground: Ground, kinds: Kinds, x: float, y: float) -> bool:
    """Whether a point lies on a road of these kinds, its verge included."""
    for road in ground.roads:
        near = road.kind in kinds and box_holds(road.box, x, y)
        if near and points_gap(road.points, x, y) <= 0.5 * road.width + NOISE:
            return True
    return False


def disc_span(x: float, y: float, reach: float, ax: float, ay: float, bx: float, by: float) -> Point:
    """The part of a segment within reach of a point; (1, 0) if none."""
    dx = bx - ax
    dy = by - ay
    square = dx * dx + dy * dy
    middle = ((x - ax) * dx + (y - ay) * dy) / square
    cx = ax + middle * dx - x
    cy = ay + middle * dy - y
    left = reach * reach - cx * cx - cy * cy
    if left < 0.0:
        return (1.0, 0.0)
    half = sqrt(left / square)
    return (max(0.0, middle - half), min(1.0, middle + half))


def _road_spans(road: Road, ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts of a segment on a road."""
    spans: list[Point] = []
    px, py = road.points[0]
    for point in road.points:
        qx, qy = point
        middle = Pose(0.5 * (px + qx), 0.5 * (py + qy), bearing(px, py, qx, qy))
        stretch = Block(middle, road.width, distance(px, py, qx, qy))
        spans.append(segment_span(ax, ay, bx=bx, by=by, block=stretch, grow=NOISE))
        spans.append(disc_span(qx, qy, reach=0.5 * road.width + NOISE, ax=ax, ay=ay, bx=bx, by=by))
        px = qx
        py = qy
    return [span for span in spans if span[0] < span[1]]


def spans_on_road(ground: Ground, kinds: Kinds, ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts (0 to 1) of a segment on roads of these kinds, in order and joined."""
    spans: list[Point] = []
    if distance(ax, ay, bx, by) <= NOISE:
        return spans
    for road in ground.roads:
        if road.kind in kinds and box_meets(road.box, ax, ay, bx, by):
            spans.extend(_road_spans(road, ax, ay, bx, by))
    return merged(spans)


def length_on_road(ground: Ground, kinds: Kinds, ax: float, ay: float, bx: float, by: float) -> float:
    """How much of a segment lies on roads of these kinds."""
    share = 0.0
    for enter, leave in spans_on_road(ground, kinds, ax=ax, ay=ay, bx=bx, by=by):
        share += leave - enter
    return share * distance(ax, ay, bx, by)


def spared(spans: list[Point], holes: list[Point]) -> list[Point]:
    """What is left of spans when others, joined and in order, are taken out of them."""
    left: list[Point] = []
    for enter, leave in spans:
        for first, last in holes:
            if last <= enter or first >= leave:
                continue
            if first > enter:
                left.append((enter, first))
            enter = last
        if leave - enter > NOISE:
            left.append((enter, leave))
    return left


def off_table(ground: Ground, block: Block) -> bool:
    """Whether any part of a block is off the table, beyond the tolerance."""
    return not block_in_box(block, 0.0, 0.0, ground.width, ground.depth)


def point_off_table(ground: Ground, x: float, y: float) -> bool:
    """Whether a point is off the table."""
    return not box_holds((0.0, 0.0, ground.width, ground.depth), x, y)
