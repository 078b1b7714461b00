"""Head down: what is still to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.table.pose import Pose


@final
@dataclass(slots=True)
class FallBack:
    """A head-down unit makes its compulsory move."""

    unit: str


@final
@dataclass(slots=True)
class FallBackTo:
    """The places it may fall back to, and whether they are in cover."""

    unit: str
    places: tuple[Pose, ...]
    safe: bool


STEPS: Final[tuple[type, ...]] = (
    FallBack,
    FallBackTo,
)
