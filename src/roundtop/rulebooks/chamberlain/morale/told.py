"""Rallies in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.chamberlain import words
from roundtop.rulebooks.chamberlain.morale import events
from roundtop.rulebooks.chamberlain.state import State


def rally_tried(view: State, event: events.RallyTried) -> Telling:
    name = words.named(view, event.unit)
    if event.spoiled:
        text = f"{name} cannot rally: an enemy nobody had seen is near."
        return words.of_unit(view, event.unit, text, "none", (Row("rally", "spoiled", words.BOOK + "rally.distance"),))
    text = f"{name} {'rallies' if event.success else 'does not rally'}: {event.fatigue} fatigue."
    return words.of_unit(
        view=view,
        id=event.unit,
        text=text,
        hint="none",
        tally=(Row("needed", "3+", words.BOOK + "rally.roll"),),
        rolls=event.rolls,
    )


TELLINGS: Final[Tellings] = {
    events.RallyTried: rally_tried,
}
