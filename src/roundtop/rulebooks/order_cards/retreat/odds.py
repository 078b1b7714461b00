"""Chances of the test of a melee's loser."""

from __future__ import annotations

from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.rulebooks.order_cards import field, words
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import odds as morale_odds
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.retreat import events, rule
from roundtop.rulebooks.order_cards.state import State


def loser_forecasts(view: State, step: events.TestLoser, command: Command) -> tuple[Forecast, ...]:
    """The test of a unit that lost a melee, with the officer named, or nobody."""
    key = words.chosen(command)
    unit = field.unit_of(view, step.unit)
    roster = morale_help.regiment_of(unit)
    cover = cover_table.faced_cover(view, unit, "")
    rating = morale_help.helper_named(view, key).rating
    odds: Odds[morale_rule.Nerve] = fold(
        (
            lambda _, dice: rule.loser_test(
                unit=roster, cover=cover, officer=rating, by="", settings=view.settings, dice=dice
            ),
        ),
        morale_rule.Nerve(False, 0, roster),
    )
    return (words.told(f"{unit.name} after the melee", mapped(odds, morale_odds.nerve_words)),)
