"""A test of nerve, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
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
    needed: bool
    stands_before: int


def _read_morale(fields: umpire.Fields) -> Shaken:
    house = umpire.house_rules(fields)
    umpire.check_roster("", fields, tables.boxes_per_stand(fields["arm"], house))
    between("boxes_now", fields["boxes_now"], 0, 1000)
    between("grade", fields["grade"], 1, 100)
    before = regiment(fields, fields["limbered"], fields["state"])
    unit = rule.circle(before, fields["boxes_now"], house)
    cover = tuple(fields["cover"])
    sheltered = fields["in_cover"]
    if sheltered is None:
        sheltered = any([name != "orchard" for name in cover])
    kind: str = fields["kind"]
    enemy = umpire.distance_given("enemy_range", fields["enemy_range"])
    check = rule.Check(kind, unit, cover, sheltered, umpire.officer_given("", fields), settings=house)
    needed = rule.check_needed(kind, unit, fields["boxes_now"], enemy, fields["enemy_in_sight"])
    return Shaken(check, needed, rule.stands(before, house))


def regiment(fields: umpire.Fields, limbered: bool, state: str) -> rule.Regiment:
    return rule.Regiment(
        arm=fields["arm"],
        limbered=limbered,
        grade=fields["grade"],
        starting=fields["starting_stands"],
        circled=fields["circled_before"],
        state=state,
        disordered=fields["disordered"],
    )


def _test(shaken: Shaken, dice: Dice) -> rule.Nerve:
    if shaken.needed:
        return rule.nerve(shaken.check, dice)
    unit = shaken.check.unit
    fate = command_rule.UNHARMED if shaken.check.officer.rating else command_rule.NOBODY
    return rule.Nerve(unit.state != tables.DESTROYED, 0, unit, fate)


def _tested(shaken: Shaken, nerve: rule.Nerve) -> Outputs:
    check = shaken.check
    found: Outputs = {
        "test_required": shaken.needed,
        "stands_before": shaken.stands_before,
        "stands_after_fire": rule.stands(check.unit, check.settings),
        "value": rule.check_value(check),
        "passed": nerve.passed,
        **afterwards(nerve.boxes, nerve.unit, check.settings),
        "further_check": False,
        "officer_result": nerve.officer,
        "officer_out": command_rule.out_of_battle(nerve.officer),
        "guns_abandoned": nerve.guns,
    }
    if check.kind == rule.FORMATION_CHANGE:
        found["formation_changed"] = nerve.passed
    return found


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
    if not shaken.needed:
        return (Row("no test", nerve.unit.state, clause),)
    mods = rule.check_mods(check.kind, check.unit, check.cover, check.officer.rating)
    return (
        basic_line(check.unit, check.settings),
        *lines(mods),
        Row("to roll or less", str(rule.check_value(check)), "order-cards.morale.procedure"),
        Row("passed" if nerve.passed else "failed", fate(nerve.unit, nerve.boxes), clause),
    )


def basic_line(unit: rule.Regiment, house: Settings) -> Row:
    stands = rule.stands(unit, house)
    halved = ", halved in rout" if unit.state == tables.ROUTING else ""
    label = f"basic, {stands} of {unit.starting} stands{halved}"
    return Row(label, str(rule.normal(unit, house)), "order-cards.morale.stand-loss-decrease")


def fate(unit: rule.Regiment, boxes: int) -> str:
    state = unit.state.replace("-", " ")
    if unit.disordered and unit.state == tables.STEADY:
        state = "in disorder"
    return f"{state}, {boxes} boxes circled" if boxes else state


MORALE: Final[Procedure] = simple("morale", _read_morale, _test, _tested, _test_lines)
PROCEDURES: Final[tuple[Procedure, ...]] = (MORALE,)
