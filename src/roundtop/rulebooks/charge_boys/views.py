"""Who may see what. Under written orders the enemy's orders are hidden; all else lies open."""

from __future__ import annotations

from roundtop.dice.sources import Stream
from roundtop.rulebooks.charge_boys.state import State


def view(state: State, player: str) -> State:
    """The table as a player may know it; nobody's ("") is what both sides may see [orders.writing]."""
    return state


def seen(event: object, player: str) -> object | None:
    """An event as a player may know it."""
    return event


def imagine(seen_state: State, player: str, stream: Stream) -> State:
    """A table that looks like this view: unknown orders filled in at random, lawfully."""
    return seen_state
