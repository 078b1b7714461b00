"""Revealed units in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.concealment import events
from roundtop.rulebooks.chamberlain.state import State
from roundtop.rulebooks.chamberlain.words import BOOK, arm_words, of_unit

REVEALS: Final[dict[str, tuple[str, str]]] = {
    "discovered": ("is discovered", "conceal.passive-within-4bw"),
    "activated": ("comes into the open as it is activated", "conceal.active-activated"),
    "fired": ("gives itself away by its fire", "conceal.active-shoots"),
    "hit": ("is hit and revealed", "conceal.passive-hit"),
    "contact": ("is revealed as the charge goes home", "conceal.contact"),
}


def revealed(view: State, event: events.Revealed) -> Telling:
    words, clause = REVEALS[event.cause]
    unit = field.unit_of(view, event.unit)
    text = f"{field.label(unit)} {words}."
    return of_unit(view, event.unit, text, "none", (Row("revealed", arm_words(unit), BOOK + clause),))


def looked_around(view: State, event: events.LookedAround) -> Telling:
    return Telling("Everybody looks about.")


TELLINGS: Final[Tellings] = {
    events.Revealed: revealed,
    events.LookedAround: looked_around,
}
