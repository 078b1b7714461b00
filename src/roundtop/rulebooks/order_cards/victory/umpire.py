"""Broken armies and points, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Outputs, Procedure, filled, reckoned, two_sides, with_parts
from roundtop.battle.tally import Row
from roundtop.rulebooks.order_cards.victory import rule


def _lost(given: Fields) -> int:
    return int(given["removed"] + given["captured"] + given["run_off"] + given["guns_abandoned"])


def _break(army: Fields) -> Outputs:
    return {
        "threshold": rule.break_at(army["starting_stands"], army["settings"]),
        "count": army["lost"] + army["routing_now"],
        "broken": rule.broken(army["starting_stands"], army["lost"], army["routing_now"], army["settings"]),
    }


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
        with_parts(lost=_lost),
        _break,
        "order-cards.victory.break-point",
    ),
    reckoned(
        "victory",
        with_parts(sides=_sides, points=_points, broken=_broken),
        lambda end: rule.winner(end["sides"], end["points"], end["broken"], end["settings"]),
        lambda end, result: (
            Row(f"{end['sides'][0]} points", str(end["points"][0]), "order-cards.victory.points"),
            Row(f"{end['sides'][1]} points", str(end["points"][1]), "order-cards.victory.points"),
            Row("result", result, f"order-cards.victory.{'break-point' if any(end['broken']) else 'points'}"),
        ),
        answer=lambda end, result: {"points": dict(zip(end["sides"], end["points"], strict=True)), "result": result},
    ),
)
