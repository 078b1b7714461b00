"""The umpire on victory."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Procedure, filled, reckoned, with_parts
from roundtop.battle.tally import Row
from roundtop.rulebooks.infantry_action.umpire import SIDES
from roundtop.rulebooks.infantry_action.victory import rule


def _limit(given: Fields) -> int:
    limit: int | None = given["turn_limit"]
    return given["settings"].turn_limit if limit is None else limit


def _tolls(given: Fields) -> tuple[rule.Toll, ...]:
    if sorted(given["sides"]) != sorted(SIDES):
        raise FieldError("sides: give union and confederate, and nobody else")
    return tuple([filled(rule.Toll, given["sides"][side]) for side in SIDES])


def _victory_lines(end_of: Fields, end: rule.Victory) -> tuple[Row, ...]:
    found: list[Row] = []
    for side, toll, points in zip(SIDES, end_of["tolls"], end.points, strict=True):
        share = f"{toll.routed_or_removed} of {toll.units}"
        found.append(Row(f"{side} units routed or removed", share, "infantry-action.victory.army-break"))
        found.append(Row(f"{side} points", str(points), "infantry-action.victory.points"))
    why = "infantry-action.victory.army-break" if end.reason == "army-break" else "infantry-action.victory.game-length"
    return (*found, Row(f"turn {end_of['turn']} of {end_of['turn_limit']}", end.winner if end.over else "goes on", why))


VICTORY_CHECK: Final[Procedure] = reckoned(
    "victory-check",
    with_parts(turn_limit=_limit, tolls=_tolls),
    lambda end: rule.victory(end["turn"], end["turn_limit"], SIDES, end["tolls"], end["settings"]),
    _victory_lines,
    answer=lambda _, end: ({"points": dict(zip(SIDES, end.points, strict=True))}, end),
)
PROCEDURES: Final[tuple[Procedure, ...]] = (VICTORY_CHECK,)
