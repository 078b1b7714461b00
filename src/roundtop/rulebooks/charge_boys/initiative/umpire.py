"""Procedure: initiative."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Procedure, Worked, enumerated
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.initiative import rule


def _read_initiative(fields: umpire.Fields) -> tuple[str, str]:
    sides: list[str] = fields["sides"]
    if len(sides) != 2 or sides[0] == sides[1]:
        raise FieldError(f"sides: {', '.join(sides) or 'nobody'} cannot be; it names the two sides, each once")
    return sides[0], sides[1]


def _work_initiative(sides: tuple[str, str], dice: Dice) -> Worked:
    winner = rule.initiative(sides, dice)
    faces = umpire.faces(dice.rolls, "initiative")
    rounds = len(faces) // 2
    clause = "charge-boys.turn.first-mover"
    found = [
        Row(f"{sides[0]} {faces[2 * n]}, {sides[1]} {faces[2 * n + 1]}", f"throw {n + 1}", clause)
        for n in range(rounds)
    ]
    return Worked({"winner": winner, "rounds": rounds}, (*found, Row("chooses", winner, clause)))


def _initiative_chances(sides: tuple[str, str]) -> tuple[Chances, ...]:
    return (Chances("", enumerated(sides, rule.initiative), lambda winner: {"winner": winner}),)


INITIATIVE: Final[Procedure] = Procedure("initiative", _read_initiative, _work_initiative, _initiative_chances)


PROCEDURES: Final[tuple[Procedure, ...]] = (INITIATIVE,)
