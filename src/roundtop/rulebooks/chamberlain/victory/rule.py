"""How a battle ends: retirement of an army, objectives, and night."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.table.measure import within

DRAW: Final = "draw"
NOBODY: Final = "none"


@record(frozen=True)
class Standing:
    """How an army stands: its units at the start, lost so far, and the points of the objectives it holds."""

    side: str
    starting: int
    broken: int = 0
    retired: int = 0
    points: int = 0


def gone(army: Standing, settings: Settings) -> bool:
    """Whether an army retires from the field: broken, or with nobody left on the table or still to come.

    [victory.retirement, status.morale]
    """
    return morale_rule.army_broken(army.starting, army.broken, settings) or army.broken + army.retired >= army.starting


def by_retirement(first: Standing, second: Standing, settings: Settings) -> str:
    """The winner by retirement, "draw", or "none" while the battle goes on [victory.retirement]."""
    first_gone = gone(first, settings)
    second_gone = gone(second, settings)
    if not first_gone and not second_gone:
        return NOBODY
    if first_gone != second_gone:
        return second.side if first_gone else first.side
    excess = _excess(first, settings) - _excess(second, settings)
    if excess == 0:
        return DRAW
    return first.side if excess < 0 else second.side


def _excess(army: Standing, settings: Settings) -> int:
    return army.broken - morale_rule.break_point(army.starting, settings)


def by_night(first: Standing, second: Standing) -> str:
    """The winner when night falls: objective points, then the smaller share of units lost [victory.night]."""
    if first.points != second.points:
        return first.side if first.points > second.points else second.side
    # Broken units count two, retired ones one, over twice the units: shares compared without fractions.
    mine = (2 * first.broken + first.retired) * second.starting
    theirs = (2 * second.broken + second.retired) * first.starting
    if mine == theirs:
        return DRAW
    return first.side if mine < theirs else second.side


@record(frozen=True)
class Near:
    """A unit near an objective."""

    side: str
    arm: str
    distance: float


def holder(owner: str, units: tuple[Near, ...], radius: float) -> str:
    """Who holds an objective after a Status Phase; guns deny it but do not take it [victory.objective-control]."""
    near = [unit for unit in units if within(unit.distance, radius)]
    sides = {unit.side for unit in near}
    if len(sides) != 1 or all([unit.arm in tables.GUNS for unit in near]):
        return owner
    return near[0].side
