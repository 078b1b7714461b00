"""Every procedure of every rulebook by name: answers for a real table, exact odds, estimates."""

from roundtop.umpire.fields import UmpireError
from roundtop.umpire.umpire import (
    Book,
    Chance,
    Estimated,
    Exact,
    Prospect,
    Result,
    Share,
    ask,
    by_hand,
    procedures,
)

__all__ = [
    "Book",
    "Chance",
    "Estimated",
    "Exact",
    "Prospect",
    "Result",
    "Share",
    "UmpireError",
    "ask",
    "by_hand",
    "procedures",
]
