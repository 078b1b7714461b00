"""Tests of nerve in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.morale import events, rule
from roundtop.rulebooks.order_cards.state import State, Unit

OCCASIONS: Final[dict[str, str]] = {
    "fire": "under fire",
    "interpenetration": "as friends pass through",
    "retreat-through": "as fugitives pass through",
    "formation-change": "changing formation under muskets",
    "voluntary-disorder": "breaking ranks",
    "loser": "after the melee",
}


def tested(view: State, event: events.Tested) -> Telling:
    """`20th Maine tests under fire, 70 or less: 64, it stands.`"""
    face = words.d100(event.rolls)
    helped = f" with {field.named(view, event.officer)}" if words.is_officer(view, event.officer) else ""
    result = "it stands" if event.passed else words.state_words(event.state, event.disordered)
    if event.kind == "voluntary-disorder" and event.passed:
        result = "it goes into disorder"
    lost = f", {words.boxes_named(event.boxes)} circled" if event.boxes else ""
    occasion = OCCASIONS.get(event.kind, "")
    text = f"{field.named(view, event.unit)} tests {occasion}{helped}, {event.value} or less: {face}, {result}{lost}."
    hint = "rout" if event.state == tables.ROUTING else "none"
    return words.telling_of(view=view, id=event.unit, text=text, hint=hint, tally=event.tally, rolls=event.rolls)


def morale_row(view: State, unit: Unit) -> Row:
    now = rule.basic(unit.grade, unit.start - field.strength(unit, view.settings), view.settings)
    text = str(now) if now == unit.grade else f"{now} (began at {unit.grade})"
    return Row("Morale", text, tables.BOOK + "morale.stand-loss-decrease")


TELLINGS: Final[Tellings] = {
    events.Tested: tested,
}
