"""Results of tests."""

from __future__ import annotations

from functools import partial
from typing import Final

from roundtop.battle.forms import Answer, Chosen, Marched
from roundtop.battle.protocol import Forecast
from roundtop.dice.exact import Odds, fold
from roundtop.dice.sources import Dice
from roundtop.record import replace
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.morale import events, rule, table
from roundtop.rulebooks.charge_boys.rout import rule as rout_rule
from roundtop.rulebooks.charge_boys.state import State, Unit

NO_TEST: Final = "no test"
WORDS: Final[dict[str, str]] = {
    rule.CARRY_ON: "carries on",
    rule.HALT: "halts",
    rule.RETIRE: "retires",
    rule.DISORDER: "retires in disorder",
    rule.ROUT: "routs",
}


def ranked(odds: Odds[str]) -> tuple[tuple[str, float], ...]:
    return tuple([(word, float(chance)) for word, chance in odds.items()])


def test_forecasts(view: State, step: events.MoraleOf, answer: Answer) -> tuple[Forecast, ...]:
    """Results of the tests a unit owes."""
    assert isinstance(answer, Chosen)
    unit = field.unit_of(view, answer.keys[0])
    if not table.owes(view, unit):
        return ()
    return (Forecast(f"The test of {unit.name}", True, ranked(owed_odds(view, unit))),)


def owed_odds(state: State, unit: Unit) -> Odds[str]:
    """Chances of the results of whatever a unit owes in the morale phase [morale.number-of-tests]."""
    owed = table.owes(state, unit)
    if not owed:
        return Odds({NO_TEST: 1}, 1)
    return fold((partial(_owed, owed, table.nerve_owing(state, unit)),), "")


def _owed(owed: str, nerve: rule.Nerve, _: str, dice: Dice) -> str:
    if owed == rule.RALLY:
        result = rout_rule.take_rally(nerve, dice).result
        return "fails to rally" if result == rule.ROUT else WORDS[result]
    if owed == "both":
        return WORDS[rule.take_both(nerve, dice).obeyed.result]
    return WORDS[rule.reading(rule.throw_test(owed, nerve, dice))]


def joining_forecasts(view: State, step: generals_events.MoveGeneral, answer: Answer) -> tuple[Forecast, ...]:
    """A General who joins a unit that its first-shot test put to rout makes it test at once [rout.general-stops]."""
    assert isinstance(answer, Marched)
    names = [one.on for one in answer.manoeuvres if one.kind == generals_table.JOIN]
    if not names:
        return ()
    unit = field.unit_of(view, names[0])
    if unit.mettle.state != tables.ROUTING or unit.mettle.by != rule.FIRST:
        return ()
    nerve = replace(table.nerve_again(view, unit), general=True)
    odds = fold((partial(_owed, rule.FIRST, nerve),), "")
    return (Forecast(f"The test of {unit.name}", True, ranked(odds)),)
