"""Commanders, initiative and orders: who may do what, and in what turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.dice.questions import D6, Differ, Face, Total, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action.options import PRINTED, Settings
from roundtop.table.measure import kept, within

# ---- the chapter's figures

RATINGS: Final = ((10, 3), (7, 2), (2, 1))
"""Lowest total of two dice and the units a go it allows [setup.cinc-brilliant, .cinc-average, .cinc-poor]."""

HISTORICAL: Final[dict[str, int]] = {"poor": 1, "average": 2, "good": 2, "excellent": 3}
"""Ratings of historical commanders under cinc_rating = scenario [setup.cinc-choice]."""

BATTERY_ORDERS: Final = ("fire", "opportunity-fire", "hold")

ALLOWANCE_IN: Final[dict[str, float]] = {"move": 12.0, "fast-advance": 18.0, "charge": 12.0}
"""Inches that the orders which move a unit allow [movement.move, .fast-advance, .charge]."""

WOOD_COST: Final = 1.0
OBSTACLE_COST_IN: Final = 3.0
"""What an inch of wood and a linear obstacle cost on top under terrain_movement = slow [movement.terrain]."""

PIVOT_DEG: Final = 45.0
"""How far a battery may turn under artillery_pivot [movement.artillery-static]."""


# ---- commanders and initiative


def ability(dice: Dice, by: str) -> int:
    """Two dice for a CinC's ability [setup.cinc-choice]."""
    return dice.ask(Total(2, D6, Why("the ability of the CinC", "infantry-action.setup.cinc-choice", by)))


def rating(dice: Dice, by: str) -> int:
    """A CinC's units a go, by the dice [setup.cinc-choice, activation.per-go]."""
    return rating_of(ability(dice, by))


def rating_of(total: int) -> int:
    """The band in which a total falls [setup.cinc-brilliant, setup.cinc-average, setup.cinc-poor]."""
    for lowest, units in RATINGS:
        if total >= lowest:
            return units
    raise ValueError(f"two dice cannot total {total}")


def initiative(order: tuple[str, str], holder: str, settings: Settings, dice: Dice) -> str:
    """The side with the initiative; `holder` had it last turn, "" in the first [initiative.roll, initiative.tie]."""
    if settings.initiative_tie == "holder-keeps" and holder:
        roll = "infantry-action.initiative.roll"
        first = dice.ask(Face(D6, Why("initiative", roll, order[0])))
        second = dice.ask(Face(D6, Why("initiative", roll, order[1])))
        if first == second:
            return holder
        return order[0] if first > second else order[1]
    return order[dice.ask(Differ(D6, Why("initiative", "infantry-action.initiative.tie")))]


def first_to_place(order: tuple[str, str], dice: Dice) -> str:
    """The side that sets up its first unit first: the lower throw [setup.table-and-deployment]."""
    higher = dice.ask(Differ(D6, Why("who places first", "infantry-action.setup.table-and-deployment")))
    return order[1 - higher]


def goes(sides: tuple[str, str], ratings: tuple[int, int], units: tuple[int, int]) -> tuple[tuple[str, int], ...]:
    """The goes of a movement step when both use their full rating [activation.alternate, activation.until-all]."""
    left = [units[0], units[1]]
    found: list[tuple[str, int]] = []
    turn = 0
    while left[0] + left[1] > 0:
        now = min(ratings[turn], left[turn])
        if now > 0:
            found.append((sides[turn], now))
            left[turn] -= now
        turn = 1 - turn
    return tuple(found)


def go_refusal(units: int, rating: int, left: int) -> str:
    """Why a go of so many units is not lawful, "" when it is [activation.minimum, activation.per-go]."""
    if units < 1 <= left:
        return "infantry-action.activation.minimum"
    if units > min(rating, left):
        return "infantry-action.activation.per-go"
    return ""


# ---- orders


def order_refusal(kind: str, routed_before: bool, still_routing: bool, order: str) -> str:
    """The clause by which a unit may not be given an order, "" when it may.

    [orders.chit-list, orders.artillery, orders.no-charge-after-rout, orders.any-order-after-regroup]
    """
    if kind == "battery" and order not in BATTERY_ORDERS:
        return "infantry-action.orders.artillery"
    if still_routing:
        return "infantry-action.outcome.rout-move"
    if routed_before and order == "charge":
        return "infantry-action.orders.no-charge-after-rout"
    return ""


@final
@dataclass(slots=True, init=False, unsafe_hash=True)
class Step:
    """A move as its order sees it: how far the farthest stand goes, how near the enemy it begins and ends."""

    order: str
    farthest: float
    end_gap: float
    start_gap: float
    kind: str
    pinned: bool
    pivot: float
    wood: float
    obstacles: int
    settings: Settings

    def __init__(
        self,
        order: str,
        farthest: float,
        end_gap: float,
        start_gap: float = 1.0,
        kind: str = "infantry",
        pinned: bool = False,
        pivot: float = 0.0,
        wood: float = 0.0,
        obstacles: int = 0,
        settings: Settings = PRINTED,
    ) -> None:
        self.order = order
        self.farthest = farthest
        self.end_gap = end_gap
        self.start_gap = start_gap
        self.kind = kind
        self.pinned = pinned
        self.pivot = pivot
        self.wood = wood
        self.obstacles = obstacles
        self.settings = settings


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
    if not within(_spent(step), allowance):
        return "infantry-action.movement.terrain"
    return _closeness_refusal(step)


def _battery_may(step: Step) -> bool:
    """A battery stays where it is, and turns only by the house rule [movement.artillery-static]."""
    turns = step.pivot == 0.0 or (
        step.settings.artillery_pivot and step.order == "hold" and within(abs(step.pivot), PIVOT_DEG)
    )
    return turns and within(step.farthest, 0.0)


def _spent(step: Step) -> float:
    """Inches of allowance that the ground makes of a move [movement.terrain]."""
    slow = step.settings.terrain_movement == "slow"
    return slowed(step.farthest, step.wood, step.obstacles) if slow else step.farthest


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
