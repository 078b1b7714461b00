"""The umpire on victory."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Procedure, filled, reads, reckoned
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.umpire import SIDES
from roundtop.rulebooks.infantry_action.victory import rule


@record(frozen=True)
class TurnEnd:
    """Both sides at the end of a turn, in the order of SIDES."""

    turn: int
    turn_limit: int
    tolls: tuple[rule.Toll, rule.Toll]
    settings: Settings


def _limit(given: Fields) -> int:
    limit: int | None = given["turn_limit"]
    return given["settings"].turn_limit if limit is None else limit


def _tolls(given: Fields) -> tuple[rule.Toll, ...]:
    if sorted(given["sides"]) != sorted(SIDES):
        raise FieldError("sides: give union and confederate, and nobody else")
    return tuple([filled(rule.Toll, given["sides"][side]) for side in SIDES])


def _victory_lines(given: TurnEnd, end: rule.Victory) -> tuple[Row, ...]:
    found: list[Row] = []
    for side, toll, points in zip(SIDES, given.tolls, end.points, strict=True):
        share = f"{toll.routed_or_removed} of {toll.units}"
        found.append(Row(f"{side} units routed or removed", share, "infantry-action.victory.army-break"))
        found.append(Row(f"{side} points", str(points), "infantry-action.victory.points"))
    why = "infantry-action.victory.army-break" if end.reason == "army-break" else "infantry-action.victory.game-length"
    return (*found, Row(f"turn {given.turn} of {given.turn_limit}", end.winner if end.over else "goes on", why))


VICTORY_CHECK: Final[Procedure] = reckoned(
    "victory-check",
    reads(TurnEnd, turn_limit=_limit, tolls=_tolls),
    lambda given: rule.victory(given.turn, given.turn_limit, SIDES, given.tolls, given.settings),
    _victory_lines,
    answer=lambda _, end: ({"points": dict(zip(SIDES, end.points, strict=True))}, end),
)
PROCEDURES: Final[tuple[Procedure, ...]] = (VICTORY_CHECK,)
