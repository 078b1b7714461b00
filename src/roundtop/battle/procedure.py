"""A procedure of a rulebook as the umpire knows it: from the ledger's fields to the rule's own code and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from roundtop.battle.options import OptionError
from roundtop.battle.tally import Row
from roundtop.dice.exact import Estimate, Odds, fold
from roundtop.dice.sources import Dice
from roundtop.record import record

Situation = Any
"""What `look` reads off the table for a procedure, or a person fills in by hand."""
Reached = Any
"""The hashable state in which the stages of a procedure end."""
Filled = TypeVar("Filled")
Outputs = dict[str, Any]
"""Outputs by the ledger's names, as plain data."""


class FieldError(ValueError):
    """A situation that cannot be; names the field."""


@record
class Worked:
    """A procedure carried out once: the outputs, working included, and the working line by line."""

    outputs: Outputs
    lines: tuple[Row, ...]


@record
class Chances:
    """Chances of one group of outputs. `group` names which part they speak of ("" for the outputs as a whole)."""

    group: str
    odds: Odds[Any] | Estimate[Any]
    outputs: Callable[[Any], Outputs]


@record
class Procedure:
    """`read` turns checked fields into a situation (FieldError names one that cannot be).

    `work` carries the rule out with dice. `chances` gives the odds of its outputs, working left out.
    """

    name: str
    read: Callable[[dict[str, Any]], Situation]
    work: Callable[[Situation, Dice], Worked]
    chances: Callable[[Situation], tuple[Chances, ...]]


# What the procedures of several rulebooks are made with.


def simple(
    name: str,
    read: Callable[[dict[str, Any]], Situation],
    roll: Callable[[Situation, Dice], Reached],
    answer: Callable[[Situation, Reached], Outputs],
    explain: Callable[[Situation, Reached], tuple[Row, ...]],
) -> Procedure:
    """A procedure of one stage: the roll's result gives outputs and working; its odds are the roll's, enumerated."""

    def work(situation: Situation, dice: Dice) -> Worked:
        reached = roll(situation, dice)
        return Worked(answer(situation, reached), explain(situation, reached))

    def chances(situation: Situation) -> tuple[Chances, ...]:
        return (Chances("", enumerated(situation, roll), lambda reached: answer(situation, reached)),)

    return Procedure(name, read, work, chances)


def enumerated(situation: Situation, roll: Callable[[Situation, Dice], Reached]) -> Odds[Any]:
    """The odds of a single roll."""
    return fold((lambda _, dice: roll(situation, dice),), None)


def house(settings: Callable[[Mapping[str, Any]], Any], fields: dict[str, Any]) -> Any:
    """The house rules in a procedure's fields; FieldError names the option that is wrong."""
    try:
        return settings(fields["options"])
    except OptionError as error:
        raise FieldError("; ".join([f"options.{problem}" for problem in error.problems])) from None


def filled(kind: Callable[..., Filled], given: Mapping[str, Any], **more: Any) -> Filled:
    """A situation from the ledger's fields of the same names, and what is given besides."""
    wanted: Any = kind
    names = [one.name for one in fields(wanted)]
    return kind(**{name: given[name] for name in names if name in given} | more)


def between(name: str, value: float, low: float, high: float = float("inf")) -> None:
    """FieldError where a number cannot be."""
    if not low <= value <= high:
        allowed = f"at least {low:g}" if high == float("inf") else f"from {low:g} to {high:g}"
        raise FieldError(f"{name}: {value:g} cannot be; it is {allowed}")
