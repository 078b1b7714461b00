"""Chances of a charge, if nobody shoots at it."""

from __future__ import annotations

from roundtop.battle.forms import Chosen
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Estimate, Odds
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.charge import events, table
from roundtop.rulebooks.infantry_action.events import apply
from roundtop.rulebooks.infantry_action.melee import table as melee_table
from roundtop.rulebooks.infantry_action.morale import rule as morale_rule
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.state import State

CHARGE_TRIALS = 2000


def charged(view: State, unit_id: str, target_id: str) -> State | None:
    """The table as it would be with the charge gone home and nobody having shot at it."""
    unit = field.unit_of(view, unit_id)
    plan = table.charge_plan(view, unit, field.unit_of(view, target_id))
    if plan is None:
        return None
    home = apply(view, movement_events.Moved(unit.id, "charge", unit.pose, plan.end, plan.manoeuvres))
    return apply(home, events.ContactMade(plan.fights))


def charge_prospects(
    view: State, unit_id: str, target_id: str, trials: int = CHARGE_TRIALS
) -> Odds[tuple[morale_rule.UnitOutcome, ...]] | Estimate[tuple[morale_rule.UnitOutcome, ...]] | None:
    """Chances of a charge's outcome, charger first, if nobody shoots at it and nobody looks at a domino."""
    met = charged(view, unit_id, target_id)
    if met is None:
        return None
    units = (unit_id, *[fight.defender for fight in met.fights if fight.charger == unit_id])
    return morale_rule.prospects(melee_table.combat_of(met, units), trials)


def charge_forecasts(view: State, step: events.ChargeUnit, command: Command) -> tuple[Forecast, ...]:
    assert isinstance(command.answer, Chosen)
    target = command.answer.keys[0]
    found = charge_prospects(view, step.unit, target)
    if found is None:
        return ()
    sums: dict[str, float] = {}
    if isinstance(found, Odds):
        for outcomes, chance in found.items():
            words = f"{outcomes[0].result} : {outcomes[1].result}"
            sums[words] = sums.get(words, 0.0) + float(chance)
    else:
        for outcomes, number in found.counts.items():
            words = f"{outcomes[0].result} : {outcomes[1].result}"
            sums[words] = sums.get(words, 0.0) + number / found.trials
    title = f"{field.unit_of(view, step.unit).name} : {field.unit_of(view, target).name}"
    note = "if nobody shoots at the charge and no domino is looked at"
    ranked = tuple(sorted(sums.items(), key=lambda item: (-item[1], item[0])))
    return (Forecast(title, isinstance(found, Odds), ranked, note),)
