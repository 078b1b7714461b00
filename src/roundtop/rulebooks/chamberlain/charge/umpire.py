"""The procedures charge, greatest-threat and flanked."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between
from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables, umpire
from roundtop.rulebooks.chamberlain.charge import rule
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.sight import rule as sight_rule
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.pose import Pose


@record(frozen=True)
class Charging:
    """One charge at one target, the first of the yard's enemies."""

    charger: rule.Charger
    yard: movement_rule.Yard
    pivot_to: int
    visible: bool


def _read_charge(fields: umpire.Fields) -> Charging:
    unit: umpire.Fields = fields["charger"]
    pose = umpire.pose_of("charger", unit)
    house = umpire.house_of(fields)
    if unit["arm"] not in tables.GUNS:
        umpire.check_strength("charger", unit, unit["arm"])
    targets = (
        terrain_rule.base(umpire.pose_of("target", fields["target"]), house),
        *umpire.bases_of("other_enemies", fields["other_enemies"], house),
    )
    yard = movement_rule.Yard(umpire.country_of(fields["terrain"]).ground, targets, edges=False, settings=house)
    pivot_to = pose.facing if fields["pivot_to"] is None else umpire.angle_of("pivot_to", fields["pivot_to"])
    charger = rule.Charger(unit["arm"], unit["mounted"], unit["elan"] or 0, unit["fatigue"], pose)
    return Charging(charger, yard, pivot_to, fields["visible"])


def _charge_outputs(onset: Charging) -> Outputs:
    found = rule.charge(onset.yard, onset.charger, onset.pivot_to, 0, onset.visible)
    end = None if found.clause else umpire.posed(found.end)
    return umpire.ruled(found.clause) | {"distance_bw": found.distance, "end": end}


CHARGE: Final[Procedure] = umpire.answered("charge", _read_charge, _charge_outputs, "chamberlain.move.charge-path")


def _read_threats(fields: umpire.Fields) -> tuple[tuple[rule.Candidate, ...], Settings]:
    found: list[rule.Candidate] = []
    for place, one in enumerate(fields["candidates"]):
        between(f"candidates[{place}].distance_bw", one["distance_bw"], 0)
        between(f"candidates[{place}].current_dice", one["current_dice"], 0)
        if one["id"] in [other.id for other in found]:
            raise FieldError(f"candidates[{place}].id: '{one['id']}' is there twice")
        found.append(
            rule.Candidate(one["id"], one["distance_bw"], one["in_contact"], one["engages"], one["current_dice"])
        )
    return tuple(found), umpire.house_of(fields)


GREATEST_THREAT: Final[Procedure] = umpire.answered(
    "greatest-threat",
    _read_threats,
    lambda given: {"targets": rule.greatest_threats(given[0], given[1])},
    "chamberlain.move.charge-greatest-threat",
)


def _read_flanked(fields: umpire.Fields) -> umpire.Fields:
    umpire.pose_of("target", fields["target"])
    umpire.point_of("attacker_centre", fields["attacker_centre"])
    return fields


def _flanked_outputs(fields: umpire.Fields) -> Outputs:
    target = terrain_rule.base(umpire.pose_of("target", fields["target"]), Settings())
    x, y = fields["attacker_centre"]
    if fields["kind"] == "fire":
        return {"flanked": sight_rule.behind_front(target, x, y)}
    return {"flanked": rule.strikes_flank(target, Pose(x, y, 0), fields["began_in_zone"])}


FLANKED: Final[Procedure] = umpire.answered(
    "flanked", _read_flanked, _flanked_outputs, "chamberlain.melee.flanked-condition"
)

PROCEDURES: Final[tuple[Procedure, ...]] = (CHARGE, GREATEST_THREAT, FLANKED)
