"""Chances of a test of nerve, and how chances are told."""

from __future__ import annotations

from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.morale import events, help, rule
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.words import chosen, fate_words, told


def nerve_forecasts(view: State, step: events.TestMorale, command: Command) -> tuple[Forecast, ...]:
    return (nerve_forecast(view, step, chosen(command)),)


def nerve_forecast(view: State, step: events.TestMorale, key: str, note: str = "") -> Forecast:
    """The test of a unit with the officer named, or nobody."""
    unit = field.unit_of(view, step.unit)
    check = rule.Check(
        step.kind,
        help.regiment_of(unit),
        cover_table.faced_cover(view, unit, step.foe),
        cover_table.in_cover(view, unit, sight_table.known_enemies(view, unit.side)),
        help.helper_named(view, key),
        settings=view.settings,
    )
    odds: Odds[rule.Nerve] = fold((lambda _, dice: rule.nerve(check, dice),), rule.Nerve(False, 0, check.unit))
    return told(f"{unit.name} tests", mapped(odds, nerve_words), note)


def nerve_words(nerve: rule.Nerve) -> str:
    words = fate_words(nerve.unit)
    return words if nerve.officer in ("none", "unharmed") else f"{words}, the officer: {nerve.officer}"
