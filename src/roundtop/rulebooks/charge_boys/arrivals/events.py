"""The steps of reinforcements."""

from __future__ import annotations

from roundtop.record import record


@record
class Arrivals:
    """A side's reinforcements that are due come on."""

    side: str


@record
class PickArrival:
    """In which formation a reinforcement comes on, or whether it waits."""

    unit: str


@record
class Arrive:
    """A reinforcement is set down on its stretch of edge."""

    unit: str
    formation: str
