"""Who is how far from whom, who touches, who sees whom, and what covers a target."""

from __future__ import annotations

from math import sqrt
from typing import Final

from roundtop.rulebooks.skirmish.fire import Mark, band, reach
from roundtop.rulebooks.skirmish.melee import ACROSS_CM, CONTACT_CM
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.state import ANIMAL, MOUNTED, Figure, State, able, figure_id, members, radius
from roundtop.rulebooks.skirmish.terrain import (
    AREAS,
    BARRIERS,
    COVERED,
    LINES,
    WALLED,
    WOODS,
    Hiding,
    area_cover,
    better,
    feature_cover,
)
from roundtop.table.arc import off_facing
from roundtop.table.footprint import inside_polygon
from roundtop.table.ground import Line, box_holds, box_meets, chords, line_crossings, points_gap
from roundtop.table.measure import (
    FULL_TURN,
    NOISE,
    TOLERANCE,
    bearing,
    cosine,
    distance,
    segment_distance,
    sine,
    within,
)
from roundtop.table.pose import Point
from roundtop.table.sight import height_in_way, too_much_area

REAR_OFF: Final = 13500
FRONT_OFF: Final = 4500
"""Off a facing by more than the one is the rear, by no more than the other the front, in 0.01 degree [setup.facing]."""


# ---------------------------------------------------------------- distances


def gap(a: Figure, b: Figure, settings: Settings) -> float:
    """Between the nearest base edges, level, never below 0 [setup.bases-and-measuring]."""
    dx = b.pose.x - a.pose.x
    dy = b.pose.y - a.pose.y
    return max(0.0, sqrt(dx * dx + dy * dy) - radius(a, settings) - radius(b, settings))


def nearest(x: float, y: float, others: list[Figure]) -> Figure:
    """The figure whose centre is nearest to a point, the lowest id if equal."""
    best = others[0]
    least = 1e18
    for other in others:
        dx = other.pose.x - x
        dy = other.pose.y - y
        square = dx * dx + dy * dy
        if square < least - NOISE or (square < least + NOISE and other.id < best.id):
            best, least = other, square
    return best


def nearest_to(figure: Figure, others: list[Figure], settings: Settings) -> Figure | None:
    """The figure nearest by its base, the lowest id if equal; None where there is none."""
    best: Figure | None = None
    least = 1e18
    x = figure.pose.x
    y = figure.pose.y
    for other in others:
        dx = other.pose.x - x
        dy = other.pose.y - y
        away = sqrt(dx * dx + dy * dy) - radius(other, settings)
        if best is None or away < least - NOISE or (away < least + NOISE and other.id < best.id):
            best, least = other, away
    return best


def apart(some: list[Figure], others: list[Figure], settings: Settings) -> float:
    """The least distance between figures of two bodies, -1 where there are none."""
    best = -1.0
    for one in some:
        other = nearest_to(one, others, settings)
        if other is not None:
            away = gap(one, other, settings)
            best = away if best < 0.0 else min(best, away)
    return best


def centre_of(men: list[Figure]) -> Point:
    """The mean of their positions [morale.motion]."""
    return (sum([man.pose.x for man in men]) / len(men), sum([man.pose.y for man in men]) / len(men))


def facing_of(men: list[Figure], foe: Figure | None) -> int:
    """The mean direction of their facings; if they cancel out, towards the nearest enemy [setup.facing]."""
    x = sum([sine(man.pose.facing) for man in men])
    y = sum([cosine(man.pose.facing) for man in men])
    if abs(x) > 1e-6 or abs(y) > 1e-6:
        return bearing(0.0, 0.0, x, y)
    if foe is None:
        return 0
    cx, cy = centre_of(men)
    return bearing(cx, cy, foe.pose.x, foe.pose.y)


def in_rear(figure: Figure, other: Figure) -> bool:
    """More than 135 degrees off his facing [setup.facing]."""
    return off_facing(figure.pose.x, figure.pose.y, figure.pose.facing, other.pose.x, other.pose.y) > REAR_OFF + 1


# ---------------------------------------------------------------- contact


def height_of(state: State, line: Line) -> float:
    """The height of a linear feature; a scenario may change that of its kind [setup.terrain-catalogue, setup.scale]."""
    for kind, height in state.heights:
        if kind == line.kind:
            return height
    return LINES[line.kind].height


def barriers(state: State) -> list[Line]:
    """Lines that are climbed or jumped."""
    return [line for line in state.ground.lines if line.kind in BARRIERS]


def touches_line(figure: Figure, line: Line, settings: Settings) -> bool:
    """Whether a base touches a line."""
    left, bottom, right, top = line.box
    near = radius(figure, settings) + CONTACT_CM + 2.0 * TOLERANCE
    x = figure.pose.x
    y = figure.pose.y
    if x < left - near or x > right + near or y < bottom - near or y > top + near:
        return False
    return within(points_gap(line.points, x, y) - radius(figure, settings), CONTACT_CM)


def between(state: State, a: Figure, b: Figure) -> Line | None:
    """The barrier that two figures touch from opposite sides [melee.contact-test, melee.barricade]."""
    for line in state.ground.lines:
        if line.kind not in BARRIERS or not box_meets(line.box, a.pose.x, a.pose.y, b.pose.x, b.pose.y):
            continue
        both = touches_line(a, line, state.settings) and touches_line(b, line, state.settings)
        if both and line_crossings(line.points, a.pose.x, a.pose.y, b.pose.x, b.pose.y):
            return line
    return None


def touch(state: State, a: Figure, b: Figure) -> bool:
    """Whether two able figures of opposite sides are in contact [melee.contact, melee.contact-test]."""
    away = gap(a, b, state.settings)
    if within(away, CONTACT_CM):
        return True
    return within(away, ACROSS_CM) and between(state, a, b) is not None


def touching(state: State, figure: Figure) -> list[Figure]:
    """The able enemies that a figure is in contact with, in order of id; beasts fight nobody."""
    found: list[Figure] = []
    x = figure.pose.x
    y = figure.pose.y
    side = figure.side
    most = radius(figure, state.settings) + 0.5 * max(state.settings.base_foot_cm, state.settings.base_mounted_cm)
    most += ACROSS_CM + 2.0 * TOLERANCE
    square = most * most
    if figure.arm == ANIMAL:
        return found
    for other in state.figures.values():
        if other.side == side:
            continue
        dx = other.pose.x - x
        dy = other.pose.y - y
        if dx * dx + dy * dy <= square and able(other) and other.arm != ANIMAL and touch(state, figure, other):
            found.append(other)
    found.sort(key=figure_id)
    return found


def in_contact(state: State, figure: Figure) -> bool:
    """Locked in contact with an able enemy [actions.in-contact]."""
    return bool(touching(state, figure))


# ---------------------------------------------------------------- sight


def clear_ground(state: State, ax: float, ay: float, a_level: int, bx: float, by: float, b_level: int) -> bool:
    """Whether ground lets two points see each other: no building, no higher ground, no more wood than that.

    [shooting.line-of-sight]
    """
    ground = state.ground
    wood = False
    for area in ground.areas:
        if not box_meets(area.box, ax, ay, bx, by):
            continue
        if area.kind in WALLED:
            if _walls_off(area.outline, ax, ay, bx, by):
                return False
        elif area.kind in WOODS:
            wood = True
    if wood and too_much_area(ground, WOODS, state.settings.wood_sight_cm, ax, ay, bx, by) is not None:
        return False
    return not ground.heights or height_in_way(ground, max(a_level, b_level), ax, ay, bx, by) is None


def _walls_off(outline: tuple[Point, ...], ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a building that holds neither end stands on the line."""
    if inside_polygon(outline, ax, ay) or inside_polygon(outline, bx, by):
        return False
    return bool(chords(outline, ax, ay, bx, by))


def sees(state: State, a: Figure, b: Figure) -> bool:
    """Whether one figure has another in sight; figures in between are ignored [shooting.line-of-sight]."""
    return clear_ground(state, a.pose.x, a.pose.y, a.level, b.pose.x, b.pose.y, b.level)


def group_sees(state: State, some: list[Figure], others: list[Figure]) -> bool:
    """Whether any of these has any of those in sight."""
    for one in some:
        for other in others:
            if sees(state, one, other):
                return True
    return False


# ---------------------------------------------------------------- lines of fire


def lane(state: State, shooter: Figure, men: list[Figure]) -> list[Figure]:
    """Able figures of other groups near enough to the lines of fire to be in the way; whoever stands on a lower level
    than the shooter is shot over [shooting.line-of-sight].
    """
    room = 0.5 * max(state.settings.base_foot_cm, state.settings.base_mounted_cm)
    x = shooter.pose.x
    y = shooter.pose.y
    left = min([x, min([man.pose.x for man in men])]) - room
    right = max([x, max([man.pose.x for man in men])]) + room
    bottom = min([y, min([man.pose.y for man in men])]) - room
    top = max([y, max([man.pose.y for man in men])]) + room
    target = men[0].group
    found: list[Figure] = []
    for other in state.figures.values():
        ox = other.pose.x
        oy = other.pose.y
        near = left <= ox <= right and bottom <= oy <= top and other.level >= shooter.level and able(other)
        if near and other.group not in (target, shooter.group):
            found.append(other)
    return found


def bars(figure: Figure, ax: float, ay: float, bx: float, by: float, settings: Settings) -> bool:
    """Whether a line enters a figure's base deeper than the tolerance."""
    return segment_distance(figure.pose.x, figure.pose.y, ax, ay, bx, by) < radius(figure, settings) - TOLERANCE - NOISE


def aims_at(state: State, shooter: Figure, weapon: str, man: Figure, others: list[Figure]) -> bool:
    """Whether a shooter has a man in range, arc and line of fire, not in contact with anybody.

    [shooting.eligible-targets, shooting.arc, shooting.line-of-sight, shooting.into-melee]
    """
    if not within(gap(shooter, man, state.settings), reach(weapon, state.settings)):
        return False
    if shooter.arm == MOUNTED and in_rear(shooter, man):
        return False
    ax = shooter.pose.x
    ay = shooter.pose.y
    bx = man.pose.x
    by = man.pose.y
    for other in others:
        if bars(other, ax, ay, bx, by, state.settings):
            return False
    return clear_ground(state, ax, ay, shooter.level, bx, by, man.level) and not in_contact(state, man)


def can_shoot(state: State, shooter: Figure, weapon: str, group: str) -> bool:
    """Whether a group may be nominated: the first man who can be hit settles it [shooting.eligible-targets]."""
    men = members(state, group)
    if not men:
        return False
    first = nearest_to(shooter, men, state.settings)
    if first is None or not within(gap(shooter, first, state.settings), reach(weapon, state.settings)):
        return False
    others = lane(state, shooter, men)
    if aims_at(state, shooter, weapon, first, others):
        return True
    for man in men:
        if man.id != first.id and aims_at(state, shooter, weapon, man, others):
            return True
    return False


def marks(state: State, shooter: Figure, weapon: str, group: str) -> tuple[Mark, ...]:
    """The men of a group as a shooter sees them; who cannot be hit is left out [shooting.front-rank-test]."""
    men = members(state, group)
    if not men:
        return ()
    others = lane(state, shooter, men)
    found = [man for man in men if aims_at(state, shooter, weapon, man, others)]
    return tuple(
        [
            Mark(man.id, gap(shooter, man, state.settings), screened=screened(state, shooter, weapon, man, found))
            for man in found
        ]
    )


def screened(state: State, shooter: Figure, weapon: str, man: Figure, found: list[Figure]) -> bool:
    """Behind a nearer eligible figure of the same group; asked only at short range [shooting.front-rank-test]."""
    away = gap(shooter, man, state.settings)
    if band(weapon, away, state.settings) != "short":
        return False
    for other in found:
        nearer = other.id != man.id and gap(shooter, other, state.settings) < away - NOISE
        if nearer and bars(other, shooter.pose.x, shooter.pose.y, man.pose.x, man.pose.y, state.settings):
            return True
    return False


# ---------------------------------------------------------------- cover


def cover_of(state: State, man: Figure, shooter: Figure) -> str:
    """The best single grade of cover a man has against a shooter; a climber is in the open.

    [shooting.cover-test, actions.climb-crossing]
    """
    if man.landing is not None:
        return "open"
    settings = state.settings
    tx = man.pose.x
    ty = man.pose.y
    grade = "open"
    for area in state.ground.areas:
        if area.kind in COVERED and box_holds(area.box, tx, ty) and inside_polygon(area.outline, tx, ty):
            shares = inside_polygon(area.outline, shooter.pose.x, shooter.pose.y)
            hiding = Hiding(AREAS[area.kind].name, shares, gap(man, shooter, settings) if shares else 0.0)
            grade = better(grade, area_cover(hiding))
    for line in state.ground.lines:
        if grade == "hard":
            return grade
        if box_meets(line.box, shooter.pose.x, shooter.pose.y, tx, ty):
            grade = better(grade, _line_cover(state, line, man, shooter))
    return grade


def _line_cover(state: State, line: Line, man: Figure, shooter: Figure) -> str:
    """Cover by a line that the line of fire crosses, by its crossing nearest to the man."""
    cuts = line_crossings(line.points, shooter.pose.x, shooter.pose.y, man.pose.x, man.pose.y)
    if not cuts:
        return "open"
    whole = distance(shooter.pose.x, shooter.pose.y, man.pose.x, man.pose.y)
    away = max(0.0, (1.0 - cuts[-1]) * whole - radius(man, state.settings))
    name = LINES[line.kind].name
    hiding = Hiding(feature=name, crossed=True, gap=away, shooter_level=shooter.level, target_level=man.level)
    return feature_cover(hiding, state.settings)


def linked(men: list[Figure], start: Figure, settings: Settings) -> list[Figure]:
    """Those joined to a man by a chain of gaps no wider than that [movement.cohesion]."""
    chain = [start]
    rest = [man for man in men if man.id != start.id]
    place = 0
    while place < len(chain) and rest:
        here = chain[place]
        near = [man for man in rest if within(gap(here, man, settings), settings.cohesion_cm)]
        if near:
            ids = [man.id for man in near]
            rest = [man for man in rest if man.id not in ids]
            chain.extend(near)
        place += 1
    return chain


def body_of(men: list[Figure], nco: str, settings: Settings) -> list[Figure]:
    """The linked part of a group: with its NCO, or the largest cluster if he is down, the lowest id if equal.

    [movement.cohesion]
    """
    for man in men:
        if man.id == nco:
            return linked(men, man, settings)
    best: list[Figure] = []
    left = list(men)
    while left:
        cluster = linked(left, left[0], settings)
        ids = [man.id for man in cluster]
        left = [man for man in left if man.id not in ids]
        if len(cluster) > len(best):
            best = cluster
    return best


def stragglers(men: list[Figure], nco: str, settings: Settings) -> list[str]:
    """Those who have lost touch with the rest of their group [movement.cohesion]."""
    kept = [man.id for man in body_of(men, nco, settings)]
    return [man.id for man in men if man.id not in kept]


def turn_to(a: Figure, b: Figure) -> int:
    """The facing from one figure to another."""
    return bearing(a.pose.x, a.pose.y, b.pose.x, b.pose.y) % FULL_TURN
