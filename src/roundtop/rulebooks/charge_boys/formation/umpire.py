"""Procedure: formation-size."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Answer, Fields, Procedure, between, reckoned, verdict, verdict_line
from roundtop.battle.tally import Row
from roundtop.rulebooks.charge_boys.formation import rule


def _read_array(given: Fields) -> Fields:
    ranks = given["ranks"]
    if ranks is None:
        ranks = rule.usual_ranks(given["formation"], given["strength"])
    between("ranks", ranks, 1)
    return given | {"ranks": ranks}


def _array(given: Fields) -> rule.Shape | str:
    formation, strength, ranks = given["formation"], given["strength"], given["ranks"]
    refusal = rule.shape_refusal(given["arm"], formation, strength, ranks)
    if refusal:
        return refusal
    return rule.shape(formation, strength, rule.files_of(formation, strength, ranks), given["settings"])


def _arrayed(given: Fields, shape: rule.Shape | str) -> Answer:
    """The ground it covers; of an array that cannot be only its ranks are known."""
    return (verdict(shape), {"ranks": given["ranks"]}) if isinstance(shape, str) else (verdict(""), shape)


def _array_lines(given: Fields, shape: rule.Shape | str) -> tuple[Row, ...]:
    if isinstance(shape, str):
        return verdict_line(given, shape)
    clause = rule.FORMATION_CLAUSES[given["formation"]]
    return (
        Row("files and ranks", f"{shape.files} x {shape.ranks}", clause),
        Row("ground covered", f"{shape.width:g} x {shape.depth:g} in", "charge-boys.setup.bases"),
    )


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned("formation-size", _read_array, _array, _array_lines, answer=_arrayed),
)
