"""Ratings, initiative, the alternation of goes, and which unit may have which order."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import D6, Differ, Face, Total, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action.options import Settings

RATINGS: Final = ((10, 3), (7, 2), (2, 1))
"""Lowest total of two dice and the units a go it allows [setup.cinc-brilliant, .cinc-average, .cinc-poor]."""
HISTORICAL: Final[dict[str, int]] = {"poor": 1, "average": 2, "good": 2, "excellent": 3}
"""Ratings of historical commanders under cinc_rating = scenario [setup.cinc-choice]."""
BATTERY_ORDERS: Final = ("fire", "opportunity-fire", "hold")


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
