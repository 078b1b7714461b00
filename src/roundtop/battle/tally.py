"""Modifiers with their reasons: the short column a player can check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final


@final
@dataclass(slots=True, init=False, eq=False)
class Row:
    """One modifier or one line of working, with its clause."""

    label: str
    value: str
    clause: str

    def __init__(self, label: str, value: str, clause: str = "") -> None:
        self.label = label
        self.value = value
        self.clause = clause

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Row):
            return NotImplemented
        return self.label == other.label and self.value == other.value and self.clause == other.clause

    def __hash__(self) -> int:
        return hash((self.label, self.value, self.clause))


@final
@dataclass(slots=True, frozen=True)
class Mod:
    """One modifier."""

    label: str
    value: int
    clause: str


def total(mods: list[Mod]) -> int:
    return sum([mod.value for mod in mods])


def lines(mods: list[Mod]) -> tuple[Row, ...]:
    return tuple([Row(mod.label, f"{mod.value:+d}", mod.clause) for mod in mods])
