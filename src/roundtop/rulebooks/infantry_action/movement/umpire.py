"""The umpire on a move."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Outputs, Procedure, between, simple
from roundtop.rulebooks.infantry_action import umpire
from roundtop.rulebooks.infantry_action.movement import rule
from roundtop.table.measure import rounded


def _read_move(fields: umpire.Fields) -> rule.Step:
    for name in ("farthest_stand_in", "end_gap_in", "start_gap_in", "wood_in", "obstacles"):
        between(name, fields[name], 0)
    if fields["kind"] == "infantry" and fields["pivot_deg"]:
        raise FieldError("pivot_deg: infantry does not turn on the spot; its wheels are in farthest_stand_in")
    return rule.Step(
        order=fields["order"],
        farthest=fields["farthest_stand_in"],
        end_gap=fields["end_gap_in"],
        start_gap=fields["start_gap_in"],
        kind=fields["kind"],
        pinned=fields["pinned"],
        pivot=fields["pivot_deg"],
        wood=fields["wood_in"],
        obstacles=fields["obstacles"],
        settings=umpire.house(fields),
    )


def _answer(step: rule.Step, clause: str) -> Outputs:
    """Lawful or not, with what the move costs and what the order allows."""
    return umpire.verdict(clause) | {"spent_in": rounded(rule.spent(step)), "allowance_in": rule.allowance(step)}


MOVE_CHECK: Final[Procedure] = simple(
    "move-check", _read_move, lambda step, _: rule.step_refusal(step), _answer, umpire.no_line
)
