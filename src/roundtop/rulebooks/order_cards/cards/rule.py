"""The deck, a lawful set, and who plays first."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from roundtop.battle.bounds import BoundsError, shown, toml
from roundtop.dice.questions import D10, Differ, Why
from roundtop.dice.sources import Dice
from roundtop.record import record

DOUBLE_QUICK: Final = "double-quick"
FORM_UP: Final = "form-up"
HOLD: Final = "hold"
RALLY: Final = "rout-and-rally"
RESUPPLY: Final = "re-supply"
WITH_RULES: Final = (DOUBLE_QUICK, FORM_UP, HOLD, RALLY, RESUPPLY)
"""The words of cards with rules of their own [cards.deck]."""
MOST_CARDS: Final = 60
"""Cards of the largest deck that a club may hand in."""


@record(unsafe_hash=True)
class Card:
    """An order card: how far each kind of troops moves, what a stand fires with, and what a charge is worth.

    [cards.deck]
    """

    word: str
    name: str
    infantry: float
    cavalry: float
    limbered: float
    fire: int
    charge: int
    move: bool
    also: str = ""


class DeckError(ValueError):
    """A deck that cannot be played with; says which card and what is wrong."""


FIELDS: Final[dict[str, str]] = {
    "card": "text",
    "name": "text",
    "infantry": "inches",
    "cavalry": "inches",
    "limbered": "inches",
    "fire_pct": "whole",
    "charge": "whole",
    "type_move": "yes or no",
    "also": "text",
}
MOST_INCHES: Final = 48.0
MOST_WHOLE: Final[dict[str, int]] = {"fire_pct": 400, "charge": 12}
"""What a card may say at most."""


def read_deck(text: str) -> tuple[Card, ...]:
    """The cards of a deck written as TOML; DeckError says what cannot be [cards.deck]."""
    try:
        rows = toml(text).get("card", [])
    except (tomllib.TOMLDecodeError, BoundsError) as error:
        raise DeckError(f"it is no TOML text with a [[card]] for each card: {error}") from None
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_CARDS:
        raise DeckError(f"a deck has from 1 to {MOST_CARDS} tables [[card]]")
    cards = tuple([_card(place, row) for place, row in enumerate(rows)])
    words = [card.word for card in cards]
    twice = sorted({word for word in words if words.count(word) > 1})
    if twice:
        raise DeckError(f"there is one of each card, and {', '.join(twice)} is there twice")
    idle = [card.word for card in cards if card.word not in WITH_RULES and not gives(card)]
    if idle:
        raise DeckError(
            f"nothing is known of {', '.join(idle)}: a card that gives no inches, fire or charge has one of the words "
            f"with rules of their own, {', '.join(WITH_RULES)}"
        )
    return cards


def gives(card: Card) -> bool:
    """Whether a card's own figures allow anything."""
    return card.infantry + card.cavalry + card.limbered + card.fire + card.charge > 0


def _card(place: int, row: Any) -> Card:
    if not isinstance(row, dict):
        raise DeckError(f"card[{place}] is not a table")
    unknown = sorted(set(row) - set(FIELDS))
    if unknown:
        raise DeckError(f"card[{place}].{unknown[0]}: there is no such field; there are {', '.join(FIELDS)}")
    given = [_field(place, name, row.get(name, "" if name == "also" else None)) for name in FIELDS]
    card = Card(*given)
    if card.move != (card.infantry > 0):
        raise DeckError(f"card[{place}].type_move: a move card gives infantry inches, and only a move card does")
    return card


def _field(place: int, name: str, value: Any) -> Any:
    kind = FIELDS[name]
    if kind == "text" and isinstance(value, str) and (value or name == "also"):
        return value
    if kind == "yes or no" and isinstance(value, bool):
        return value
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind == "inches" and number and 0 <= value <= MOST_INCHES:
        return float(value)
    if kind == "whole" and number and isinstance(value, int) and 0 <= value <= MOST_WHOLE[name]:
        return value
    wanted = {
        "text": "text",
        "yes or no": "true or false",
        "inches": f"a number of inches from 0 to {MOST_INCHES:g}",
        "whole": f"a whole number from 0 to {MOST_WHOLE.get(name, 0)}",
    }
    raise DeckError(f"card[{place}].{name}: {shown(value)} is not {wanted[kind]}")


DEFAULT: Final = "default"
DECK: Final[tuple[Card, ...]] = read_deck((Path(__file__).parents[1] / "deck.toml").read_text(encoding="utf-8"))
"""The default deck, one of each card in every hand [cards.set-per-player]."""


def deck_of(option: str) -> tuple[Card, ...]:
    """The deck that the option names: the default one, or the one whose text it is [cards.deck]."""
    return DECK if option == DEFAULT else read_deck(option)


def unknown(card: Card) -> bool:
    """Whether a club made this card's word: it is then played by its figures alone [cards.deck]."""
    return card_named(DECK, card.word) is None


def card_named(deck: tuple[Card, ...], word: str) -> Card | None:
    """The card of a deck that has this word."""
    for card in deck:
        if card.word == word:
            return card
    return None


def set_refusal(words: tuple[str, ...], deck: tuple[Card, ...], size: int) -> str:
    """The clause by which a set may not be played, "" when it may [cards.set-size, cards.deck, cards.once-per-set]."""
    if len(words) != size:
        return "order-cards.cards.set-size"
    if any([card_named(deck, word) is None for word in words]):
        return "order-cards.cards.deck"
    if len(set(words)) < len(words):
        return "order-cards.cards.once-per-set"
    return ""


def higher_roller(sides: tuple[str, str], dice: Dice) -> str:
    """The side that chooses to play a set first or second: the higher d10 [cards.set-initiative]."""
    return sides[dice.ask(Differ(D10, Why("first or second in this set", "order-cards.cards.set-initiative")))]


def lower_roller(sides: tuple[str, str], dice: Dice) -> str:
    """The side that deploys first: the lower d10 [setup.deployment]."""
    return sides[1 - dice.ask(Differ(D10, Why("who deploys first", "order-cards.setup.deployment")))]


def turns_of_a_set(first: str, second: str, size: int) -> tuple[str, ...]:
    """The sides in the order in which they turn their cards [cards.alternation]."""
    return (first, second) * size
