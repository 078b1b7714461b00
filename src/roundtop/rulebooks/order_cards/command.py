"""Officers, messengers and supply: who leads, who falls, and who is served."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.dice.questions import AVERAGE, D6, D10, D100, Band, Die, Same, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards.options import PRINTED, Settings
from roundtop.rulebooks.order_cards.tables import LOW, NORMAL, OUT, ROUTING, ceiling
from roundtop.table.measure import within

# ---- the chapter's figures

BRIGADE: Final = "brigade"
DIVISION: Final = "division"
CINC: Final = "cinc"
MESSENGER: Final = "messenger"

CASUALTY_DICE: Final[dict[str, Die]] = {BRIGADE: D10, DIVISION: D6, CINC: AVERAGE}
"""Two of these; a double makes an officer a casualty [officer.melee-casualty]."""
WOUND_TOPS: Final = (10, 50, 90, 99)
WOUNDS: Final = ("killed", "serious wound", "light wound", "minor wound", "killed")
MINOR: Final = 3
"""The wound table; the last is 00, which counts as zero here alone [officer.wound-table, misc.chance-00]."""
UNHARMED: Final = "unharmed"
KILLED: Final = "killed"
NOBODY: Final = "none"
"""No officer was declared."""

RATING_STEP: Final = 10
LEAST_RATING: Final = 10
MOST_RATING: Final = 30
QUALITY: Final[dict[str, int]] = {"poor": -10, "average": 0, "good": 10, "excellent": 30}
"""What a commander's repute makes of the rating of his rank [setup.muster-commanders]."""

LOW_COST: Final = 1
OUT_COST: Final = 2
WAGON_POINTS: Final = 6
WAGON_REACH: Final = 12.0
"""[supply.limit]"""
ENEMY_TOO_NEAR: Final = 3.0
"""[supply.card]"""


# ---- officers


def rating_of(rank: str, repute: str, settings: Settings = PRINTED) -> int:
    """An officer's rating by his rank and repute [officer.ratings, setup.muster-commanders]."""
    base = settings.officer_rating_brigade
    if rank == DIVISION:
        base = settings.officer_rating_division
    elif rank == CINC:
        base = settings.officer_rating_cinc
    return min(MOST_RATING, max(LEAST_RATING, base + QUALITY.get(repute, 0)))


def melee_bonus(rating: int) -> int:
    """What an officer adds in a melee [officer.ratings, melee.officer-mod]."""
    return rating // RATING_STEP


def casualty(rank: str, minor_wounds: int, settings: Settings, by: str, dice: Dice) -> str:
    """The casualty dice of an officer in a melee or hit by fire [officer.melee-casualty, officer.sniping-result]."""
    why = Why("officer casualty, on a double", "order-cards.officer.melee-casualty", by)
    if not dice.ask(Same(2, CASUALTY_DICE[rank], why)):
        return UNHARMED
    return wound(minor_wounds, settings, by, dice)


def wound(minor_wounds: int, settings: Settings, by: str, dice: Dice) -> str:
    """What a double does to an officer: death, or the wound table; a second minor wound is thrown again.

    [officer.fire-double, officer.fire-double-optional, officer.wound-table]
    """
    if not settings.officer_wounds:
        return KILLED
    again = MINOR if minor_wounds > 0 else -1
    return WOUNDS[
        dice.ask(Band(D100, WOUND_TOPS, Why("officer's wound", "order-cards.officer.wound-table", by), again))
    ]


def out_of_battle(result: str) -> bool:
    """Whether an officer with this result takes no more part [officer.wound-effect]."""
    return result not in (NOBODY, UNHARMED, WOUNDS[MINOR])


def swept_along(rating: int, by: str, dice: Dice) -> bool:
    """Whether an officer routs with the unit he failed to rally [rally.officer-routs]."""
    why = Why("the officer, swept along", "order-cards.rally.officer-routs", by)
    return dice.ask(Band(D100, (2 * rating,), why)) == 0


# ---- supply


@final
@dataclass(slots=True, frozen=True)
class Needy:
    """A unit on a re-supply card; ranges of -1 mean that there is no enemy, or no wagon."""

    ammo: str
    state: str
    enemy_range: float = -1.0
    wagon_range: float = -1.0


def starting_points(units: int, settings: Settings = PRINTED) -> int:
    """Supply points of a player, or of one wagon [supply.limit]."""
    return WAGON_POINTS if settings.supply_wagons else ceiling(units, 2)


def may_draw(unit: Needy, settings: Settings = PRINTED) -> bool:
    """Whether a unit can be served at all [supply.card, supply.limit]."""
    if unit.state == ROUTING or (unit.enemy_range >= 0.0 and within(unit.enemy_range, ENEMY_TOO_NEAR)):
        return False
    if settings.supply_limit and settings.supply_wagons:
        return unit.wagon_range >= 0.0 and within(unit.wagon_range, WAGON_REACH)
    return True


def served(unit: Needy, points: int, settings: Settings = PRINTED) -> tuple[str, int]:
    """A unit's ammunition after a re-supply card, and the points then left [supply.card, supply.limit]."""
    if unit.ammo == NORMAL or not may_draw(unit, settings):
        return unit.ammo, points
    if not settings.supply_limit:
        return NORMAL, points
    cost = LOW_COST if unit.ammo == LOW else OUT_COST
    if points >= cost:
        return NORMAL, points - cost
    return (LOW, 0) if unit.ammo == OUT and points == LOW_COST else (unit.ammo, points)
