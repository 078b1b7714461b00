"""Officers: ratings, casualties and wounds."""

from __future__ import annotations

from typing import Final

from roundtop.dice.questions import AVERAGE, D6, D10, D100, Band, Die, Same, Why
from roundtop.dice.sources import Dice
from roundtop.rulebooks.order_cards.options import PRINTED, Settings

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
