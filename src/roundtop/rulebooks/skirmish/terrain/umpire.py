"""The grade of cover, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Procedure, Read, needed, reads, reckoned, with_parts
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish.terrain import rule


def _can_be(given: Fields) -> None:
    if given["shares_area"]:
        if given["area"] == "none":
            raise FieldError("shares_area: there is no area to share; name one in area")
        needed("distance_cm", given["distance_cm"], "it is needed with shares_area")
    if given["line_crosses"]:
        if given["linear"] == "none":
            raise FieldError("line_crosses: there is no feature to cross; name one in linear")
        needed("linear_gap_cm", given["linear_gap_cm"], "it is needed with line_crosses")


def _cover_lines(covering: Fields, grade: str) -> tuple[Row, ...]:
    hiding = covering["hiding"]
    clause = "skirmish.shooting.cover-test"
    found: list[Row] = []
    if hiding.area != "none":
        found.append(Row(hiding.area, rule.area_cover(hiding), clause))
    if hiding.feature != "none":
        found.append(Row(hiding.feature, rule.feature_cover(hiding, covering["settings"]), clause))
    return (*found, Row(f"cover {grade}", rule.COVER_DICE[grade].name, "skirmish.shooting.cover-dice"))


HIDING: Final[Read] = reads(
    rule.Hiding, _can_be, distance="distance_cm", feature="linear", crossed="line_crosses", gap="linear_gap_cm"
)
PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "cover-grade",
        with_parts(hiding=HIDING),
        lambda covering: rule.cover(covering["hiding"], covering["settings"]),
        _cover_lines,
        answer=lambda _, grade: {"grade": grade, "die": rule.COVER_DICE[grade].name},
    ),
)
