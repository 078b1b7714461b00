"""Whether one unit sees another, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.order_cards import umpire
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.sight import rule


@record(frozen=True)
class Look:
    """One unit looking for another."""

    viewer: rule.Place
    target: rule.Place
    distance: float
    same_area: bool
    settings: Settings


def _place(name: str, given: umpire.Fields) -> rule.Place:
    between(f"{name}.depth", given["depth"], 0.0, umpire.MOST_INCHES)
    revealed: bool = given.get("fired_last_own_card", False)
    return rule.Place(given["area"], given["depth"], given["level"], given["mounted"], revealed)


def _read_visibility(fields: umpire.Fields) -> Look:
    viewer = _place("viewer", fields["viewer"])
    target = _place("target", fields["target"])
    between("range", fields["range"], 0.0, umpire.MOST_INCHES)
    if fields["same_area"] and viewer.area != target.area:
        raise FieldError(f"same_area: one stands in {viewer.area}, the other in {target.area}")
    return Look(viewer, target, fields["range"], fields["same_area"], umpire.house_rules(fields))


VISIBILITY: Final[Procedure] = simple(
    "visibility",
    _read_visibility,
    lambda look, _: rule.visible(look.viewer, look.target, look.distance, look.same_area, look.settings),
    lambda _, seen: {"visible": seen},
    lambda look, seen: (
        Row(
            f"from {look.viewer.area} to {look.target.area}, {look.distance:g} in",
            "seen" if seen else "not seen",
            "order-cards.visibility.table",
        ),
    ),
)
PROCEDURES: Final[tuple[Procedure, ...]] = (VISIBILITY,)
