"""The steps of a compelled move."""

from __future__ import annotations

from roundtop.record import record


@record
class FallBack:
    """A compelled move: retire, disorder, rout, evade, push-back; `foe` is whom it gets away from."""

    unit: str
    cause: str
    inches: float
    foe: str


@record
class Bend:
    """Its owner says which way a compelled move bends."""

    unit: str
    cause: str
    inches: float
    foe: str
    headings: tuple[int, ...]
