"""Detachments in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.words import numbered
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.detachment import events
from roundtop.rulebooks.skirmish.horses import told as horses_told
from roundtop.rulebooks.skirmish.state import State


def men_detached(view: State, event: events.MenDetached) -> Telling:
    text = f"{view.figures[event.figure].name} sends {numbered(len(event.figures), 'man').replace('mans', 'men')} off."
    return words.of_figure(view, event.figure, text, "none", horses_told.cost("detachment"))


def men_rejoined(view: State, event: events.MenRejoined) -> Telling:
    text = f"The men sent off are with {words.group_name(view, event.group)} again."
    return words.of_figure(view, event.figure, text, "none", horses_told.cost("rejoin"))


TELLINGS: Final[Tellings] = {
    events.MenDetached: men_detached,
    events.MenRejoined: men_rejoined,
}
