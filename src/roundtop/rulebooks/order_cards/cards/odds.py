"""Chances of what a unit starts that is told to do something."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.order_cards import field, words
from roundtop.rulebooks.order_cards.cards import events, play
from roundtop.rulebooks.order_cards.melee import odds as melee_odds
from roundtop.rulebooks.order_cards.morale import events as morale_events
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.morale import odds as morale_odds
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.rally import odds as rally_odds
from roundtop.rulebooks.order_cards.state import State

NO_LEADERS: Final = "if no officer leads either side"


def deed_forecasts(view: State, unit: str, deed: str) -> tuple[Forecast, ...]:
    """What a unit starts that is told to do something, no officer helping it."""
    if deed == "disorder":
        return (
            morale_odds.nerve_forecast(
                view,
                morale_events.TestMorale(unit, morale_rule.VOLUNTARY_DISORDER, "", 0, morale_help.NOBODY),
                morale_help.NOBODY,
                words.NO_HELP,
            ),
        )
    if deed == "rally":
        return (
            rally_odds.rally_forecast(
                view, rally_events.Rally(unit, morale_help.NOBODY), morale_help.NOBODY, words.NO_HELP
            ),
        )
    melee = field.melee_of(view, unit)
    if deed == "fight" and melee is not None:
        return melee_odds.brawl_forecasts(view, melee, (morale_help.NOBODY, morale_help.NOBODY), NO_LEADERS)
    return ()


def act_forecasts(view: State, step: events.Act, command: Command) -> tuple[Forecast, ...]:
    return deed_forecasts(view, step.unit, words.chosen(command))


def picked_forecasts(view: State, step: events.CardInPlay, command: Command) -> tuple[Forecast, ...]:
    """What a unit picked does at once if only one thing is open to it; the melees that end a card."""
    key, player = words.chosen(command), command.player
    if key == play.END:
        firsts = [melee.attacks[0].unit for melee in view.melees]
        own = [id for id in firsts if field.unit_of(view, id).player == player]
        return tuple([one for id in own for one in deed_forecasts(view, id, "fight")])
    for unit in view.units:
        if unit.id == key:
            open_to_it = play.deeds(view, unit, field.card_of(view, player))
            return deed_forecasts(view, key, open_to_it[0]) if len(open_to_it) == 1 else ()
    return ()
