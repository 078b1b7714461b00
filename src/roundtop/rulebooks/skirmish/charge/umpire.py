"""Whether a charge may be declared and who tests, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, reads, reckoned, verdict, verdict_line
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish.charge import rule


def _tests(given: rule.Charge) -> bool:
    return rule.must_test(given.quality, given.able, given.target_quality, given.target_able)


def _lines(given: rule.Charge, clause: str) -> tuple[Row, ...]:
    if clause:
        return verdict_line(given, clause)
    tests = "must test first" if _tests(given) else "no test"
    return (*verdict_line(given, clause), Row("the chargers", tests, "skirmish.morale.charge-comparison"))


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "charge-check",
        reads(
            rule.Charge,
            path_cost="path_cost_cm",
            quality="charger.class",
            able="charger.able_figures",
            arm="charger.arm",
            state="charger.state",
            target_quality="target.class",
            target_able="target.able_figures",
        ),
        rule.charge_refusal,
        _lines,
        answer=lambda given, clause: (verdict(clause), {"charger_tests": not clause and _tests(given)}),
    ),
)
