"""A move that may be interrupted, and who may."""

from __future__ import annotations

from roundtop.record import record
from roundtop.table.path import Manoeuvre


@record
class MoveOn:
    """What is left of a move that opportunity fire may interrupt; those named have had their chance."""

    unit: str
    manoeuvres: tuple[Manoeuvre, ...]
    passed: tuple[str, ...]


@record
class Interrupt:
    """A unit may shoot at one that moves into its range or arc."""

    unit: str
    target: str
