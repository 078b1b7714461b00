"""Rallying in words."""

from __future__ import annotations

from roundtop.battle.scene import Telling
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.morale import told as morale_told
from roundtop.rulebooks.order_cards.rally import events
from roundtop.rulebooks.order_cards.state import State


def rally_tried(view: State, event: events.RallyTried) -> Telling:
    helped = f" with {field.named(view, event.officer)}" if morale_told.is_officer(view, event.officer) else ""
    result = "it rallies" if event.passed else morale_told.state_words(event.state, event.disordered)
    lost = f", {tables.boxes_named(event.boxes)} circled" if event.boxes else ""
    text = f"{field.named(view, event.unit)} tries to rally{helped}, {event.value} or less: "
    text += f"{morale_told.d100(event.rolls)}, {result}{lost}"
    text += f"; {field.named(view, event.officer)} is swept along." if event.swept else "."
    return field.telling_of(view, event.unit, text, "none" if event.passed else "rout", event.tally, event.rolls)
