"""The ladder of harm, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import umpire
from roundtop.rulebooks.skirmish.harm import rule


def _all_harm(fields: umpire.Fields, _: Dice) -> int:
    harm: int = fields["harm"]
    for result in fields["results"]:
        harm = rule.harmed(harm, result)
    return harm


HARM: Final[Procedure] = simple(
    "harm",
    lambda fields: fields,
    _all_harm,
    lambda _, harm: {"harm": harm, "status": rule.STATUS[harm]},
    lambda fields, harm: (
        Row(f"harm {fields['harm']}", ", ".join(fields["results"]) or "nothing", "skirmish.shooting.harm-ladder"),
        Row(f"{harm} of {rule.KILLED}", rule.STATUS[harm], "skirmish.shooting.harm-ladder"),
    ),
)
