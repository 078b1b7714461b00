"""The umpire on a move."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import FieldError, Fields, Procedure, reads, ruled
from roundtop.rulebooks.infantry_action.movement import rule
from roundtop.table.measure import rounded


def _can_be(given: Fields) -> None:
    if given["kind"] == "infantry" and given["pivot_deg"]:
        raise FieldError("pivot_deg: infantry does not turn on the spot; its wheels are in farthest_stand_in")


MOVE_CHECK: Final[Procedure] = ruled(
    "move-check",
    reads(
        rule.Step,
        _can_be,
        farthest="farthest_stand_in",
        end_gap="end_gap_in",
        start_gap="start_gap_in",
        pivot="pivot_deg",
        wood="wood_in",
    ),
    rule.step_refusal,
    lambda step: {"spent_in": rounded(rule.spent(step)), "allowance_in": rule.allowance(step)},
)
PROCEDURES: Final[tuple[Procedure, ...]] = (MOVE_CHECK,)
