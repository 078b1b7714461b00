"""What the chapters' procedures read alike."""

from __future__ import annotations

from collections.abc import Callable

from roundtop.battle.procedure import FieldError, Fields, Read, between, filled, reads
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.morale import rule as morale_rule


def card(given: Fields, name: str = "card") -> cards_rule.Card:
    deck = cards_rule.deck_of(given["settings"].deck)
    found = cards_rule.card_named(deck, given[name])
    if found is None:
        words = ", ".join([card.word for card in deck])
        raise FieldError(f"{name}: there is no card '{given[name]}' in the deck; there are {words}")
    return found


def mounted(given: Fields) -> bool:
    return bool(given["mounted"]) and given["arm"] == tables.CAVALRY


def roster(unit: Fields) -> None:
    """A roster that can be: no more boxes circled than leave one of them."""
    boxes = unit["starting_stands"] * tables.boxes_per_stand(unit["arm"], unit["settings"])
    between("circled_before", unit["circled_before"], 0, boxes - 1)


def officer(unit: Fields) -> morale_rule.Officer:
    """The officer declared; a rating without a rank, or a rank without a rating, is half an officer."""
    rating: int = unit["officer_rating"]
    if rating not in (0, 10, 20, 30):
        raise FieldError(f"officer_rating: {rating} cannot be; it is 10, 20 or 30, or 0 for nobody")
    if rating and not unit["officer_rank"]:
        raise FieldError(f"officer_rank: missing; an officer of rating {rating} has a rank")
    if not rating:
        return morale_rule.NOBODY
    found: morale_rule.Officer = filled(morale_rule.Officer, unit, rank=unit["officer_rank"], rating=rating)
    return found


def regiment(**parts: Callable[[Fields], object]) -> Read:
    """Reads a unit that tests its nerve."""
    return reads(morale_rule.Regiment, roster, starting="starting_stands", circled="circled_before", **parts)
