"""A group whose man has run or fallen back."""

from __future__ import annotations

from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import Figure, State


def ran(state: State, figure: Figure, cause: str) -> State:
    """A group whose man has run, or stood cornered, may throw to rally; one that falls back is retiring."""
    if cause not in ("run", "cornered", "back"):
        return state
    group = field.regrouped(field.group_of(state, figure.group))
    group.ran = group.ran or cause != "back"
    group.fell_back = group.fell_back or cause == "back"
    return field.with_group(state, group)
