"""Procedure: compelled-move."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure, reads, simple
from roundtop.dice.sources import Dice
from roundtop.record import record, replace
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


def _can_be(given: Fields) -> None:
    umpire.drawn_up(given)
    if given["result"] == morale_rule.EVADE and given["formation"] != tables.SKIRMISH:
        raise FieldError(f"result: evade cannot be; only skirmishers evade, not a unit in {given['formation']}")
    for place, leg in enumerate(given["path"]):
        if place and leg["kind"] == terrain_rule.BUILDING:
            raise FieldError(f"path[{place}].kind: building cannot be; a building is left at the start of the way")


def _roll(given: Compelled, dice: Dice) -> float:
    nerve = given.nerve
    if given.result == morale_rule.EVADE:
        return charge_rule.throw_evade(dice)
    if nerve.formation == tables.UNLIMBERED:
        # The men without their guns; how far the guns are dragged is the business of the test.
        nerve = replace(nerve, formation=tables.GUNNERS)
    return morale_rule.retreat(given.test, given.result, nerve, dice).inches


def _moved(given: Compelled, inches: float) -> Outputs:
    formation = given.nerve.formation
    walks = tables.GUNNERS if formation == tables.UNLIMBERED else formation
    moved = terrain_rule.ground_covered(given.path, inches, walks, given.nerve.settings)
    return {"retreat": inches, "moved": moved}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    simple(
        "compelled-move",
        reads(Compelled, _can_be, nerve=reads(morale_rule.Nerve), path=umpire.PATH),
        _roll,
        _moved,
        "charge-boys.terrain.compelled-moves",
    ),
)
