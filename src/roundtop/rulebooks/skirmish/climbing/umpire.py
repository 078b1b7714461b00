"""The actions of a climb, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish import umpire
from roundtop.rulebooks.skirmish.climbing import rule


def _read_climb(fields: umpire.Fields) -> umpire.Fields:
    between("height_cm", fields["height_cm"], 0)
    return fields


CLIMB_ACTIONS: Final[Procedure] = simple(
    "climb-actions",
    _read_climb,
    lambda fields, _: rule.climb_actions(fields["kind"], fields["height_cm"]),
    lambda _, actions: {"actions": actions},
    lambda fields, actions: (
        Row(f"{fields['height_cm']:g} cm of {fields['kind']}", f"{actions} actions", "skirmish.actions.climb"),
    ),
)
