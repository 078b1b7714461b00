"""What the chapters' procedures read and answer alike: units, poses and ground."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Outputs, Read, between, needed, point, reads
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import Block
from roundtop.table.ground import Area, Ground, Line, Road
from roundtop.table.measure import rounded
from roundtop.table.pose import Point, Pose

ELAN: Final = (3, 9)
"""Starting elan a unit may have [unit.elan-values]."""


def fights(unit: Fields) -> None:
    """A unit that can be, in its strength too."""
    well_made(unit)
    if unit["arm"] not in tables.GUNS:
        elan = needed("elan", unit["elan"], "a unit that is not artillery has a starting elan")
        between("elan", elan, *ELAN)
        if unit["fatigue"] >= elan:
            raise FieldError(f"fatigue: {unit['fatigue']} cannot be; a unit of elan {elan} breaks at {elan}")
        return
    between("ammo", needed("ammo", unit["ammo"], "a battery has a number of boxes"), 0, 99)
    if unit["start_ammo"] is not None:
        between("start_ammo", unit["start_ammo"], max(1, unit["ammo"]), 99)


def well_made(unit: Fields) -> None:
    if "YH" in unit["traits"] and "RY" in unit["traits"]:
        raise FieldError("traits: a unit has YH or RY, not both")


def attacks(unit: Fields) -> None:
    if unit["arm"] in tables.GUNS:
        raise FieldError(f"arm: {unit['arm']} never charges")
    fights(unit)


def _of_foot_and_horse(name: str) -> Callable[[Fields], int]:
    """Guns have neither elan nor fatigue."""
    return lambda unit: 0 if unit["arm"] in tables.GUNS else unit[name] or 0


MARCHING: Final[Read] = reads(
    tables.Troops, well_made, elan=_of_foot_and_horse("elan"), fatigue=_of_foot_and_horse("fatigue")
)
TROOPS: Final[Read] = reads(
    tables.Troops, fights, elan=_of_foot_and_horse("elan"), fatigue=_of_foot_and_horse("fatigue")
)
ATTACKER: Final[Read] = reads(tables.Troops, attacks)


def angle_of(name: str, degrees: float) -> int:
    if not 0 <= degrees < 360:
        raise FieldError(f"{name}: {degrees:g} cannot be; a facing is 0 or more and less than 360")
    return round(degrees * 100)


def pose_of(name: str, given: Fields) -> Pose:
    for part in ("x", "y", "facing"):
        needed(f"{name}.{part}", given[part], "the pose is read here")
    return Pose(given["x"], given["y"], angle_of(f"{name}.facing", given["facing"]))


def pivot_of(given: Fields, pose: Pose) -> int:
    return pose.facing if given["pivot_to"] is None else angle_of("pivot_to", given["pivot_to"])


def base_of(name: str, given: Fields) -> Block:
    return terrain_rule.base(pose_of(name, given[name]), given["settings"])


def bases_of(name: str, given: Fields) -> tuple[Block, ...]:
    poses = [pose_of(f"{name}[{place}]", one) for place, one in enumerate(given[name])]
    return tuple([terrain_rule.base(pose, given["settings"]) for pose in poses])


def point_of(name: str, given: list[float]) -> Point:
    for value in given:
        between(name, value, -10_000, 10_000)
    return point(name, given)


def points_of(name: str, given: list[list[float]], least: int) -> tuple[Point, ...]:
    if len(given) < least:
        raise FieldError(f"{name}: {len(given)} points cannot be; it takes at least {least}")
    return tuple([point_of(f"{name}[{place}]", one) for place, one in enumerate(given)])


def posed(pose: Pose) -> Outputs:
    degrees = pose.facing / 100
    return {
        "x": rounded(pose.x),
        "y": rounded(pose.y),
        "facing": int(degrees) if degrees.is_integer() else degrees,
    }


@record(frozen=True)
class Country:
    """Pieces of terrain given by hand, as the chapters read ground."""

    ground: Ground
    crests: tuple[terrain_rule.Crest, ...]


def country_of(pieces: list[Fields], size: Point = (0.0, 0.0)) -> Country:
    areas: list[Area] = []
    line_features: list[Line] = []
    roads: list[Road] = []
    crests: list[terrain_rule.Crest] = []
    for place, piece in enumerate(pieces):
        name = f"terrain[{place}]"
        kind: str = piece["kind"]
        if not piece["polygon"] and not piece["line"]:
            raise FieldError(f"{name}: it has neither a polygon nor a line; give one")
        if piece["polygon"]:
            if kind in ("crest", terrain_rule.ROAD):
                raise FieldError(f"{name}.polygon: a {kind} is a line")
            areas.append(Area(kind, points_of(f"{name}.polygon", piece["polygon"], 3)))
        if piece["line"]:
            points = points_of(f"{name}.line", piece["line"], 2)
            if kind == terrain_rule.ROAD:
                roads.append(Road(kind, points, terrain_rule.ROAD_WIDTH))
            elif kind == "crest":
                crests.append(terrain_rule.Crest(points, piece["level"]))
            else:
                line_features.append(Line(kind, points))
    ground = Ground(size[0], size[1], tuple(areas), tuple(line_features), tuple(roads))
    return Country(ground, tuple(crests))


def table_of(given: Fields) -> Point:
    """Width and depth of the table, (0, 0) where edges do not matter."""
    if not given["table_bw"]:
        return (0.0, 0.0)
    size = point_of("table_bw", given["table_bw"])
    between("table_bw", min(size), 1.0)
    return size
