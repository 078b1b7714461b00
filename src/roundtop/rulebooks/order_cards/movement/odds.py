"""Chances of the tests that a move calls for."""

from __future__ import annotations

from roundtop.battle.protocol import Command, Forecast, way_of
from roundtop.rulebooks.order_cards import field, words
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import odds as morale_odds
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.movement import course, events, faults
from roundtop.rulebooks.order_cards.state import State


def move_forecasts(view: State, step: events.MoveUnit, command: Command) -> tuple[Forecast, ...]:
    """The tests that a move calls for: its own for a change under muskets, and friends' whom a crowd passes through."""
    made = way_of(command)
    unit = field.unit_of(view, step.unit)
    for place, one in enumerate(made):
        if one.kind == "form" and one.on != "form-up":
            there = course.course_of(view, unit, made[:place]).after
            if formation_table.under_muskets(view, there):
                return (
                    morale_odds.nerve_forecast(
                        view,
                        morale_events.TestMorale(unit.id, morale_rule.FORMATION_CHANGE, "", 0, morale_help.NOBODY),
                        morale_help.NOBODY,
                        words.NO_HELP,
                    ),
                )
    if not made or not unit.disordered:
        return ()
    friends = faults.passed(unit, course.course_of(view, unit, made), faults.Others(view, unit))
    return tuple(
        [
            morale_odds.nerve_forecast(
                view,
                morale_events.TestMorale(friend.id, morale_rule.PASSED_THROUGH, "", 0, morale_help.NOBODY),
                morale_help.NOBODY,
            )
            for friend in friends
            if not friend.disordered
        ]
    )
