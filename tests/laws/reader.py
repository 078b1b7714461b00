"""How the laws read a rulebook: what stands where, what a path costs, what a charge strikes, what a die brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, final

from roundtop.battle.forms import March
from roundtop.battle.protocol import Rulebook
from roundtop.table.footprint import Block, Disc
from roundtop.table.pose import Point, Pose

Body = Block | Disc


@final
@dataclass(slots=True, frozen=True)
class Standing:
    """What a unit covers of the table, and whose it is."""

    side: str
    bodies: tuple[Body, ...]


@final
@dataclass(slots=True, frozen=True)
class Measured:
    """By which points of a body its book measures a move: from which pose, and so far to the right and ahead of it.

    In the manoeuvres of `in_place` every man turns where he stands.
    """

    start: Pose
    points: tuple[Point, ...]
    in_place: tuple[str, ...] = ("about-face",)


@final
@dataclass(slots=True, frozen=True)
class Reader:
    """What `tests/laws/readers/NAME.py` keeps as READER.

    `standing` gives everybody who stands on the table. `moves` says for each kind of decision in which a list of
    manoeuvres is walked as it is given how the book measures it. `excused` names, by clause, who may hang over the
    edge or lie on whom (state, first, second or "" for the edge); nobody where the book has no such clause.
    """

    standing: Callable[[Any], dict[str, Standing]]
    moves: Mapping[str, Callable[[Any, March], Measured]] = field(default_factory=dict)
    excused: Mapping[str, Callable[[Any, str, str], bool]] = field(default_factory=dict)


def reader(book: Rulebook) -> Reader:
    """How the laws read this rulebook."""
    found: Reader = import_module(f"tests.laws.readers.{book.id.replace('-', '_')}").READER
    return found
