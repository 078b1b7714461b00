"""The umpire on a test."""

from __future__ import annotations

from typing import Final

from fence.morale import rule
from roundtop.battle.procedure import Outputs, reads, simple
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice


def roll(nerve: rule.Nerve, dice: Dice) -> int:
    """The total; any that stands where there is no test."""
    return rule.thrown(nerve, dice) if rule.must_test(nerve) else rule.STANDS_ON


def answer(nerve: rule.Nerve, total: int) -> Outputs:
    tested = rule.must_test(nerve)
    return {"tested": tested, "total": total if tested else 0, "stands_firm": rule.stands_firm(total)}


def explain(nerve: rule.Nerve, total: int) -> tuple[Row, ...]:
    if not rule.must_test(nerve):
        return (Row("more than half left", "no test", "fence.morale.test"),)
    verdict = "stands" if rule.stands_firm(total) else "breaks"
    return (*lines(rule.mods(nerve)), Row(f"total {total}", verdict, "fence.morale.test"))


MORALE_TEST: Final = simple("morale-test", reads(rule.Nerve), roll, answer, explain)
