"""A winning attacker may advance."""

from __future__ import annotations

from roundtop.record import record


@record
class Advance:
    """A winning attacker may advance."""

    unit: str
