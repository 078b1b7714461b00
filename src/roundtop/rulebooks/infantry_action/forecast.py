"""Chances of what a command would start, up to the next decision, from the rules' own code."""

from __future__ import annotations

from roundtop.battle.forms import Chosen, Marched
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Estimate, Odds, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action.charge import charge_plan
from roundtop.rulebooks.infantry_action.combat import combat_of
from roundtop.rulebooks.infantry_action.events import ContactMade, Moved, apply
from roundtop.rulebooks.infantry_action.fire import GunShot, Salvo, Volley, gun, volley
from roundtop.rulebooks.infantry_action.morale import UnitOutcome, prospects
from roundtop.rulebooks.infantry_action.shooting import gun_shot, nominated, volleys
from roundtop.rulebooks.infantry_action.state import State, unit_of
from roundtop.rulebooks.infantry_action.steps import ChargeUnit, Nominate, Shoot, Step

CHARGE_TRIALS = 2000


def forecast(view: State, step: Step, command: Command) -> tuple[Forecast, ...]:
    """What the dice may bring: stands hit by a volley, results of a charge."""
    if isinstance(step, Nominate):
        return _volley_forecasts(view, step, command)
    if isinstance(step, ChargeUnit) and not isinstance(command.answer, Marched):
        return _charge_forecasts(view, step, command)
    return ()


def _volley_forecasts(view: State, step: Nominate, command: Command) -> tuple[Forecast, ...]:
    found: list[Forecast] = []
    for shoot in nominated(view, step, command).steps:
        assert isinstance(shoot, Shoot)
        unit = unit_of(view, shoot.unit)
        if unit.kind == "battery":
            _, target, stand = shoot.shots[0]
            odds = gun_odds(gun_shot(view, shoot, unit, unit_of(view, target), stand))
            found.append(_strokes(odds, unit_of(view, target).name))
        else:
            for situation, target in volleys(view, shoot, unit):
                found.append(_strokes(volley_odds(situation), unit_of(view, target).name))
    return tuple(found)


def volley_odds(situation: Volley) -> Odds[Salvo]:
    """Exact chances of a volley."""

    def stage(before: Salvo, dice: Dice) -> Salvo:
        return volley(situation, dice)

    return fold((stage,), Salvo(0))


def gun_odds(situation: GunShot) -> Odds[Salvo]:
    """Exact chances of a gun's shot."""

    def stage(before: Salvo, dice: Dice) -> Salvo:
        return gun(situation, dice)

    return fold((stage,), Salvo(0))


def _stroke_words(salvo: Salvo) -> str:
    if salvo.battery_destroyed:
        return "battery destroyed"
    marks = sum([number for _, number in salvo.markers])
    if marks:
        return f"{marks} {'hit' if marks == 1 else 'hits'} on the charger"
    return f"{len(salvo.removed)} {'stand' if len(salvo.removed) == 1 else 'stands'} lost"


def _strokes(odds: Odds[Salvo], name: str) -> Forecast:
    words = mapped(odds, _stroke_words)
    chances = sorted([(text, float(chance)) for text, chance in words.items()])
    return Forecast(f"{name} under this fire", True, tuple(chances))


def charged(view: State, unit_id: str, target_id: str) -> State | None:
    """The table as it would be with the charge gone home and nobody having shot at it."""
    unit = unit_of(view, unit_id)
    plan = charge_plan(view, unit, unit_of(view, target_id))
    if plan is None:
        return None
    home = apply(view, Moved(unit.id, "charge", unit.pose, plan.end, plan.manoeuvres))
    return apply(home, ContactMade(plan.fights))


def charge_prospects(
    view: State, unit_id: str, target_id: str, trials: int = CHARGE_TRIALS
) -> Odds[tuple[UnitOutcome, ...]] | Estimate[tuple[UnitOutcome, ...]] | None:
    """Chances of a charge's outcome, charger first, if nobody shoots at it and nobody looks at a domino."""
    met = charged(view, unit_id, target_id)
    if met is None:
        return None
    units = (unit_id, *[fight.defender for fight in met.fights if fight.charger == unit_id])
    return prospects(combat_of(met, units), trials)


def _charge_forecasts(view: State, step: ChargeUnit, command: Command) -> tuple[Forecast, ...]:
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
    title = f"{unit_of(view, step.unit).name} : {unit_of(view, target).name}"
    note = "if nobody shoots at the charge and no domino is looked at"
    ranked = tuple(sorted(sums.items(), key=lambda item: (-item[1], item[0])))
    return (Forecast(title, isinstance(found, Odds), ranked, note),)


def losses(view: State) -> dict[str, int]:
    """Stands each side has lost."""
    found = {army.side: 0 for army in view.armies}
    for unit in view.units:
        found[unit.side] += unit.start - unit.stands
    return found
