"""The steps of routing units."""

from __future__ import annotations

from roundtop.record import record


@record
class CompulsoryMoves:
    """Routing units run on."""


@record
class RunOn:
    """A routing unit runs on, or tests because a General is along."""

    unit: str


@record
class Joined:
    """A General has joined a unit that a first-shot test put to rout: it tests."""

    unit: str
