"""The procedures move and engaged."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Fields, Outputs, Procedure
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.fire import rule as fire_rule
from roundtop.rulebooks.chamberlain.movement import rule
from roundtop.rulebooks.chamberlain.reserve import rule as reserve_rule
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
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
    distance_bw: float
    to: Point
    end_facing: int
    mount_change: str
    path: tuple[Point, ...]
    reserve_used: bool
    nearest_visible_enemy_bw: float
    off_road_difficult: bool
    nearest_enemy_bw: float
    corridor_clear: bool


def yard_of(given: Fields, zones: bool) -> rule.Yard:
    """Ground, enemies and friends; an enemy's zone counts where `zones` does."""
    size = umpire.table_of(given)
    enemies = umpire.bases_of("enemies", given)
    return rule.Yard(
        ground=umpire.country_of(given["terrain"], size).ground,
        enemies=enemies,
        zoned=enemies if zones else (),
        friends=umpire.bases_of("friends", given),
        edges=size[0] > 0,
        settings=given["settings"],
    )


def _pose(given: Fields) -> Pose:
    return umpire.pose_of("unit", given["unit"])


def _path(given: Fields) -> tuple[Point, ...]:
    return umpire.points_of("path", given["path"], 0)


def _to(given: Fields) -> Point:
    pose = _pose(given)
    return (pose.x, pose.y) if given["to"] is None else umpire.point_of("to", given["to"])


def _end_facing(given: Fields) -> int:
    if given["end_facing"] is not None:
        return umpire.angle_of("end_facing", given["end_facing"])
    pose = _pose(given)
    corners = [(pose.x, pose.y), *_path(given)]
    if given["kind"] == "reserve" and len(corners) > 1 and distance(*corners[-2], *corners[-1]) > NOISE:
        return bearing(*corners[-2], *corners[-1])
    return pose.facing


def _allowance(move: Move) -> float | None:
    """How far this kind of move goes; who retires leaves the table, however far that is."""
    rate = rule.rate_of(move.unit.arm, move.unit.mounted)
    goes = {"simple": rate.simple, "difficult": rate.difficult, "reserve": reserve_rule.RESERVE_BW, "pivot": 0.0}
    return goes.get(move.kind)


def _march(move: Move) -> rule.March:
    """The move as the chapter judges it."""
    unit = move.unit
    rate = rule.rate_of(unit.arm, unit.mounted)
    if move.kind == "retire":
        clause = reserve_rule.retire_refusal(move.nearest_enemy_bw, move.corridor_clear)
        return rule.March(clause, move.pose, 0.0, _engaged(move) and bool(clause))
    if move.kind == "reserve":
        length = track_length(((move.pose.x, move.pose.y), *move.path))
        clause = reserve_rule.reserve_refusal(
            move.reserve_used, length, move.nearest_visible_enemy_bw, move.off_road_difficult
        )
        last = move.path[-1] if move.path else (move.pose.x, move.pose.y)
        return rule.March(clause, Pose(last[0], last[1], move.end_facing), rounded(length), False)
    if move.kind == "difficult":
        x, y = move.to
        march = rule.difficult_move(move.yard, rate, move.pose, x, y, end_facing=move.end_facing)
    else:
        length = move.distance_bw if move.kind == "simple" else 0.0
        march = rule.simple_move(move.yard, rate, move.pose, move.pivot_to, length)
    mounts = rule.mount_refusal(unit.arm, unit.mounted, move.mount_change, move.kind)
    if mounts and march.clause != rate.clause:
        return rule.March(mounts, march.end, march.distance, march.engaged)
    return march


def _engaged(move: Move) -> bool:
    return len(rule.engagers(move.yard, terrain_rule.base(move.pose, move.yard.settings))) > 0


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
    unarmed = unit.arm not in tables.GUNS and tables.weapon_of(unit.arm, unit.weapon, house) == tables.NO_FIREARM
    if limbered or unarmed:
        return False
    done = tables.Troops(unit.arm, weapon=unit.weapon, mounted=unit.mounted, moved=moved)
    return fire_rule.may_fire_after(done, house)


def _moved(move: Move, march: rule.March) -> Outputs:
    unit = move.unit
    legal = not march.clause
    retired = legal and move.kind == "retire"
    moved = _what_it_did(move, march)
    house = move.yard.settings
    tracked = unit.limbered and unit.arm in tables.GUNS and house.artillery_track_limber
    limbered = rule.limbered_after(unit.arm, unit.limbered, moved, house) if legal else tracked
    mounted = unit.mounted if not legal or move.mount_change == "none" else move.mount_change == "mount"
    return procedure.verdict(march.clause) | {
        "allowance_bw": _allowance(move),
        "end": None if retired else umpire.posed(march.end if legal else move.pose),
        "distance_bw": march.distance if legal else 0,
        "engaged": march.engaged if legal else _engaged(move),
        "mounted": mounted and unit.arm in tables.RIDERS,
        "concealed": unit.concealed and not legal,
        "reserve_used": move.reserve_used or (legal and move.kind == "reserve"),
        "may_fire": not retired and _may_fire(move, moved, limbered),
        "status": "retired" if retired else "ok",
        "counts_as_broken": False,
        "limbered": limbered,
    }


def _move_lines(move: Move, march: rule.March) -> tuple[Row, ...]:
    if march.clause:
        return procedure.verdict_line(move, march.clause)
    if move.kind == "retire":
        return (Row("retires", "leaves the table", "chamberlain.move.retire-effect"),)
    clause = "chamberlain.move.rate-reserve" if move.kind == "reserve" else ""
    rate = rule.rate_of(move.unit.arm, move.unit.mounted)
    found = [Row("distance", f"{march.distance:g} BW", clause or rate.clause)]
    if march.engaged:
        found.append(Row("engaged", "stands in an enemy's zone", "chamberlain.move.engaged-zone"))
    return tuple(found)


def _stands_engaged(given: Fields) -> Outputs:
    unit, enemy = umpire.base_of("unit", given), umpire.base_of("enemy", given)
    return {"engaged": given["visible"] and terrain_rule.engaged_by(unit, enemy)}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.reckoned(
        "move",
        procedure.reads(
            Move,
            unit=procedure.inside("unit", umpire.MARCHING),
            pose=_pose,
            yard=lambda given: yard_of(given, zones=True),
            pivot_to=lambda given: umpire.pivot_of(given, _pose(given)),
            to=_to,
            end_facing=_end_facing,
            path=_path,
        ),
        _march,
        _move_lines,
        answer=_moved,
    ),
    procedure.reckoned("engaged", procedure.as_given, _stands_engaged, "chamberlain.move.engaged-zone"),
)
