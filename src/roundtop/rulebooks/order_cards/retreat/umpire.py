"""The retreat and the test of a melee's loser, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.morale import umpire as morale_umpire
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.prisoners import rule as prisoners_rule
from roundtop.rulebooks.order_cards.retreat import rule


@record(frozen=True)
class Beaten:
    """A unit that lost a melee, about to test."""

    unit: morale_rule.Regiment
    cover: tuple[str, ...]
    officer: morale_rule.Officer
    settings: Settings


def _read_loser(fields: umpire.Fields) -> Beaten:
    house = umpire.house_rules(fields)
    umpire.check_roster("", fields, tables.boxes_per_stand(fields["arm"], house))
    between("grade", fields["grade"], 1, 100)
    state = tables.HEAD_DOWN if fields["head_down"] else tables.STEADY
    unit = morale_umpire.regiment(fields, fields["limbered"], state)
    return Beaten(unit, tuple(fields["cover"]), umpire.officer_given("", fields), house)


def _loser_test(beaten: Beaten, dice: Dice) -> morale_rule.Nerve:
    return rule.loser_test(
        unit=beaten.unit, cover=beaten.cover, officer=beaten.officer.rating, by="", settings=beaten.settings, dice=dice
    )


def _loser_value(beaten: Beaten) -> int:
    return rule.loser_value(beaten.unit, beaten.cover, beaten.officer.rating, beaten.settings)


def _loser_after(beaten: Beaten, nerve: morale_rule.Nerve) -> Outputs:
    value = _loser_value(beaten)
    found: Outputs = {
        "stands_before": morale_rule.stands(beaten.unit, beaten.settings),
        "value": value,
        "half": tables.half_up(value),
        **morale_umpire.afterwards(nerve.boxes, nerve.unit, beaten.settings),
        "guns_abandoned": nerve.guns,
    }
    if beaten.unit.arm == tables.ARTILLERY:
        there = nerve.unit.state != tables.DESTROYED
        found["limbered_after"] = there
        if not beaten.unit.limbered:
            found["retreat_inches"] = int(movement_rule.ROUT_HORSE) if there else 0
    return found


def _loser_lines(beaten: Beaten, nerve: morale_rule.Nerve) -> tuple[Row, ...]:
    value = _loser_value(beaten)
    clauses = {"steady": "morale-ok", "head-down": "morale-head-down"}
    clause = f"order-cards.melee.{clauses.get(nerve.unit.state, 'morale-rout')}"
    return (
        morale_umpire.basic_line(beaten.unit, beaten.settings),
        *lines(morale_rule.modifiers(beaten.cover, beaten.officer.rating, False)),
        Row("steady at or below", str(tables.half_up(value)), "order-cards.melee.half-rounding"),
        Row("head down at or below", str(value), "order-cards.melee.morale-head-down"),
        Row("the unit", morale_umpire.fate(nerve.unit, nerve.boxes), clause),
    )


MELEE_MORALE: Final[Procedure] = simple("melee-morale", _read_loser, _loser_test, _loser_after, _loser_lines)


def _read_retreat(fields: umpire.Fields) -> rule.Retreat:
    house = umpire.house_rules(fields)
    umpire.check_roster("", fields, tables.boxes_per_stand(fields["arm"], house))
    thing: str = fields["object"]
    to_thing = umpire.distance_given("distance_to_object", fields["distance_to_object"])
    if thing != "none" and to_thing < 0.0:
        raise FieldError(f"distance_to_object: missing; how far along the line is the {thing}?")
    return rule.Retreat(
        arm=fields["arm"],
        mounted=umpire.mounted_only(fields),
        starting=fields["starting_stands"],
        circled=fields["circled_before"],
        thing=thing,
        to_thing=to_thing,
        to_enemy=umpire.distance_given("distance_to_enemy", fields["distance_to_enemy"]),
        organised=fields["enemy_state"] == tables.STEADY and not fields["enemy_disordered"],
        settings=house,
    )


def _retreated(given: rule.Retreat, after: rule.Retreated) -> Outputs:
    return {
        "inches": int(movement_rule.rout_inches(given.arm, given.mounted)),
        "boxes_circled": after.boxes,
        "circled_after": after.circled,
        "stands_after": after.stands,
        "turn": after.turn,
        "inches_along": after.along,
        "surrender": after.prisoners > 0,
        "prisoner_stands": after.prisoners,
        "guards_needed": prisoners_rule.guards_needed(after.prisoners),
    }


def _retreat_lines(given: rule.Retreat, after: rule.Retreated) -> tuple[Row, ...]:
    found = [Row("retreat", f"{movement_rule.rout_inches(given.arm, given.mounted):g} in", "order-cards.melee.retreat")]
    if after.prisoners:
        found.append(Row("meets an organised enemy", "surrenders", "order-cards.melee.retreat-into-enemy"))
    if after.turn != "none":
        way = f"{after.boxes} boxes, {after.turn} for {after.along:g} in"
        found.append(Row(f"meets {given.thing.replace('-', ' ')}", way, "order-cards.melee.retreat-obstacle"))
    return tuple(found)


RETREAT: Final[Procedure] = simple("retreat", _read_retreat, rule.retreat, _retreated, _retreat_lines)
PROCEDURES: Final[tuple[Procedure, ...]] = (
    MELEE_MORALE,
    RETREAT,
)
