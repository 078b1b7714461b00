"""Procedure: compelled-move."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables, umpire
from roundtop.rulebooks.charge_boys.charge import rule as charge_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule


@record(frozen=True)
class Compelled:
    """A unit that has to go."""

    result: str
    test: str
    nerve: morale_rule.Nerve
    path: terrain_rule.Path


def _read_compelled(fields: umpire.Fields) -> Compelled:
    formation = umpire.formation(fields)
    if fields["result"] == morale_rule.EVADE and formation != tables.SKIRMISH:
        raise FieldError(f"result: evade cannot be; only skirmishers evade, not a unit in {formation}")
    path = umpire.path(fields["path"])
    for place, leg in enumerate(path):
        if place and leg.kind == terrain_rule.BUILDING:
            raise FieldError(f"path[{place}].kind: building cannot be; a building is left at the start of the way")
    nerve = morale_rule.Nerve(arm=fields["arm"], formation=formation, settings=umpire.house(fields))
    return Compelled(fields["result"], fields["test"], nerve, path)


def _roll_compelled(given: Compelled, dice: Dice) -> float:
    nerve = given.nerve
    if given.result == morale_rule.EVADE:
        return charge_rule.throw_evade(dice)
    if nerve.formation == tables.UNLIMBERED:
        # The men without their guns; how far the guns are dragged is the business of the test.
        nerve = morale_rule.Nerve(arm=nerve.arm, formation=tables.GUNNERS, settings=nerve.settings)
    return morale_rule.retreat(given.test, given.result, nerve, dice).inches


def _compelled_outputs(given: Compelled, inches: float) -> Outputs:
    formation = given.nerve.formation
    walks = tables.GUNNERS if formation == tables.UNLIMBERED else formation
    moved = terrain_rule.ground_covered(given.path, inches, walks, given.nerve.settings)
    return {"retreat": umpire.length(inches), "moved": umpire.length(moved)}


COMPELLED_MOVE: Final[Procedure] = simple(
    "compelled-move",
    _read_compelled,
    _roll_compelled,
    _compelled_outputs,
    lambda given, inches: (
        Row("inches", f"{inches:g}", "charge-boys.terrain.compelled-moves"),
        Row(
            "of ground",
            f"{_compelled_outputs(given, inches)['moved']:g}",
            "charge-boys.terrain.compelled-moves",
        ),
    ),
)


PROCEDURES: Final[tuple[Procedure, ...]] = (COMPELLED_MOVE,)
