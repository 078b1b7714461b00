"""Chances of a volley to the end of the test it calls for."""

from __future__ import annotations

from typing import final

from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.fire import events, rule, table
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit


@record(unsafe_hash=True)
class Struck:
    """A target under fire: the hits or boxes so far, and the unit as they leave it."""

    boxes: int
    unit: morale_rule.Regiment


@final
class Shots:
    """The stages of one volley; `tests` is false for a target without nerves."""

    def __init__(self, volley: rule.Volley, check: morale_rule.Check, tests: bool = True) -> None:
        self.percent = rule.percent(volley)
        self.save = rule.volley_save(volley)
        self.check = check
        self.tests = tests

    def hit(self, before: Struck, dice: Dice) -> Struck:
        return Struck(rule.hits(self.percent, "", dice), before.unit)

    def saved(self, before: Struck, dice: Dice) -> Struck:
        boxes = rule.unsaved(before.boxes, self.save, "", dice)
        return Struck(boxes, morale_rule.circle(before.unit, boxes, self.check.settings))

    def tested(self, before: Struck, dice: Dice) -> Struck:
        if before.boxes == 0 or not self.tests or before.unit.state == tables.DESTROYED:
            return before
        one = self.check
        check = morale_rule.Check(
            kind=one.kind,
            unit=before.unit,
            cover=one.cover,
            sheltered=one.sheltered,
            officer=one.officer,
            by=one.by,
            settings=one.settings,
        )
        return Struck(before.boxes, morale_rule.nerve(check, dice).unit)


def volley_odds(volley: rule.Volley, check: morale_rule.Check, tests: bool = True) -> Odds[Struck]:
    """Exact chances of a volley to the end of the test it calls for."""
    shots = Shots(volley, check, tests)
    return fold((shots.hit, shots.saved, shots.tested), Struck(0, check.unit))


def fire_forecasts(view: State, step: events.FireAt, command: Command) -> tuple[Forecast, ...]:
    """Boxes circled by a volley, and what becomes of its target; or a shot at a lone man."""
    key = words.chosen(command)
    if key == table.HOLD_FIRE:
        return ()
    unit = field.unit_of(view, step.unit)
    double = key.startswith(table.DOUBLE)
    guns = step.guns
    name = key.removeprefix(table.DOUBLE)
    if key.startswith(table.SPLIT):
        many, _, name = key.removeprefix(table.SPLIT).partition(":")
        guns = tuple(range(int(many)))
    found = [one for one in view.units if one.id == name]
    if not found:
        return (_snipe_forecast(view, unit, key),)
    target = found[0]
    volley = table.volley_of(view, unit, target, double, guns)
    check = morale_rule.Check(
        morale_rule.AFTER_FIRE,
        morale_help.regiment_of(target),
        cover_table.faced_cover(view, target, unit.id),
        cover_table.in_cover(view, target, sight_table.known_enemies(view, target.side)),
        settings=view.settings,
    )
    odds = volley_odds(volley, check, table.checks(target))
    boxes = words.told(f"{target.name}: boxes circled", mapped(odds, _box_words))
    late = view.settings.morale_check_timing == "end-of-card"
    note = (
        "if it tests now and no officer helps"
        if late
        else words.NO_HELP
        if morale_help.officers_near(view, target)
        else ""
    )
    return (boxes, words.told(f"{target.name} after its test", mapped(odds, _struck_words), note))


def _snipe_forecast(view: State, unit: Unit, key: str) -> Forecast:
    chance = table.snipe_chance(view, unit, key) / 100.0
    return Forecast(f"{unit.name} at a lone man", True, (("hit", chance), ("missed", 1.0 - chance)))


def _box_words(struck: Struck) -> str:
    return f"{struck.boxes} box{'' if struck.boxes == 1 else 'es'}"


def _struck_words(struck: Struck) -> str:
    return words.fate_words(struck.unit) if struck.boxes else "not hit"
