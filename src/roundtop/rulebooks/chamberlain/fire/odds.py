"""Chances of a shot."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Chosen
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field, tables, words
from roundtop.rulebooks.chamberlain.artillery import rule as artillery_rule
from roundtop.rulebooks.chamberlain.artillery import table as artillery_table
from roundtop.rulebooks.chamberlain.fire import events, rule, table
from roundtop.rulebooks.chamberlain.state import BROKEN, RETIRED, State, Unit

NOTHING: Final[rule.Effect] = rule.Effect(
    hits=0, fatigue=0, status="", retreats=False, concealed=False, at_risk=False, officer_killed=False
)


def shot_hits(view: State, firer: Unit, target: Unit, before_move: bool) -> Odds[int]:
    """Exact chances of the hits of a shot."""
    if firer.arm in tables.GUNS:
        gun = artillery_table.gun_shot_at(view, firer, target)
        return fold((lambda _, dice: artillery_rule.volley(gun, dice),), 0)
    shot = table.shot_at(view, firer, target, before_move)
    return fold((lambda _, dice: rule.volley(shot, dice),), 0)


def shot_odds(view: State, firer: Unit, target: Unit, before_move: bool) -> Odds[rule.Effect]:
    """Exact chances of what a shot does to a unit that is known [fire.hit-effect, fire.sharpshooters]."""
    hits = shot_hits(view, firer, target, before_move)
    found: dict[rule.Effect, int] = {}
    aimed = table.troops(view, target)
    sniped = firer.arm not in tables.GUNS and "SS" in firer.traits
    total = hits.total * tables.FACES
    for number, weight in hits.weights.items():
        odds = fold((_Struck(view, aimed, number, sniped),), NOTHING)
        for effect, part in odds.weights.items():
            found[effect] = found.get(effect, 0) + weight * part * tables.FACES // odds.total
    return Odds(found, total)


class _Struck:
    """What so many hits do, an officer's risk included."""

    def __init__(self, view: State, target: tables.Troops, hits: int, sniped: bool) -> None:
        self.settings = view.settings
        self.target = target
        self.hits = hits
        self.sniped = sniped

    def __call__(self, before: rule.Effect, dice: Dice) -> rule.Effect:
        return rule.struck(self.target, self.hits, self.sniped, self.settings, dice)


def chosen_shot_odds(view: State, step: events.ChooseShot, command: Command) -> tuple[Forecast, ...]:
    if not isinstance(command.answer, Chosen):
        return ()
    unit, _, target = command.answer.keys[0].partition(">")
    return shot(view, unit, target, False) if target in [one.id for one in view.units] else ()


def shot(view: State, firer: str, target: str, before_move: bool) -> tuple[Forecast, ...]:
    at = field.unit_of(view, target)
    title = f"{field.label(at)} under this fire"
    if at.concealed:
        hits = mapped(shot_hits(view, field.unit_of(view, firer), at, before_move), _hits)
        return (Forecast(title, True, words.ranked(hits), "what a concealed unit suffers depends on what it is"),)
    odds = shot_odds(view, field.unit_of(view, firer), at, before_move)
    found = [Forecast(title, True, words.ranked(mapped(odds, effect_words)))]
    killed = float(odds.where(_killed))
    if killed:
        found.append(Forecast("Its officer", True, (("killed", killed), ("unhurt", 1 - killed))))
    return tuple(found)


def _killed(effect: rule.Effect) -> bool:
    return effect.officer_killed


def _hits(hits: int) -> str:
    return "no hit" if hits == 0 else f"{hits} {'hit' if hits == 1 else 'hits'}"


def effect_words(effect: rule.Effect) -> str:
    if effect.hits == 0:
        return "no hit"
    if effect.status in (BROKEN, RETIRED):
        return "breaks" if effect.status == BROKEN else "retires"
    return "retreats" if effect.status == "ok" else f"{effect.fatigue} fatigue{', retreats' if effect.retreats else ''}"
