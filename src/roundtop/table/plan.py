"""Ways to a place and facing: proposals for bots and for a unit dragged across the table."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import atan2, degrees, sqrt
from typing import Final

from roundtop.record import record

from .footprint import FAR, Disc, inside_polygon
from .ground import Box, bounding_box, box_meets, points_gap
from .measure import (
    NOISE,
    TOLERANCE,
    arc_length,
    bearing,
    cosine,
    distance,
    segment_distance,
    sine,
    turn_between,
    within,
)
from .path import (
    CENTRE,
    LEFT,
    RIGHT,
    Manoeuvre,
    Sweep,
    about_face,
    cut_at,
    forward,
    glide,
    leg,
    manoeuvres_of,
    oblique,
    shift,
    sweep,
    wheel,
)
from .pose import Point, Pose, pivoted, to_local, to_world

_NEAR: Final = 0.02
_STRAIGHT: Final = 2
_MITRE: Final = 4.0


@record
class Plan:
    """Manoeuvres towards a goal, where they end, how long they are, and whether they get there."""

    manoeuvres: tuple[Manoeuvre, ...]
    end: Pose
    length: float
    reached: bool


def same_place(a: Pose, b: Pose) -> bool:
    """Whether two poses are the same as far as the eye can tell."""
    return distance(a.x, a.y, b.x, b.y) <= _NEAR and abs(turn_between(a.facing, b.facing)) <= _STRAIGHT


def _planned(path: Sweep, goal: Pose) -> Plan:
    return Plan(manoeuvres_of(path), path.end, path.length, same_place(path.end, goal))


def plan_rigid(
    start: Pose,
    goal: Pose,
    width: float,
    depth: float,
    lever: float,
    allowance: float,
    about: bool = False,
    widest: int = 18000,
) -> Plan:
    """A shift and a turn of a rigid line, as far as no stand walks farther than its allowance.

    The lever is the distance from the middle of the line to the centre of its outermost stand. With about,
    the line faces about first where that shortens the turn. The shift goes no wider than that off the facing.
    """
    steps: list[Manoeuvre] = []
    pose = start
    by = turn_between(start.facing, goal.facing)
    if about and abs(by) > 9000:
        steps.append(about_face())
        pose = Pose(start.x, start.y, start.facing + 18000)
        by = turn_between(pose.facing, goal.facing)
    dx, dy = _narrowed(pose, goal.x - start.x, goal.y - start.y, widest)
    share = _rigid_share(dx, dy, by, lever, allowance)
    if dx != 0.0 or dy != 0.0:
        steps.append(shift(dx * share, dy * share))
    if by:
        steps.append(wheel(int(by * share), CENTRE))
    return _planned(sweep(start, width, depth, steps), goal)


def _narrowed(pose: Pose, dx: float, dy: float, widest: int) -> Point:
    """The part of a shift that lies no wider than that off the facing."""
    if abs(dx) <= NOISE and abs(dy) <= NOISE:
        return (0.0, 0.0)
    off = turn_between(pose.facing, bearing(0.0, 0.0, dx, dy))
    if abs(off) <= widest:
        return (dx, dy)
    side = pose.facing + (widest if off > 0 else -widest)
    along = dx * sine(side) + dy * cosine(side)
    return (along * sine(side), along * cosine(side)) if along > 0.0 else (0.0, 0.0)


def _rigid_share(dx: float, dy: float, by: int, lever: float, allowance: float) -> float:
    """The share of a shift and a turn about the centre that the outermost stands can walk."""
    way = distance(0.0, 0.0, dx, dy) + arc_length(lever, by)
    return 1.0 if within(way, allowance) else allowance / way


def _wheels(by: int, on: str, max_wheel: int) -> list[Manoeuvre]:
    """A turn as wheels, none greater than the greatest allowed."""
    count = -(-abs(by) // max_wheel)
    return [wheel(by * (i + 1) // count - by * i // count, on) for i in range(count)]


def _swing(by: int) -> int:
    """A turn in one direction, from 0 to a full one; what is all but a full turn is float noise."""
    by %= 36000
    return 0 if by >= 36000 - _STRAIGHT else by


def _tilt(across: float, along: float) -> int:
    return round(degrees(atan2(across, along)) * 100.0)


def _wheel_advance_wheel(
    start: Pose, goal: Pose, width: float, depth: float, first: str, last: str, max_wheel: int
) -> list[Manoeuvre] | None:
    """Wheel on one flank, go straight, wheel on the same or the other, to end exactly at the goal."""
    half = 0.5 * width
    ax, ay = to_world(start, -half if first == LEFT else half, 0.5 * depth)
    bx, by = to_world(goal, -half if last == LEFT else half, 0.5 * depth)
    apart = distance(ax, ay, bx, by)
    across = 0.0 if first == last else (width if first == LEFT else -width)
    if apart < abs(across):
        return None
    straight = sqrt(apart * apart - across * across)
    heading = start.facing
    if apart > NOISE:
        heading = bearing(ax, ay, bx, by) - _tilt(across, straight)
    elif first == last:
        heading = goal.facing
    steps = _wheels(_turn_on(first, start.facing, heading), first, max_wheel)
    if straight > NOISE:
        steps.append(forward(straight))
    steps.extend(_wheels(_turn_on(last, heading, goal.facing), last, max_wheel))
    return steps


def _turn_on(on: str, facing: int, heading: int) -> int:
    """The forward wheel on a flank from one facing to another."""
    return -_swing(facing - heading) if on == LEFT else _swing(heading - facing)


def _straight_ways(start: Pose, goal: Pose, allowed: tuple[str, ...], widest: int) -> list[list[Manoeuvre]]:
    """Ways that keep the facing: ahead, back, sideways, obliquely."""
    if abs(turn_between(start.facing, goal.facing)) > _STRAIGHT:
        return []
    if same_place(start, goal):
        return [[]]
    right, ahead = to_local(start, goal.x, goal.y)
    ways: list[list[Manoeuvre]] = []
    if abs(right) <= _NEAR and ("forward" if ahead >= 0.0 else "back") in allowed:
        ways.append([forward(ahead)])
    if abs(ahead) <= _NEAR and "glide" in allowed:
        ways.append([glide(right)])
    off = _tilt(right, ahead)
    if "oblique" in allowed and abs(off) <= widest:
        ways.append([oblique(distance(0.0, 0.0, right, ahead), off)])
    return ways


def _ways(
    start: Pose, goal: Pose, width: float, depth: float, allowed: tuple[str, ...], max_wheel: int, widest: int
) -> list[list[Manoeuvre]]:
    ways = _straight_ways(start, goal, allowed, widest)
    if "wheel" in allowed:
        for first in (LEFT, RIGHT):
            for last in (LEFT, RIGHT):
                steps = _wheel_advance_wheel(
                    start, goal, width=width, depth=depth, first=first, last=last, max_wheel=max_wheel
                )
                if steps is not None:
                    ways.append(steps)
    return ways


def plan_drill(
    start: Pose,
    goal: Pose,
    width: float,
    depth: float,
    allowance: float,
    allowed: tuple[str, ...] = ("forward", "wheel"),
    max_wheel: int = 9000,
    widest: int = 4500,
) -> Plan:
    """The shortest way of a formed body to a pose, as far along it as the allowance goes.

    Allowed are any of forward, back, oblique, glide, wheel and about-face; widest bounds the oblique.
    """
    if same_place(start, goal):
        return Plan((), start, 0.0, True)
    ways = _ways(start, goal, width=width, depth=depth, allowed=allowed, max_wheel=max_wheel, widest=widest)
    if "about-face" in allowed:
        turned = Pose(start.x, start.y, start.facing + 18000)
        back = Pose(goal.x, goal.y, goal.facing + 18000)
        for way in _ways(turned, goal, width=width, depth=depth, allowed=allowed, max_wheel=max_wheel, widest=widest):
            ways.append([about_face(), *way])
        for way in _ways(turned, back, width=width, depth=depth, allowed=allowed, max_wheel=max_wheel, widest=widest):
            ways.append([about_face(), *way, about_face()])
    best: Sweep | None = None
    for way in ways:
        path = sweep(start, width, depth, way)
        if best is None or path.length < best.length - NOISE:
            best = path
    if best is None:
        return Plan((), start, 0.0, False)
    return _planned(cut_at(best, allowance + NOISE), goal)


def plan_towards(
    start: Pose, x: float, y: float, width: float, depth: float, allowance: float, max_wheel: int = 9000
) -> Plan:
    """One wheel, then straight on until the body's centre is at a point, as far as the allowance goes."""
    best: Sweep | None = None
    for on in (LEFT, RIGHT):
        steps = _wheel_to_point(start, x, y=y, width=width, depth=depth, on=on, max_wheel=max_wheel)
        if steps is not None:
            path = sweep(start, width, depth, steps)
            if best is None or path.length < best.length - NOISE:
                best = path
    if best is None:
        return Plan((), start, 0.0, distance(start.x, start.y, x, y) <= _NEAR)
    path = cut_at(best, allowance + NOISE)
    reached = distance(path.end.x, path.end.y, x, y) <= _NEAR
    return Plan(manoeuvres_of(path), path.end, path.length, reached)


def _wheel_to_point(
    start: Pose, x: float, y: float, width: float, depth: float, on: str, max_wheel: int
) -> list[Manoeuvre] | None:
    """One wheel on a flank, of no more than the greatest allowed, that brings a point straight ahead."""
    across = 0.5 * width if on == LEFT else -0.5 * width
    px, py = to_world(start, -across, 0.5 * depth)
    apart = distance(px, py, x, y)
    if apart < abs(across):
        return None
    straight = sqrt(apart * apart - across * across)
    by = _turn_on(on, start.facing, bearing(px, py, x, y) - _tilt(across, straight))
    if abs(by) > max_wheel:
        return None
    middle = pivoted(start, px, py, by)
    _, ahead = to_local(middle, x, y)
    if ahead < -NOISE:
        return None
    steps = [wheel(by, on)] if by else []
    if ahead > NOISE:
        steps.append(forward(ahead))
    return steps


def disc_outline(disc: Disc) -> tuple[Point, ...]:
    """An octagon round a round base, for planning round it."""
    reach = disc.radius / cosine(2250)
    return tuple([(disc.x + reach * sine(2250 + 4500 * i), disc.y + reach * cosine(2250 + 4500 * i)) for i in range(8)])


def _outward_corners(outline: Sequence[Point], room: float) -> list[Point]:
    """Points off the outline's jutting corners from which a figure can turn round them."""
    area = 0.0
    px, py = outline[len(outline) - 1]
    for x, y in outline:
        area += px * y - x * py
        px = x
        py = y
    spin = 1.0 if area > 0.0 else -1.0
    found: list[Point] = []
    for index in range(len(outline)):
        px, py = outline[index - 1]
        x, y = outline[index]
        qx, qy = outline[(index + 1) % len(outline)]
        before = distance(px, py, x, y)
        after = distance(x, y, qx, qy)
        if before <= NOISE or after <= NOISE:
            continue
        nx = spin * (y - py) / before
        ny = -spin * (x - px) / before
        mx = spin * (qy - y) / after
        my = -spin * (qx - x) / after
        if spin * ((x - px) * (qy - y) - (y - py) * (qx - x)) <= NOISE:
            continue
        stretch = min(_MITRE, 1.0 / (0.5 * (1.0 + nx * mx + ny * my) + NOISE))
        found.append((x + 0.5 * (nx + mx) * stretch * room, y + 0.5 * (ny + my) * stretch * room))
    return found


@record
class _Obstacle:
    """An outline to keep clear of, by how much, and its box grown by as much."""

    outline: tuple[Point, ...]
    room: float
    box: Box


def _nearer(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float, room: float
) -> bool:
    """Whether two segments come nearer to each other than that."""
    side_a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    side_b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    side_c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    side_d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    if side_a * side_b < 0.0 and side_c * side_d < 0.0:
        return True
    return (
        segment_distance(ax, ay, ax=cx, ay=cy, bx=dx, by=dy) < room
        or segment_distance(bx, by, ax=cx, ay=cy, bx=dx, by=dy) < room
        or segment_distance(cx, cy, ax=ax, ay=ay, bx=bx, by=by) < room
        or segment_distance(dx, dy, ax=ax, ay=ay, bx=bx, by=by) < room
    )


def _clear(obstacles: Sequence[_Obstacle], ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a figure can go straight from one point to another."""
    for obstacle in obstacles:
        if box_meets(obstacle.box, ax, ay, bx, by):
            px, py = obstacle.outline[len(obstacle.outline) - 1]
            for point in obstacle.outline:
                qx, qy = point
                if _nearer(ax, ay, bx=bx, by=by, cx=px, cy=py, dx=qx, dy=qy, room=obstacle.room):
                    return False
                px = qx
                py = qy
    return True


def _obstacles(
    outlines: Sequence[tuple[Point, ...]], ax: float, ay: float, bx: float, by: float, room: float
) -> list[_Obstacle]:
    """The outlines to keep clear of; one that holds the start is left, one already near is kept as near."""
    found: list[_Obstacle] = []
    for outline in outlines:
        if inside_polygon(outline, ax, ay):
            continue
        near = min(room, points_gap(outline, ax, ay, True))
        if not inside_polygon(outline, bx, by):
            near = min(near, points_gap(outline, bx, by, True))
        near -= 0.1 * TOLERANCE
        found.append(_Obstacle(outline, near, bounding_box(outline, room)))
    return found


def plan_legs(
    start: Pose, x: float, y: float, outlines: Sequence[tuple[Point, ...]], room: float, allowance: float
) -> Plan:
    """The shortest way of a figure to a point round obstacles, keeping its base clear of them.

    Where there is no way it makes for the place nearest the point that it can reach.
    """
    obstacles = _obstacles(outlines, start.x, ay=start.y, bx=x, by=y, room=room)
    points: list[Point] = [(start.x, start.y), (x, y)]
    for obstacle in obstacles:
        for corner in _outward_corners(obstacle.outline, max(room, NOISE)):
            if not _covered(obstacles, corner):
                points.append(corner)
    route = _shortest(points, obstacles)
    steps = [leg(points[i][0], points[i][1]) for i in route]
    path = cut_at(sweep(start, 2.0 * room, 2.0 * room, steps), allowance + NOISE)
    reached = distance(path.end.x, path.end.y, x, y) <= _NEAR
    return Plan(manoeuvres_of(path), path.end, path.length, reached)


def _covered(obstacles: Sequence[_Obstacle], point: Point) -> bool:
    """Whether a point lies inside an obstacle."""
    x, y = point
    for obstacle in obstacles:
        if box_meets(obstacle.box, x, y, x, y) and inside_polygon(obstacle.outline, x, y):
            return True
    return False


def _shortest(points: Sequence[Point], obstacles: Sequence[_Obstacle]) -> list[int]:
    """Indices of the points on the shortest way from the first to the second, or to the nearest reachable."""
    gx, gy = points[1]
    costs = [FAR] * len(points)
    origin = [-1] * len(points)
    done = [False] * len(points)
    costs[0] = 0.0
    queue: list[tuple[float, int]] = [(distance(points[0][0], points[0][1], gx, gy), 0)]
    while queue:
        _, here = heappop(queue)
        if done[here]:
            continue
        done[here] = True
        if here == 1:
            break
        hx, hy = points[here]
        for there in range(1, len(points)):
            tx, ty = points[there]
            cost = costs[here] + distance(hx, hy, tx, ty)
            if not done[there] and cost < costs[there] - NOISE and _clear(obstacles, hx, hy, tx, ty):
                costs[there] = cost
                origin[there] = here
                heappush(queue, (cost + distance(tx, ty, gx, gy), there))
    return _route(points, origin, done)


def _route(points: Sequence[Point], origin: Sequence[int], done: Sequence[bool]) -> list[int]:
    """The way to the second point, or else to the place reached that is nearest to it."""
    gx, gy = points[1]
    last = 1
    if not done[1]:
        last = 0
        best = distance(points[0][0], points[0][1], gx, gy)
        for index in range(2, len(points)):
            away = distance(points[index][0], points[index][1], gx, gy)
            if done[index] and away < best - NOISE:
                best = away
                last = index
    route: list[int] = []
    while last > 0:
        route.append(last)
        last = origin[last]
    route.reverse()
    return route
