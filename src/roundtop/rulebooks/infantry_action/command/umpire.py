"""The umpire on commanders, initiative, goes and orders."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Procedure, Worked, between, enumerated, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.infantry_action import umpire
from roundtop.rulebooks.infantry_action.command import rule
from roundtop.rulebooks.infantry_action.options import Settings


def _rating_lines(_: None, total: int) -> tuple[Row, ...]:
    return (
        Row("two dice", str(total), "infantry-action.setup.cinc-choice"),
        Row("units a go", str(rule.rating_of(total)), "infantry-action.activation.per-go"),
    )


COMMANDER_RATING: Final[Procedure] = simple(
    "commander-rating",
    lambda fields: None,
    lambda _, dice: rule.ability(dice, ""),
    lambda _, total: {"total": total, "rating": rule.rating_of(total)},
    _rating_lines,
)


@record(frozen=True)
class Throw:
    """The throw for initiative."""

    order: tuple[str, str]
    holder: str
    settings: Settings


def _read_initiative(fields: umpire.Fields) -> Throw:
    order: list[str] = fields["order"]
    if len(order) != 2 or order[0] == order[1]:
        raise FieldError(f"order: {', '.join(order) or 'nobody'} cannot be; it names the two sides, each once")
    return Throw((order[0], order[1]), fields["last_holder"] or "", umpire.house(fields))


def _initiative(throw: Throw, dice: Dice) -> str:
    return rule.initiative(throw.order, throw.holder, throw.settings, dice)


def _work_initiative(throw: Throw, dice: Dice) -> Worked:
    winner = _initiative(throw, dice)
    faces = [face for roll in dice.rolls for face in roll.faces]
    rounds = len(faces) // 2
    working = [
        Row(f"{throw.order[0]} {faces[2 * n]}, {throw.order[1]} {faces[2 * n + 1]}", f"throw {n + 1}", clause)
        for n, clause in enumerate(["infantry-action.initiative.roll"] + ["infantry-action.initiative.tie"] * rounds)
        if n < rounds
    ]
    working.append(Row("initiative", winner, "infantry-action.turn.initiative-step"))
    return Worked({"winner": winner, "rounds": rounds}, tuple(working))


def _initiative_chances(throw: Throw) -> tuple[Chances, ...]:
    return (Chances("", enumerated(throw, _initiative), lambda winner: {"winner": winner}),)


INITIATIVE: Final[Procedure] = Procedure("initiative", _read_initiative, _work_initiative, _initiative_chances)


@record(frozen=True)
class Alternation:
    """Two commanders at the start of a movement step."""

    sides: tuple[str, str]
    ratings: tuple[int, int]
    units: tuple[int, int]


def _read_goes(fields: umpire.Fields) -> Alternation:
    sides = (fields["first"], fields["second"])
    if sides[0] == sides[1]:
        raise FieldError(f"second: {sides[1]} cannot be; it is the other side")
    return Alternation(sides, _both("ratings", fields, sides, 1, 3), _both("units", fields, sides, 0, 1000))


def _both(name: str, fields: umpire.Fields, sides: tuple[str, str], low: int, high: int) -> tuple[int, int]:
    given: dict[str, int] = fields[name]
    if sorted(given) != sorted(sides):
        raise FieldError(f"{name}: give a number for {sides[0]} and for {sides[1]}, and for nobody else")
    for side in sides:
        between(f"{name}.{side}", given[side], low, high)
    return given[sides[0]], given[sides[1]]


def _goes_lines(_: Alternation, goes: tuple[tuple[str, int], ...]) -> tuple[Row, ...]:
    return tuple([Row(side, str(units), "infantry-action.activation.alternate") for side, units in goes])


ACTIVATION_GOES: Final[Procedure] = simple(
    "activation-goes",
    _read_goes,
    lambda given, _: rule.goes(given.sides, given.ratings, given.units),
    lambda _, goes: {"goes": goes},
    _goes_lines,
)


def _order_refusal(fields: umpire.Fields) -> str:
    return rule.order_refusal(fields["kind"], fields["routed_before"], fields["still_routing"], fields["order"])


ORDER_LEGAL: Final[Procedure] = umpire.ruled("order-legal", lambda fields: fields, _order_refusal)
