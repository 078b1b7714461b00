"""An attempt to rally, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Answer, Procedure, reads, simple
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.morale import umpire as morale_umpire
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.rally import rule


@record(frozen=True)
class Recovery:
    """A unit about to rally, or beaten and about to test."""

    unit: morale_rule.Regiment
    cover: tuple[str, ...]
    officer: morale_rule.Officer
    settings: Settings


def _rally(given: Recovery, dice: Dice) -> rule.Rallied:
    return rule.rally(given.unit, given.cover, given.officer.rating, "", settings=given.settings, dice=dice)


def _value(given: Recovery) -> int:
    return rule.rally_value(given.unit, given.cover, given.officer.rating, given.settings)


def _rallied(given: Recovery, after: rule.Rallied) -> Answer:
    officer = given.officer.rating > 0
    found = {
        "value": _value(given),
        "may_form_up_free": after.passed and after.unit.disordered and officer,
        "officer_result": command_rule.UNHARMED if officer else command_rule.NOBODY,
    }
    return found, morale_umpire.afterwards(after.boxes, after.unit, given.settings), after


def _rally_lines(given: Recovery, after: rule.Rallied) -> tuple[Row, ...]:
    unit = given.unit
    clause = "order-cards.rally.routing" if unit.state == tables.ROUTING else "order-cards.rally.head-down"
    found = [
        morale_umpire.basic_line(unit, given.settings),
        *lines(rule.rally_mods(unit, given.cover, given.officer.rating)),
        Row("to roll or less", str(_value(given)), clause),
        Row("rallied" if after.passed else "failed", morale_umpire.fate(after.unit, after.boxes), clause),
    ]
    if after.officer_routs:
        found.append(Row("the officer", "swept along", "order-cards.rally.officer-routs"))
    return tuple(found)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "rally",
        reads(Recovery, unit=umpire.regiment(limbered=lambda _: True), officer=umpire.officer),
        _rally,
        _rallied,
        _rally_lines,
    ),
)
