"""Prisoners in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import numbered
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.prisoners import events
from roundtop.rulebooks.order_cards.state import State


def surrendered(view: State, event: events.Surrendered) -> Telling:
    text = f"{field.named(view, event.unit)} surrenders to {field.named(view, event.captor)}: "
    text += f"{numbered(event.stands, 'stand')}, "
    text += f"{numbered(event.guards, 'guard')} told off"
    text += f", {numbered(event.dispersed, 'stand')} dispersed." if event.dispersed else "."
    rows = (
        Row("prisoners", str(event.guarded), tables.BOOK + "melee.surrender"),
        Row("guards", str(event.guards), tables.BOOK + "prisoners.guards"),
    )
    return Telling(
        text=text,
        places=field.spots(view, event.unit, event.captor),
        tally=rows,
        hint="remove",
        side=field.side_of(view, event.unit),
    )


def freed(view: State, event: events.Freed) -> Telling:
    text = f"{field.named(view, event.unit)} breaks free of its guards and runs."
    tally = (Row("freed", "", tables.BOOK + "prisoners.led-away"),)
    return Telling(
        text, ((event.pose.x, event.pose.y),), tally=tally, hint="rout", side=field.side_of(view, event.unit)
    )


TELLINGS: Final[Tellings] = {
    events.Surrendered: surrendered,
    events.Freed: freed,
}
