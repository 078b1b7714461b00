"""Chances of an attempt to rally."""

from __future__ import annotations

from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.rally import events, rule
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.words import chosen, fate_words, told


def rally_forecasts(view: State, step: events.Rally, command: Command) -> tuple[Forecast, ...]:
    return (rally_forecast(view, step, chosen(command)),)


def rally_forecast(view: State, step: events.Rally, key: str, note: str = "") -> Forecast:
    unit = field.unit_of(view, step.unit)
    roster = morale_help.regiment_of(unit)
    cover = cover_table.faced_cover(view, unit, "")
    rating = morale_help.helper_named(view, key).rating
    odds: Odds[rule.Rallied] = fold(
        (
            lambda _, dice: rule.rally(
                unit=roster, cover=cover, officer=rating, by="", settings=view.settings, dice=dice
            ),
        ),
        rule.Rallied(False, 0, roster, False),
    )
    return told(f"{unit.name} tries to rally", mapped(odds, _rally_words), note)


def _rally_words(rallied: rule.Rallied) -> str:
    if rallied.passed:
        return "rallies"
    words = fate_words(rallied.unit)
    return f"{words}, the officer with it" if rallied.officer_routs else words
