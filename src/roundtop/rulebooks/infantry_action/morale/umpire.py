"""The umpire on outcomes and routs from fire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, as_given, called, inside, reads, reckoned, with_parts
from roundtop.battle.tally import Row
from roundtop.rulebooks.infantry_action import umpire
from roundtop.rulebooks.infantry_action.morale import rule


def outcomes(after: tuple[rule.UnitOutcome, ...]) -> Outputs:
    return {"charger": after[0], "defender": after[1]}


def outcome_lines(after: tuple[rule.UnitOutcome, ...], defender_kind: str) -> tuple[Row, ...]:
    found: list[Row] = []
    for name, kind, one in (("charger", "infantry", after[0]), ("defender", defender_kind, after[1])):
        found.append(Row(f"{name}, places broken", str(one.places), "infantry-action.outcome.places"))
        fate = f"{one.result} {one.move_in} in" if one.move_in else one.result
        found.append(Row(name, fate, rule.outcome_clause(one, kind)))
        if one.removed:
            found.append(Row(name, "removed", "infantry-action.outcome.routed-removed"))
    return tuple(found)


def _lost(unit: Fields) -> tuple[int, ...]:
    return umpire.stands("lost", unit["lost"], unit["stands"])


COMBAT_OUTCOME: Final[Procedure] = reckoned(
    "combat-outcome",
    with_parts(
        charger=inside("charger", reads(rule.Losses, umpire.charges, lost=_lost, charging=lambda _: True)),
        defender=inside("defender", reads(rule.Losses, umpire.strength, lost=_lost)),
    ),
    lambda met: rule.outcome(met["charger"], met["defender"], met["settings"]),
    lambda met, after: outcome_lines(after, met["defender"].kind),
    answer=lambda _, after: outcomes(after),
)
FIRE_ROUT: Final[Procedure] = reckoned(
    "fire-rout",
    as_given,
    called(rule.fire_rout, "settings"),
    {"left": "infantry-action.setup.half-strength", "result": "infantry-action.shooting.below-half-by-fire"},
)
PROCEDURES: Final[tuple[Procedure, ...]] = (COMBAT_OUTCOME, FIRE_ROUT)
