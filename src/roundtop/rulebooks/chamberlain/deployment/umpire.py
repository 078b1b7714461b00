"""The procedure first-player."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Procedure, Worked, enumerated
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import umpire
from roundtop.rulebooks.chamberlain.deployment import rule


def _read_order(fields: umpire.Fields) -> tuple[str, str]:
    order: list[str] = fields["order"]
    if len(order) != 2 or order[0] == order[1]:
        raise FieldError(f"order: {', '.join(order) or 'nobody'} cannot be; it names the two sides, each once")
    return order[0], order[1]


def _work_first(order: tuple[str, str], dice: Dice) -> Worked:
    first = rule.first_player(order, dice)
    faces = [face for roll in dice.rolls for face in roll.faces]
    working = [
        Row(f"throw {n + 1}", f"{order[0]} {faces[2 * n]}, {order[1]} {faces[2 * n + 1]}", FIRST_PLAYER_CLAUSE)
        for n in range(len(faces) // 2)
    ]
    working.append(Row("first player turn", first, FIRST_PLAYER_CLAUSE))
    return Worked({"first": first, "rounds": len(faces) // 2}, tuple(working))


def _first_chances(order: tuple[str, str]) -> tuple[Chances, ...]:
    return (Chances("", enumerated(order, rule.first_player), lambda first: {"first": first}),)


FIRST_PLAYER_CLAUSE: Final = "chamberlain.setup.first-player"
FIRST_PLAYER: Final[Procedure] = Procedure("first-player", _read_order, _work_first, _first_chances)

PROCEDURES: Final[tuple[Procedure, ...]] = (FIRST_PLAYER,)
