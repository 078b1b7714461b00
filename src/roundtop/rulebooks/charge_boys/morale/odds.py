"""Results of tests."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from roundtop.battle.forms import Answer, Chosen, Marched
from roundtop.battle.protocol import Forecast
from roundtop.dice.exact import fold
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.fire import odds as fire_odds
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.morale import events, rule, table
from roundtop.rulebooks.charge_boys.rout import rule as rout_rule
from roundtop.rulebooks.charge_boys.state import State


def test_forecasts(view: State, step: events.MoraleOf, answer: Answer) -> tuple[Forecast, ...]:
    """Results of the tests a unit owes."""
    assert isinstance(answer, Chosen)
    unit = field.unit_of(view, answer.keys[0])
    owed = table.owes(view, unit)
    shooter = unit.turn.foe if owed != rule.RALLY else ""
    nerve = table.nerve_against(view, unit, field.unit_of(view, shooter)) if shooter else table.nerve_again(view, unit)
    if owed == "both":
        odds = fold((partial(_both, nerve),), "")
    elif owed in (rule.FIRST, rule.OTHER):
        odds = fold((partial(_single, owed, nerve),), "")
    elif owed == rule.RALLY:
        odds = fold((partial(_rally, nerve),), "")
    else:
        return ()
    return (Forecast(f"The test of {unit.name}", True, fire_odds.ranked(odds)),)


def _both(nerve: rule.Nerve, _: str, dice: Dice) -> str:
    return fire_odds.WORDS[rule.take_both(nerve, dice).obeyed.result]


def _single(kind: str, nerve: rule.Nerve, _: str, dice: Dice) -> str:
    return fire_odds.WORDS[rule.reading(rule.throw_test(kind, nerve, dice))]


def _rally(nerve: rule.Nerve, _: str, dice: Dice) -> str:
    found = rout_rule.take_rally(nerve, dice)
    return "fails to rally" if found.result == rule.ROUT else fire_odds.WORDS[found.result]


def joining_forecasts(view: State, step: generals_events.MoveGeneral, answer: Answer) -> tuple[Forecast, ...]:
    """A General who joins a unit that its first-shot test put to rout makes it test at once [rout.general-stops]."""
    assert isinstance(answer, Marched)
    names = [one.on for one in answer.manoeuvres if one.kind == generals_table.JOIN]
    if not names:
        return ()
    unit = field.unit_of(view, names[0])
    if unit.mettle.state != rule.ROUTING or unit.mettle.by != rule.FIRST:
        return ()
    nerve = replace(table.nerve_again(view, unit), general=True)
    return (
        Forecast(f"The test of {unit.name}", True, fire_odds.ranked(fold((partial(_single, rule.FIRST, nerve),), ""))),
    )
