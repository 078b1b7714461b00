"""Coming into view and going out of it, in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Marker, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import capital, listed
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.sight import events
from roundtop.rulebooks.order_cards.state import State


def met(view: State, event: events.Met) -> Telling:
    text = f"{field.named(view, event.unit)} runs into {field.named(view, event.foe)}, which it had not seen."
    return Telling(text, tally=(Row("met", "", tables.BOOK + "visibility.hidden-units"),), hint="place")


def sighted(view: State, event: events.Sighted) -> Telling:
    clause = tables.BOOK + "visibility.hidden-units"
    rows = [Row(field.named(view, id), "in view", clause) for id in event.appeared]
    rows.extend([Row(field.named(view, id), "out of view", clause) for id in event.lost])
    words: list[str] = []
    if event.appeared:
        words.append(f"{listed([field.named(view, id) for id in event.appeared])} in view")
    if event.lost:
        words.append(f"{listed([field.named(view, id) for id in event.lost])} out of view")
    return Telling(f"{capital('; '.join(words))}.", tally=tuple(rows))


def spotted(view: State, event: events.Spotted) -> Telling:
    return Telling("All look again who is in view.")


def sightings(view: State) -> list[Marker]:
    """Where enemies out of view were last seen [visibility.hidden-units]."""
    clause = tables.BOOK + "visibility.hidden-units"
    found: list[Marker] = []
    for last in [one for army in view.armies for one in army.sightings]:
        unit = field.known(view, last.unit)
        side = "" if unit is None else unit.side
        text = f"{field.named(view, last.unit)} was last seen here"
        found.append(Marker("sighting", side, last.pose.x, last.pose.y, text, clause=clause))
    return found


TELLINGS: Final[Tellings] = {
    events.Met: met,
    events.Sighted: sighted,
    events.Spotted: spotted,
}
