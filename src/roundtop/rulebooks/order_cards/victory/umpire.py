"""Broken armies and points, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.order_cards import umpire
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.victory import rule


@record(frozen=True)
class Losses:
    """What an army has lost."""

    starting: int
    lost: int
    routing: int
    settings: Settings


def _read_break(fields: umpire.Fields) -> Losses:
    for name in ("removed", "captured", "run_off", "guns_abandoned", "routing_now", "guards_detached"):
        between(name, fields[name], 0, 100000)
    between("starting_stands", fields["starting_stands"], 1, 100000)
    lost = fields["removed"] + fields["captured"] + fields["run_off"] + fields["guns_abandoned"]
    return Losses(fields["starting_stands"], lost, fields["routing_now"], umpire.house_rules(fields))


ARMY_BREAK: Final[Procedure] = simple(
    "army-break",
    _read_break,
    lambda army, _: rule.broken(army.starting, army.lost, army.routing, army.settings),
    lambda army, broken: {
        "threshold": rule.break_at(army.starting, army.settings),
        "count": army.lost + army.routing,
        "broken": broken,
    },
    lambda army, broken: (
        Row("breaks at", str(rule.break_at(army.starting, army.settings)), "order-cards.victory.break-point"),
        Row("lost or routing", str(army.lost + army.routing), "order-cards.victory.break-point"),
        Row("the army", "broken" if broken else "holds", "order-cards.victory.break-point"),
    ),
)


@record(frozen=True)
class Reckoning:
    """Two sides at the end of a battle."""

    sides: tuple[str, str]
    points: tuple[int, int]
    broken: tuple[bool, bool]
    settings: Settings


def _read_victory(fields: umpire.Fields) -> Reckoning:
    scores: dict[str, umpire.Fields] = fields["sides"]
    sides = umpire.two_sides("sides", list(scores))
    for side in fields["broken"]:
        if side not in sides:
            raise FieldError(f"broken: '{side}' is none of the sides {sides[0]} and {sides[1]}")
    points = tuple([rule.points(_score(side, scores[side])) for side in sides])
    broken = (sides[0] in fields["broken"], sides[1] in fields["broken"])
    return Reckoning(sides, (points[0], points[1]), broken, umpire.house_rules(fields))


def _score(side: str, given: umpire.Fields) -> rule.Score:
    for name in ("destroyed_or_run_off", "captured", "captured_guns"):
        between(f"sides.{side}.{name}", given[name], 0, 100000)
    return rule.Score(
        given["destroyed_or_run_off"],
        given["captured"],
        given["captured_guns"],
        tuple(given["officers"]),
        tuple(given["objectives"]),
    )


VICTORY: Final[Procedure] = simple(
    "victory",
    _read_victory,
    lambda end, _: rule.winner(end.sides, end.points, end.broken, end.settings),
    lambda end, result: {"points": dict(zip(end.sides, end.points, strict=True)), "result": result},
    lambda end, result: (
        Row(f"{end.sides[0]} points", str(end.points[0]), "order-cards.victory.points"),
        Row(f"{end.sides[1]} points", str(end.points[1]), "order-cards.victory.points"),
        Row("result", result, "order-cards.victory.break-point" if any(end.broken) else "order-cards.victory.points"),
    ),
)
PROCEDURES: Final[tuple[Procedure, ...]] = (
    ARMY_BREAK,
    VICTORY,
)
