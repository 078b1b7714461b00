"""Chances of a test of nerve, and how chances are told."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Chosen
from roundtop.battle.protocol import Command, Forecast
from roundtop.dice.exact import Odds, fold, mapped
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.morale import events, rule, table
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State

NO_HELP: Final = "if no officer helps"


def chosen(command: Command) -> str:
    """The one thing chosen."""
    assert isinstance(command.answer, Chosen)
    return command.answer.keys[0]


def nerve_forecasts(view: State, step: events.TestMorale, command: Command) -> tuple[Forecast, ...]:
    return (nerve_forecast(view, step, chosen(command)),)


def nerve_forecast(view: State, step: events.TestMorale, key: str, note: str = "") -> Forecast:
    """The test of a unit with the officer named, or nobody."""
    unit = field.unit_of(view, step.unit)
    check = rule.Check(
        step.kind,
        table.regiment_of(unit),
        cover_table.faced_cover(view, unit, step.foe),
        cover_table.in_cover(view, unit, sight_table.known_enemies(view, unit.side)),
        table.helper_named(view, key),
        settings=view.settings,
    )
    odds: Odds[rule.Nerve] = fold((lambda _, dice: rule.nerve(check, dice),), rule.Nerve(False, 0, check.unit))
    return told(f"{unit.name} tests", mapped(odds, nerve_words), note)


def told(title: str, odds: Odds[str], note: str = "") -> Forecast:
    """Chances of what is read of an outcome, likeliest first."""
    ranked = sorted([(text, float(chance)) for text, chance in odds.items()], key=_likeliest)
    return Forecast(title, True, tuple(ranked), note)


def _likeliest(chance: tuple[str, float]) -> tuple[float, str]:
    return (-chance[1], chance[0])


def fate_words(unit: rule.Regiment) -> str:
    """What becomes of a unit, in a word or two."""
    if unit.state == tables.STEADY and unit.disordered:
        return "in disorder"
    return {tables.ROUTING: "routs", tables.DESTROYED: "destroyed", tables.HEAD_DOWN: "head down"}.get(
        unit.state, "stands"
    )


def nerve_words(nerve: rule.Nerve) -> str:
    words = fate_words(nerve.unit)
    return words if nerve.officer in ("none", "unharmed") else f"{words}, the officer: {nerve.officer}"
