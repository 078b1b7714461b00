"""The procedures charge, greatest-threat and flanked."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure, Read
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


def charges(unit: Fields) -> None:
    """Guns are refused by the rule, whatever their strength."""
    if unit["arm"] not in tables.GUNS:
        umpire.fights(unit)


def _read_charge(given: Fields) -> Charging:
    pose = umpire.pose_of("charger", given["charger"])
    read = procedure.reads(rule.Charger, charges, elan=lambda unit: unit["elan"] or 0, pose=lambda _: pose)
    targets = (umpire.base_of("target", given), *umpire.bases_of("other_enemies", given))
    ground = umpire.country_of(given["terrain"]).ground
    yard = movement_rule.Yard(ground, targets, edges=False, settings=given["settings"])
    return Charging(procedure.inside("charger", read)(given), yard, umpire.pivot_of(given, pose), given["visible"])


def _charged(onset: Charging) -> Outputs:
    charger = onset.charger
    found = rule.charge(onset.yard, charger, onset.pivot_to, 0, onset.visible)
    return procedure.verdict(found.clause) | {
        "allowance_bw": rule.reach_of(charger.arm, charger.mounted)[0],
        "distance_bw": found.distance,
        "end": None if found.clause else umpire.posed(found.end),
    }


CANDIDATES: Final[Read] = procedure.each(
    "candidates", procedure.reads(rule.Candidate, distance="distance_bw", dice="current_dice")
)


def _threats(given: Fields) -> Outputs:
    ids = [one["id"] for one in given["candidates"]]
    for place, id in enumerate(ids):
        if id in ids[:place]:
            raise FieldError(f"candidates[{place}].id: '{id}' is there twice")
    return {"targets": rule.greatest_threats(CANDIDATES(given), given["settings"])}


def _flanked(given: Fields) -> Outputs:
    target = terrain_rule.base(umpire.pose_of("target", given["target"]), Settings())
    x, y = umpire.point_of("attacker_centre", given["attacker_centre"])
    if given["kind"] == "fire":
        return {"flanked": sight_rule.behind_front(target, x, y)}
    return {"flanked": rule.strikes_flank(target, Pose(x, y, 0), given["began_in_zone"])}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.reckoned("charge", _read_charge, _charged, "chamberlain.move.charge-path"),
    procedure.reckoned("greatest-threat", procedure.as_given, _threats, "chamberlain.move.charge-greatest-threat"),
    procedure.reckoned("flanked", procedure.as_given, _flanked, "chamberlain.melee.flanked-condition"),
)
