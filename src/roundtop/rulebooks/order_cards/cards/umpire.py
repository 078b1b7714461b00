"""The procedures of sets of cards, and what all the chapters' procedures read alike."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Procedure
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import umpire
from roundtop.rulebooks.order_cards.cards import rule
from roundtop.rulebooks.order_cards.options import Settings


@record(frozen=True)
class Throw:
    """The d10 of two sides, and what the winner of it wants."""

    sides: tuple[str, str]
    prefers: str


def _read_initiative(fields: umpire.Fields) -> Throw:
    return Throw(umpire.two_sides("sides", fields["sides"]), fields["winner_prefers"])


def _higher(throw: Throw, dice: Dice) -> str:
    return rule.higher_roller(throw.sides, dice)


def _begins(throw: Throw, winner: str) -> procedure.Outputs:
    other = throw.sides[1] if winner == throw.sides[0] else throw.sides[0]
    return {"winner": winner, "plays_first": winner if throw.prefers == "first" else other}


def _work_initiative(throw: Throw, dice: Dice) -> procedure.Worked:
    winner = _higher(throw, dice)
    faces = [face for roll in dice.rolls for face in roll.faces]
    outputs: procedure.Outputs = {"rerolls": len(faces) // 2 - 1, **_begins(throw, winner)}
    clause = "order-cards.cards.set-initiative"
    working = [
        Row(f"{throw.sides[0]} {faces[n]}, {throw.sides[1]} {faces[n + 1]}", f"throw {n // 2 + 1}", clause)
        for n in range(0, len(faces), 2)
    ]
    return procedure.Worked(outputs, (*working, Row("plays first", outputs["plays_first"], clause)))


def _initiative_chances(throw: Throw) -> tuple[procedure.Chances, ...]:
    return (procedure.Chances("", procedure.enumerated(throw, _higher), lambda winner: _begins(throw, winner)),)


SET_INITIATIVE: Final[procedure.Procedure] = procedure.Procedure(
    "set-initiative", _read_initiative, _work_initiative, _initiative_chances
)


def _read_order(fields: umpire.Fields) -> tuple[str, ...]:
    first, second = umpire.two_sides("second", [fields["first"], fields["second"]])
    return rule.turns_of_a_set(first, second, umpire.house_rules(fields).cards_per_set)


SET_ORDER: Final[Procedure] = procedure.simple(
    "set-order",
    _read_order,
    lambda turns, _: turns,
    lambda _, turns: {"turns": list(turns)},
    lambda _, turns: tuple(
        [Row(f"turn {n + 1}", side, "order-cards.cards.alternation") for n, side in enumerate(turns)]
    ),
)


def _set_refusal(fields: umpire.Fields) -> str:
    house: Settings = fields["settings"]
    return rule.set_refusal(tuple(fields["cards"]), rule.deck_of(house.deck), house.cards_per_set)


SET_LEGAL: Final[Procedure] = umpire.ruled(
    "set-legal", lambda fields: fields | {"settings": umpire.house_rules(fields)}, _set_refusal
)
PROCEDURES: Final[tuple[Procedure, ...]] = (SET_INITIATIVE, SET_ORDER, SET_LEGAL)
