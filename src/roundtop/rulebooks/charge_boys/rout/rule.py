"""Rally tests, and how far a rout runs on."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import D6, Total, Why
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.options import Settings

RALLIES: Final = 4


@record(unsafe_hash=True)
class Rallying:
    """What came of a rally test: carry-on, halt or rout, and whether the unit is taken off."""

    total: int
    result: str
    removed: bool
    retest: str


def take_rally(nerve: morale_rule.Nerve, dice: Dice) -> Rallying:
    """The one rally test of a unit routed by an other test [rout.other-rally, rout.leaves-table, rout.after-rally]."""
    score = morale_rule.throw_test(morale_rule.OTHER, nerve, dice, "rally test")
    if score < RALLIES:
        return Rallying(score, morale_rule.ROUT, nerve.settings.failed_rally == "remove", morale_rule.NOTHING)
    result = morale_rule.reading(score)
    return Rallying(score, result, False, morale_rule.retest_after(morale_rule.OTHER, result))


@record(unsafe_hash=True)
class Runaway:
    """A routing unit in phase 2: it tests because a General is along, or runs so many inches."""

    tests_instead: bool
    inches: float


def run_on(
    routed_by: str, general: bool, formation: str, rally_failed: bool, settings: Settings, dice: Dice, by: str = ""
) -> Runaway:
    """What a routing unit does in phase 2.

    [rout.first-continues, rout.other-retires, rout.general-stops, rout.leaves-table, turn.compulsory-moves]
    """
    if routed_by == morale_rule.FIRST and general:
        return Runaway(True, 0.0)
    inches = tables.ALLOWANCE_IN[formation]
    if rally_failed:
        inches += dice.ask(Total(morale_rule.ROUT_DICE, D6, Why("inches of rout", "charge-boys.rout.leaves-table", by)))
    return Runaway(False, inches)
