"""Laying a field out: from yards to a table's own unit, an edge's strip, and room for a block among others."""

from __future__ import annotations

from roundtop.table.footprint import FAR, Block, block_in_box, corners, overlaps_any
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road
from roundtop.table.measure import NOISE, QUARTER_TURN, cosine, rounded, sine
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose


def at_scale(point: Point, yards: float) -> Point:
    """A place on the table, where one unit is so many yards, to the hundredth."""
    return (rounded(point[0] / yards), rounded(point[1] / yards))


def all_at_scale(points: tuple[Point, ...], yards: float) -> tuple[Point, ...]:
    return tuple([at_scale(point, yards) for point in points])


def scaled(ground: Ground, yards: float) -> Ground:
    """A whole field in the table's unit; its kinds and levels stay as they are."""
    return Ground(
        width=rounded(ground.width / yards),
        depth=rounded(ground.depth / yards),
        areas=tuple([Area(area.kind, all_at_scale(area.outline, yards)) for area in ground.areas]),
        lines=tuple([Line(line.kind, all_at_scale(line.points, yards)) for line in ground.lines]),
        roads=tuple([Road(r.kind, all_at_scale(r.points, yards), rounded(r.width / yards)) for r in ground.roads]),
        heights=tuple([Height(height.level, all_at_scale(height.outline, yards)) for height in ground.heights]),
        crossings=tuple([_crossing(crossing, yards) for crossing in ground.crossings]),
    )


def _crossing(found: Crossing, yards: float) -> Crossing:
    x, y = at_scale((found.x, found.y), yards)
    return Crossing(found.kind, x, y, rounded(found.width / yards))


def strip(edge: str, width: float, depth: float, reach: float) -> tuple[Point, ...]:
    """All the ground of a table so near to one of its edges."""
    left = width - reach if edge == "east" else 0.0
    right = reach if edge == "west" else width
    bottom = depth - reach if edge == "north" else 0.0
    top = reach if edge == "south" else depth
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def settled(wanted: Block, others: list[Block], ground: Ground, row: float) -> Pose | None:
    """The nearest free place: sideways along its own line, else a row behind it, a row before it, two rows …"""
    for rows in range(int(max(ground.width, ground.depth) / row) + 1):
        for step in (-rows * row, rows * row):
            found = slid(Block(ahead(wanted.pose, step), wanted.width, wanted.depth), others, ground)
            if found is not None:
                return found
    return None


def slid(block: Block, others: list[Block], ground: Ground) -> Pose | None:
    """The nearest free place along its own line, to its right if equal; None where there is none."""
    shifts = [0.0, *_edge_shifts(block, ground)]
    for other in others:
        shifts.extend(_touching_shifts(block, other))
    for shift in sorted(shifts, key=_nearest_then_right):
        tried = Block(rounded_pose(aside(block.pose, shift)), block.width, block.depth)
        if block_in_box(tried, 0.0, 0.0, ground.width, ground.depth) and overlaps_any(tried, others) < 0:
            return tried.pose
    return None


def _nearest_then_right(shift: float) -> tuple[float, float]:
    return (round(abs(shift), 6), -shift)


def _edge_shifts(block: Block, ground: Ground) -> list[float]:
    """The steps to the right that bring a corner of a block to an edge of the table."""
    east, north = cosine(block.pose.facing), -sine(block.pose.facing)
    shifts: list[float] = []
    for x, y in corners(block):
        if abs(east) > NOISE:
            shifts.extend([-x / east, (ground.width - x) / east])
        if abs(north) > NOISE:
            shifts.extend([-y / north, (ground.depth - y) / north])
    return shifts


def _touching_shifts(block: Block, other: Block) -> list[float]:
    """The two steps to the right with which a block just touches another; none if it passes clear of it."""
    least, most = -FAR, FAR
    right = block.pose.facing + QUARTER_TURN
    for axis in (block.pose.facing, right, other.pose.facing, other.pose.facing + QUARTER_TURN):
        reach = 0.5 * (_extent(block, axis) + _extent(other, axis))
        ahead_by = (other.pose.x - block.pose.x) * sine(axis) + (other.pose.y - block.pose.y) * cosine(axis)
        speed = cosine(right - axis)
        if abs(speed) > NOISE:
            ends = sorted([(ahead_by - reach) / speed, (ahead_by + reach) / speed])
            least, most = max(least, ends[0]), min(most, ends[1])
        elif abs(ahead_by) >= reach:
            return []
    return [least, most] if least < most else []


def _extent(block: Block, axis: int) -> float:
    """How much room a block takes along a direction."""
    turn = axis - block.pose.facing
    return block.depth * abs(cosine(turn)) + block.width * abs(sine(turn))
