"""The umpire on commanders, initiative, goes and orders."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import FieldError, Fields, Procedure
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action.command import rule

COMMANDER_RATING: Final[Procedure] = procedure.simple(
    "commander-rating",
    procedure.as_given,
    lambda _, dice: rule.ability(dice, ""),
    lambda _, total: {"total": total, "rating": rule.rating_of(total)},
    {"total": "infantry-action.setup.cinc-choice", "rating": "infantry-action.activation.per-go"},
)


def _read_initiative(given: Fields) -> Fields:
    return given | {"order": procedure.two_sides("order", given["order"])}


def _initiative(given: Fields, dice: Dice) -> str:
    return rule.initiative(given["order"], given["last_holder"] or "", given["settings"], dice)


def _work_initiative(given: Fields, dice: Dice) -> procedure.Worked:
    winner = _initiative(given, dice)
    working = procedure.throws(
        dice, given["order"], "infantry-action.initiative.roll", "infantry-action.initiative.tie"
    )
    rows = (*working, Row("initiative", winner, "infantry-action.turn.initiative-step"))
    return procedure.Worked({"winner": winner, "rounds": len(working)}, rows)


INITIATIVE: Final[Procedure] = Procedure(
    "initiative",
    _read_initiative,
    _work_initiative,
    procedure.chanced(lambda given: procedure.enumerated(given, _initiative), lambda _, winner: {"winner": winner}),
)


def _read_goes(given: Fields) -> tuple[tuple[str, int], ...]:
    sides = (given["first"], given["second"])
    if sides[0] == sides[1]:
        raise FieldError(f"second: {sides[1]} cannot be; it is the other side")
    return rule.goes(sides, _both("ratings", given, sides), _both("units", given, sides))


def _both(name: str, given: Fields, sides: tuple[str, str]) -> tuple[int, int]:
    found: dict[str, int] = given[name]
    if sorted(found) != sorted(sides):
        raise FieldError(f"{name}: give a number for {sides[0]} and for {sides[1]}, and for nobody else")
    return found[sides[0]], found[sides[1]]


ACTIVATION_GOES: Final[Procedure] = procedure.reckoned(
    "activation-goes",
    _read_goes,
    lambda goes: {"goes": goes},
    lambda goes, _: tuple([Row(side, str(units), "infantry-action.activation.alternate") for side, units in goes]),
)
ORDER_LEGAL: Final[Procedure] = procedure.ruled("order-legal", procedure.as_given, procedure.called(rule.order_refusal))
PROCEDURES: Final[tuple[Procedure, ...]] = (COMMANDER_RATING, INITIATIVE, ACTIVATION_GOES, ORDER_LEGAL)
