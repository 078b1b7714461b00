"""Chances of a volley or a gun's shot, what the same side has aimed there already counted in."""

from __future__ import annotations

from collections.abc import Callable

from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.record import copy
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.fire import events, rule, table
from roundtop.rulebooks.infantry_action.state import State, Unit

Struck = tuple[tuple[int, ...], int]
"""Stands of a unit that are hit, and how many of them by the fire that is asked about."""
Stage = Callable[[Struck, Dice], Struck]


def volley_forecasts(view: State, step: events.Nominate, command: Command) -> tuple[Forecast, ...]:
    shots = table.shots_named(step, command)
    if not shots:
        return ()
    shoot = events.Shoot(step.unit, step.moment, step.gun, shots)
    earlier = [one for one in table.shots_to_throw(view, step.moment) if _same_side(view, one.unit, step.unit)]
    found: list[Forecast] = []
    for name in sorted({target for _, target, _ in shots}):
        target = field.unit_of(view, name)
        before = [one for one in earlier if name in [aimed for _, aimed, _ in one.shots]]
        if step.moment == "charge" or target.kind == "battery":
            found.extend([_strokes(odds, target.name) for odds in _alone(view, shoot, target)])
        else:
            found.append(_losses(view, shoot, before, target))
    return tuple(found)


def _same_side(view: State, one: str, other: str) -> bool:
    return field.unit_of(view, one).side == field.unit_of(view, other).side


def _alone(view: State, shoot: events.Shoot, target: Unit) -> list[Odds[rule.Salvo]]:
    """Fire on which nothing thrown before it bears: at a charger, or at guns."""
    unit = field.unit_of(view, shoot.unit)
    if unit.kind == "battery":
        return [gun_odds(table.gun_shot(view, shoot, unit, target, shoot.shots[0][2]))]
    return [volley_odds(situation) for situation, name in table.volleys(view, shoot, unit) if name == target.id]


def _losses(view: State, shoot: events.Shoot, before: list[events.Shoot], target: Unit) -> Forecast:
    """Stands that this fire takes of a unit, besides those that fire named before it takes."""
    stages = [stage for one in before for stage in _stages(view, one, target, False)]
    stages.extend(_stages(view, shoot, target, True))
    odds = mapped(fold(stages, (target.hits, 0)), lambda struck: struck[1])
    chances = [(_lost(number), float(chance)) for number, chance in odds.items()]
    note = "besides what fire named before it takes" if before else ""
    return Forecast(f"{target.name} under this fire", True, tuple(sorted(chances)), note)


def _stages(view: State, shoot: events.Shoot, target: Unit, own: bool) -> list[Stage]:
    """A volley die by die, or a gun's throw, as stages of what is hit; only its own hits are counted."""
    unit = field.unit_of(view, shoot.unit)
    if unit.kind == "battery":
        return [_gun_stage(view, shoot, unit, target, own)]
    found: list[Stage] = []
    for situation, name in table.volleys(view, shoot, unit):
        if name == target.id:
            found.extend([_shot_stage(situation, shot, own) for shot in rule.thrown(situation)])
    return found


def _shot_stage(volley: rule.Volley, shot: rule.Shot, own: bool) -> Stage:
    single = copy(volley)
    single.shots = (shot,)

    def stage(struck: Struck, dice: Dice) -> Struck:
        return _with(struck, rule.volley(single, dice).removed, own)

    return stage


def _gun_stage(view: State, shoot: events.Shoot, unit: Unit, target: Unit, own: bool) -> Stage:
    situation = table.gun_shot(view, shoot, unit, target, shoot.shots[0][2])

    def stage(struck: Struck, dice: Dice) -> Struck:
        now = copy(situation)
        now.already_hit = struck[0]
        return _with(struck, rule.gun(now, dice).removed, own)

    return stage


def _with(struck: Struck, removed: tuple[int, ...], own: bool) -> Struck:
    fresh = [stand for stand in removed if stand not in struck[0]]
    return tuple(sorted((*struck[0], *fresh))), struck[1] + (len(fresh) if own else 0)


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
    return _lost(len(salvo.removed))


def _lost(number: int) -> str:
    return f"{number} {'stand' if number == 1 else 'stands'} lost"


def _strokes(odds: Odds[rule.Salvo], name: str) -> Forecast:
    words = mapped(odds, _stroke_words)
    chances = sorted([(text, float(chance)) for text, chance in words.items()])
    return Forecast(f"{name} under this fire", True, tuple(chances))
