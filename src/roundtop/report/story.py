"""A battle as a story, by turn and phase."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill
from typing import Final

from roundtop.battle.scene import Telling

WIDTH: Final = 100


def narrative(tellings: Iterable[Telling]) -> str:
    """Turns and phases as headings, sentences below; a phase in which nothing happened is left out."""
    lines: list[str] = []
    phase = ""
    for telling in tellings:
        if telling.hint == "turn":
            title = telling.text.rstrip(".")
            lines += ["", title, "=" * len(title)]
            phase = ""
        elif telling.hint == "phase":
            phase = telling.text.rstrip(".")
        elif telling.hint == "end":
            lines += ["", telling.text]
        elif _concerns_somebody(telling):
            if phase:
                lines += ["", phase]
                phase = ""
            lines.append(fill(telling.text, WIDTH, initial_indent="  ", subsequent_indent="    "))
    return "\n".join(lines).strip("\n") + "\n" if lines else ""


def _concerns_somebody(telling: Telling) -> bool:
    """Tidying the table concerns no side and no place, and is not worth a line."""
    return bool(telling.side or telling.places or telling.rolls)
