"""Figures and words that several chapters read: bases, boxes, arms, states, formations, and places."""

from __future__ import annotations

from typing import Final

from roundtop.rulebooks.order_cards.options import Settings
from roundtop.table.measure import TOLERANCE

BOOK: Final = "order-cards."
INFANTRY: Final = "infantry"
CAVALRY: Final = "cavalry"
ARTILLERY: Final = "artillery"
WAGON: Final = "wagon"
STEADY: Final = "steady"
HEAD_DOWN: Final = "head-down"
ROUTING: Final = "routing"
DESTROYED: Final = "destroyed"
LINE: Final = "line"
COLUMN: Final = "column-of-march"
LOOSE: Final = "loose-order"
LIMBERED: Final = "limbered"
UNLIMBERED: Final = "unlimbered"
"""Formations; a unit in disorder has none [formation.list]."""
NORMAL: Final = "normal"
LOW: Final = "low"
OUT: Final = "out"
"""Ammunition: plenty, white smoke, black smoke [supply.states]."""
BASES: Final[dict[str, tuple[float, float]]] = {
    "foot": (1.0, 0.75),
    "mounted": (1.0, 1.0),
    "unlimbered": (1.5, 1.0),
    "limbered": (1.0, 2.0),
}
"""Width and depth of one stand; a wagon is as long as a limbered gun [setup.bases]."""
OFFICER_ACROSS: Final = 1.0
MESSENGER_ACROSS: Final = 0.75
STAND_WIDTH: Final = 1.0
"""A path one stand wide, and the length of obstacle that one stand serves [setup.bases]."""
LOOSE_GAP: Final = 0.4
"""Between stands in loose order [formation.loose-order]."""
MUSKET_RANGE: Final = 10.0
"""[fire.infantry-range]"""
OFFICER_REACH: Final = 2.0
"""How near an officer helps [officer.fire-morale]."""


def boxes_per_stand(arm: str, settings: Settings) -> int:
    """Boxes of one stand of this arm [setup.roster-boxes]."""
    if arm == INFANTRY:
        return settings.boxes_infantry
    if arm == CAVALRY:
        return settings.boxes_cavalry
    return settings.boxes_artillery if arm == ARTILLERY else settings.boxes_wagon


def stands_left(starting: int, circled: int, per_stand: int) -> int:
    """Stands that still have a box uncircled [setup.roster-boxes]."""
    return max(0, ceiling(starting * per_stand - circled, per_stand))


def ceiling(part: int, whole: int) -> int:
    """A fraction rounded up."""
    return -(-part // whole)


def half_up(value: int) -> int:
    """Half of a morale figure, fractions up [melee.half-rounding]."""
    return ceiling(value, 2)


def whole_inches(distance: float) -> int:
    """Whole inches, or stand widths, that a length takes up, the tolerance allowed."""
    found = int(max(0.0, distance - TOLERANCE))
    return found if distance - TOLERANCE <= found else found + 1


def on_foot(arm: str, mounted: bool) -> bool:
    """Whether a unit moves and crosses as infantry: dismounted cavalry does [move.card-distance]."""
    return arm == INFANTRY or (arm == CAVALRY and not mounted)


ON_TABLE: Final = "on"
TO_DEPLOY: Final = "deploy"
TO_ARRIVE: Final = "arrive"
GONE: Final = "gone"
CAPTURED: Final = "captured"
RUN_OFF: Final = "run-off"
ABANDONED: Final = "abandoned"
TAKEN: Final = "taken"
WITHDRAWN: Final = "withdrawn"
SCORED: Final = ("killed", CAPTURED, "lost")
"""Ends of an officer that score for the enemy [victory.points]."""
UNKNOWN: Final = "unknown"
"""A card of an enemy's hand, face down, as a view has it."""
OFFICER_RADIUS: Final = 0.5 * OFFICER_ACROSS
MESSENGER_RADIUS: Final = 0.5 * MESSENGER_ACROSS
UNASKED: Final = "?"
"""Whether an officer helps has not been asked yet."""
