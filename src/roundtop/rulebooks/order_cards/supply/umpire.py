"""A re-supply card, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure, each, reads, reckoned
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.supply import rule


@record(frozen=True)
class Depot:
    """Units to be served one after the other out of so many points."""

    start: int
    points: int
    names: tuple[str, ...]
    units: tuple[rule.Needy, ...]
    settings: Settings


def _can_be(given: Fields) -> None:
    names = [unit["id"] for unit in given["units"]]
    for place, name in enumerate(names):
        if names.count(name) > 1:
            raise FieldError(f"units[{place}].id: two units are called '{name}'; every unit has a name of its own")


def _start(given: Fields) -> int:
    return rule.starting_points(given["units_commanded"], given["settings"])


def _serve(depot: Depot) -> tuple[dict[str, str], int]:
    points = depot.points
    found: dict[str, str] = {}
    for name, unit in zip(depot.names, depot.units, strict=True):
        found[name], points = rule.served(unit, points, depot.settings)
    return found, points


def _served(depot: Depot, after: tuple[dict[str, str], int]) -> Outputs:
    left = after[1] if depot.settings.supply_limit else None
    return {"points_start": depot.start, "ammo_after": after[0], "points_left": left}


def _served_lines(depot: Depot, after: tuple[dict[str, str], int]) -> tuple[Row, ...]:
    found = [Row(name, ammo, "order-cards.supply.card") for name, ammo in after[0].items()]
    if depot.settings.supply_limit:
        found.append(Row("points left", str(after[1]), "order-cards.supply.limit"))
    return tuple(found) or (Row("nobody to serve", "", "order-cards.supply.card"),)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "resupply",
        reads(
            Depot,
            _can_be,
            start=_start,
            points=lambda given: _start(given) if given["points"] is None else given["points"],
            names=lambda given: [unit["id"] for unit in given["units"]],
            units=each("units", reads(rule.Needy, enemy_range="nearest_enemy_range")),
        ),
        _serve,
        _served_lines,
        answer=_served,
    ),
)
