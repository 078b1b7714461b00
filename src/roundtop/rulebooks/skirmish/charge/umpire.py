"""Whether a charge may be declared and who tests, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish import umpire
from roundtop.rulebooks.skirmish.charge import rule


def _read_charge(fields: umpire.Fields) -> rule.Charge:
    own: umpire.Fields = fields["charger"]
    target: umpire.Fields = fields["target"]
    between("path_cost_cm", fields["path_cost_cm"], 0)
    between("charger.able_figures", own["able_figures"], 1)
    between("target.able_figures", target["able_figures"], 1)
    return rule.Charge(
        path_cost=fields["path_cost_cm"],
        quality=own["class"],
        able=own["able_figures"],
        arm=own["arm"],
        target_quality=target["class"],
        target_able=target["able_figures"],
        state=own["state"],
        in_sight=fields["in_sight"],
    )


def _charge_tests(given: rule.Charge) -> bool:
    return rule.must_test(given.quality, given.able, given.target_quality, given.target_able)


def _charged(given: rule.Charge, clause: str) -> Outputs:
    return umpire.verdict(clause) | {"charger_tests": not clause and _charge_tests(given)}


def _charge_lines(given: rule.Charge, clause: str) -> tuple[Row, ...]:
    if clause:
        return (umpire.no_line(clause),)
    tests = "must test first" if _charge_tests(given) else "no test"
    return (umpire.no_line(clause), Row("the chargers", tests, "skirmish.morale.charge-comparison"))


CHARGE_CHECK: Final[Procedure] = simple(
    "charge-check", _read_charge, lambda given, _: rule.charge_refusal(given), _charged, _charge_lines
)
