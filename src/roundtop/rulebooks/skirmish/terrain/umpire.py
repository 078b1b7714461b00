"""The grade of cover, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.skirmish import umpire
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.terrain import rule


@record(frozen=True)
class Covering:
    """What may cover a target, under house rules."""

    hiding: rule.Hiding
    settings: Settings


def _read_cover(fields: umpire.Fields) -> Covering:
    apart: float | None = fields["distance_cm"]
    gap: float | None = fields["linear_gap_cm"]
    if fields["shares_area"] and fields["area"] == "none":
        raise FieldError("shares_area: there is no area to share; name one in area")
    if fields["shares_area"] and apart is None:
        raise FieldError("distance_cm: missing; it is needed with shares_area")
    if fields["line_crosses"] and fields["linear"] == "none":
        raise FieldError("line_crosses: there is no feature to cross; name one in linear")
    if fields["line_crosses"] and gap is None:
        raise FieldError("linear_gap_cm: missing; it is needed with line_crosses")
    between("distance_cm", apart or 0.0, 0)
    between("linear_gap_cm", gap or 0.0, 0)
    hiding = rule.Hiding(
        area=fields["area"],
        shares_area=fields["shares_area"],
        distance=apart or 0.0,
        feature=fields["linear"],
        crossed=fields["line_crosses"],
        gap=gap or 0.0,
        shooter_level=fields["shooter_level"],
        target_level=fields["target_level"],
    )
    return Covering(hiding, umpire.house(fields))


def _cover_lines(covering: Covering, grade: str) -> tuple[Row, ...]:
    hiding = covering.hiding
    clause = "skirmish.shooting.cover-test"
    found: list[Row] = []
    if hiding.area != "none":
        found.append(Row(hiding.area, rule.area_cover(hiding), clause))
    if hiding.feature != "none":
        found.append(Row(hiding.feature, rule.feature_cover(hiding, covering.settings), clause))
    return (*found, Row(f"cover {grade}", rule.COVER_DICE[grade].name, "skirmish.shooting.cover-dice"))


COVER_GRADE: Final[Procedure] = simple(
    "cover-grade",
    _read_cover,
    lambda covering, _: rule.cover(covering.hiding, covering.settings),
    lambda _, grade: {"grade": grade, "die": rule.COVER_DICE[grade].name},
    _cover_lines,
)
