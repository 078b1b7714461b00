"""Initiative and the order of phases for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.command import rule


def _read_initiative(given: Fields) -> rule.Throw:
    order = procedure.two_sides("order", given["order"])
    classes: dict[str, str] = given["commander_class"]
    for side in classes:
        if side not in order:
            raise FieldError(f"commander_class.{side}: no such side; there are {order[0]} and {order[1]}")
    first: str = given["first_last_turn"] or ""
    if first and first not in order:
        raise FieldError(f"first_last_turn: '{first}' cannot be; it is {order[0]} or {order[1]}")
    commanders = (classes.get(order[0], "down"), classes.get(order[1], "down"))
    return rule.Throw(order, commanders, first, given["settings"])


def _work_initiative(throw: rule.Throw, dice: Dice) -> procedure.Worked:
    winner = rule.initiative(throw, dice)
    working = procedure.throws(dice, throw.order, "skirmish.turn.initiative")
    rows = (*working, Row("initiative", winner, "skirmish.turn.initiative"))
    return procedure.Worked({"winner": winner, "rounds": len(working)}, rows)


def _phases(given: Fields) -> list[str]:
    if given["first"] == given["second"]:
        raise FieldError(f"second: {given['second']} cannot be; it is the other side")
    order = rule.phase_order(given["first"], given["second"], given["settings"])
    return [f"{side}{number}" for side, number in order]


def _majority(given: Fields) -> Outputs:
    able: dict[str, int] = given["able_by_class"]
    for quality in able:
        if quality not in tables.CLASSES:
            raise FieldError(f"able_by_class.{quality}: no such class; there are {', '.join(tables.CLASSES)}")
    quality = tables.majority(able)
    if not quality:
        raise FieldError("able_by_class: nobody is able; give at least one figure")
    return {"class": quality, "die": tables.quality_die(quality, given["settings"]).name}


PROCEDURES: Final[tuple[Procedure, ...]] = (
    Procedure(
        "initiative",
        _read_initiative,
        _work_initiative,
        procedure.chanced(rule.initiative_odds, lambda _, winner: {"winner": winner}),
    ),
    procedure.reckoned(
        "phase-order",
        _phases,
        lambda phases: {"phases": phases},
        "skirmish.turn.action-phases",
    ),
    procedure.reckoned(
        "majority-class",
        _majority,
        lambda found: found,
        {"class": "skirmish.setup.majority-class", "die": "skirmish.setup.quality-classes"},
    ),
)
