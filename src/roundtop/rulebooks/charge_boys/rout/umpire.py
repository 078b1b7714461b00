"""Procedures: general-joins, rout-move and rally."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, simple
from roundtop.battle.tally import Row, lines, total
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.morale import umpire as morale_umpire
from roundtop.rulebooks.charge_boys.options import PRINTED
from roundtop.rulebooks.charge_boys.rout import rule
from roundtop.table.measure import within


def _joined_outputs(nerve: morale_rule.Nerve, test: morale_rule.Verdict) -> Outputs:
    return morale_umpire.test_outputs(morale_rule.FIRST, nerve, test) | {
        "routing": test.result == morale_rule.ROUT,
        "disordered": True,
    }


GENERAL_JOINS: Final[Procedure] = simple(
    "general-joins",
    morale_umpire.read_nerve,
    partial(morale_rule.take_test, morale_rule.FIRST),
    _joined_outputs,
    partial(morale_umpire.test_lines, morale_rule.FIRST),
)


def _read_rout(fields: umpire.Fields) -> umpire.Fields:
    umpire.formation(fields)
    umpire.counts(fields, "", "distance_to_edge")
    if fields["rally_failed"] and fields["routed_by"] == morale_rule.FIRST:
        raise FieldError("rally_failed: only a unit routed by an other test has a rally test to fail")
    return fields


def _roll_rout(fields: umpire.Fields, dice: Dice) -> rule.Runaway:
    return rule.run_on(
        routed_by=fields["routed_by"],
        general=fields["general"],
        formation=fields["formation"],
        rally_failed=fields["rally_failed"],
        settings=PRINTED,
        dice=dice,
    )


def _rout_outputs(fields: umpire.Fields, run: rule.Runaway) -> Outputs:
    edge = fields["distance_to_edge"]
    off = not run.tests_instead and within(edge, run.inches)
    return {
        "moved": umpire.length(min(run.inches, edge)),
        "leaves_table": off,
        "tests_instead": run.tests_instead,
    }


ROUT_MOVE: Final[Procedure] = simple(
    "rout-move",
    _read_rout,
    _roll_rout,
    _rout_outputs,
    lambda _, run: (
        Row(
            "the unit",
            "tests with its General" if run.tests_instead else f"runs {run.inches:g} in",
            "charge-boys.rout.general-stops" if run.tests_instead else "charge-boys.rout.first-continues",
        ),
    ),
)


def _rally_outputs(nerve: morale_rule.Nerve, rallying: rule.Rallying) -> Outputs:
    return {
        "modifier": total(morale_rule.other_mods(nerve)),
        "total": rallying.total,
        "result": rallying.result,
        "removed": rallying.removed,
        "disordered": True,
        "retest": rallying.retest,
    }


def _rally_lines(nerve: morale_rule.Nerve, rallying: rule.Rallying) -> tuple[Row, ...]:
    mods = morale_rule.other_mods(nerve)
    return (
        Row("die", str(rallying.total - total(mods)), "charge-boys.rout.other-rally"),
        *lines(mods),
        Row("total", str(rallying.total), "charge-boys.rout.other-rally"),
        Row("result", rallying.result, "charge-boys.rout.leaves-table" if rallying.removed else ""),
    )


RALLY: Final[Procedure] = simple("rally", morale_umpire.read_nerve, rule.take_rally, _rally_outputs, _rally_lines)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    GENERAL_JOINS,
    ROUT_MOVE,
    RALLY,
)
