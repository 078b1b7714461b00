"""What guns do to their target."""

from __future__ import annotations

from functools import partial

from roundtop.battle.forms import Answer, Assigned
from roundtop.battle.protocol import Forecast
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.artillery import events, rule, table
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.fire import odds as fire_odds
from roundtop.rulebooks.charge_boys.state import State


def _gun_hits(battery: rule.Battery, gun: int, fate: fire_odds.Fate, dice: Dice) -> fire_odds.Fate:
    return fire_odds.hit(fate, max(0, rule.shoot_gun(battery, gun, dice)))


def gun_forecasts(view: State, step: events.FireGuns, answer: Answer) -> tuple[Forecast, ...]:
    assert isinstance(answer, Assigned)
    pairs = answer.pairs
    unit = field.unit_of(view, step.unit)
    ranges = {(str(gun), id): away for gun, targets in step.aims for id, away in targets}
    found: list[Forecast] = []
    for name in dict.fromkeys([target for _, target in pairs]):
        guns = tuple([int(gun) for gun, target in pairs if target == name])
        target = field.unit_of(view, name)
        attacks: list[fire_odds.Attack] = []
        for row, some in table.by_band(unit.gun, {gun: ranges[(str(gun), name)] for gun in guns}):
            battery = table.battery_of(view, unit, target, some, ranges[(str(some[0]), name)])
            if row is None or rule.battery_refusal(battery):
                continue
            mark = fire_odds.mark_of(view, target, unit, row.save, casualties_rule.GUNS)
            attacks.append(([partial(_gun_hits, battery, gun) for gun in range(len(some))], mark))
        if attacks:
            found.extend(fire_odds.fate_forecasts(view, unit, target, fire_odds.fate_odds(view, attacks)))
    return tuple(found)
