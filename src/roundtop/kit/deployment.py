"""Setting up before the first turn: the zones of a side, the way inwards, and where units may be offered a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtop.battle.scenario import Scenario
from roundtop.battle.scene import Overlay
from roundtop.battle.words import SIDES
from roundtop.table.ground import Ground, bounding_box
from roundtop.table.layout import all_at_scale, strip
from roundtop.table.measure import FULL_TURN, HALF_TURN
from roundtop.table.pose import Point, Pose, rounded_pose

Outline = tuple[Point, ...]
Zones = tuple[tuple[str, Outline], ...]
"""Outlines with the side that may deploy there."""

EDGE_FACING: Final[dict[str, int]] = {"north": 0, "east": 9000, "south": 18000, "west": 27000}
"""The facing towards each edge of the table."""


def inwards(edge: str) -> int:
    """The facing of whoever has this edge of the table at his back."""
    return (EDGE_FACING[edge] + HALF_TURN) % FULL_TURN


def drawn(scenario: Scenario, side: str, yards: float) -> list[Outline]:
    """The zones a scenario draws for a side, at the table's scale."""
    return [all_at_scale(zone.outline, yards) for zone in scenario.zones if zone.side == side]


def zones(scenario: Scenario, in_hand: list[str], ground: Ground, yards: float, depth: float) -> Zones:
    """Where each side with units in hand may deploy: as the scenario draws it, or so deep along its own edge."""
    found: list[tuple[str, Outline]] = []
    for side in scenario.sides:
        if side.id in in_hand:
            along = strip(side.edge, ground.width, ground.depth, depth)
            found.extend([(side.id, outline) for outline in drawn(scenario, side.id, yards) or [along]])
    return tuple(found)


def zones_of(zones: Zones, side: str, ground: Ground) -> list[Outline]:
    """Where a side may deploy: its zones, or the whole table where nobody says."""
    whole = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    return [outline for owner, outline in zones if owner == side] or [whole]


def rows(outline: Outline, shares: Sequence[float], columns: int, facing: int) -> list[Pose]:
    """Places all over a zone, in rows at these shares of its depth."""
    left, bottom, right, top = bounding_box(outline)
    found: list[Pose] = []
    for share in shares:
        for column in range(columns):
            x = left + (right - left) * (0.5 + column) / columns
            found.append(rounded_pose(Pose(x, bottom + (top - bottom) * share, facing)))
    return found


def overlays(zones: Zones, clause: str) -> tuple[Overlay, ...]:
    """The zones as they are drawn while the armies are set up."""
    return tuple(
        [Overlay("zone", side, f"{SIDES.get(side, side)} deployment", outline, clause) for side, outline in zones]
    )
