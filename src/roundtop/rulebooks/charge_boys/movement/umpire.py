"""Procedures: move-cost, skirmish-gap and permissions."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, as_given, called, reads, reckoned, verdict, verdict_line
from roundtop.battle.tally import Row
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


def _moved(move: rule.Move) -> Outputs:
    normal, cost, refusal = rule.move_allowance(move), rule.move_cost(move), rule.move_refusal(move)
    return {
        "allowance": normal,
        "cost": cost,
        **verdict(refusal),
        "left": 0.0 if refusal else max(0.0, normal - cost),
        "may_fire": rule.leaves_fire(move),
    }


def _move_lines(move: rule.Move, _: Outputs) -> tuple[Row, ...]:
    normal = rule.move_allowance(move)
    clause = tables.allowance_clause(move.formation, rule.on_road(move.path))
    found = [Row("normal move", f"{normal:g} in", clause)]
    for leg in move.path:
        label = f"{leg.kind} {leg.inches:g} in" if leg.inches else leg.kind
        price = terrain_rule.leg_price(leg, move.formation, normal)
        found.append(Row(label, f"{price:.4g} in", rule.LEG_CLAUSES.get(leg.kind, clause)))
    found.append(Row("cost", f"{rule.move_cost(move):.4g} in", "charge-boys.terrain.half-turn-arithmetic"))
    return (*found, *verdict_line(move, rule.move_refusal(move)))


def _permitted(unit: rule.Condition) -> Outputs:
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


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned("move-cost", reads(rule.Move, umpire.drawn_up, path=umpire.PATH), _moved, _move_lines),
    reckoned(
        "skirmish-gap",
        as_given,
        called(rule.keep_distance),
        "charge-boys.move.skirmish-distance",
        answer=lambda _, back: ({"falls_back": back.inches}, back),
    ),
    reckoned("permissions", reads(rule.Condition, umpire.drawn_up), _permitted, PERMISSION_CLAUSES),
)
