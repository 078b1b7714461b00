"""Guards for prisoners, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, as_given, reckoned
from roundtop.rulebooks.order_cards.prisoners import rule

PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "prisoner-guards",
        as_given,
        lambda given: rule.guards(given["prisoner_stands"], given["captor_stands"]),
        "order-cards.prisoners.guards",
        answer=lambda _, found: (
            {"guards_needed": found.needed, "guards_given": found.given, "captor_stands_left": found.captor},
            found,
        ),
    ),
)
