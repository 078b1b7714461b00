"""Procedures: general-joins, rout-move and rally."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.procedure import Answer, Clauses, FieldError, Fields, Outputs, Procedure, simple
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import umpire as morale_umpire
from roundtop.rulebooks.charge_boys.options import PRINTED
from roundtop.rulebooks.charge_boys.rout import rule
from roundtop.table.measure import within


def _joined(nerve: morale_rule.Nerve, test: morale_rule.Verdict) -> Answer:
    after = {"routing": test.result == morale_rule.ROUT, "disordered": True}
    return after, morale_umpire.tested(morale_rule.FIRST, nerve, test)


def _read_rout(given: Fields) -> Fields:
    umpire.drawn_up(given)
    if given["rally_failed"] and given["routed_by"] == morale_rule.FIRST:
        raise FieldError("rally_failed: only a unit routed by an other test has a rally test to fail")
    return given


def _roll_rout(given: Fields, dice: Dice) -> rule.Runaway:
    return rule.run_on(
        routed_by=given["routed_by"],
        general=given["general"],
        formation=given["formation"],
        rally_failed=given["rally_failed"],
        settings=PRINTED,
        dice=dice,
    )


def _ran(given: Fields, run: rule.Runaway) -> Outputs:
    edge = given["distance_to_edge"]
    off = not run.tests_instead and within(edge, run.inches)
    return {"moved": min(run.inches, edge), "leaves_table": off, "tests_instead": run.tests_instead}


def _rallied(nerve: morale_rule.Nerve, rallying: rule.Rallying) -> Answer:
    return {"modifier": total(morale_rule.other_mods(nerve)), "disordered": True}, rallying


def _rally_lines(nerve: morale_rule.Nerve, rallying: rule.Rallying) -> tuple[Row, ...]:
    mods = morale_rule.other_mods(nerve)
    return (
        Row("die", str(rallying.total - total(mods)), "charge-boys.rout.other-rally"),
        *lines(mods),
        Row("total", str(rallying.total), "charge-boys.rout.other-rally"),
        Row("result", rallying.result, "charge-boys.rout.leaves-table" if rallying.removed else ""),
    )


ROUT_CLAUSES: Final[Clauses] = {
    "moved": "charge-boys.rout.first-continues",
    "leaves_table": "charge-boys.rout.leaves-table",
    "tests_instead": "charge-boys.rout.general-stops",
}
PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "general-joins",
        morale_umpire.NERVE,
        partial(morale_rule.take_test, morale_rule.FIRST),
        _joined,
        partial(morale_umpire.test_lines, morale_rule.FIRST),
    ),
    simple("rout-move", _read_rout, _roll_rout, _ran, ROUT_CLAUSES),
    simple("rally", morale_umpire.NERVE, rule.take_rally, _rallied, _rally_lines),
)
