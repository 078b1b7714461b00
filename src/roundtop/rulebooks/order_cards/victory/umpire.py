"""Broken armies and points, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure, filled, reads, reckoned, two_sides
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.victory import rule


@record(frozen=True)
class Losses:
    """What an army has lost."""

    starting: int
    lost: int
    routing: int
    settings: Settings


def _lost(given: Fields) -> int:
    return int(given["removed"] + given["captured"] + given["run_off"] + given["guns_abandoned"])


def _break(army: Losses) -> Outputs:
    return {
        "threshold": rule.break_at(army.starting, army.settings),
        "count": army.lost + army.routing,
        "broken": rule.broken(army.starting, army.lost, army.routing, army.settings),
    }


def _break_lines(_: Losses, found: Outputs) -> tuple[Row, ...]:
    clause = "order-cards.victory.break-point"
    return (
        Row("breaks at", str(found["threshold"]), clause),
        Row("lost or routing", str(found["count"]), clause),
        Row("the army", "broken" if found["broken"] else "holds", clause),
    )


@record(frozen=True)
class Reckoning:
    """Two sides at the end of a battle."""

    sides: tuple[str, str]
    points: tuple[int, int]
    broken: tuple[bool, bool]
    settings: Settings


def _sides(given: Fields) -> tuple[str, str]:
    return two_sides("sides", list(given["sides"]))


def _points(given: Fields) -> tuple[int, ...]:
    return tuple([rule.points(_score(given["sides"][side])) for side in _sides(given)])


def _score(given: Fields) -> rule.Score:
    found: rule.Score = filled(rule.Score, given, destroyed=given["destroyed_or_run_off"], guns=given["captured_guns"])
    return found


def _broken(given: Fields) -> tuple[bool, ...]:
    sides = _sides(given)
    for side in given["broken"]:
        if side not in sides:
            raise FieldError(f"broken: '{side}' is none of the sides {sides[0]} and {sides[1]}")
    return tuple([side in given["broken"] for side in sides])


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "army-break",
        reads(Losses, starting="starting_stands", lost=_lost, routing="routing_now"),
        _break,
        _break_lines,
    ),
    reckoned(
        "victory",
        reads(Reckoning, sides=_sides, points=_points, broken=_broken),
        lambda end: rule.winner(end.sides, end.points, end.broken, end.settings),
        lambda end, result: (
            Row(f"{end.sides[0]} points", str(end.points[0]), "order-cards.victory.points"),
            Row(f"{end.sides[1]} points", str(end.points[1]), "order-cards.victory.points"),
            Row("result", result, f"order-cards.victory.{'break-point' if any(end.broken) else 'points'}"),
        ),
        answer=lambda end, result: {"points": dict(zip(end.sides, end.points, strict=True)), "result": result},
    ),
)
