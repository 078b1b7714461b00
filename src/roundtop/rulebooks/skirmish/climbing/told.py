"""Climbs in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.climbing import events
from roundtop.rulebooks.skirmish.horses import told as horses_told
from roundtop.rulebooks.skirmish.state import State


def climbed(view: State, event: events.Climbed) -> Telling:
    name = view.figures[event.figure].name
    text = f"{name} is over." if event.over else f"{name} climbs."
    return words.of_figure(view, event.figure, text, "move", horses_told.cost("climb"))


TELLINGS: Final[Tellings] = {
    events.Climbed: climbed,
}
