"""The procedures line-of-sight and fire-arc."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure
from roundtop.record import record
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.sight import rule
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.arc import off_facing
from roundtop.table.footprint import Block
from roundtop.table.measure import NOISE, distance
from roundtop.table.pose import Point, Pose


@record(frozen=True)
class Gaze:
    """One unit looking at another."""

    country: umpire.Country
    viewer: Block
    viewer_level: int
    target: Block
    target_level: int
    others: tuple[Block, ...]
    settings: Settings


def _read_gaze(fields: umpire.Fields) -> Gaze:
    house = umpire.house_of(fields)
    return Gaze(
        country=umpire.country_of(fields["terrain"]),
        viewer=terrain_rule.base(umpire.pose_of("viewer", fields["viewer"]), house),
        viewer_level=fields["viewer"]["level"],
        target=terrain_rule.base(umpire.pose_of("target", fields["target"]), house),
        target_level=fields["target"]["level"],
        others=umpire.bases_of("other_units", fields["other_units"], house),
        settings=house,
    )


def _gaze_outputs(gaze: Gaze) -> Outputs:
    seen = rule.look(
        ground=gaze.country.ground,
        crests=gaze.country.crests,
        viewer=gaze.viewer,
        viewer_level=gaze.viewer_level,
        target=gaze.target,
        target_level=gaze.target_level,
        others=gaze.others,
        settings=gaze.settings,
    )
    return {"visible": seen.visible, "obstructed": seen.obstructed}


LINE_OF_SIGHT: Final[Procedure] = umpire.answered(
    "line-of-sight", _read_gaze, _gaze_outputs, "chamberlain.los.geometry"
)


def _read_arc(fields: umpire.Fields) -> tuple[Pose, Point, Settings]:
    return umpire.pose_of("firer", fields["firer"]), umpire.point_of("point", fields["point"]), umpire.house_of(fields)


def _arc_outputs(given: tuple[Pose, Point, Settings]) -> Outputs:
    pose, (x, y), house = given
    off = 0 if distance(pose.x, pose.y, x, y) <= NOISE else off_facing(pose.x, pose.y, pose.facing, x, y)
    return {"in_arc": rule.in_fire_arc(pose, x, y, house), "off_axis_deg": off / 100}


FIRE_ARC: Final[Procedure] = umpire.answered("fire-arc", _read_arc, _arc_outputs, "chamberlain.fire.arc")

PROCEDURES: Final[tuple[Procedure, ...]] = (LINE_OF_SIGHT, FIRE_ARC)
