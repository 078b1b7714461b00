"""A test of nerve, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Answer, Fields, Outputs, Procedure, simple
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.morale import rule
from roundtop.rulebooks.order_cards.options import Settings


@record(frozen=True)
class Shaken:
    """A unit before a test, with the boxes of the attack."""

    check: rule.Check
    test_required: bool
    stands_before: int


def _read_morale(given: Fields) -> Shaken:
    house: Settings = given["settings"]
    before: rule.Regiment = umpire.regiment()(given)
    unit = rule.circle(before, given["boxes_now"], house)
    cover = tuple(given["cover"])
    sheltered = any([name != "orchard" for name in cover]) if given["in_cover"] is None else given["in_cover"]
    enemy = -1.0 if given["enemy_range"] is None else given["enemy_range"]
    check = rule.Check(given["kind"], unit, cover, sheltered, umpire.officer(given), settings=house)
    needed = rule.check_needed(given["kind"], unit, given["boxes_now"], enemy, given["enemy_in_sight"])
    return Shaken(check, needed, rule.stands(before, house))


def _test(shaken: Shaken, dice: Dice) -> rule.Nerve:
    if shaken.test_required:
        return rule.nerve(shaken.check, dice)
    unit = shaken.check.unit
    fate = command_rule.UNHARMED if shaken.check.officer.rating else command_rule.NOBODY
    return rule.Nerve(unit.state != tables.DESTROYED, 0, unit, fate)


def _tested(shaken: Shaken, nerve: rule.Nerve) -> Answer:
    check = shaken.check
    found: Outputs = {
        "stands_after_fire": rule.stands(check.unit, check.settings),
        "value": rule.check_value(check),
        "formation_changed": nerve.passed if check.kind == rule.FORMATION_CHANGE else None,
        "further_check": False,
        "officer_result": nerve.officer,
        "officer_out": command_rule.out_of_battle(nerve.officer),
        "guns_abandoned": nerve.guns,
    }
    return found, afterwards(nerve.boxes, nerve.unit, check.settings), nerve, shaken


def afterwards(boxes: int, unit: rule.Regiment, house: Settings) -> Outputs:
    return {
        "boxes_from_morale": boxes,
        "circled_after": unit.circled,
        "stands_after": rule.stands(unit, house),
        "state_after": unit.state,
        "disordered_after": unit.disordered and unit.state != tables.DESTROYED,
    }


def _test_lines(shaken: Shaken, nerve: rule.Nerve) -> tuple[Row, ...]:
    check = shaken.check
    clause = rule.CLAUSES[check.kind]
    if not shaken.test_required:
        return (Row("no test", nerve.unit.state, clause),)
    return (
        basic_line(check.unit, check.settings),
        *lines(rule.check_mods(check.kind, check.unit, check.cover, check.officer.rating)),
        Row("to roll or less", str(rule.check_value(check)), "order-cards.morale.procedure"),
        Row("passed" if nerve.passed else "failed", fate(nerve.unit, nerve.boxes), clause),
    )


def basic_line(unit: rule.Regiment, house: Settings) -> Row:
    halved = ", halved in rout" if unit.state == tables.ROUTING else ""
    label = f"basic, {rule.stands(unit, house)} of {unit.starting} stands{halved}"
    return Row(label, str(rule.normal(unit, house)), "order-cards.morale.stand-loss-decrease")


def fate(unit: rule.Regiment, boxes: int) -> str:
    state = unit.state.replace("-", " ")
    if unit.disordered and unit.state == tables.STEADY:
        state = "in disorder"
    return f"{state}, {boxes} boxes circled" if boxes else state


PROCEDURES: Final[tuple[Procedure, ...]] = (simple("morale", _read_morale, _test, _tested, _test_lines),)
