"""Melees in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import listed
from roundtop.rulebooks.order_cards import field, tables, words
from roundtop.rulebooks.order_cards.melee import events
from roundtop.rulebooks.order_cards.state import State


def melee_fought(view: State, event: events.MeleeFought) -> Telling:
    """`15th Alabama against 20th Maine: 15 to 13. 15th Alabama wins; 20th Maine loses 3 boxes.`"""
    ours = listed([field.named(view, id) for id in event.attackers])
    theirs = listed([field.named(view, id) for id in event.defenders])
    rounds = ", then ".join([f"{a} to {b}" for a, b in event.totals])
    won = {"attackers": ours, "defenders": theirs}.get(event.winner, "")
    losses = [f"{field.named(view, id)} {words.boxes_named(boxes)}" for id, boxes in event.boxes if boxes]
    text = f"{ours} against {theirs}: {rounds}. "
    text += f"{won} win{'' if ' and ' in won else 's'}" if won else "Nobody is left to win"
    text += f"; lost: {listed(losses)}." if losses else "."
    places = field.spots(view, *event.attackers, *event.defenders)
    return Telling(
        text, places, rolls=event.rolls, tally=event.tally, hint="melee", side=field.side_of(view, event.attackers[0])
    )


def massed(view: State, event: events.Massed) -> Telling:
    text = f"{listed([field.named(view, id) for id in event.units])} are one mass: what hits one hits all."
    tally = (Row("mass", str(len(event.units)), tables.BOOK + "fire.massed-target"),)
    return Telling(text, field.spots(view, *event.units), tally=tally, side=field.side_of(view, event.units[0]))


def disordered(view: State, event: events.Disordered) -> Telling:
    text = f"{field.named(view, event.unit)} holds the ground in disorder."
    return words.telling_of(view, event.unit, text, "none", (Row("in disorder", "", tables.BOOK + "melee.winner"),))


TELLINGS: Final[Tellings] = {
    events.Disordered: disordered,
    events.MeleeFought: melee_fought,
    events.Massed: massed,
}
