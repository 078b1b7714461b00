"""A voluntary move worked out, stretch by stretch."""

from __future__ import annotations

from typing import Final

from roundtop.record import copy, record
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.terrain import table as terrain_table
from roundtop.table import measure
from roundtop.table.path import Manoeuvre, Sweep, cut_at, forward, sweep
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

LOOSE_DRILL: Final = ("forward", "glide", "shift", "turn", "about-face", "oblique")
PUSHES: Final = ("forward", "glide", "shift", "oblique")
"""What moves guns by hand from where they stand."""


SLIGHT: Final = 100
"""A column that faces about and about again looks as it did, but for the rounding of its trail."""


def is_loose(unit: Unit) -> bool:
    """Who turns freely and goes backwards at full speed [move.wheel, move.backwards]."""
    return unit.formation in tables.LOOSE


def snake(unit: Unit) -> bool:
    """A column whose body follows its head [formation.road-column]."""
    return bool(unit.trail) and unit.building < 0


@record
class Route:
    """A voluntary move worked out: its stretches, what they cost, and the unit as it would stand at the end.

    `short`: no gun of a battery can be pushed as far as it was told.
    """

    paths: list[Sweep]
    legs: list[terrain_rule.Leg]
    end: Unit
    short: bool = False

    def reach(self) -> float:
        """No less than how far anything of the unit comes from where it stood."""
        far = 0.0
        for path in self.paths:
            far += path.length + path.width + path.depth
        return far

    def stays(self, unit: Unit) -> bool:
        """Whether a unit would stand at the end just as it did."""
        end = self.end
        if snake(unit):
            off = abs(measure.turn_between(unit.pose.facing, end.pose.facing))
            return off < SLIGHT and sum([path.length for path in self.paths]) <= measure.TOLERANCE
        return end.pose == rounded_pose(unit.pose) and end.files == unit.files and end.guns == unit.guns


def route(
    state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...], terrain: terrain_table.Terrain | None = None
) -> Route:
    """Work a move out, stretch by stretch: a formed unit that faces left or right turns its ranks into files.

    [move.turn-in-place, move.wheel, formation.road-column]
    """
    if unit.trail and unit.building < 0:
        return column_route(state, unit, manoeuvres)
    if unit.formation == tables.UNLIMBERED:
        return gun_route(state, unit, manoeuvres)
    settings = state.settings
    paths: list[Sweep] = []
    legs: list[terrain_rule.Leg] = []
    now = unit
    drill: list[Manoeuvre] = []
    for one in (*manoeuvres, None):
        quarter = one is not None and one.kind == "turn" and not is_loose(unit) and one.by % measure.HALF_TURN != 0
        if one is not None and not quarter:
            drill.append(one)
            continue
        if drill:
            front, deep = field.size(now, settings)
            path = sweep(now.pose, front, deep, drill)
            paths.append(path)
            legs.extend(terrain_table.legs_of(state, now, path, terrain))
            now = copy(now) if now is unit else now
            now.pose = path.end
            drill = []
        if one is not None:
            now = faced(now, one.by)
            legs.append(terrain_rule.Leg(terrain_rule.TURN))
    now = copy(now) if now is unit else now
    now.pose = rounded_pose(now.pose)
    if now.formation == tables.LIMBERED:
        now.guns = field.guns_in_row(now, now.pose, settings)
    return Route(paths, legs, now)


def faced(unit: Unit, by: int) -> Unit:
    """Every man faces left or right: files become ranks on the same ground [move.turn-in-place]."""
    new = copy(unit)
    new.files = field.ranks(unit)
    new.pose = Pose(unit.pose.x, unit.pose.y, unit.pose.facing + by)
    return new


def column_route(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Route:
    """A column of march: its head goes from place to place and its body follows; on a road it bends freely.

    [formation.road-column, move.wheel, terrain.road-column-only]
    """
    settings = state.settings
    front, deep = field.size(unit, settings)
    trail = list(unit.trail)
    legs: list[terrain_rule.Leg] = []
    paths: list[Sweep] = []
    x, y = trail[-1]
    facing = unit.pose.facing
    for one in manoeuvres:
        if one.kind == "leg":
            tx, ty = one.x, one.y
        elif one.kind == "forward":
            tx, ty = x + one.amount * measure.sine(facing), y + one.amount * measure.cosine(facing)
        else:
            legs.append(terrain_rule.Leg(terrain_rule.TURN))
            trail, facing = reversed_trail(trail, deep)
            x, y = trail[-1]
            continue
        length = measure.distance(x, y, tx, ty)
        if length <= measure.NOISE:
            continue
        heading = measure.bearing(x, y, tx, ty)
        middle = Pose(x - 0.5 * front * measure.sine(heading), y - 0.5 * front * measure.cosine(heading), heading)
        path = sweep(middle, front, front, (forward(length),))
        paths.append(path)
        if terrain_table.along_road(state.ground, x, y, tx, ty):
            legs.append(terrain_rule.Leg(terrain_rule.ROAD, length))
        else:
            by = abs(measure.turn_between(facing, heading))
            if by:
                legs.append(terrain_rule.Leg(terrain_rule.WHEEL, 0.0, front, by / 100.0))
            legs.extend(terrain_table.legs_of(state, unit, path))
        trail.append((tx, ty))
        x, y, facing = tx, ty, heading
    end = copy(unit)
    end.trail = tuple([(measure.rounded(px), measure.rounded(py)) for px, py in shortened(trail, deep)])
    hx, hy = end.trail[-1]
    end.pose = rounded_pose(ahead(Pose(hx, hy, facing), -0.5 * deep))
    return Route(paths, legs, end)


def reversed_trail(trail: list[Point], length: float) -> tuple[list[Point], int]:
    """A column that faces about: its tail is its head [move.turn-in-place]."""
    body_points = shortened(trail, length)
    body_points.reverse()
    ax, ay = body_points[-2]
    bx, by = body_points[-1]
    return body_points, measure.bearing(ax, ay, bx, by)


def shortened(trail: list[Point], length: float) -> list[Point]:
    """The last so many inches of a trail, straight on behind its beginning where it is too short."""
    left = length
    kept_points = [trail[-1]]
    for place in range(len(trail) - 1, 0, -1):
        hx, hy = trail[place]
        tx, ty = trail[place - 1]
        stretch = measure.distance(hx, hy, tx, ty)
        if stretch >= left:
            part = left / stretch if stretch > measure.NOISE else 0.0
            kept_points.append((hx + part * (tx - hx), hy + part * (ty - hy)))
            left = 0.0
            break
        kept_points.append((tx, ty))
        left -= stretch
    if left > measure.NOISE and len(kept_points) > 1:
        hx, hy = kept_points[-2]
        tx, ty = kept_points[-1]
        heading = measure.bearing(hx, hy, tx, ty)
        kept_points[-1] = (tx + left * measure.sine(heading), ty + left * measure.cosine(heading))
    kept_points.reverse()
    return kept_points


def gun_route(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Route:
    """Guns pushed by hand: each goes the way of the battery as far as its men can push it, and may be swung.

    [move.manhandle-rate, move.manhandle-maximum, move.manhandle-crew, move.turn-in-place]
    """
    wide, deep = field.base(unit, state.settings)
    end = copy(unit)
    legs: list[terrain_rule.Leg] = []
    paths: list[Sweep] = []
    guns = list(unit.guns)
    helped = helpers(state, unit, manoeuvres)
    farthest = wanted = 0.0
    pushed = False
    for place, gun in enumerate(unit.guns):
        if gun.fate != "manned":
            continue
        path = sweep(gun.pose, wide, deep, [one for one in manoeuvres if one.kind in LOOSE_DRILL])
        hands = artillery_rule.manhandled(gun.crew, helped)
        turned = path.end.facing
        if not artillery_rule.only_swung(gun.pose.facing, turned):
            turned = turned if hands else gun.pose.facing
            pushed = pushed or hands > 0.0
        legs_on = tuple(terrain_table.legs_of(state, unit, path))
        most = terrain_rule.ground_covered(legs_on, hands, tables.UNLIMBERED, state.settings)
        wanted = max(wanted, path.length)
        if path.length > most:
            path = cut_at(path, most)
        farthest = max(farthest, path.length)
        paths.append(path)
        pose = path.end
        guns[place] = type(gun)(rounded_pose(Pose(pose.x, pose.y, turned)), gun.crew, gun.fate)
    if pushed or farthest > measure.TOLERANCE:
        legs.append(terrain_rule.Leg(terrain_rule.OPEN, farthest))
    end.guns = tuple(guns)
    end.pose = middle_of(end)
    return Route(paths, legs, end, wanted > farthest + measure.TOLERANCE)


def middle_of(unit: Unit) -> Pose:
    """The middle of the guns that are manned, facing as the first of them does."""
    there = field.manned(unit)
    if not there:
        return unit.pose
    x = sum([gun.pose.x for gun in there]) / len(there)
    y = sum([gun.pose.y for gun in there]) / len(there)
    return rounded_pose(Pose(x, y, there[0].pose.facing))


def helpers(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> int:
    """Infantrymen who lend a hand with the guns [move.manhandle-rate]."""
    for one in manoeuvres:
        if one.kind == "help":
            return field.unit_of(state, one.on).men
    return 0
