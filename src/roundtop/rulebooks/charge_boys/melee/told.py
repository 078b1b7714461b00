"""Melees in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, listed, numbered, side_does
from roundtop.rulebooks.charge_boys import field, words
from roundtop.rulebooks.charge_boys.melee import events
from roundtop.rulebooks.charge_boys.state import ON_TABLE, State


def contact_made(view: State, event: events.ContactMade) -> Telling:
    a, b = field.unit_of(view, event.fight.a), field.unit_of(view, event.fight.b)
    flank = " in flank or rear" if event.fight.flank else ""
    over = f" over the {event.fight.over}" if event.fight.over else ""
    text = f"{a.name} strikes {b.name}{flank}{over}."
    return Telling(
        text=text,
        places=(words.where(a), words.where(b)),
        tally=(Row("contact", "", "charge-boys.charge.alignment"),),
        hint="charge",
        side=a.side,
    )


def round_fought(view: State, event: events.RoundFought) -> Telling:
    a, b = field.unit_of(view, event.a), field.unit_of(view, event.b)
    if event.caught:
        text = f"{a.name} catches {b.name}: {numbered(event.killed[1], 'figure')} cut down."
    else:
        # Whoever kills more is named first, with his hits.
        first, second = (1, 0) if event.killed[0] > event.killed[1] else (0, 1)
        names = (a.name, b.name)
        text = (
            f"{names[first]} and {names[second]} fight: {numbered(event.hits[first], 'hit')} to "
            f"{event.hits[second] or 'none'}; {names[first]} loses {numbered(event.killed[first], 'figure')}, "
            f"{names[second]} {event.killed[second] or 'none'}."
        )
    return Telling(
        text, (words.where(a), words.where(b)), rolls=event.rolls, tally=event.tally, hint="melee", side=a.side
    )


def melee_decided(view: State, event: events.MeleeDecided) -> Telling:
    if not event.loser:
        (_, number), (_, other) = event.lost
        text = f"The round is drawn, {numbered(number, 'figure')} each: they stay locked."
        if number != other or not [id for id in event.units if field.unit_of(view, id).place == ON_TABLE]:
            text = "The round is drawn: nobody is left of either."
    else:
        winner, ours = next((side, number) for side, number in event.lost if side != event.loser)
        theirs = next(number for side, number in event.lost if side == event.loser)
        text = f"{side_does(winner, 'win')} the round: {numbered(ours, 'figure')} lost to {theirs}."
    tally = tuple(
        [Row(SIDES.get(side, side), f"{number} lost", "charge-boys.melee.loser") for side, number in event.lost]
    )
    return Telling(
        text, tuple([words.where(field.unit_of(view, id)) for id in event.units]), tally=tally, side=event.loser
    )


def fights_changed(view: State, event: events.FightsChanged) -> Telling:
    pairs = [f"{field.unit_of(view, fight.a).name} and {field.unit_of(view, fight.b).name}" for fight in event.fights]
    text = f"Locked in melee: {listed(pairs)}." if pairs else "Nobody is locked in melee."
    return Telling(text)


TELLINGS: Final[Tellings] = {
    events.ContactMade: contact_made,
    events.RoundFought: round_fought,
    events.MeleeDecided: melee_decided,
    events.FightsChanged: fights_changed,
}
