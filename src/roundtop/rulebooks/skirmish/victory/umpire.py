"""The end of a skirmish, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.record import record
from roundtop.rulebooks.skirmish import umpire
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.victory import rule


@record(frozen=True)
class TurnEnd:
    """Both sides at the end of a turn."""

    turn: int
    sides: tuple[str, str]
    counts: tuple[rule.Count, rule.Count]
    settings: Settings


def _read_victory(fields: umpire.Fields) -> TurnEnd:
    given: dict[str, umpire.Fields] = fields["sides"]
    sides = umpire.two_sides("sides", list(given))
    between("turn", fields["turn"], 1)
    return TurnEnd(fields["turn"], sides, (_count(sides[0], given), _count(sides[1], given)), umpire.house(fields))


def _count(side: str, given: dict[str, umpire.Fields]) -> rule.Count:
    one = given[side]
    between(f"sides.{side}.start", one["start"], 1)
    between(f"sides.{side}.lost", one["lost"], 0, one["start"])
    between(f"sides.{side}.broken", one["broken"], 0, one["start"] - one["lost"])
    return rule.Count(one["start"], one["lost"], one["broken"])


def _victory_lines(end: TurnEnd, found: rule.Victory) -> tuple[Row, ...]:
    rows: list[Row] = []
    for side, count in zip(end.sides, end.counts, strict=True):
        gone = f"{count.lost} lost, {count.broken} broken of {count.start}"
        rows.append(Row(side, gone, "skirmish.victory.force-break"))
    tally = found.reason == "turn-limit"
    clause = "skirmish.victory.tally" if tally else "skirmish.victory.force-break"
    limit = end.settings.turn_limit
    return (*rows, Row(f"turn {end.turn} of {limit}", found.winner if found.over else "goes on", clause))


VICTORY_CHECK: Final[Procedure] = simple(
    "victory-check",
    _read_victory,
    lambda end, _: rule.victory(end.turn, end.settings.turn_limit, end.sides, end.counts, end.settings),
    lambda _, found: {"over": found.over, "winner": found.winner, "reason": found.reason},
    _victory_lines,
)
