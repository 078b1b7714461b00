"""The actions left to a figure, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Fields, Procedure, as_given, reckoned
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish.actions import rule


def _lines(given: Fields, left: int) -> tuple[Row, ...]:
    found = [Row("actions a turn", str(rule.ACTIONS), "skirmish.actions.allowance")]
    if given["wounds"]:
        found.append(Row("wounds", f"-{given['wounds']}", "skirmish.actions.allowance"))
    if given["carrying"]:
        found.append(Row("carrying", "-1", "skirmish.actions.carry"))
    if given["actions_spent"]:
        found.append(Row("spent", f"-{given['actions_spent']}", "skirmish.actions.mid-turn-wound"))
    return (*found, Row("actions left", str(left), "skirmish.actions.mid-turn-wound"))


PROCEDURES: Final[tuple[Procedure, ...]] = (
    reckoned(
        "actions-left",
        as_given,
        lambda given: rule.actions_left(given["wounds"], given["actions_spent"], given["carrying"]),
        _lines,
        answer=lambda _, left: {"actions_left": left},
    ),
)
