"""The actions of a climb, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, as_given, reckoned
from roundtop.rulebooks.skirmish.climbing import rule

PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "climb-actions",
        as_given,
        lambda given: rule.climb_actions(given["kind"], given["height_cm"]),
        "skirmish.actions.climb",
        answer=lambda _, actions: {"actions": actions},
    ),
)
