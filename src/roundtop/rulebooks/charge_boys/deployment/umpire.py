"""Procedures: muster-check and command-figures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, as_given, called, reckoned, verdict
from roundtop.rulebooks.charge_boys.deployment import rule

ROLES: Final = ("men", "officers", "drummers", "colours", "crew")

PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "muster-check",
        lambda given: sum([given[role] for role in ROLES]),
        lambda models: {"models": models} | verdict(rule.muster_refusal(models)),
        {"models": "charge-boys.setup.minimum-unit"},
    ),
    reckoned(
        "command-figures",
        as_given,
        called(rule.command_figures, "settings"),
        "charge-boys.setup.command-figures",
    ),
)
