"""The procedure retreat."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure
from roundtop.record import record
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
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
    edge: str
    yard: movement_rule.Yard


def _read_retreat(fields: umpire.Fields) -> Beaten:
    house = umpire.house_of(fields)
    pose = umpire.pose_of("unit", fields["unit"])
    if fields["role"] == "defender":
        given = umpire.needed("attacker_centre", fields["attacker_centre"], "a defender flees from somebody")
        away = umpire.point_of("attacker_centre", given)
    elif fields["attacker_centre"] is not None:
        raise FieldError("attacker_centre: an attacker backs along its own facing; leave it out")
    else:
        away = (pose.x, pose.y)
    size = umpire.table_of(fields)
    yard = movement_rule.Yard(
        ground=umpire.country_of(fields["terrain"], size).ground,
        enemies=umpire.bases_of("enemies", fields["enemies"], house),
        zoned=(),
        friends=umpire.bases_of("friends", fields["friends"], house),
        held=(),
        edges=size[0] > 0,
        settings=house,
    )
    return Beaten(fields["role"], pose, away, fields["friendly_edge"], yard)


def _retreat_outputs(beaten: Beaten) -> Outputs:
    enemy_edge = rule.OPPOSITE[beaten.edge]
    found: rule.Retreat = rule.retreat(beaten.yard, beaten.role, beaten.pose, beaten.away_from, (enemy_edge,))
    if found.end is None:
        return {"status": found.status, "end": None, "base_centre": None}
    centre = terrain_rule.base(found.end, beaten.yard.settings).pose
    return {
        "status": found.status,
        "end": umpire.posed(found.end),
        "base_centre": [rounded(centre.x), rounded(centre.y)],
    }


RETREAT: Final[Procedure] = umpire.answered("retreat", _read_retreat, _retreat_outputs, "chamberlain.retreat.distance")

PROCEDURES: Final[tuple[Procedure, ...]] = (RETREAT,)
