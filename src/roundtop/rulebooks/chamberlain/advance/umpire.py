"""The procedure advance."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.advance import rule
from roundtop.table.measure import rounded
from roundtop.table.pose import Pose, ahead


def _read_advance(fields: umpire.Fields) -> umpire.Fields:
    pose = umpire.pose_of("unit", fields["unit"])
    between("free_ahead_bw", fields["free_ahead_bw"], 0)
    if fields["distance_bw"] is not None:
        between("distance_bw", fields["distance_bw"], 0)
    return fields | {"pose": pose}


def _advance_outputs(fields: umpire.Fields) -> Outputs:
    impetuous = "impetuous" in fields["unit"]["traits"]
    free: float = fields["free_ahead_bw"]
    limit = rule.advance_limit(free)
    chosen = fields["distance_bw"]
    length = (limit if impetuous else 0.0) if chosen is None else chosen
    clause = rule.advance_refusal(length, free, impetuous)
    pose: Pose = fields["pose"]
    gone = 0.0 if clause else length
    end = ahead(pose, gone)
    return umpire.ruled(clause) | {"distance_bw": rounded(gone), "end": umpire.posed(end)}


ADVANCE: Final[Procedure] = umpire.answered("advance", _read_advance, _advance_outputs, "chamberlain.advance.distance")

PROCEDURES: Final[tuple[Procedure, ...]] = (ADVANCE,)
