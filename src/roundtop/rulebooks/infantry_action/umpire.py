"""What the procedures of several chapters share: stands and their numbers."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, between

MOST_STANDS: Final[dict[str, int]] = {"infantry": 10, "battery": 4}
"""Stands of the largest unit [setup.unit-size, setup.artillery-unit]."""
SIDES: Final[tuple[str, str]] = ("union", "confederate")


def stands(name: str, given: list[int], stands: int) -> tuple[int, ...]:
    """Numbers of stands of a line, each once."""
    for stand in given:
        between(name, stand, 1, stands)
        if given.count(stand) > 1:
            raise FieldError(f"{name}: stand {stand} is named twice")
    return tuple(sorted(given))


def strength(unit: Fields) -> None:
    """A battery is smaller than a line."""
    between("start", unit["start"], 1, MOST_STANDS[unit.get("kind", "infantry")])


def charges(unit: Fields) -> None:
    strength(unit)
    if unit["routed_before"]:
        raise FieldError("routed_before: a unit that has routed cannot charge")
