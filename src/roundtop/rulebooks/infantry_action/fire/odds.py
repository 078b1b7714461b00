"""Chances of a volley or a gun's shot."""

from __future__ import annotations

from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.fire import events, rule, table
from roundtop.rulebooks.infantry_action.state import State


def volley_forecasts(view: State, step: events.Nominate, command: Command) -> tuple[Forecast, ...]:
    found: list[Forecast] = []
    for shoot in table.nominated(view, step, command).steps:
        assert isinstance(shoot, events.Shoot)
        unit = field.unit_of(view, shoot.unit)
        if unit.kind == "battery":
            _, target, stand = shoot.shots[0]
            odds = gun_odds(table.gun_shot(view, shoot, unit, field.unit_of(view, target), stand))
            found.append(_strokes(odds, field.unit_of(view, target).name))
        else:
            for situation, target in table.volleys(view, shoot, unit):
                found.append(_strokes(volley_odds(situation), field.unit_of(view, target).name))
    return tuple(found)


def volley_odds(situation: rule.Volley) -> Odds[rule.Salvo]:
    """Exact chances of a volley."""

    def stage(before: rule.Salvo, dice: Dice) -> rule.Salvo:
        return rule.volley(situation, dice)

    return fold((stage,), rule.Salvo(0))


def gun_odds(situation: rule.GunShot) -> Odds[rule.Salvo]:
    """Exact chances of a gun's shot."""

    def stage(before: rule.Salvo, dice: Dice) -> rule.Salvo:
        return rule.gun(situation, dice)

    return fold((stage,), rule.Salvo(0))


def _stroke_words(salvo: rule.Salvo) -> str:
    if salvo.battery_destroyed:
        return "battery destroyed"
    marks = sum([number for _, number in salvo.markers])
    if marks:
        return f"{marks} {'hit' if marks == 1 else 'hits'} on the charger"
    return f"{len(salvo.removed)} {'stand' if len(salvo.removed) == 1 else 'stands'} lost"


def _strokes(odds: Odds[rule.Salvo], name: str) -> Forecast:
    words = mapped(odds, _stroke_words)
    chances = sorted([(text, float(chance)) for text, chance in words.items()])
    return Forecast(f"{name} under this fire", True, tuple(chances))
