"""Who may see what. Nothing is hidden in this book: the table, the rosters and the dice lie open to both sides."""

from __future__ import annotations

from roundtop.dice.sources import Stream
from roundtop.rulebooks.skirmish.state import State


def view(state: State, player: str) -> State:
    """The table as a player may know it: the whole of it."""
    return state


def seen(event: object, player: str) -> object | None:
    """An event as a player may know it: the whole of it."""
    return event


def imagine(seen_state: State, player: str, stream: Stream) -> State:
    """A table that looks like this view: itself."""
    return seen_state
