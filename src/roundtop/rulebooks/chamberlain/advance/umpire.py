"""The procedure advance."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, reckoned, verdict
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.advance import rule
from roundtop.table.measure import rounded
from roundtop.table.pose import ahead


def _read(given: Fields) -> Fields:
    return given | {"pose": umpire.pose_of("unit", given["unit"])}


def _advanced(given: Fields) -> Outputs:
    impetuous = "impetuous" in given["unit"]["traits"]
    free: float = given["free_ahead_bw"]
    chosen = given["distance_bw"]
    length = (rule.advance_limit(free) if impetuous else 0.0) if chosen is None else chosen
    clause = rule.advance_refusal(length, free, impetuous)
    gone = 0.0 if clause else length
    return verdict(clause) | {"distance_bw": rounded(gone), "end": umpire.posed(ahead(given["pose"], gone))}


PROCEDURES: Final[tuple[Procedure, ...]] = (reckoned("advance", _read, _advanced, "chamberlain.advance.distance"),)
