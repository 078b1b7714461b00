"""The procedures line-of-sight and fire-arc."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, reckoned
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.sight import rule
from roundtop.table.arc import off_facing
from roundtop.table.measure import NOISE, distance


def _look(given: Fields) -> rule.Sight:
    country = umpire.country_of(given["terrain"])
    return rule.look(
        ground=country.ground,
        crests=country.crests,
        viewer=umpire.base_of("viewer", given),
        viewer_level=given["viewer"]["level"],
        target=umpire.base_of("target", given),
        target_level=given["target"]["level"],
        others=umpire.bases_of("other_units", given),
        settings=given["settings"],
    )


def _arc(given: Fields) -> Outputs:
    pose, (x, y) = umpire.pose_of("firer", given["firer"]), umpire.point_of("point", given["point"])
    off = 0 if distance(pose.x, pose.y, x, y) <= NOISE else off_facing(pose.x, pose.y, pose.facing, x, y)
    return {"in_arc": rule.in_fire_arc(pose, x, y, given["settings"]), "off_axis_deg": off / 100}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned("line-of-sight", _look, lambda seen: seen, "chamberlain.los.geometry"),
    reckoned("fire-arc", _arc, lambda found: found, "chamberlain.fire.arc"),
)
