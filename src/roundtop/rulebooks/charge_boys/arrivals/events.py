"""The steps of reinforcements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass(slots=True)
class Arrivals:
    """A side's reinforcements that are due come on."""

    side: str


@final
@dataclass(slots=True)
class PickArrival:
    """In which formation a reinforcement comes on, or whether it waits."""

    unit: str


@final
@dataclass(slots=True)
class Arrive:
    """A reinforcement is set down on its stretch of edge."""

    unit: str
    formation: str


STEPS: Final[tuple[type, ...]] = (
    Arrivals,
    PickArrival,
    Arrive,
)
