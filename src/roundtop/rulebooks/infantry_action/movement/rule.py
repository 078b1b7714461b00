"""What an order allows: inches, ground and nearness to the enemy."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings
from roundtop.table.measure import kept, within

ALLOWANCE_IN: Final[dict[str, float]] = {"move": 12.0, "fast-advance": 18.0, "charge": 12.0}
"""Inches that the orders which move a unit allow [movement.move, .fast-advance, .charge]."""
WOOD_COST: Final = 1.0
OBSTACLE_COST_IN: Final = 3.0
"""What an inch of wood and a linear obstacle cost on top under terrain_movement = slow [movement.terrain]."""
PIVOT_DEG: Final = 45.0
"""How far a battery may turn under artillery_pivot [movement.artillery-static]."""


@record(unsafe_hash=True)
class Step:
    """A move as its order sees it: how far the farthest stand walks, how near the enemy it begins and ends."""

    order: str
    farthest: float
    end_gap: float
    start_gap: float = 1.0
    kind: str = "infantry"
    pinned: bool = False
    pivot: float = 0.0
    wood: float = 0.0
    obstacles: int = 0
    settings: Settings = PRINTED


def step_refusal(step: Step) -> str:
    """The clause that forbids a move, "" when none does; the first in the order in which a player meets them.

    [movement.artillery-static, movement.pinned, orders.chit-list, movement.measuring, movement.terrain]
    """
    if step.kind == "battery" and not _battery_may(step):
        return "infantry-action.movement.artillery-static"
    if within(step.farthest, 0.0):
        return "infantry-action.movement.pinned" if step.pinned and step.pivot else ""
    if step.pinned:
        return "infantry-action.movement.pinned"
    if step.order not in ALLOWANCE_IN:
        return "infantry-action.orders.chit-list"
    allowance = ALLOWANCE_IN[step.order]
    if not within(step.farthest, allowance):
        return f"infantry-action.movement.{step.order}"
    if not within(spent(step), allowance):
        return "infantry-action.movement.terrain"
    return _closeness_refusal(step)


def _battery_may(step: Step) -> bool:
    """A battery stays where it is, and turns only by the house rule [movement.artillery-static]."""
    turns = step.pivot == 0.0 or (
        step.settings.artillery_pivot and step.order == "hold" and within(abs(step.pivot), PIVOT_DEG)
    )
    return turns and within(step.farthest, 0.0)


def spent(step: Step) -> float:
    """Inches of allowance that the ground makes of a move [movement.terrain]."""
    slow = step.settings.terrain_movement == "slow"
    return slowed(step.farthest, step.wood, step.obstacles) if slow else step.farthest


def allowance(step: Step) -> float:
    """Inches that a unit's order lets it walk; none for a battery, a pinned unit or an order that moves nobody."""
    return 0.0 if step.kind == "battery" or step.pinned else ALLOWANCE_IN.get(step.order, 0.0)


def slowed(farthest: float, wood: float, obstacles: int) -> float:
    """Inches of allowance that a move takes with so many inches of wood and so many obstacles on its way."""
    return farthest + WOOD_COST * wood + OBSTACLE_COST_IN * obstacles


def _closeness_refusal(step: Step) -> str:
    """Contact only by a charge; otherwise an inch between, or farther off than before.

    [movement.no-contact-without-charge, movement.separation, charge.no-target]
    """
    separation = step.settings.min_separation_in
    if within(step.end_gap, 0.0):
        return "" if step.order == "charge" else "infantry-action.movement.no-contact-without-charge"
    if kept(step.end_gap, separation):
        return ""
    if not kept(step.start_gap, separation) and step.end_gap > step.start_gap:
        return ""
    return "infantry-action.movement.separation"
