"""What guns do to their target."""

from __future__ import annotations

from functools import partial

from roundtop.battle.forms import Answer, Assigned
from roundtop.battle.protocol import Forecast
from roundtop.dice.exact import Stage
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.artillery import events, rule, table
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.fire import odds as fire_odds
from roundtop.rulebooks.charge_boys.state import State


def _gun_hits(battery: rule.Battery, part: int, fate: fire_odds.Fate, dice: Dice) -> fire_odds.Fate:
    return fire_odds.hit(fate, part, max(0, rule.shoot_gun(battery, 0, dice)))


def gun_forecasts(view: State, step: events.FireGuns, answer: Answer) -> tuple[Forecast, ...]:
    assert isinstance(answer, Assigned)
    pairs = answer.pairs
    unit = field.unit_of(view, step.unit)
    ranges = {(str(gun), id): away for gun, targets in step.aims for id, away in targets}
    found: list[Forecast] = []
    for name in dict.fromkeys([target for _, target in pairs]):
        guns = tuple([int(gun) for gun, target in pairs if target == name])
        target = field.unit_of(view, name)
        away = {gun: ranges[(str(gun), name)] for gun in guns}
        away = {gun: far for gun, far in away.items() if rule.feet(unit.gun, far) is not None}
        if not away or rule.battery_refusal(table.battery_of(view, unit, target, tuple(away), min(away.values()))):
            continue
        saves = table.save_order(unit.gun, tuple(away.values()))
        mark = fire_odds.mark_of(view, target, unit, saves, casualties_rule.GUNS)
        hits: list[Stage[fire_odds.Fate]] = [
            partial(
                _gun_hits,
                table.battery_of(view, unit, target, (gun,), far),
                saves.index(rule.battery_save(unit.gun, far)),
            )
            for gun, far in away.items()
        ]
        found.extend(fire_odds.fate_forecasts(view, unit, target, fire_odds.fate_odds(view, hits, mark), step.shots))
    return tuple(found)
