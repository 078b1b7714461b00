"""Head down: what is still to do."""

from __future__ import annotations

from roundtop.record import record
from roundtop.table.pose import Pose


@record
class FallBack:
    """A head-down unit makes its compulsory move."""

    unit: str


@record
class FallBackTo:
    """The places it may fall back to, and whether they are in cover."""

    unit: str
    places: tuple[Pose, ...]
    safe: bool
