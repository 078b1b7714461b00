"""What the chapters' procedures read and answer alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle import procedure
from roundtop.battle.procedure import FieldError, between
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.options import Settings, settings

MOST_STANDS: Final = 100
"""More stands than any unit has."""
MOST_INCHES: Final = 1000.0
Fields = dict[str, Any]


def ruled(
    name: str, read: Callable[[Fields], procedure.Situation], refusal: Callable[[procedure.Situation], str]
) -> procedure.Procedure:
    """A procedure that only says yes, or no and by which clause."""
    return procedure.simple(
        name, read, lambda situation, _: refusal(situation), lambda _, clause: verdict(clause), verdict_line
    )


def verdict(clause: str) -> procedure.Outputs:
    """Yes, or no and the clause that forbids it; what is known besides is added by the procedure."""
    return {"legal": False, "clause": clause} if clause else {"legal": True}


def verdict_line(_: procedure.Situation, clause: str) -> tuple[Row, ...]:
    return (Row("not allowed", "no", clause),) if clause else (Row("allowed", "yes"),)


def house_rules(fields: Fields) -> Settings:
    found: Settings = procedure.house(settings, fields)
    return found


def card_given(fields: Fields, house: Settings, name: str = "card") -> cards_rule.Card:
    deck = cards_rule.deck_of(house.deck)
    found = cards_rule.card_named(deck, fields[name])
    if found is None:
        words = ", ".join([card.word for card in deck])
        raise FieldError(f"{name}: there is no card '{fields[name]}' in the deck; there are {words}")
    return found


def distance_given(name: str, value: float | None) -> float:
    """A distance, -1 where there is nothing to measure to."""
    if value is None:
        return -1.0
    between(name, value, 0.0, MOST_INCHES)
    return value


def two_sides(name: str, given: list[str]) -> tuple[str, str]:
    if len(given) != 2 or given[0] == given[1]:
        raise FieldError(f"{name}: {', '.join(given) or 'nobody'} cannot be; it names the two sides, each once")
    return given[0], given[1]


def mounted_only(fields: Fields) -> bool:
    return bool(fields["mounted"]) and fields["arm"] == tables.CAVALRY


def check_roster(path: str, unit: Fields, per_stand: int) -> None:
    """A roster that can be: stands at the start, and no more boxes circled than leave one of them."""
    between(f"{path}starting_stands", unit["starting_stands"], 1, MOST_STANDS)
    between(f"{path}circled_before", unit["circled_before"], 0, unit["starting_stands"] * per_stand - 1)


def officer_given(path: str, unit: Fields) -> morale_rule.Officer:
    """The officer declared; a rating without a rank, or a rank without a rating, is half an officer."""
    rating: int = unit["officer_rating"]
    rank: str = unit["officer_rank"] or ""
    wounds: int = unit.get("minor_wounds", 0)
    if rating not in (0, 10, 20, 30):
        raise FieldError(f"{path}officer_rating: {rating} cannot be; it is 10, 20 or 30, or 0 for nobody")
    between(f"{path}minor_wounds", wounds, 0)
    if rating and not rank:
        raise FieldError(f"{path}officer_rank: missing; an officer of rating {rating} has a rank")
    return morale_rule.Officer(rank, rating, wounds) if rating else morale_rule.NOBODY
