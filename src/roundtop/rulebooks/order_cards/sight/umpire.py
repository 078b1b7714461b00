"""Whether one unit sees another, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Procedure, inside, reads, reckoned, with_parts
from roundtop.rulebooks.order_cards.sight import rule


def _can_be(given: Fields) -> None:
    here, there = given["viewer"]["area"], given["target"]["area"]
    if given["same_area"] and here != there:
        raise FieldError(f"same_area: one stands in {here}, the other in {there}")


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "visibility",
        with_parts(
            _can_be,
            viewer=inside("viewer", reads(rule.Place)),
            target=inside("target", reads(rule.Place, revealed="fired_last_own_card")),
        ),
        lambda look: rule.visible(look["viewer"], look["target"], look["range"], look["same_area"], look["settings"]),
        "order-cards.visibility.table",
        answer=lambda _, seen: {"visible": seen},
    ),
)
