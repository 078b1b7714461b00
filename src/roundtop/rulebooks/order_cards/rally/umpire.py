"""An attempt to rally, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
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
    """A unit about to rally."""

    unit: morale_rule.Regiment
    cover: tuple[str, ...]
    officer: morale_rule.Officer
    settings: Settings


def _read_rally(fields: umpire.Fields) -> Recovery:
    house = umpire.house_rules(fields)
    umpire.check_roster("", fields, tables.boxes_per_stand(fields["arm"], house))
    between("grade", fields["grade"], 1, 100)
    return Recovery(
        morale_umpire.regiment(fields, True, fields["state"]),
        tuple(fields["cover"]),
        umpire.officer_given("", fields),
        house,
    )


def _rally(recovery: Recovery, dice: Dice) -> rule.Rallied:
    return rule.rally(
        unit=recovery.unit,
        cover=recovery.cover,
        officer=recovery.officer.rating,
        by="",
        settings=recovery.settings,
        dice=dice,
    )


def _rallied(recovery: Recovery, after: rule.Rallied) -> Outputs:
    officer = recovery.officer.rating > 0
    return {
        "value": rule.rally_value(recovery.unit, recovery.cover, recovery.officer.rating, recovery.settings),
        "passed": after.passed,
        **morale_umpire.afterwards(after.boxes, after.unit, recovery.settings),
        "may_form_up_free": after.passed and after.unit.disordered and officer,
        "officer_routs": after.officer_routs,
        "officer_result": command_rule.UNHARMED if officer else command_rule.NOBODY,
    }


def _rally_lines(recovery: Recovery, after: rule.Rallied) -> tuple[Row, ...]:
    unit = recovery.unit
    clause = "order-cards.rally.routing" if unit.state == tables.ROUTING else "order-cards.rally.head-down"
    value = rule.rally_value(unit, recovery.cover, recovery.officer.rating, recovery.settings)
    found = [
        morale_umpire.basic_line(unit, recovery.settings),
        *lines(rule.rally_mods(unit, recovery.cover, recovery.officer.rating)),
        Row("to roll or less", str(value), clause),
        Row("rallied" if after.passed else "failed", morale_umpire.fate(after.unit, after.boxes), clause),
    ]
    if after.officer_routs:
        found.append(Row("the officer", "swept along", "order-cards.rally.officer-routs"))
    return tuple(found)


RALLY: Final[Procedure] = simple("rally", _read_rally, _rally, _rallied, _rally_lines)
PROCEDURES: Final[tuple[Procedure, ...]] = (RALLY,)
