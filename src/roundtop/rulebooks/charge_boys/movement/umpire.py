"""Procedures: move-cost, skirmish-gap and permissions."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, filled, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.movement import rule
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule

PERMISSION_CLAUSES: Final[dict[str, str]] = {
    "move": "charge-boys.morale.result-halt",
    "advance": "charge-boys.morale.result-retire",
    "withdraw": "charge-boys.morale.result-retire",
    "form": "charge-boys.orders.default",
    "charge": "charge-boys.charge.declare",
    "fire": "charge-boys.morale.disordered-effect",
    "second_volley": "charge-boys.musketry.breech-twice",
    "evade": "charge-boys.charge.evade-bonus",
}


def _read_move(fields: umpire.Fields) -> rule.Move:
    return rule.Move(fields["arm"], umpire.formation(fields), umpire.path(fields["path"]), umpire.house(fields))


def _move_outputs(move: rule.Move, _: None) -> Outputs:
    normal = rule.move_allowance(move)
    cost = rule.move_cost(move)
    refusal = rule.move_refusal(move)
    return {
        "allowance": normal,
        "cost": umpire.length(cost),
        **umpire.verdict(refusal),
        "left": 0.0 if refusal else umpire.length(max(0.0, normal - cost)),
        "may_fire": rule.leaves_fire(move),
    }


def _move_lines(move: rule.Move, _: None) -> tuple[Row, ...]:
    normal = rule.move_allowance(move)
    clause = tables.allowance_clause(move.formation, rule.on_road(move.path))
    found = [Row("normal move", f"{normal:g} in", clause)]
    for leg in move.path:
        label = f"{leg.kind} {leg.inches:g} in" if leg.inches else leg.kind
        price = terrain_rule.leg_price(leg, move.formation, normal)
        found.append(Row(label, f"{price:.4g} in", rule.LEG_CLAUSES.get(leg.kind, clause)))
    found.append(Row("cost", f"{rule.move_cost(move):.4g} in", "charge-boys.terrain.half-turn-arithmetic"))
    return (*found, *umpire.no_line(rule.move_refusal(move)))


MOVE_COST: Final[Procedure] = simple("move-cost", _read_move, umpire.nothing, _move_outputs, _move_lines)


def _read_gap(fields: umpire.Fields) -> umpire.Fields:
    umpire.counts(fields, "", "gap", "room_behind")
    return fields


def _fall_back(fields: umpire.Fields, _: Dice) -> rule.FallBack:
    return rule.keep_distance(fields["enemy_formed"], fields["gap"], fields["in_building"], fields["room_behind"])


SKIRMISH_GAP: Final[Procedure] = simple(
    "skirmish-gap",
    _read_gap,
    _fall_back,
    lambda _, back: {"falls_back": umpire.length(back.inches), "disordered": back.disordered},
    lambda _, back: (
        Row(
            "the skirmishers",
            "are disordered" if back.disordered else f"fall back {back.inches:.4g} in",
            "charge-boys.move.skirmish-distance",
        ),
    ),
)


def _read_condition(fields: umpire.Fields) -> rule.Condition:
    return filled(rule.Condition, fields, formation=umpire.formation(fields), settings=umpire.house(fields))


def _permitted(unit: rule.Condition, _: None) -> Outputs:
    return {
        "move": rule.may_move(unit),
        "advance": rule.may_advance(unit),
        "withdraw": rule.may_move(unit),
        "form": rule.may_form(unit),
        "charge": rule.may_charge(unit),
        "fire": rule.may_fire(unit),
        "second_volley": rule.may_fire_twice(unit),
        "evade": rule.may_evade(unit),
    }


def _permitted_lines(unit: rule.Condition, _: None) -> tuple[Row, ...]:
    found: list[Row] = []
    for name, given in _permitted(unit, None).items():
        words = given if isinstance(given, str) else "yes" if given else "no"
        found.append(Row(name.replace("_", " "), words, PERMISSION_CLAUSES[name]))
    return tuple(found)


PERMISSIONS: Final[Procedure] = simple("permissions", _read_condition, umpire.nothing, _permitted, _permitted_lines)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    MOVE_COST,
    SKIRMISH_GAP,
    PERMISSIONS,
)
