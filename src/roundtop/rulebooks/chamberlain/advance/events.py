"""A winning attacker may advance."""

from __future__ import annotations

from typing import Final

from roundtop.record import record


@record
class Advance:
    """A winning attacker may advance."""

    unit: str


STEPS: Final[tuple[type, ...]] = (Advance,)
