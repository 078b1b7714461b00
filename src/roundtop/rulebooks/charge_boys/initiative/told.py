"""Turns and phases in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import ARMIES, SIDES, capital, side_does, throws
from roundtop.rulebooks.charge_boys import words
from roundtop.rulebooks.charge_boys.initiative import events
from roundtop.rulebooks.charge_boys.state import State


def turn_began(view: State, event: events.TurnBegan) -> Telling:
    return Telling(f"Turn {event.turn} of {view.turn_limit}.", hint="turn")


def phase_began(view: State, event: events.PhaseBegan) -> Telling:
    whose = f" of {ARMIES.get(event.side, event.side)}" if event.side else ""
    return Telling(f"{capital(words.PHASES.get(event.phase, event.phase))}{whose}.", hint="phase")


def initiative_thrown(view: State, event: events.InitiativeThrown) -> Telling:
    tally = (Row("initiative", SIDES.get(event.side, event.side), "charge-boys.turn.first-mover"),)
    return Telling(
        f"{side_does(event.side, 'throw')} higher, {throws(event.rolls)}.",
        rolls=event.rolls,
        tally=tally,
        side=event.side,
    )


def first_chosen(view: State, event: events.FirstChosen) -> Telling:
    tally = (Row("side A", SIDES.get(event.side, event.side), "charge-boys.turn.first-mover"),)
    verb = "go" if view.settings.turn_mode == "written-orders" else "move"
    return Telling(f"{side_does(event.side, verb)} first.".replace("gos", "goes"), tally=tally, side=event.side)


TELLINGS: Final[Tellings] = {
    events.TurnBegan: turn_began,
    events.PhaseBegan: phase_began,
    events.InitiativeThrown: initiative_thrown,
    events.FirstChosen: first_chosen,
}
