"""The steps of routing units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass(slots=True)
class CompulsoryMoves:
    """Routing units run on."""


@final
@dataclass(slots=True)
class RunOn:
    """A routing unit runs on, or tests because a General is along."""

    unit: str


@final
@dataclass(slots=True)
class Joined:
    """A General has joined a unit that a first-shot test put to rout: it tests."""

    unit: str


STEPS: Final[tuple[type, ...]] = (
    CompulsoryMoves,
    RunOn,
    Joined,
)
