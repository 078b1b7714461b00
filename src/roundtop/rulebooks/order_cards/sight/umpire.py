"""Whether one unit sees another, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Procedure, inside, reads, reckoned
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.sight import rule


@record(frozen=True)
class Look:
    """One unit looking for another."""

    viewer: rule.Place
    target: rule.Place
    range: float
    same_area: bool
    settings: Settings


def _can_be(given: Fields) -> None:
    here, there = given["viewer"]["area"], given["target"]["area"]
    if given["same_area"] and here != there:
        raise FieldError(f"same_area: one stands in {here}, the other in {there}")


def _look_lines(look: Look, seen: bool) -> tuple[Row, ...]:
    way = f"from {look.viewer.area} to {look.target.area}, {look.range:g} in"
    return (Row(way, "seen" if seen else "not seen", "order-cards.visibility.table"),)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "visibility",
        reads(
            Look,
            _can_be,
            viewer=inside("viewer", reads(rule.Place)),
            target=inside("target", reads(rule.Place, revealed="fired_last_own_card")),
        ),
        lambda look: rule.visible(look.viewer, look.target, look.range, look.same_area, look.settings),
        _look_lines,
        answer=lambda _, seen: {"visible": seen},
    ),
)
