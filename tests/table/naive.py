"""Slow twins of the table's fast paths: dense sampling and nothing clever."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from hypothesis import strategies as st

from roundtop.table.footprint import Block, corners
from roundtop.table.path import (
    Manoeuvre,
    Sweep,
    about_face,
    forward,
    glide,
    oblique,
    pivot,
    shift,
    turn,
    wheel,
)
from roundtop.table.pose import Point, Pose

coordinates = st.integers(-2000, 2000).map(lambda n: n / 100)
sizes = st.integers(20, 1200).map(lambda n: n / 100)
facings = st.one_of(st.integers(0, 35999), st.sampled_from([0, 4500, 9000, 13500, 18000, 27000]))
turns = st.integers(-18000, 18000)
lengths = st.integers(-1200, 1200).map(lambda n: n / 100)
poses = st.builds(Pose, coordinates, coordinates, facings)
blocks = st.builds(Block, poses, sizes, sizes)
manoeuvres: st.SearchStrategy[Manoeuvre] = st.one_of(
    st.builds(forward, lengths),
    st.builds(oblique, lengths, turns),
    st.builds(glide, lengths),
    st.builds(wheel, turns, st.sampled_from(["left", "right", "centre"])),
    st.builds(turn, turns),
    st.builds(pivot, turns, lengths, lengths),
    st.builds(shift, lengths, lengths),
    st.just(about_face()),
)


def outlines() -> st.SearchStrategy[tuple[Point, ...]]:
    """Star-shaped outlines, often dented."""
    return st.builds(_star, coordinates, coordinates, st.lists(st.integers(50, 900), min_size=3, max_size=9))


def _star(x: float, y: float, spokes: list[int]) -> tuple[Point, ...]:
    step = 360 / len(spokes)
    return tuple(
        (x + spoke / 100 * sin(radians(i * step)), y + spoke / 100 * cos(radians(i * step)))
        for i, spoke in enumerate(spokes)
    )


def edges(points: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """The sides of a closed outline."""
    return [(points[i - 1], points[i]) for i in range(len(points))]


def segment_point(a: Point, b: Point, t: float) -> Point:
    """A point along a segment."""
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def point_segment(p: Point, a: Point, b: Point) -> float:
    """Distance from a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments properly cross."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def segment_segment(a: Point, b: Point, c: Point, d: Point) -> float:
    """Distance between two segments."""
    if segments_meet(a, b, c, d):
        return 0.0
    return min(point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b), point_segment(d, a, b))


def contains(points: tuple[Point, ...], p: Point) -> bool:
    """Whether a closed outline holds a point, by winding number."""
    winding = 0
    for a, b in edges(points):
        if a[1] <= p[1] < b[1] and _side(a, b, p) > 0:
            winding += 1
        elif b[1] <= p[1] < a[1] and _side(a, b, p) < 0:
            winding -= 1
    return winding != 0


def outline_distance(a: tuple[Point, ...], b: tuple[Point, ...]) -> float:
    """Distance between two closed outlines; 0 if they meet or one holds the other."""
    if contains(a, b[0]) or contains(b, a[0]):
        return 0.0
    return min(segment_segment(*m, *n) for m in edges(a) for n in edges(b))


def block_distance(a: Block, b: Block) -> float:
    """Distance between two blocks, edge by edge."""
    return outline_distance(corners(a), corners(b))


def bodies(path: Sweep, step: float) -> list[Block]:
    """The body at many instants of a sweep, so that no corner moves farther than a step between two."""
    found = [Block(path.start, path.width, path.depth)]
    for stage in path.stages:
        if stage.manoeuvre.kind == "about-face":
            continue
        reach = hypot(stage.dx, stage.dy) + stage.reach * radians(abs(stage.by) / 100)
        count = max(1, int(reach / step) + 1)
        for i in range(count + 1):
            share = i / count
            if stage.by:
                pose = spun(stage.start, stage.px, stage.py, stage.by * share)
            else:
                pose = Pose(stage.start.x + stage.dx * share, stage.start.y + stage.dy * share, stage.start.facing)
            found.append(Block(pose, path.width, path.depth))
    return found


def spun(pose: Pose, px: float, py: float, by: float) -> Pose:
    """A turn about a point, with the library's own sine and cosine."""
    a = radians(round(by) / 100)
    dx, dy = pose.x - px, pose.y - py
    return Pose(px + dx * cos(a) + dy * sin(a), py + dy * cos(a) - dx * sin(a), pose.facing + round(by))


def half_turn_pose(pose: Pose) -> Pose:
    """The pose on a table turned through 180 degrees about its origin."""
    return Pose(-pose.x, -pose.y, pose.facing + 18000)


def half_turn_block(block: Block) -> Block:
    """The block on a table turned through 180 degrees."""
    return Block(half_turn_pose(block.pose), block.width, block.depth)


def mirror_pose(pose: Pose) -> Pose:
    """The pose in a mirror that swaps east and west."""
    return Pose(-pose.x, pose.y, -pose.facing)


def mirror_block(block: Block) -> Block:
    """The block in the mirror."""
    return Block(mirror_pose(block.pose), block.width, block.depth)


def mirror_manoeuvre(m: Manoeuvre) -> Manoeuvre:
    """The manoeuvre in the mirror."""
    on = {"left": "right", "right": "left"}.get(m.on, m.on)
    amount = -m.amount if m.kind == "glide" else m.amount
    return Manoeuvre(m.kind, amount, -m.by, on, -m.x, m.y)


def half_turn_manoeuvre(m: Manoeuvre) -> Manoeuvre:
    """The manoeuvre on the turned table: only what is said in table axes changes."""
    return shift(-m.x, -m.y) if m.kind == "shift" else m
