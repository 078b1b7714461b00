"""Chances of a rally."""

from __future__ import annotations

from roundtop.battle.protocol import Forecast
from roundtop.dice.exact import fold
from roundtop.rulebooks.chamberlain.morale import rule, table
from roundtop.rulebooks.chamberlain.state import State, Unit


def rally(view: State, unit: Unit) -> tuple[Forecast, ...]:
    tried = table.attempt(view, unit)
    odds = fold((lambda _, dice: rule.rallied(tried, dice),), rule.Rallied(False, False, False, 0))
    success = float(odds.where(lambda one: one.success))
    found = [Forecast("Rally", True, (("one fatigue less", success), ("nothing", 1 - success)))]
    killed = float(odds.where(lambda one: one.officer_killed))
    if killed:
        found.append(Forecast("The Hero", True, (("killed", killed), ("unhurt", 1 - killed))))
    return tuple(found)
