"""The house rules of the order-card book: every option of the ledger as a typed field."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from roundtop.battle.ledger import Ledger, read_ledger
from roundtop.battle.options import OptionError, checked, rising
from roundtop.record import record
from roundtop.rulebooks.order_cards.cards import rule as cards_rule

LEDGER: Final[Ledger] = read_ledger(Path(__file__).with_name("clauses.toml"))
# Where the ledger names no limits, these are the widest with which a battle can still be played.
LIMITS: Final[dict[str, tuple[float, float]]] = {
    "yards_per_inch": (1.0, 200.0),
    "men_per_stand": (1, 1000),
    "guns_per_stand": (1, 24),
    "boxes_infantry": (1, 20),
    "boxes_cavalry": (1, 20),
    "boxes_artillery": (1, 20),
    "boxes_wagon": (1, 20),
    "grade_elite": (10, 100),
    "grade_veteran": (10, 100),
    "grade_regular": (10, 100),
    "grade_green": (10, 100),
    "cards_per_set": (1, cards_rule.MOST_CARDS),
    "enfilade_angle": (0.0, 90.0),
    "one_inch_tolerance": (0.0, 6.0),
    "morale_step": (0, 100),
    "morale_floor": (0, 100),
    "continued_charge_non_move_cavalry": (1.0, 48.0),
    "melee_max_rounds": (1, 20),
    "max_visibility": (0.0, 400.0),
    "sets": (1, 200),
    "break_percent": (1, 100),
}


@record(frozen=True)
class Settings:
    """The options a game is played with, each at the ledger's default."""

    yards_per_inch: float = 30.0
    men_per_stand: int = 60
    guns_per_stand: int = 2
    boxes_infantry: int = 4
    boxes_cavalry: int = 3
    boxes_artillery: int = 4
    boxes_wagon: int = 4
    grade_elite: int = 80
    grade_veteran: int = 80
    grade_regular: int = 70
    grade_green: int = 50
    cards_per_set: int = 5
    deck: str = cards_rule.DEFAULT
    allow_take_back_by_consent: bool = False
    premeasure_charges: bool = False
    mounted_cross_barriers: bool = False
    limbers_cross_fences: bool = False
    wheel_measure: str = "arc"
    split_battery_fire: bool = False
    rifled_artillery: bool = True
    enfilade_angle: float = 15.0
    one_inch_tolerance: float = 0.75
    mass_within_an_inch: bool = False
    refuse_flank_any_card: bool = True
    morale_check_timing: str = "each-attack"
    melee_winner_checks: bool = True
    head_down_form_up_near_officer: bool = True
    morale_step: int = 10
    morale_floor: int = 10
    continued_charge_non_move_cavalry: float = 8.0
    routing_surrender_when_charged: bool = False
    melee_stands: str = "all"
    melee_max_rounds: int = 3
    retreat_touching_edge_lost: bool = False
    officer_rating_brigade: int = 10
    officer_rating_division: int = 20
    officer_rating_cinc: int = 30
    officer_wounds: bool = False
    officer_replacement: bool = False
    messengers: str = "auto"
    max_visibility: float = 0.0
    fog: bool = False
    supply_limit: bool = False
    supply_wagons: bool = False
    sets: int = 6
    break_percent: int = 50
    victory: str = "scenario"


PRINTED: Final[Settings] = Settings()
"""The book as printed, with the ledger's rulings."""


def settings(given: Mapping[str, Any]) -> Settings:
    """The house rules given, the rest at their defaults; OptionError names whatever is wrong [cards.set-size]."""
    found = checked(LEDGER, given, LIMITS)
    wrong = _contradictions(found)
    if wrong:
        raise OptionError(wrong)
    house = Settings(**found)
    try:
        cards = len(cards_rule.deck_of(house.deck))
    except cards_rule.DeckError as error:
        raise OptionError([f"deck: {error}; give the text of a deck.toml, or '{cards_rule.DEFAULT}'"]) from None
    if house.cards_per_set > cards:
        raise OptionError([f"cards_per_set: {house.cards_per_set} is more than the {cards} cards of the deck"])
    return house


def _contradictions(found: Mapping[str, Any]) -> list[str]:
    """Options that cannot hold together, in words [supply.limit, morale.stand-loss-decrease]."""
    wrong = rising(found, ("morale_floor", "grade_green", "grade_regular", "grade_veteran", "grade_elite"))
    if found["supply_wagons"] and not found["supply_limit"]:
        wrong.append("supply_wagons: wagons carry nothing unless supply_limit is on")
    return wrong
