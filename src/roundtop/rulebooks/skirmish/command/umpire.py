"""Initiative and the order of phases for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Outputs, Procedure, Worked, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish import tables, umpire
from roundtop.rulebooks.skirmish.command import rule


def _read_initiative(fields: umpire.Fields) -> rule.Throw:
    order = umpire.two_sides("order", fields["order"])
    given: dict[str, str] = fields["commander_class"]
    for side in given:
        if side not in order:
            raise FieldError(f"commander_class.{side}: no such side; there are {order[0]} and {order[1]}")
    first: str = fields["first_last_turn"] or ""
    if first and first not in order:
        raise FieldError(f"first_last_turn: '{first}' cannot be; it is {order[0]} or {order[1]}")
    classes = (given.get(order[0], "down"), given.get(order[1], "down"))
    return rule.Throw(order, classes, first, umpire.house(fields))


def _work_initiative(throw: rule.Throw, dice: Dice) -> Worked:
    winner = rule.initiative(throw, dice)
    faces = [face for roll in dice.rolls for face in roll.faces]
    rounds = len(faces) // 2
    clause = "skirmish.turn.initiative"
    working = [
        Row(f"{throw.order[0]} {faces[2 * n]}, {throw.order[1]} {faces[2 * n + 1]}", f"throw {n + 1}", clause)
        for n in range(rounds)
    ]
    return Worked({"winner": winner, "rounds": rounds}, (*working, Row("initiative", winner, clause)))


def _initiative_chances(throw: rule.Throw) -> tuple[Chances, ...]:
    return (Chances("", rule.initiative_odds(throw), lambda winner: {"winner": winner}),)


INITIATIVE: Final[Procedure] = Procedure("initiative", _read_initiative, _work_initiative, _initiative_chances)


def _read_phases(fields: umpire.Fields) -> umpire.Fields:
    if fields["first"] == fields["second"]:
        raise FieldError(f"second: {fields['second']} cannot be; it is the other side")
    return fields | {"settings": umpire.house(fields)}


def _phases(fields: umpire.Fields, _: Dice) -> tuple[str, ...]:
    order = rule.phase_order(fields["first"], fields["second"], fields["settings"])
    return tuple([f"{side}{number}" for side, number in order])


def _phase_lines(_: umpire.Fields, phases: tuple[str, ...]) -> tuple[Row, ...]:
    return tuple([Row(f"phase {n}", name, "skirmish.turn.action-phases") for n, name in enumerate(phases, 1)])


PHASE_ORDER: Final[Procedure] = simple(
    "phase-order", _read_phases, _phases, lambda _, phases: {"phases": phases}, _phase_lines
)


def _read_majority(fields: umpire.Fields) -> umpire.Fields:
    able: dict[str, int] = fields["able_by_class"]
    for quality, number in able.items():
        if quality not in tables.CLASSES:
            raise FieldError(f"able_by_class.{quality}: no such class; there are {', '.join(tables.CLASSES)}")
        between(f"able_by_class.{quality}", number, 0)
    if not tables.majority(able):
        raise FieldError("able_by_class: nobody is able; give at least one figure")
    return fields | {"settings": umpire.house(fields)}


def _class_and_die(fields: umpire.Fields, quality: str) -> Outputs:
    return {"class": quality, "die": tables.quality_die(quality, fields["settings"]).name}


def _class_lines(fields: umpire.Fields, quality: str) -> tuple[Row, ...]:
    return (
        Row("most numerous class", quality, "skirmish.setup.majority-class"),
        Row("quality dice", tables.quality_die(quality, fields["settings"]).name, "skirmish.setup.quality-classes"),
    )


MAJORITY_CLASS: Final[Procedure] = simple(
    "majority-class",
    _read_majority,
    lambda fields, _: tables.majority(fields["able_by_class"]),
    _class_and_die,
    _class_lines,
)
