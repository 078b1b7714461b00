"""Turns and phases in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.words import ARMIES, SIDES, capital, place_of
from roundtop.rulebooks.chamberlain.phases import events
from roundtop.rulebooks.chamberlain.state import State

PHASES: Final = {
    "information": "Information",
    "movement": "Movement",
    "fire": "Fire",
    "combat": "Combat",
    "status": "Status",
}


def moment(view: State) -> str:
    """`Turn 3 of 15, Fire: the Union is active`."""
    if view.outcome is not None:
        return capital(view.outcome.text)
    if view.phase == "set-up":
        return "Setting up"
    is_active = "is" if view.side == "union" else "are"
    text = f"Turn {view.turn} of {view.turn_limit}, {PHASES.get(view.phase, view.phase)}"
    return f"{text}: {ARMIES.get(view.side, view.side)} {is_active} active"


def place(view: State) -> int:
    """Which of the phases it is, -1 where none."""
    return place_of(tuple(PHASES), view.phase)


def turn_began(view: State, event: events.TurnBegan) -> Telling:
    return Telling(f"Turn {event.turn} of {view.turn_limit}.", hint="turn")


def side_began(view: State, event: events.SideBegan) -> Telling:
    whose = f"{SIDES.get(event.side, event.side)} player turn."
    return Telling(whose, hint="phase", side=event.side)


def phase_began(view: State, event: events.PhaseBegan) -> Telling:
    text = f"{SIDES.get(event.side, event.side)} {PHASES[event.phase]} Phase."
    return Telling(text, hint="phase", side=event.side)


TELLINGS: Final[Tellings] = {
    events.TurnBegan: turn_began,
    events.SideBegan: side_began,
    events.PhaseBegan: phase_began,
}
