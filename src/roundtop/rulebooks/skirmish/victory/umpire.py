"""The end of a skirmish, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Procedure, between, filled, reckoned, two_sides, with_parts
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish.victory import rule


def _sides(given: Fields) -> tuple[str, str]:
    return two_sides("sides", list(given["sides"]))


def _counts(given: Fields) -> tuple[rule.Count, ...]:
    for side, one in given["sides"].items():
        between(f"sides.{side}.broken", one["broken"], 0, one["start"] - one["lost"])
    return tuple([filled(rule.Count, given["sides"][side]) for side in _sides(given)])


def _lines(end: Fields, found: rule.Victory) -> tuple[Row, ...]:
    rows: list[Row] = []
    for side, count in zip(end["sides"], end["counts"], strict=True):
        gone = f"{count.lost} lost, {count.broken} broken of {count.start}"
        rows.append(Row(side, gone, "skirmish.victory.force-break"))
    clause = "skirmish.victory.tally" if found.reason == "turn-limit" else "skirmish.victory.force-break"
    limit = end["settings"].turn_limit
    return (*rows, Row(f"turn {end['turn']} of {limit}", found.winner if found.over else "goes on", clause))


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "victory-check",
        with_parts(sides=_sides, counts=_counts),
        lambda end: rule.victory(end["turn"], end["settings"].turn_limit, end["sides"], end["counts"], end["settings"]),
        _lines,
    ),
)
