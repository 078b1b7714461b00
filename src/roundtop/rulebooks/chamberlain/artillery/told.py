"""Resupply in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.chamberlain import words
from roundtop.rulebooks.chamberlain.artillery import events
from roundtop.rulebooks.chamberlain.state import State


def resupplied(view: State, event: events.Resupplied) -> Telling:
    text = f"{words.named(view, event.unit)} is resupplied: ammunition {event.ammo}."
    return words.of_unit(
        view, event.unit, text, "none", (Row("resupply", "+1", words.BOOK + "trait.artillery-resupply"),)
    )


TELLINGS: Final[Tellings] = {
    events.Resupplied: resupplied,
}
