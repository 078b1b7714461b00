"""Procedures: muster-check and command-figures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, Situation, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.deployment import rule
from roundtop.rulebooks.charge_boys.options import Settings

ROLES: Final = ("men", "officers", "drummers", "colours", "crew")


def _read_muster(fields: umpire.Fields) -> int:
    umpire.counts(fields, "", *ROLES)
    return sum([fields[role] for role in ROLES])


MUSTER_CHECK: Final[Procedure] = simple(
    "muster-check",
    _read_muster,
    umpire.nothing,
    lambda models, _: {"models": models} | umpire.verdict(rule.muster_refusal(models)),
    lambda models, _: (Row("models", str(models), "charge-boys.setup.minimum-unit"),),
)


@record(frozen=True)
class Regiment:
    """A unit by its figures alone."""

    strength: int
    settings: Settings


def _read_regiment(fields: umpire.Fields) -> Regiment:
    between("strength", fields["strength"], 1)
    return Regiment(fields["strength"], umpire.house(fields))


def roles(_: Situation, figures: tables.Figures) -> Outputs:
    return {
        "officers": figures.officers,
        "drummers": figures.drummers,
        "colours": figures.colours,
        "men": figures.men,
    }


COMMAND_FIGURES: Final[Procedure] = simple(
    "command-figures",
    _read_regiment,
    lambda given, _: rule.command_figures(given.strength, given.settings),
    roles,
    lambda given, figures: (
        Row(f"{given.strength} figures", f"{figures.officers} officers", "charge-boys.setup.command-figures"),
    ),
)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    MUSTER_CHECK,
    COMMAND_FIGURES,
)
