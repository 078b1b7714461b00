"""The umpire on outcomes and routs from fire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.infantry_action import umpire
from roundtop.rulebooks.infantry_action.melee import umpire as melee_umpire
from roundtop.rulebooks.infantry_action.morale import rule
from roundtop.rulebooks.infantry_action.options import Settings


def outcomes(after: tuple[rule.UnitOutcome, ...]) -> Outputs:
    return {"charger": _outcome(after[0]), "defender": _outcome(after[1])}


def _outcome(after: rule.UnitOutcome) -> Outputs:
    return {
        "places": after.places,
        "left": after.left,
        "result": after.result,
        "move_in": after.move_in,
        "removed": after.removed,
    }


def outcome_lines(after: tuple[rule.UnitOutcome, ...], defender_kind: str) -> tuple[Row, ...]:
    found: list[Row] = []
    for name, kind, one in (("charger", "infantry", after[0]), ("defender", defender_kind, after[1])):
        found.append(Row(f"{name}, places broken", str(one.places), "infantry-action.outcome.places"))
        fate = f"{one.result} {one.move_in} in" if one.move_in else one.result
        found.append(Row(name, fate, rule.outcome_clause(one, kind)))
        if one.removed:
            found.append(Row(name, "removed", "infantry-action.outcome.routed-removed"))
    return tuple(found)


@record(frozen=True)
class Aftermath:
    """Two units after a fight."""

    charger: rule.Losses
    defender: rule.Losses
    settings: Settings


def _read_outcome(fields: umpire.Fields) -> Aftermath:
    charger: umpire.Fields = fields["charger"]
    defender: umpire.Fields = fields["defender"]
    melee_umpire.never_routed(charger)
    return Aftermath(
        _losses("charger.", charger, "infantry"), _losses("defender.", defender, defender["kind"]), umpire.house(fields)
    )


def _losses(name: str, unit: umpire.Fields, kind: str) -> rule.Losses:
    umpire.strength(name, unit, kind)
    lost = umpire.stands(f"{name}lost", unit["lost"], unit["stands"])
    return rule.Losses(
        start=unit["start"],
        stands=unit["stands"],
        lost=lost,
        charging=name == "charger.",
        kind=kind,
        routed_before=unit["routed_before"],
    )


COMBAT_OUTCOME: Final[Procedure] = simple(
    "combat-outcome",
    _read_outcome,
    lambda given, _: rule.outcome(given.charger, given.defender, given.settings),
    lambda _, after: outcomes(after),
    lambda given, after: outcome_lines(after, given.defender.kind),
)


def _read_fire_rout(fields: umpire.Fields) -> umpire.Fields:
    umpire.strength("", fields, "infantry")
    between("lost_this_turn", fields["lost_this_turn"], 0, fields["stands"])
    return fields | {"settings": umpire.house(fields)}


def _roll_fire_rout(fields: umpire.Fields, _: Dice) -> rule.UnitOutcome:
    return rule.fire_rout(
        start=fields["start"],
        stands=fields["stands"],
        lost_this_turn=fields["lost_this_turn"],
        routed_before=fields["routed_before"],
        routed_this_turn=fields["routed_this_turn"],
        settings=fields["settings"],
    )


def _fire_rout_outputs(_: umpire.Fields, after: rule.UnitOutcome) -> Outputs:
    return {"left": after.left, "result": after.result, "move_in": after.move_in, "removed": after.removed}


def _fire_rout_lines(fields: umpire.Fields, after: rule.UnitOutcome) -> tuple[Row, ...]:
    return (
        Row("stands left", f"{after.left} of {fields['start']}", "infantry-action.setup.half-strength"),
        Row("the unit", after.result, "infantry-action.shooting.below-half-by-fire"),
    )


FIRE_ROUT: Final[Procedure] = simple(
    "fire-rout", _read_fire_rout, _roll_fire_rout, _fire_rout_outputs, _fire_rout_lines
)
