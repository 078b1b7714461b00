"""The ladder of harm, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Procedure, as_given, reckoned
from roundtop.battle.tally import Row
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
        lambda given, harm: (
            Row(f"harm {given['harm']}", ", ".join(given["results"]) or "nothing", "skirmish.shooting.harm-ladder"),
            Row(f"{harm} of {rule.KILLED}", rule.STATUS[harm], "skirmish.shooting.harm-ladder"),
        ),
        answer=lambda _, harm: {"harm": harm, "status": rule.STATUS[harm]},
    ),
)
