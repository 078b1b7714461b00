"""A re-supply card, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import umpire
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


def _read_resupply(fields: umpire.Fields) -> Depot:
    house = umpire.house_rules(fields)
    between("units_commanded", fields["units_commanded"], 0, 1000)
    start = rule.starting_points(fields["units_commanded"], house)
    points: int = start if fields["points"] is None else fields["points"]
    between("points", points, 0, 1000)
    names: list[str] = [unit["id"] for unit in fields["units"]]
    for place, name in enumerate(names):
        if names.count(name) > 1:
            raise FieldError(f"units[{place}].id: two units are called '{name}'; every unit has a name of its own")
    units = [
        rule.Needy(
            unit["ammo"],
            unit["state"],
            umpire.distance_given(f"units[{place}].nearest_enemy_range", unit["nearest_enemy_range"]),
            umpire.distance_given(f"units[{place}].wagon_range", unit["wagon_range"]),
        )
        for place, unit in enumerate(fields["units"])
    ]
    return Depot(start, points, tuple(names), tuple(units), house)


def _serve(depot: Depot, _: Dice) -> tuple[tuple[str, ...], int]:
    points = depot.points
    found: list[str] = []
    for unit in depot.units:
        ammo, points = rule.served(unit, points, depot.settings)
        found.append(ammo)
    return tuple(found), points


def _served(depot: Depot, after: tuple[tuple[str, ...], int]) -> Outputs:
    found: Outputs = {"points_start": depot.start, "ammo_after": dict(zip(depot.names, after[0], strict=True))}
    if depot.settings.supply_limit:
        found["points_left"] = after[1]
    return found


def _served_lines(depot: Depot, after: tuple[tuple[str, ...], int]) -> tuple[Row, ...]:
    found = [Row(name, ammo, "order-cards.supply.card") for name, ammo in zip(depot.names, after[0], strict=True)]
    if depot.settings.supply_limit:
        found.append(Row("points left", str(after[1]), "order-cards.supply.limit"))
    return tuple(found) or (Row("nobody to serve", "", "order-cards.supply.card"),)


RESUPPLY: Final[Procedure] = simple("resupply", _read_resupply, _serve, _served, _served_lines)
PROCEDURES: Final[tuple[Procedure, ...]] = (RESUPPLY,)
