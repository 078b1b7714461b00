"""Fields of the ledger's procedures as the chapters' umpires read and answer them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, Reached, Situation, between, house, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.options import Settings, settings
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import Block
from roundtop.table.ground import Area, Ground, Line, Road
from roundtop.table.measure import rounded
from roundtop.table.pose import Point, Pose

ELAN: Final = (3, 9)
"""Starting elan a unit may have [unit.elan-values]."""
Fields = dict[str, Any]
Roll = Callable[[Situation, Dice], Reached]
Answer = Callable[[Situation, Reached], Outputs]
Explain = Callable[[Situation, Reached], tuple[Row, ...]]


def answered(
    name: str, read: Callable[[Fields], Situation], answer: Callable[[Situation], Outputs], clause: str
) -> Procedure:
    """A procedure without dice whose outputs explain themselves."""

    def explain(situation: Situation, _: None) -> tuple[Row, ...]:
        return tuple([Row(key.replace("_", " "), _shown(value), clause) for key, value in answer(situation).items()])

    return simple(name, read, lambda _situation, _dice: None, lambda situation, _: answer(situation), explain)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join([_shown(one) for one in value]) or "none"
    if isinstance(value, dict):
        return ", ".join([f"{name} {_shown(one)}" for name, one in value.items()])
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def ruled(clause: str) -> Outputs:
    return {"legal": not clause, "clause": clause or None}


def refused(clause: str) -> tuple[Row, ...]:
    return (Row("not allowed", "no", clause),)


def house_of(fields: Fields) -> Settings:
    found: Settings = house(settings, fields)
    return found


def needed(name: str, value: Any, what: str) -> Any:
    if value is None:
        raise FieldError(f"{name}: missing; {what}")
    return value


def troops_of(name: str, unit: Fields, strength: bool = True) -> tables.Troops:
    """A record `unit` or `attacker` as the rules of fighting see it."""
    arm: str = unit["arm"]
    traits: list[str] = unit["traits"]
    if "YH" in traits and "RY" in traits:
        raise FieldError(f"{name}.traits: a unit has YH or RY, not both")
    if strength:
        check_strength(name, unit, arm)
    return tables.Troops(
        arm=arm,
        elan=0 if arm in tables.GUNS else unit["elan"] or 0,
        fatigue=0 if arm in tables.GUNS else unit["fatigue"],
        ammo=unit.get("ammo") or 0,
        start_ammo=99 if unit.get("start_ammo") is None else unit["start_ammo"],
        weapon=unit.get("weapon") or "",
        mounted=unit["mounted"],
        moved=unit.get("moved", "none"),
        traits=tuple(traits),
        officer=None if unit["officer"] is None else tuple(unit["officer"]),
        level=unit.get("level", 0),
        in_cover=unit.get("in_cover", False),
        on_crest=unit.get("on_crest", False),
        concealed=unit.get("concealed", False),
        in_contact=unit.get("in_contact", False),
        limbered=unit.get("limbered", False),
    )


def check_strength(name: str, unit: Fields, arm: str) -> None:
    if arm in tables.GUNS:
        between(f"{name}.ammo", needed(f"{name}.ammo", unit["ammo"], "a battery has a number of boxes"), 0, 99)
        if unit["start_ammo"] is not None:
            between(f"{name}.start_ammo", unit["start_ammo"], max(1, unit["ammo"]), 99)
        return
    elan = needed(f"{name}.elan", unit["elan"], "a unit that is not artillery has a starting elan")
    between(f"{name}.elan", elan, *ELAN)
    between(f"{name}.fatigue", unit["fatigue"], 0)
    if unit["fatigue"] >= elan:
        raise FieldError(f"{name}.fatigue: {unit['fatigue']} cannot be; a unit of elan {elan} breaks at {elan}")


def angle_of(name: str, degrees: float) -> int:
    if not 0 <= degrees < 360:
        raise FieldError(f"{name}: {degrees:g} cannot be; a facing is 0 or more and less than 360")
    return round(degrees * 100)


def pose_of(name: str, given: Fields) -> Pose:
    for part in ("x", "y", "facing"):
        needed(f"{name}.{part}", given[part], "the pose is read here")
        between(f"{name}.{part}", given[part], -10_000, 10_000)
    return Pose(given["x"], given["y"], angle_of(f"{name}.facing", given["facing"]))


def bases_of(name: str, given: list[Fields], house: Settings) -> tuple[Block, ...]:
    return tuple([terrain_rule.base(pose_of(f"{name}[{place}]", one), house) for place, one in enumerate(given)])


def point_of(name: str, given: list[float]) -> Point:
    if len(given) != 2:
        raise FieldError(f"{name}: {given} cannot be; a point is [x, y]")
    for value in given:
        between(name, value, -10_000, 10_000)
    return (given[0], given[1])


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


def table_of(fields: Fields) -> Point:
    """Width and depth of the table, (0, 0) where edges do not matter."""
    given: list[float] = fields["table_bw"]
    if not given:
        return (0.0, 0.0)
    size = point_of("table_bw", given)
    between("table_bw", min(size), 1.0)
    return size
