"""What is done in a ledger and what comes of it: changes of cards, what is due, a step, a line of the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, final

from roundtop.beside.situation import Situation
from roundtop.beside.table import GONE
from roundtop.umpire import Result

Roles = dict[str, list[str]]
"""The cards in a procedure, by their roles."""


@final
@dataclass(slots=True, frozen=True)
class Change:
    """A value of a card that becomes another; None where there was or is none."""

    unit: str
    name: str
    value: str
    before: Any
    after: Any

    def words(self) -> str:
        if self.value == GONE:
            return f"{self.name}: off the table" if self.after else f"{self.name}: back on the table"
        return f"{self.name}: {self.value.replace('_', ' ')} {said(self.before)} → {said(self.after)}"


@final
@dataclass(slots=True, frozen=True)
class Due:
    """What comes next by the rules: a procedure (`do`) with its cards and what is known of it, or a thing to do."""

    do: str = ""
    say: str = ""
    roles: Roles = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)


@final
@dataclass(slots=True, frozen=True)
class Step:
    """A procedure carried out, not yet confirmed: the rule's own answer, what it changes, what comes next.

    `at` is the number of steps before it, `due` the place of what it settles among what was due, -1 for none.
    """

    at: int
    do: str
    roles: Roles
    eyes: dict[str, Any]
    situation: Situation
    result: Result
    changes: tuple[Change, ...]
    next: tuple[Due, ...]
    due: int = -1


@final
@dataclass(slots=True, frozen=True)
class Done:
    """A line of the log: a step confirmed, a new turn or phase, something ticked off, a card put right by hand.

    `owner` is who laid or turned up what lies face down.
    """

    do: str
    roles: Roles = field(default_factory=dict)
    eyes: dict[str, Any] = field(default_factory=dict)
    dice: tuple[str, ...] = ()
    outcome: dict[str, Any] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    next: tuple[Due, ...] = ()
    due: int = -1
    owner: str = ""


def said(value: Any) -> str:
    """A card's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join([said(one) for one in value]) or "none"
    return "none" if value is None else str(value)
