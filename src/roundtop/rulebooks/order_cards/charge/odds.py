"""Chances of the melee that a charge may lead to."""

from __future__ import annotations

from roundtop.battle.protocol import Command, Forecast
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.charge import events, table
from roundtop.rulebooks.order_cards.melee import odds as melee_odds
from roundtop.rulebooks.order_cards.morale import help as morale_help
from roundtop.rulebooks.order_cards.state import Attack, Melee, State


def charge_forecasts(view: State, step: events.DeclareCharge, command: Command) -> tuple[Forecast, ...]:
    """The melee that a charge may lead to: home with its whole bonus, nothing measured [charge.reach-not-shown]."""
    key = words.chosen(command)
    if key == table.NO_TARGET:
        return ()
    unit = field.unit_of(view, step.unit)
    target = field.unit_of(view, key)
    loose = target.formation == tables.LOOSE and not target.disordered
    bonus = unit.bonus if unit.target else field.card_of(view, unit.player).charge
    attack = Attack(unit.id, target.id, bonus, 0, "front", "", False, loose, unit.disordered)
    note = "if it gets home in front with its whole bonus, no officer leads and no cover counts"
    nobody = (morale_help.NOBODY, morale_help.NOBODY)
    return (melee_odds.brawl_forecast(view, Melee((attack,), (target.id,)), nobody, note),)
