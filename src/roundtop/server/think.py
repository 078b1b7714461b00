"""What takes longer than a request may hold up others: run in another process, on texts only."""

from __future__ import annotations

from typing import Final

from roundtop.battle.codec import written
from roundtop.battle.engine import codec
from roundtop.rulebooks import rulebook


def forecast(rules: str, view: str, step: str, command: str) -> str:
    """The odds of what a command would start."""
    book = rulebook(rules)
    words = codec(book)
    found = book.forecast(words.read(view), words.read(step), words.read(command))
    return written(
        [
            {"title": one.title, "exact": one.exact, "chances": [list(pair) for pair in one.chances], "note": one.note}
            for one in found
        ]
    )


WORK: Final = {"forecast": forecast}


def think(what: str, *texts: str) -> str:
    return WORK[what](*texts)
