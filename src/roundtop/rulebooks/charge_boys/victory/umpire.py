"""Procedure: victory."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Outputs, Procedure, filled, reckoned, with_parts
from roundtop.battle.tally import Row
from roundtop.rulebooks.charge_boys.umpire import SIDES
from roundtop.rulebooks.charge_boys.victory import rule

BROKEN: Final[dict[tuple[bool, bool], str]] = {
    (False, False): rule.NOBODY,
    (True, False): SIDES[0],
    (False, True): SIDES[1],
    (True, True): rule.BOTH,
}


def _tally(army: Fields) -> rule.Tally:
    units: list[Fields] = army["units"]
    out = len([unit for unit in units if rule.out_of_action(**unit)])
    found: rule.Tally = filled(rule.Tally, army, units=len(units), out=out)
    return found


def _outcome(turn: Fields, end: rule.End) -> Outputs:
    return {
        "union_out": turn["tallies"][0].out,
        "confederate_out": turn["tallies"][1].out,
        "broken": BROKEN[end.broken],
        "union_points": end.points[0],
        "confederate_points": end.points[1],
        "winner": end.winner,
    }


def _victory_lines(turn: Fields, end: rule.End) -> tuple[Row, ...]:
    found: list[Row] = []
    for side, tally, points in zip(SIDES, turn["tallies"], end.points, strict=True):
        share = f"{tally.out} of {tally.units}"
        found.append(Row(f"{side} units out of action", share, "charge-boys.victory.lost-unit"))
        found.append(Row(f"{side} points", str(points), "charge-boys.victory.points"))
    why = "charge-boys.victory.army-break" if any(end.broken) else "charge-boys.victory.game-length"
    words = "goes on" if end.winner == rule.NOBODY else end.winner
    return (*found, Row(f"turn {turn['turn']} of {turn['turn_limit']}", words, why))


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "victory",
        with_parts(tallies=lambda given: tuple([_tally(given[side]) for side in SIDES])),
        lambda turn: rule.ended(turn["turn"], turn["turn_limit"], SIDES, turn["tallies"], turn["settings"]),
        _victory_lines,
        answer=_outcome,
    ),
)
