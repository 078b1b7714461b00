"""What several chapters' procedures read and answer with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundtop.battle import procedure
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.rulebooks.skirmish.options import Settings, settings

Fields = dict[str, Any]
Roll = Callable[[procedure.Situation, Dice], procedure.Reached]
Answer = Callable[[procedure.Situation, procedure.Reached], procedure.Outputs]
Explain = Callable[[procedure.Situation, procedure.Reached], tuple[Row, ...]]


def verdict(clause: str) -> procedure.Outputs:
    return {"legal": not clause, "clause": clause or None}


def no_line(clause: str) -> Row:
    return Row("not allowed", "no", clause) if clause else Row("allowed", "yes")


def house(fields: Fields) -> Settings:
    found: Settings = procedure.house(settings, fields)
    return found


def once(name: str, ids: list[str]) -> None:
    for id in ids:
        if ids.count(id) > 1:
            raise procedure.FieldError(f"{name}: '{id}' is named twice")


def apart(value: float | None) -> float:
    """A distance, below 0 where nobody is there."""
    return -1.0 if value is None else value


def two_sides(name: str, given: list[str]) -> tuple[str, str]:
    if len(given) != 2 or given[0] == given[1]:
        raise procedure.FieldError(
            f"{name}: {', '.join(given) or 'nobody'} cannot be; it names the two sides, each once"
        )
    return given[0], given[1]
