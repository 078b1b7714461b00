"""The procedures of sets of cards."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Fields, Procedure, two_sides
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards.cards import rule


def _read_initiative(given: Fields) -> Fields:
    return given | {"sides": two_sides("sides", given["sides"])}


def _higher(given: Fields, dice: Dice) -> str:
    return rule.higher_roller(given["sides"], dice)


def _begins(given: Fields, winner: str) -> procedure.Outputs:
    first, second = given["sides"]
    other = second if winner == first else first
    return {"winner": winner, "plays_first": winner if given["winner_prefers"] == "first" else other}


def _work_initiative(given: Fields, dice: Dice) -> procedure.Worked:
    outputs = _begins(given, _higher(given, dice))
    clause = "order-cards.cards.set-initiative"
    working = procedure.throws(dice, given["sides"], clause)
    rows = (*working, Row("plays first", outputs["plays_first"], clause))
    return procedure.Worked(outputs | {"rerolls": len(working) - 1}, rows)


def _initiative_chances(given: Fields) -> tuple[procedure.Chances, ...]:
    return (procedure.Chances("", procedure.enumerated(given, _higher), lambda winner: _begins(given, winner)),)


def _turns(given: Fields) -> tuple[str, ...]:
    first, second = two_sides("second", [given["first"], given["second"]])
    return rule.turns_of_a_set(first, second, given["settings"].cards_per_set)


def _set_refusal(given: Fields) -> str:
    house = given["settings"]
    return rule.set_refusal(tuple(given["cards"]), rule.deck_of(house.deck), house.cards_per_set)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    Procedure("set-initiative", _read_initiative, _work_initiative, _initiative_chances),
    procedure.reckoned(
        "set-order",
        _turns,
        lambda turns: {"turns": turns},
        "order-cards.cards.alternation",
    ),
    procedure.ruled("set-legal", procedure.as_given, _set_refusal),
)
