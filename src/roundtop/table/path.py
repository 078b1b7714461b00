"""Moves as lists of manoeuvres: where they lead, what they sweep over, and where they must stop."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from roundtop.record import copy, record

from .footprint import Block, corners, gap, outline_gap, radius
from .measure import NOISE, arc_length, bearing, cosine, distance, kept, segment_distance, sine
from .pose import Point, Pose, pivoted, to_world
from .turning import corner_arcs_gap

LEFT: Final = "left"
RIGHT: Final = "right"
CENTRE: Final = "centre"

STILL: Final = 0
SHIFT: Final = 1
TURN: Final = 2

_TOUCH: Final = 0.001
_FINE: Final = 0.0005
_SLANT: Final = 0.0025
_CHORD: Final = 500


@record(unsafe_hash=True)
class Manoeuvre:
    """One manoeuvre: its kind, a distance, a turn (clockwise positive), what it turns on, and a place."""

    kind: str
    amount: float = 0.0
    by: int = 0
    on: str = ""
    x: float = 0.0
    y: float = 0.0


def forward(amount: float) -> Manoeuvre:
    """Straight ahead; backward if negative."""
    return Manoeuvre("forward", amount)


def oblique(amount: float, by: int) -> Manoeuvre:
    """Along the facing plus a turn, without turning."""
    return Manoeuvre("oblique", amount, by)


def glide(amount: float) -> Manoeuvre:
    """Straight to the right; to the left if negative."""
    return Manoeuvre("glide", amount)


def wheel(by: int, on: str) -> Manoeuvre:
    """Turn on the left or right front corner, or on the centre; a clockwise turn is positive."""
    return Manoeuvre("wheel", 0.0, by, on)


def pivot(by: int, right: float, ahead: float) -> Manoeuvre:
    """Turn about a point of the body, so far to the right of and ahead of its centre."""
    return Manoeuvre("pivot", by=by, x=right, y=ahead)


def about_face() -> Manoeuvre:
    """Every man turns about where he stands."""
    return Manoeuvre("about-face")


def turn(by: int) -> Manoeuvre:
    """A figure or a single base turns on its centre."""
    return Manoeuvre("turn", 0.0, by)


def leg(x: float, y: float) -> Manoeuvre:
    """A figure goes straight to a point, facing it."""
    return Manoeuvre("leg", x=x, y=y)


def shift(dx: float, dy: float) -> Manoeuvre:
    """A straight translation in table axes, without a turn."""
    return Manoeuvre("shift", x=dx, y=dy)


def form(name: str) -> Manoeuvre:
    """A change of formation: the pose stays; the rulebook lays the body out anew."""
    return Manoeuvre("form", 0.0, 0, name)


@record(init=False)
class Stage:
    """One manoeuvre of a sweep, worked out: a shift by (dx, dy) or a turn about (px, py)."""

    manoeuvre: Manoeuvre
    start: Pose
    end: Pose
    length: float
    motion: int
    dx: float
    dy: float
    px: float
    py: float
    by: int
    reach_x: float
    reach_y: float
    reach: float

    def __init__(
        self,
        manoeuvre: Manoeuvre,
        start: Pose,
        end: Pose,
        length: float,
        half: float,
        *,
        motion: int = STILL,
        dx: float = 0.0,
        dy: float = 0.0,
        px: float = 0.0,
        py: float = 0.0,
        by: int = 0,
    ) -> None:
        self.manoeuvre = manoeuvre
        self.start = start
        self.end = end
        self.length = length
        self.motion = motion
        self.dx = dx
        self.dy = dy
        self.px = px
        self.py = py
        self.by = by
        if motion == TURN:
            self.reach_x = px
            self.reach_y = py
            self.reach = distance(start.x, start.y, px, py) + half
        else:
            self.reach_x = start.x + 0.5 * dx
            self.reach_y = start.y + 0.5 * dy
            self.reach = 0.5 * sqrt(dx * dx + dy * dy) + half


@record
class Sweep:
    """A body of fixed width and depth on its way through some manoeuvres."""

    start: Pose
    width: float
    depth: float
    stages: tuple[Stage, ...]

    @property
    def end(self) -> Pose:
        """Where the body ends."""
        return self.stages[len(self.stages) - 1].end if self.stages else self.start

    @property
    def length(self) -> float:
        """Straight lengths and outer arcs, summed."""
        walked = 0.0
        for stage in self.stages:
            walked += stage.length
        return walked


@record
class Stop:
    """Where a sweep stops: so far along that stage, so far in all, for which of the things asked about.

    A sweep that is not stopped has the index -1 and the number of its stages.
    """

    stage: int
    along: float
    length: float
    index: int


def _shift_stage(m: Manoeuvre, start: Pose, dx: float, dy: float, length: float, half: float) -> Stage:
    end = Pose(start.x + dx, start.y + dy, start.facing)
    return Stage(m, start, end, length, half, motion=SHIFT, dx=dx, dy=dy)


def _along_stage(m: Manoeuvre, start: Pose, facing: int, half: float) -> Stage:
    amount = m.amount
    return _shift_stage(m, start, dx=amount * sine(facing), dy=amount * cosine(facing), length=abs(amount), half=half)


def _turn_stage(m: Manoeuvre, start: Pose, right: float, ahead: float, lever: float, half: float) -> Stage:
    px, py = to_world(start, right, ahead)
    end = pivoted(start, px, py, m.by)
    return Stage(m, start, end, arc_length(lever, m.by), half, motion=TURN, px=px, py=py, by=m.by)


def _wheel_stage(m: Manoeuvre, start: Pose, width: float, depth: float, half: float) -> Stage:
    if m.on == LEFT:
        return _turn_stage(m, start, right=-0.5 * width, ahead=0.5 * depth, lever=width, half=half)
    if m.on == RIGHT:
        return _turn_stage(m, start, right=0.5 * width, ahead=0.5 * depth, lever=width, half=half)
    if m.on == CENTRE:
        return _turn_stage(m, start, right=0.0, ahead=0.0, lever=0.5 * width, half=half)
    raise ValueError(f"wheel: on is {m.on!r}; say left, right or centre")


def turned(m: Manoeuvre, start: Pose, width: float, depth: float) -> Pose:
    """Where a body stands after a pivot, or a wheel on a corner, without its way there."""
    right, ahead = m.x, m.y
    if m.kind == "wheel":
        right, ahead = (0.5 * width if m.on == RIGHT else -0.5 * width), 0.5 * depth
    px, py = to_world(start, right, ahead)
    return pivoted(start, px, py, m.by)


def _stage(m: Manoeuvre, start: Pose, width: float, depth: float, half: float) -> Stage:
    """Work one manoeuvre out."""
    kind = m.kind
    if kind == "forward":
        return _along_stage(m, start, start.facing, half)
    if kind == "wheel":
        return _wheel_stage(m, start, width, depth, half)
    if kind == "oblique":
        return _along_stage(m, start, start.facing + m.by, half)
    if kind == "glide":
        return _along_stage(m, start, start.facing + 9000, half)
    if kind == "shift":
        return _shift_stage(m, start, dx=m.x, dy=m.y, length=distance(0.0, 0.0, m.x, m.y), half=half)
    if kind == "leg":
        return _leg_stage(m, start, half)
    if kind == "turn":
        return _turn_stage(m, start, right=0.0, ahead=0.0, lever=0.0, half=half)
    if kind == "pivot":
        return _turn_stage(m, start, right=m.x, ahead=m.y, lever=0.5 * width + abs(m.x), half=half)
    if kind == "about-face":
        return Stage(m, start, Pose(start.x, start.y, start.facing + 18000), 0.0, half)
    if kind == "form":
        return Stage(m, start, start, 0.0, half)
    raise ValueError(f"manoeuvre: kind {kind!r} is unknown to the table")


def _leg_stage(m: Manoeuvre, start: Pose, half: float) -> Stage:
    dx = m.x - start.x
    dy = m.y - start.y
    if abs(dx) <= NOISE and abs(dy) <= NOISE:
        return _shift_stage(m, start, dx=0.0, dy=0.0, length=0.0, half=half)
    facing = bearing(start.x, start.y, m.x, m.y)
    return _shift_stage(m, Pose(start.x, start.y, facing), dx=dx, dy=dy, length=distance(0.0, 0.0, dx, dy), half=half)


def sweep(start: Pose, width: float, depth: float, manoeuvres: Sequence[Manoeuvre]) -> Sweep:
    """Work a list of manoeuvres out for a body of this width and depth."""
    half = 0.5 * sqrt(width * width + depth * depth)
    stages: list[Stage] = []
    pose = start
    for manoeuvre in manoeuvres:
        stage = _stage(manoeuvre, pose, width, depth, half)
        stages.append(stage)
        pose = stage.end
    return Sweep(start, width, depth, tuple(stages))


def walk(start: Pose, width: float, depth: float, manoeuvres: Sequence[Manoeuvre]) -> tuple[Pose, ...]:
    """The pose after each manoeuvre."""
    return tuple([stage.end for stage in sweep(start, width, depth, manoeuvres).stages])


def _half_diagonal(path: Sweep) -> float:
    return 0.5 * sqrt(path.width * path.width + path.depth * path.depth)


def _part_turn(by: int, share: float) -> int:
    """The whole hundredths of a degree in the first part of a turn, float noise forgiven."""
    part = int(abs(by) * share + _FINE)
    return part if by > 0 else -part


def _stage_part(stage: Stage, share: float, half: float) -> Stage:
    """The first part of a stage."""
    if share >= 1.0:
        return stage
    m = stage.manoeuvre
    start = stage.start
    if stage.motion == SHIFT:
        part = _cut_shift(m, stage, share)
        return _shift_stage(
            part, start, dx=stage.dx * share, dy=stage.dy * share, length=stage.length * share, half=half
        )
    if stage.motion == TURN:
        by = _part_turn(stage.by, share)
        part = Manoeuvre(m.kind, m.amount, by, m.on, x=m.x, y=m.y)
        end = pivoted(start, stage.px, stage.py, by)
        length = stage.length * abs(by / stage.by) if stage.by else 0.0
        return Stage(part, start, end, length, half, motion=TURN, px=stage.px, py=stage.py, by=by)
    return stage


def _cut_shift(m: Manoeuvre, stage: Stage, share: float) -> Manoeuvre:
    """The manoeuvre that makes the first part of a shift."""
    if m.kind == "leg":
        return leg(stage.start.x + stage.dx * share, stage.start.y + stage.dy * share)
    part = copy(m)
    part.amount, part.x, part.y = m.amount * share, m.x * share, m.y * share
    return part


def cut(path: Sweep, stop: Stop) -> Sweep:
    """A sweep as far as a stop."""
    if stop.stage >= len(path.stages):
        return path
    kept_stages = list(path.stages[: stop.stage])
    stage = path.stages[stop.stage]
    if stop.along > 0.0 and stage.length > 0.0:
        kept_stages.append(_stage_part(stage, stop.along / stage.length, _half_diagonal(path)))
    return Sweep(path.start, path.width, path.depth, tuple(kept_stages))


def manoeuvres_of(path: Sweep) -> tuple[Manoeuvre, ...]:
    """The manoeuvres of a sweep, as they were cut."""
    return tuple([stage.manoeuvre for stage in path.stages])


def cut_at(path: Sweep, length: float) -> Sweep:
    """A sweep as far as a length: straight lengths and outer arcs count, turns on the spot do not."""
    left = length
    for index, stage in enumerate(path.stages):
        if stage.length > left + NOISE:
            return cut(path, Stop(index, left, length, -1))
        left -= stage.length
    return path


def pose_at(stage: Stage, along: float) -> Pose:
    """The pose so far along a stage."""
    if along >= stage.length:
        return stage.end
    share = along / stage.length
    start = stage.start
    if stage.motion == SHIFT:
        return Pose(start.x + stage.dx * share, start.y + stage.dy * share, start.facing)
    return pivoted(start, stage.px, stage.py, _part_turn(stage.by, share))


def swept_block(stage: Stage, width: float, depth: float) -> Block | None:
    """The rectangle that a shift along the body's own axes, near enough, sweeps over."""
    start = stage.start
    s = sine(start.facing)
    c = cosine(start.facing)
    right = abs(stage.dx * c - stage.dy * s)
    ahead = abs(stage.dx * s + stage.dy * c)
    if right > _SLANT and ahead > _SLANT:
        return None
    middle = Pose(start.x + 0.5 * stage.dx, start.y + 0.5 * stage.dy, start.facing)
    return Block(middle, width + right, depth + ahead)


def shift_hull(stage: Stage, width: float, depth: float) -> tuple[Point, ...]:
    """The convex outline that a shift sweeps over, anticlockwise: the rear corner stays, the far three go along."""
    start = stage.start
    s = sine(start.facing)
    c = cosine(start.facing)
    body = corners(Block(start, width, depth))
    to_right = stage.dx * c - stage.dy * s >= 0.0
    if stage.dx * s + stage.dy * c >= 0.0:
        last = 3 if to_right else 2
    else:
        last = 0 if to_right else 1
    rx, ry = body[last]
    ax, ay = body[(last + 1) % 4]
    fx, fy = body[(last + 2) % 4]
    bx, by = body[(last + 3) % 4]
    dx = stage.dx
    dy = stage.dy
    return ((rx, ry), (bx, by), (bx + dx, by + dy), (fx + dx, fy + dy), (ax + dx, ay + dy), (ax, ay))


def _turn_gap(stage: Stage, width: float, depth: float, block: Block, best: float) -> float:
    """Nearest distance between a turning body and a block, if it is less than the best so far.

    At every instant the nearest points include a corner of the body or of the block, so the corners' arcs,
    the body's forward and the block's backward, tell it exactly. No gap shrinks faster than the body moves.
    """
    body = Block(stage.start, width, depth)
    at_start = gap(body, block)
    at_end = gap(Block(stage.end, width, depth), block)
    if 0.5 * (at_start + at_end - arc_length(stage.reach, stage.by)) >= best:
        return best
    best = min(best, at_start)
    best = min(best, at_end)
    if best > 0.0:
        best = corner_arcs_gap(body, block, px=stage.px, py=stage.py, by=stage.by, best=best)
    if best > 0.0:
        best = corner_arcs_gap(block, body, px=stage.px, py=stage.py, by=-stage.by, best=best)
    return best


def _stage_gap(stage: Stage, width: float, depth: float, block: Block, best: float) -> float:
    """Nearest distance between a body during one stage and a block, if it is less than the best so far."""
    if stage.motion == TURN:
        return _turn_gap(stage, width, depth, block, best)
    swept = swept_block(stage, width, depth)
    if swept is not None:
        return min(best, gap(swept, block))
    x = block.pose.x
    y = block.pose.y
    apart = segment_distance(x, y, ax=stage.start.x, ay=stage.start.y, bx=stage.end.x, by=stage.end.y)
    if apart - 0.5 * (width + depth + block.width + block.depth) >= best:
        return best
    return outline_gap(shift_hull(stage, width, depth), block, best)


def clearance(path: Sweep, block: Block) -> float:
    """The nearest approach of a sweep to a block; 0 if they touch."""
    best = gap(Block(path.start, path.width, path.depth), block)
    own = radius(block)
    x = block.pose.x
    y = block.pose.y
    for stage in path.stages:
        dx = stage.reach_x - x
        dy = stage.reach_y - y
        reach = stage.reach + own + best
        if best > 0.0 and dx * dx + dy * dy < reach * reach:
            best = _stage_gap(stage, path.width, path.depth, block, best)
    return best


def nearer_than(path: Sweep, blocks: Sequence[Block], limit: float) -> int:
    """Index of the first listed block that a sweep comes nearer to than a distance to be kept, or -1."""
    for index, block in enumerate(blocks):
        own = limit + radius(block)
        x = block.pose.x
        y = block.pose.y
        for stage in path.stages:
            dx = stage.reach_x - x
            dy = stage.reach_y - y
            reach = stage.reach + own
            near = dx * dx + dy * dy < reach * reach
            if near and not kept(_stage_gap(stage, path.width, path.depth, block, limit), limit):
                return index
    return -1


def _room(stage: Stage, width: float, depth: float, block: Block, least: float) -> float:
    """The share of a stage, known to be too long, for which a block stays no nearer than least."""
    if stage.length <= _FINE:
        return 0.0
    fine = _FINE / stage.length
    low = _advanced(stage, width, depth=depth, block=block, least=least, fine=fine)
    half = 0.5 * sqrt(width * width + depth * depth)
    high = low + fine
    if high >= 1.0 or _stage_gap(_stage_part(stage, high, half), width, depth, block, least) < least:
        return low
    high = 1.0
    while high - low > fine:
        middle = 0.5 * (low + high)
        if _stage_gap(_stage_part(stage, middle, half), width, depth, block, least) >= least:
            low = middle
        else:
            high = middle
    return low


def _advanced(stage: Stage, width: float, depth: float, block: Block, least: float, fine: float) -> float:
    """A share of a stage that is safe because no gap shrinks faster than the body moves."""
    speed = arc_length(stage.reach, stage.by) if stage.motion == TURN else stage.length
    share = 0.0
    for _ in range(6):
        apart = gap(Block(pose_at(stage, share * stage.length), width, depth), block)
        step = (apart - least) / speed
        if step < fine:
            break
        share += step
    if stage.motion == TURN:
        share = max(0.0, share - 1.0 / abs(stage.by))
    return min(share, 1.0)


def _least(path: Sweep, block: Block, limit: float) -> float:
    """The gap to be kept: the limit, or the gap at the start where that is less but counts as kept."""
    at_start = gap(Block(path.start, path.width, path.depth), block)
    if at_start < limit and kept(at_start, limit):
        limit = at_start
    return max(limit - NOISE, _TOUCH)


def until_gap(path: Sweep, blocks: Sequence[Block], limit: float) -> Stop:
    """How far a sweep may go before its gap to any of the blocks would fall below a limit.

    With limit 0 it stops at contact. A body that begins nearer than the limit stops where it stands. A turn
    on the spot has no length: it is made whole or not at all. Where several blocks are in the way a hair depends on
    their order, which should therefore not be the scenario's.
    """
    walked = 0.0
    whole = max(limit - NOISE, _TOUCH)
    for number, stage in enumerate(path.stages):
        part = stage
        which = -1
        for index, block in enumerate(blocks):
            dx = stage.reach_x - block.pose.x
            dy = stage.reach_y - block.pose.y
            reach = stage.reach + whole + 0.5 * (block.width + block.depth)
            if dx * dx + dy * dy >= reach * reach:
                continue
            if _stage_gap(part, path.width, path.depth, block, whole) >= whole:
                continue
            least = _least(path, block, limit)
            if _stage_gap(part, path.width, path.depth, block, least) < least:
                room = _room(part, path.width, path.depth, block, least)
                part = _stage_part(part, room, _half_diagonal(path))
                which = index
        if which >= 0:
            return Stop(number, part.length, walked + part.length, which)
        walked += stage.length
    return Stop(len(path.stages), 0.0, walked, -1)


def until_contact(path: Sweep, blocks: Sequence[Block]) -> Stop:
    """How far a sweep goes before it touches any of the blocks."""
    return until_gap(path, blocks, 0.0)


def track(path: Sweep, right: float, ahead: float) -> tuple[Point, ...]:
    """The way of one point of the body, arcs as chords of at most 5 degrees; about-faces leave it there."""
    points = [to_world(path.start, right, ahead)]
    for stage in path.stages:
        if stage.manoeuvre.kind == "about-face":
            right = -right
            ahead = -ahead
        elif stage.motion == TURN:
            steps = max(1, -(-abs(stage.by) // _CHORD))
            for step in range(1, steps + 1):
                turned = pivoted(stage.start, stage.px, stage.py, stage.by * step // steps)
                points.append(to_world(turned, right, ahead))
        else:
            points.append(to_world(stage.end, right, ahead))
    return tuple(points)


def walked(path: Sweep, right: float, ahead: float) -> float:
    """The way that one point of the body walks: straight lengths and its own arcs; an about-face leaves it there."""
    length = 0.0
    for stage in path.stages:
        if stage.motion == TURN:
            x, y = to_world(stage.start, right, ahead)
            length += arc_length(distance(x, y, stage.px, stage.py), stage.by)
        elif stage.motion == SHIFT:
            length += stage.length
        elif stage.manoeuvre.kind == "about-face":
            right = -right
            ahead = -ahead
    return length


def track_length(points: Sequence[Point]) -> float:
    """The length of a track."""
    walked = 0.0
    for index in range(1, len(points)):
        ax, ay = points[index - 1]
        bx, by = points[index]
        walked += distance(ax, ay, bx, by)
    return walked
