"""The ladder of harm, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Procedure, as_given, reckoned
from roundtop.rulebooks.skirmish.harm import rule


def _all_harm(given: Fields) -> int:
    harm: int = given["harm"]
    for result in given["results"]:
        harm = rule.harmed(harm, result)
    return harm


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "harm",
        as_given,
        _all_harm,
        "skirmish.shooting.harm-ladder",
        answer=lambda _, harm: {"harm": harm, "status": rule.STATUS[harm]},
    ),
)
