"""The procedures move and engaged."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.fire import rule as fire_rule
from roundtop.rulebooks.chamberlain.movement import rule
from roundtop.rulebooks.chamberlain.reserve import rule as reserve_rule
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import Block
from roundtop.table.measure import NOISE, bearing, distance, rounded
from roundtop.table.path import track_length
from roundtop.table.pose import Point, Pose


@record(frozen=True)
class Move:
    """One activated unit and the move it would make."""

    kind: str
    unit: tables.Troops
    pose: Pose
    yard: rule.Yard
    pivot_to: int
    length: float
    to: Point
    end_facing: int
    change: str
    path: tuple[Point, ...]
    fields: umpire.Fields


def _read_move(fields: umpire.Fields) -> Move:
    unit: umpire.Fields = fields["unit"]
    pose = umpire.pose_of("unit", unit)
    house = umpire.house_of(fields)
    for name in ("distance_bw", "nearest_visible_enemy_bw", "nearest_enemy_bw"):
        between(name, fields[name], 0, 10_000)
    size = umpire.table_of(fields)
    enemies = umpire.bases_of("enemies", fields["enemies"], house)
    friends = umpire.bases_of("friends", fields["friends"], house)
    ground = umpire.country_of(fields["terrain"], size).ground
    path = umpire.points_of("path", fields["path"], 0)
    kind: str = fields["kind"]
    facing = _end_facing(fields, kind, pose, path)
    pivot_to = pose.facing if fields["pivot_to"] is None else umpire.angle_of("pivot_to", fields["pivot_to"])
    to = (pose.x, pose.y) if fields["to"] is None else umpire.point_of("to", fields["to"])
    yard = rule.Yard(
        ground=ground, enemies=enemies, zoned=enemies, friends=friends, held=(), edges=size[0] > 0, settings=house
    )
    troops = umpire.troops_of("unit", unit, strength=False)
    change: str = fields["mount_change"]
    return Move(
        kind=kind,
        unit=troops,
        pose=pose,
        yard=yard,
        pivot_to=pivot_to,
        length=fields["distance_bw"],
        to=to,
        end_facing=facing,
        change=change,
        path=path,
        fields=fields,
    )


def _end_facing(fields: umpire.Fields, kind: str, pose: Pose, path: tuple[Point, ...]) -> int:
    if fields["end_facing"] is not None:
        return umpire.angle_of("end_facing", fields["end_facing"])
    corners = [(pose.x, pose.y), *path]
    if kind == "reserve" and len(corners) > 1 and distance(*corners[-2], *corners[-1]) > NOISE:
        return bearing(*corners[-2], *corners[-1])
    return pose.facing


def _march(move: Move) -> rule.March:
    """The move as the chapter judges it."""
    unit = move.unit
    fields = move.fields
    rate = rule.rate_of(unit.arm, unit.mounted)
    engaged = len(rule.engagers(move.yard, terrain_rule.base(move.pose, move.yard.settings))) > 0
    if move.kind == "retire":
        clause = reserve_rule.retire_refusal(fields["nearest_enemy_bw"], fields["corridor_clear"])
        return rule.March(clause, move.pose, 0.0, engaged and bool(clause))
    if move.kind == "reserve":
        length = track_length(((move.pose.x, move.pose.y), *move.path))
        clause = reserve_rule.reserve_refusal(
            fields["reserve_used"], length, fields["nearest_visible_enemy_bw"], fields["off_road_difficult"]
        )
        last = move.path[-1] if move.path else (move.pose.x, move.pose.y)
        return rule.March(clause, Pose(last[0], last[1], move.end_facing), rounded(length), False)
    if move.kind == "difficult":
        march = rule.difficult_move(
            yard=move.yard, rate=rate, pose=move.pose, x=move.to[0], y=move.to[1], end_facing=move.end_facing
        )
    else:
        length = move.length if move.kind == "simple" else 0.0
        march = rule.simple_move(move.yard, rate, move.pose, move.pivot_to, length)
    mounts = rule.mount_refusal(unit.arm, unit.mounted, move.change, move.kind)
    if mounts and march.clause != rate.clause:
        return rule.March(mounts, march.end, march.distance, march.engaged)
    return march


def _what_it_did(move: Move, march: rule.March) -> str:
    """The moved flag it carries afterwards: a pivot that turns nothing is no move [move.moved-flag]."""
    if march.clause:
        return move.unit.moved
    if move.kind == "pivot" or (move.kind == "simple" and march.distance == 0):
        return "pivot" if march.end.facing != move.pose.facing else "none"
    return move.kind


def _may_fire(move: Move, moved: str, limbered: bool) -> bool:
    unit = move.unit
    house = move.yard.settings
    if limbered or (
        unit.arm not in tables.GUNS and tables.weapon_of(unit.arm, unit.weapon, house) == tables.NO_FIREARM
    ):
        return False
    done = tables.Troops(unit.arm, weapon=unit.weapon, mounted=unit.mounted, moved=moved)
    return fire_rule.may_fire_after(done, house)


def _move_outputs(move: Move) -> Outputs:
    march = _march(move)
    unit = move.unit
    legal = not march.clause
    retired = legal and move.kind == "retire"
    moved = _what_it_did(move, march)
    house = move.yard.settings
    tracked = unit.limbered and unit.arm in tables.GUNS and house.artillery_track_limber
    limbered = rule.limbered_after(unit.arm, unit.limbered, moved, house) if legal else tracked
    mounted = unit.mounted if not legal or move.change == "none" else move.change == "mount"
    engaged = rule.engagers(move.yard, terrain_rule.base(move.pose, house))
    return umpire.ruled(march.clause) | {
        "end": None if retired else umpire.posed(march.end if legal else move.pose),
        "distance_bw": march.distance if legal else 0,
        "engaged": march.engaged if legal else len(engaged) > 0,
        "mounted": mounted and unit.arm in tables.RIDERS,
        "concealed": unit.concealed and not legal,
        "reserve_used": move.fields["reserve_used"] or (legal and move.kind == "reserve"),
        "may_fire": not retired and _may_fire(move, moved, limbered),
        "status": "retired" if retired else "ok",
        "counts_as_broken": False,
        "limbered": limbered,
    }


def _move_lines(move: Move, _: None) -> tuple[Row, ...]:
    march = _march(move)
    if march.clause:
        return umpire.refused(march.clause)
    if move.kind == "retire":
        return (Row("retires", "leaves the table", "chamberlain.move.retire-effect"),)
    clause = "chamberlain.move.rate-reserve" if move.kind == "reserve" else ""
    rate = rule.rate_of(move.unit.arm, move.unit.mounted)
    found = [Row("distance", f"{march.distance:g} BW", clause or rate.clause)]
    if march.engaged:
        found.append(Row("engaged", "stands in an enemy's zone", "chamberlain.move.engaged-zone"))
    return tuple(found)


MOVE: Final[Procedure] = simple(
    "move", _read_move, lambda _move, _dice: None, lambda move, _: _move_outputs(move), _move_lines
)


def _read_engaged(fields: umpire.Fields) -> tuple[Block, Block, bool]:
    house = umpire.house_of(fields)
    unit = terrain_rule.base(umpire.pose_of("unit", fields["unit"]), house)
    return unit, terrain_rule.base(umpire.pose_of("enemy", fields["enemy"]), house), fields["visible"]


ENGAGED: Final[Procedure] = umpire.answered(
    "engaged",
    _read_engaged,
    lambda given: {"engaged": given[2] and terrain_rule.engaged_by(given[0], given[1])},
    "chamberlain.move.engaged-zone",
)

PROCEDURES: Final[tuple[Procedure, ...]] = (MOVE, ENGAGED)
