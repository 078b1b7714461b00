"""What can be seen in and into woods, corn and orchards, and whom firing gives away."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.order_cards.options import PRINTED, Settings
from roundtop.table.measure import within

IN_WOODS: Final = 4.0
INTO_WOODS: Final = 1.0
IN_CORN: Final = 2.0
"""[visibility.table]"""
OUT_OF_WOODS: Final = 4.0
"""The outer belt of a wood from which one looks out [visibility.wood-edge]."""
OUT_OF_CORN: Final = 2.0
"""The outer belt of a cornfield; the book has none, so as far as one sees in it."""
OPEN: Final = "open"
WOODS: Final = "woods"
CORN: Final = "corn"
ORCHARD: Final = "orchard"


@record(unsafe_hash=True)
class Place:
    """Where a unit stands as far as sight goes: the area, how deep in it, its level; `revealed` by its own fire."""

    area: str = OPEN
    depth: float = 0.0
    level: int = 0
    mounted: bool = False
    revealed: bool = False


def visible(viewer: Place, target: Place, distance: float, same_area: bool, settings: Settings = PRINTED) -> bool:
    """Whether a viewer sees a target, by the areas they stand in alone [visibility.table]."""
    if settings.max_visibility > 0.0 and not within(distance, settings.max_visibility):
        return False
    if same_area:
        return seen_within(viewer, target, distance)
    return looks_out(viewer) and seen_into(viewer, target)


def seen_within(viewer: Place, target: Place, distance: float) -> bool:
    """Sight between two in one and the same wood, field or orchard [visibility.table]."""
    if target.area == WOODS:
        return within(distance, IN_WOODS)
    if target.area == CORN:
        return viewer.mounted or target.mounted or within(distance, IN_CORN)
    return True


def looks_out(viewer: Place) -> bool:
    """Whether a unit sees out of where it stands [visibility.wood-edge, visibility.corn-and-orchard-fire]."""
    if viewer.area == WOODS:
        return within(viewer.depth, OUT_OF_WOODS)
    if viewer.area == CORN:
        return viewer.mounted or within(viewer.depth, OUT_OF_CORN)
    return True


def seen_into(viewer: Place, target: Place) -> bool:
    """Whether a unit is seen from outside where it stands [visibility.table, visibility.fire-reveals]."""
    if target.area == WOODS:
        return target.revealed or within(target.depth, INTO_WOODS)
    higher = viewer.level > target.level
    if target.area == CORN:
        return target.mounted or target.revealed or higher
    return not (target.area == ORCHARD and higher)
