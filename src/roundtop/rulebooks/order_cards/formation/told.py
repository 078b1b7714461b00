"""Formations in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import numbered
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.formation import events
from roundtop.rulebooks.order_cards.state import State, Unit


def wing_turned(view: State, event: events.WingTurned) -> Telling:
    name = field.named(view, event.unit)
    tally = (Row("stands refused", str(abs(event.wing)), tables.BOOK + "formation.refuse-flank"),)
    if event.wing == 0:
        return words.telling_of(view, event.unit, f"{name} straightens its line.", "move", tally)
    flank = "right" if event.wing > 0 else "left"
    text = f"{name} refuses its {flank} with {numbered(abs(event.wing), 'stand')}, {event.angle / 100:g}° back."
    return words.telling_of(view, event.unit, text, "move", tally)


def formation(unit: Unit) -> str:
    if unit.disordered:
        return "in disorder"
    text = unit.formation.replace("-", " ")
    if unit.arm == tables.CAVALRY:
        text += ", mounted" if unit.mounted else ", dismounted"
    if unit.wing:
        text += f", {numbered(abs(unit.wing), 'stand')} refused"
    return text


TELLINGS: Final[Tellings] = {
    events.WingTurned: wing_turned,
}
