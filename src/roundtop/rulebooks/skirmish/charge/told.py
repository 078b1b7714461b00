"""Charges in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.charge import events
from roundtop.rulebooks.skirmish.state import State


def charge_declared(view: State, event: events.ChargeDeclared) -> Telling:
    text = f"{words.group_does(view, event.group, 'charges', 'charge')} {words.group_name(view, event.target)}."
    spots = (*words.group_spot(view, event.group), *words.group_spot(view, event.target))
    tally = (Row("charge", "declared", words.BOOK + "movement.charge-declaration"),)
    return Telling(text, spots, tally=tally, hint="charge", side=words.side_of(view, event.group))


TELLINGS: Final[Tellings] = {
    events.ChargeDeclared: charge_declared,
}
