"""What the procedures of several chapters share: readers of fields, and verdicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle import procedure
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action.options import Settings, settings

MOST_STANDS: Final[dict[str, int]] = {"infantry": 10, "battery": 4}
"""Stands of the largest unit [setup.unit-size, setup.artillery-unit]."""
SIDES: Final[tuple[str, str]] = ("union", "confederate")
Fields = dict[str, Any]
Roll = Callable[[procedure.Situation, Dice], procedure.Reached]
Answer = Callable[[procedure.Situation, procedure.Reached], procedure.Outputs]
Explain = Callable[[procedure.Situation, procedure.Reached], tuple[Row, ...]]


def ruled(
    name: str, read: Callable[[Fields], procedure.Situation], refusal: Callable[[procedure.Situation], str]
) -> procedure.Procedure:
    """A procedure that only says yes, or no and by which clause."""
    return procedure.simple(
        name, read, lambda situation, _: refusal(situation), lambda _, clause: verdict(clause), no_line
    )


def verdict(clause: str) -> procedure.Outputs:
    """A lawful no names its clause and nothing else."""
    return {"legal": False, "clause": clause} if clause else {"legal": True}


def no_line(_: procedure.Situation, clause: str) -> tuple[Row, ...]:
    return (Row("not allowed", "no", clause),) if clause else (Row("allowed", "yes"),)


def house(fields: Fields) -> Settings:
    found: Settings = procedure.house(settings, fields)
    return found


def stands(name: str, given: list[int], stands: int) -> tuple[int, ...]:
    """Numbers of stands of a line, each once."""
    for stand in given:
        procedure.between(name, stand, 1, stands)
        if given.count(stand) > 1:
            raise procedure.FieldError(f"{name}: stand {stand} is named twice")
    return tuple(sorted(given))


def strength(name: str, unit: Fields, kind: str) -> None:
    procedure.between(f"{name}start", unit["start"], 1, MOST_STANDS[kind])
    procedure.between(f"{name}stands", unit["stands"], 1, unit["start"])
