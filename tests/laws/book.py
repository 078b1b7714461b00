"""What a rulebook adds to the laws: house rules to try, and what the laws cannot know by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, final

from roundtop.battle.forms import Answer
from roundtop.battle.protocol import Decision, Rulebook
from roundtop.dice.sources import Stream

Pool = Callable[[Mapping[str, Any]], dict[str, Fraction]]
"""A procedure's question put to icepool: from its situation to the chances of outcomes, written as JSON."""


@final
@dataclass(slots=True, frozen=True)
class Variant:
    """House rules under which the laws are tried on these battles; none named: on every small field."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    battles: tuple[str, ...] = ()


Twin = tuple[Any, dict[str, str]]
"""A state in which what a player may not know is exchanged, and by which names its things now go."""


def turned_round(ids: list[str], stream: Stream) -> dict[str, str]:
    """Everybody takes the place of somebody else."""
    by = 1 + stream.below(max(1, len(ids) - 1))
    return {id: ids[(place + by) % len(ids)] for place, id in enumerate(ids)}


def nothing_alike(decision: Decision) -> tuple[tuple[Answer, ...], ...]:
    return ()


@final
@dataclass(slots=True, frozen=True)
class Positions:
    """What `tests/rulebooks/NAME/positions.py` keeps as POSITIONS.

    `alike` gives answers to a decision, in groups that nobody but the player who answers may tell apart.
    `reveals` names the classes of events by which something hidden is turned up for all to see.
    `twin` exchanges what stands under the masks that a player sees (state, player, stream); None: all is imagined.
    Until an event of a class named by `unmasks` he cannot tell the twins apart, whatever is done with either.
    `points` names the fields of the state and its events that hold a place, or places, on the table.
    `icepool` answers procedures by name with icepool.
    `done` says that the book is complete: every clause of its ledger is held.
    """

    variants: tuple[Variant, ...] = ()
    alike: Callable[[Decision], tuple[tuple[Answer, ...], ...]] = nothing_alike
    reveals: tuple[str, ...] = ()
    twin: Callable[[Any, str, Stream], Twin] | None = None
    unmasks: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    icepool: Mapping[str, Pool] = field(default_factory=dict)
    done: bool = False


PLAIN: Final = Variant("printed")


def positions(book: Rulebook) -> Positions:
    """What the tests of a rulebook add to the laws; nothing where they add nothing."""
    folder = f"tests.rulebooks.{book.id.replace('-', '_')}"
    if find_spec(folder) is None or find_spec(f"{folder}.positions") is None:
        return Positions()
    found: Positions = import_module(f"{folder}.positions").POSITIONS
    return found
