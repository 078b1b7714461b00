"""The actions left to a figure, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Procedure, between, simple
from roundtop.battle.tally import Row
from roundtop.rulebooks.skirmish import umpire
from roundtop.rulebooks.skirmish.actions import rule


def _read_actions(fields: umpire.Fields) -> umpire.Fields:
    between("actions_spent", fields["actions_spent"], 0, rule.ACTIONS)
    return fields


def _action_lines(fields: umpire.Fields, left: int) -> tuple[Row, ...]:
    found = [Row("actions a turn", str(rule.ACTIONS), "skirmish.actions.allowance")]
    if fields["wounds"]:
        found.append(Row("wounds", f"-{fields['wounds']}", "skirmish.actions.allowance"))
    if fields["carrying"]:
        found.append(Row("carrying", "-1", "skirmish.actions.carry"))
    if fields["actions_spent"]:
        found.append(Row("spent", f"-{fields['actions_spent']}", "skirmish.actions.mid-turn-wound"))
    return (*found, Row("actions left", str(left), "skirmish.actions.mid-turn-wound"))


ACTIONS_LEFT: Final[Procedure] = simple(
    "actions-left",
    _read_actions,
    lambda fields, _: rule.actions_left(fields["wounds"], fields["actions_spent"], fields["carrying"]),
    lambda _, left: {"actions_left": left},
    _action_lines,
)
