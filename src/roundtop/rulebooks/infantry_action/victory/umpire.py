"""The umpire on victory."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.infantry_action import umpire
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.rulebooks.infantry_action.victory import rule


@record(frozen=True)
class TurnEnd:
    """Both sides at the end of a turn, in the order of SIDES."""

    turn: int
    turn_limit: int
    tolls: tuple[rule.Toll, rule.Toll]
    settings: Settings


def _read_victory(fields: umpire.Fields) -> TurnEnd:
    sides: dict[str, umpire.Fields] = fields["sides"]
    if sorted(sides) != sorted(umpire.SIDES):
        raise FieldError("sides: give union and confederate, and nobody else")
    between("turn", fields["turn"], 1)
    house = umpire.house(fields)
    limit: int = house.turn_limit if fields["turn_limit"] is None else fields["turn_limit"]
    between("turn_limit", limit, 1)
    return TurnEnd(fields["turn"], limit, (_toll(umpire.SIDES[0], sides), _toll(umpire.SIDES[1], sides)), house)


def _toll(side: str, sides: dict[str, umpire.Fields]) -> rule.Toll:
    army = sides[side]
    for name in ("units", "stands_lost", "batteries_lost"):
        between(f"sides.{side}.{name}", army[name], 0)
    between(f"sides.{side}.routed_or_removed", army["routed_or_removed"], 0, army["units"])
    return rule.Toll(army["units"], army["routed_or_removed"], army["stands_lost"], army["batteries_lost"])


def _won(_: TurnEnd, end: rule.Victory) -> Outputs:
    points = dict(zip(umpire.SIDES, end.points, strict=True))
    return {"over": end.over, "winner": end.winner, "reason": end.reason, "points": points}


def _victory_lines(given: TurnEnd, end: rule.Victory) -> tuple[Row, ...]:
    found: list[Row] = []
    for side, toll, points in zip(umpire.SIDES, given.tolls, end.points, strict=True):
        share = f"{toll.routed_or_removed} of {toll.units}"
        found.append(Row(f"{side} units routed or removed", share, "infantry-action.victory.army-break"))
        found.append(Row(f"{side} points", str(points), "infantry-action.victory.points"))
    why = "infantry-action.victory.army-break" if end.reason == "army-break" else "infantry-action.victory.game-length"
    return (*found, Row(f"turn {given.turn} of {given.turn_limit}", end.winner if end.over else "goes on", why))


VICTORY_CHECK: Final[Procedure] = simple(
    "victory-check",
    _read_victory,
    lambda given, _: rule.victory(given.turn, given.turn_limit, umpire.SIDES, given.tolls, given.settings),
    _won,
    _victory_lines,
)
