"""Chances of a charge, if nobody shoots at it."""

from __future__ import annotations

from math import sqrt
from typing import Final

from roundtop.battle.protocol import Command, Forecast, key_of, way_of
from roundtop.dice.exact import Estimate, Odds, mapped
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.charge import events, paths, table
from roundtop.rulebooks.infantry_action.melee import table as melee_table
from roundtop.rulebooks.infantry_action.morale import rule as morale_rule
from roundtop.rulebooks.infantry_action.state import State

CHARGE_TRIALS = 2000
Prospects = Odds[tuple[morale_rule.UnitOutcome, ...]] | Estimate[tuple[morale_rule.UnitOutcome, ...]]


FARES: Final = {
    "hold": "holds",
    "form-up": "forms up",
    "retire": "retires",
    "rout": "routs",
    "destroyed": "is destroyed",
}
"""How a unit comes out of a fight."""


def charge_prospects(
    view: State, unit_id: str, plan: paths.Plan, trials: int = CHARGE_TRIALS
) -> tuple[tuple[str, ...], Prospects]:
    """Everybody in the combat that a charge joins, and the chances of their outcomes, in the same order."""
    met = table.gone_home(view, field.unit_of(view, unit_id), plan)
    combat = melee_table.combat_of(met, tuple(melee_table.partners(met, unit_id)))
    return tuple([fighter.id for fighter in combat.fighters]), morale_rule.prospects(combat, trials)


def charge_forecasts(view: State, step: events.ChargeUnit, command: Command) -> tuple[Forecast, ...]:
    """The charge at a target that brings most stands into the fight."""
    target = field.unit_of(view, key_of(command))
    found = table.strikes(view, field.unit_of(view, step.unit), target)
    return _forecasts(view, step.unit, found[0].plan, "with as many stands as can fight") if found else ()


def strike_forecasts(view: State, step: events.AimCharge, command: Command) -> tuple[Forecast, ...]:
    """The charge as it is aimed."""
    unit, target = field.unit_of(view, step.unit), field.unit_of(view, step.target)
    plan = paths.by_hand(view, unit, target, way_of(command))
    return _forecasts(view, step.unit, plan, "") if isinstance(plan, paths.Plan) else ()


def _forecasts(view: State, unit_id: str, plan: paths.Plan, assumed: str) -> tuple[Forecast, ...]:
    ids, found = charge_prospects(view, unit_id, plan)
    own, other = ids.index(unit_id), ids.index(plan.target)

    ours, theirs = field.unit_of(view, unit_id).name, field.unit_of(view, plan.target).name

    def read(outcomes: tuple[morale_rule.UnitOutcome, ...]) -> str:
        return f"{ours} {FARES[outcomes[own].result]}, {theirs} {FARES[outcomes[other].result]}"

    title = f"{ours} against {theirs}"
    said = ["if nobody shoots at the charge or joins the fight and no domino is looked at", assumed]
    if isinstance(found, Odds):
        sums = {words: float(chance) for words, chance in mapped(found, read).items()}
    else:
        sums = {}
        for outcomes, number in found.counts.items():
            sums[read(outcomes)] = sums.get(read(outcomes), 0.0) + number / found.trials
        said.append(f"{found.trials} trials, give or take {100 * _widest(found.trials):.1f} %")
    ranked = tuple(sorted(sums.items(), key=lambda item: (-item[1], item[0])))
    return (Forecast(title, isinstance(found, Odds), ranked, "; ".join([words for words in said if words])),)


def _widest(trials: int) -> float:
    """Half of the 95 per cent interval of a chance of one half, the widest there is."""
    return 1.96 * sqrt(0.25 / trials)
