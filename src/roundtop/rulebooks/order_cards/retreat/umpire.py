"""The retreat and the test of a melee's loser, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Answer, FieldError, Fields, Outputs, Procedure, reads, simple
from roundtop.battle.tally import Row, lines
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.morale import umpire as morale_umpire
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.prisoners import rule as prisoners_rule
from roundtop.rulebooks.order_cards.rally.umpire import Recovery
from roundtop.rulebooks.order_cards.retreat import rule


def _state(given: Fields) -> str:
    return tables.HEAD_DOWN if given["head_down"] else tables.STEADY


def _loser_test(given: Recovery, dice: Dice) -> morale_rule.Nerve:
    return rule.loser_test(given.unit, given.cover, given.officer.rating, "", settings=given.settings, dice=dice)


def _loser_value(given: Recovery) -> int:
    return rule.loser_value(given.unit, given.cover, given.officer.rating, given.settings)


def _loser_after(given: Recovery, nerve: morale_rule.Nerve) -> Answer:
    value = _loser_value(given)
    there = nerve.unit.state != tables.DESTROYED
    guns = given.unit.arm == tables.ARTILLERY
    found: Outputs = {
        "stands_before": morale_rule.stands(given.unit, given.settings),
        "value": value,
        "half": tables.half_up(value),
        "guns_abandoned": nerve.guns,
        "limbered_after": there if guns else None,
        "retreat_inches": (int(movement_rule.ROUT_HORSE) if there else 0) if guns and not given.unit.limbered else None,
    }
    return found, morale_umpire.afterwards(nerve.boxes, nerve.unit, given.settings)


def _loser_lines(given: Recovery, nerve: morale_rule.Nerve) -> tuple[Row, ...]:
    value = _loser_value(given)
    clauses = {"steady": "morale-ok", "head-down": "morale-head-down"}
    clause = f"order-cards.melee.{clauses.get(nerve.unit.state, 'morale-rout')}"
    return (
        morale_umpire.basic_line(given.unit, given.settings),
        *lines(morale_rule.modifiers(given.cover, given.officer.rating, False)),
        Row("steady at or below", str(tables.half_up(value)), "order-cards.melee.half-rounding"),
        Row("head down at or below", str(value), "order-cards.melee.morale-head-down"),
        Row("the unit", morale_umpire.fate(nerve.unit, nerve.boxes), clause),
    )


def _can_be(given: Fields) -> None:
    umpire.roster(given)
    if given["object"] != "none" and given["distance_to_object"] is None:
        raise FieldError(f"distance_to_object: missing; how far along the line is the {given['object']}?")


def _organised(given: Fields) -> bool:
    return given["enemy_state"] == tables.STEADY and not given["enemy_disordered"]


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


PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "melee-morale",
        reads(Recovery, unit=umpire.regiment(state=_state), officer=umpire.officer),
        _loser_test,
        _loser_after,
        _loser_lines,
    ),
    simple(
        "retreat",
        reads(
            rule.Retreat,
            _can_be,
            mounted=umpire.mounted,
            starting="starting_stands",
            circled="circled_before",
            thing="object",
            to_thing="distance_to_object",
            to_enemy="distance_to_enemy",
            organised=_organised,
        ),
        rule.retreat,
        _retreated,
        _retreat_lines,
    ),
)
