"""Turns, phases and leaders in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, listed, side_does, throws
from roundtop.rulebooks.skirmish import words
from roundtop.rulebooks.skirmish.command import events
from roundtop.rulebooks.skirmish.state import State


def turn_began(view: State, event: events.TurnBegan) -> Telling:
    return Telling(f"Turn {event.turn} begins.", hint="turn")


def initiative_thrown(view: State, event: events.InitiativeThrown) -> Telling:
    score = throws(event.rolls)
    text = f"{capital(ARMIES.get(event.side, event.side))} {'has' if event.side == 'union' else 'have'} the initiative"
    tally = (Row("initiative", score or "by turns", words.BOOK + "turn.initiative"),)
    return Telling(f"{text}, {score}." if score else f"{text}.", rolls=event.rolls, tally=tally, side=event.side)


def first_chosen(view: State, event: events.FirstChosen) -> Telling:
    tally = (Row("first player", SIDES.get(event.side, event.side), words.BOOK + "turn.initiative"),)
    return Telling(f"{side_does(event.side, 'act')} first.", tally=tally, side=event.side)


def phase_began(view: State, event: events.PhaseBegan) -> Telling:
    if not event.side:
        return Telling("The melee: whoever touches an enemy fights.", hint="phase")
    text = f"The {words.ORDINALS[event.number]} action phase of {ARMIES.get(event.side, event.side)}."
    return Telling(text, hint="phase", side=event.side)


def phase_ended(view: State, event: events.PhaseEnded) -> Telling:
    lagging = [view.figures[id].name for id in event.stragglers]
    text = f"{side_does(event.side, 'end')} the phase."
    if lagging:
        text = f"{text[:-1]}; {listed(lagging)} {'has' if len(lagging) == 1 else 'have'} lost touch."
    tally = tuple(
        [Row(words.group_name(view, id), motion, words.BOOK + "morale.motion") for id, motion in event.motions]
    )
    return Telling(text, tally=tally, side=event.side if lagging else "")


def promoted(view: State, event: events.Promoted) -> Telling:
    text = f"{view.figures[event.figure].name} takes charge of {words.group_name(view, event.group)}."
    return words.of_figure(view, event.figure, text, "none", (Row("NCO", "replaced", words.BOOK + "leaders.nco-loss"),))


TELLINGS: Final[Tellings] = {
    events.TurnBegan: turn_began,
    events.InitiativeThrown: initiative_thrown,
    events.FirstChosen: first_chosen,
    events.PhaseBegan: phase_began,
    events.PhaseEnded: phase_ended,
    events.Promoted: promoted,
}
