"""Procedure: victory."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Outputs, Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.charge_boys import umpire
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.victory import rule

BROKEN: Final[dict[tuple[bool, bool], str]] = {
    (False, False): rule.NOBODY,
    (True, False): umpire.SIDES[0],
    (False, True): umpire.SIDES[1],
    (True, True): rule.BOTH,
}


@record(frozen=True)
class TurnEnd:
    """Both sides at the end of a turn, in the order of SIDES."""

    turn: int
    limit: int
    tallies: tuple[rule.Tally, rule.Tally]
    settings: Settings


def _read_victory(fields: umpire.Fields) -> TurnEnd:
    between("turn", fields["turn"], 1)
    between("turn_limit", fields["turn_limit"], 1)
    tallies = (_army(fields[umpire.SIDES[0]], umpire.SIDES[0]), _army(fields[umpire.SIDES[1]], umpire.SIDES[1]))
    return TurnEnd(fields["turn"], fields["turn_limit"], tallies, umpire.house(fields))


def _army(fields: umpire.Fields, side: str) -> rule.Tally:
    umpire.counts(fields, f"{side}.", "guns_captured", "generals_lost", "objectives")
    units: list[umpire.Fields] = fields["units"]
    out = 0
    for place, unit in enumerate(units):
        between(f"{side}.units[{place}].start", unit["start"], 1)
        between(f"{side}.units[{place}].strength", unit["strength"], 0, unit["start"])
        if rule.out_of_action(unit["start"], unit["strength"], unit["routing"], unit["lost"], unit["guns_lost"]):
            out += 1
    return rule.Tally(len(units), out, fields["guns_captured"], fields["generals_lost"], fields["objectives"])


def _victory_outputs(given: TurnEnd, end: rule.End) -> Outputs:
    return {
        "union_out": given.tallies[0].out,
        "confederate_out": given.tallies[1].out,
        "broken": BROKEN[end.broken],
        "union_points": end.points[0],
        "confederate_points": end.points[1],
        "winner": end.winner,
    }


def _victory_lines(given: TurnEnd, end: rule.End) -> tuple[Row, ...]:
    found: list[Row] = []
    for side, tally, points in zip(umpire.SIDES, given.tallies, end.points, strict=True):
        found.append(
            Row(f"{side} units out of action", f"{tally.out} of {tally.units}", "charge-boys.victory.lost-unit")
        )
        found.append(Row(f"{side} points", str(points), "charge-boys.victory.points"))
    why = "charge-boys.victory.army-break" if any(end.broken) else "charge-boys.victory.game-length"
    words = "goes on" if end.winner == rule.NOBODY else end.winner
    return (*found, Row(f"turn {given.turn} of {given.limit}", words, why))


VICTORY: Final[Procedure] = simple(
    "victory",
    _read_victory,
    lambda given, _: rule.ended(given.turn, given.limit, umpire.SIDES, given.tallies, given.settings),
    _victory_outputs,
    _victory_lines,
)


PROCEDURES: Final[tuple[Procedure, ...]] = (VICTORY,)
