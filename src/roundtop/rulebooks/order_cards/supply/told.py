"""Supplies in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.state import State
from roundtop.rulebooks.order_cards.supply import events


def resupplied(view: State, event: events.Resupplied) -> Telling:
    after = "has full ammunition again" if event.ammo == tables.NORMAL else f"is {event.ammo} on ammunition"
    rows = [Row("ammunition", event.ammo, tables.BOOK + "supply.card")]
    if event.points >= 0:
        rows.append(Row("points left", str(event.points), tables.BOOK + "supply.limit"))
    return words.telling_of(view, event.unit, f"{field.named(view, event.unit)} {after}.", "none", tuple(rows))


TELLINGS: Final[Tellings] = {
    events.Resupplied: resupplied,
}
