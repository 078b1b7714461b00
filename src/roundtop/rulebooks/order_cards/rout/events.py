"""Rout: what is still to do."""

from __future__ import annotations

from roundtop.record import record


@record
class RunAway:
    """A routing unit runs. `how` it takes friends in its way: through, round, or not yet said."""

    unit: str
    how: str


@record
class RunHow:
    """Friends are in the way of a routing unit: through them or round them?"""

    unit: str
