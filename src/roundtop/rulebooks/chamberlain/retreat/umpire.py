"""The procedure retreat."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure, needed, reads, reckoned
from roundtop.record import record
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.movement import umpire as movement_umpire
from roundtop.rulebooks.chamberlain.retreat import rule
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.measure import rounded
from roundtop.table.pose import Point, Pose


@record(frozen=True)
class Beaten:
    """A beaten unit and what is around it."""

    role: str
    pose: Pose
    away_from: Point
    friendly_edge: str
    yard: movement_rule.Yard


def _away_from(given: Fields) -> Point:
    centre = given["attacker_centre"]
    if given["role"] == "defender":
        return umpire.point_of("attacker_centre", needed("attacker_centre", centre, "a defender flees from somebody"))
    if centre is not None:
        raise FieldError("attacker_centre: an attacker backs along its own facing; leave it out")
    pose = umpire.pose_of("unit", given["unit"])
    return (pose.x, pose.y)


def _retreated(beaten: Beaten) -> Outputs:
    enemy_edge = rule.OPPOSITE[beaten.friendly_edge]
    found: rule.Retreat = rule.retreat(beaten.yard, beaten.role, beaten.pose, beaten.away_from, (enemy_edge,))
    if found.end is None:
        return {"status": found.status}
    centre = terrain_rule.base(found.end, beaten.yard.settings).pose
    return {
        "status": found.status,
        "end": umpire.posed(found.end),
        "base_centre": [rounded(centre.x), rounded(centre.y)],
    }


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "retreat",
        reads(
            Beaten,
            pose=lambda given: umpire.pose_of("unit", given["unit"]),
            away_from=_away_from,
            yard=lambda given: movement_umpire.yard_of(given, zones=False),
        ),
        _retreated,
        "chamberlain.retreat.distance",
    ),
)
