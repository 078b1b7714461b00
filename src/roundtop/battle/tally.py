"""Modifiers with their reasons: the short column a player can check."""

from __future__ import annotations

from roundtop.record import record


@record(unsafe_hash=True)
class Row:
    """One modifier or one line of working, with its clause; `score` is the least face that counted, where dice were."""

    label: str
    value: str
    clause: str = ""
    score: int = 0


@record(frozen=True)
class Mod:
    """One modifier."""

    label: str
    value: int
    clause: str


def total(mods: list[Mod]) -> int:
    return sum([mod.value for mod in mods])


def lines(mods: list[Mod]) -> tuple[Row, ...]:
    return tuple([Row(mod.label, f"{mod.value:+d}", mod.clause) for mod in mods])
