"""Procedure: formation-size."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.formation import rule
from roundtop.rulebooks.charge_boys.options import Settings


@record(frozen=True)
class Array:
    """A unit that takes a formation."""

    arm: str
    formation: str
    strength: int
    ranks: int
    settings: Settings


def _read_array(fields: umpire.Fields) -> Array:
    between("strength", fields["strength"], 1)
    ranks = fields["ranks"]
    if ranks is None:
        ranks = rule.usual_ranks(fields["formation"], fields["strength"])
    between("ranks", ranks, 1)
    return Array(fields["arm"], fields["formation"], fields["strength"], ranks, umpire.house(fields))


def _array(array: Array, _: Dice) -> rule.Shape | str:
    refusal = rule.shape_refusal(array.arm, array.formation, array.strength, array.ranks)
    if refusal:
        return refusal
    files = rule.files_of(array.formation, array.strength, array.ranks)
    return rule.shape(array.formation, array.strength, files, array.settings)


def _array_outputs(_: Array, shape: rule.Shape | str) -> Outputs:
    if isinstance(shape, str):
        return umpire.verdict(shape)
    return {
        "legal": True,
        "files": shape.files,
        "ranks": shape.ranks,
        "width": umpire.length(shape.width),
        "depth": umpire.length(shape.depth),
    }


def _array_lines(array: Array, shape: rule.Shape | str) -> tuple[Row, ...]:
    if isinstance(shape, str):
        return umpire.no_line(shape)
    clause = rule.FORMATION_CLAUSES[array.formation]
    return (
        Row("files and ranks", f"{shape.files} x {shape.ranks}", clause),
        Row("ground covered", f"{shape.width:g} x {shape.depth:g} in", "charge-boys.setup.bases"),
    )


FORMATION_SIZE: Final[Procedure] = simple("formation-size", _read_array, _array, _array_outputs, _array_lines)


PROCEDURES: Final[tuple[Procedure, ...]] = (FORMATION_SIZE,)
