"""Who is served on a re-supply card, and what it costs."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.options import PRINTED, Settings
from roundtop.table.measure import within

LOW_COST: Final = 1
OUT_COST: Final = 2
WAGON_POINTS: Final = 6
WAGON_REACH: Final = 12.0
"""[supply.limit]"""
ENEMY_TOO_NEAR: Final = 3.0
"""[supply.card]"""


@record(frozen=True)
class Needy:
    """A unit on a re-supply card; ranges of -1 mean that there is no enemy, or no wagon."""

    ammo: str
    state: str
    enemy_range: float = -1.0
    wagon_range: float = -1.0


def starting_points(units: int, settings: Settings = PRINTED) -> int:
    """Supply points of a player, or of one wagon [supply.limit]."""
    return WAGON_POINTS if settings.supply_wagons else tables.ceiling(units, 2)


def may_draw(unit: Needy, settings: Settings = PRINTED) -> bool:
    """Whether a unit can be served at all [supply.card, supply.limit]."""
    if unit.state == tables.ROUTING or (unit.enemy_range >= 0.0 and within(unit.enemy_range, ENEMY_TOO_NEAR)):
        return False
    if settings.supply_limit and settings.supply_wagons:
        return unit.wagon_range >= 0.0 and within(unit.wagon_range, WAGON_REACH)
    return True


def served(unit: Needy, points: int, settings: Settings = PRINTED) -> tuple[str, int]:
    """A unit's ammunition after a re-supply card, and the points then left [supply.card, supply.limit]."""
    if unit.ammo == tables.NORMAL or not may_draw(unit, settings):
        return unit.ammo, points
    if not settings.supply_limit:
        return tables.NORMAL, points
    cost = LOW_COST if unit.ammo == tables.LOW else OUT_COST
    if points >= cost:
        return tables.NORMAL, points - cost
    return (tables.LOW, 0) if unit.ammo == tables.OUT and points == LOW_COST else (unit.ammo, points)
