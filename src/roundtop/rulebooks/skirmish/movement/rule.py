"""What a move costs, and what refuses it."""

from __future__ import annotations

from math import ceil
from typing import Final

from roundtop.record import record
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.table.measure import NOISE, TOLERANCE, within

RATE_CM: Final[dict[str, float]] = {"foot": 12.0, "mounted": 24.0, "animal": 12.0}
"""Centimetres an action [movement.foot-rate, movement.mounted-rate, movement.animals]."""
RATE_CLAUSE: Final[dict[str, str]] = {
    "foot": "skirmish.movement.foot-rate",
    "mounted": "skirmish.movement.mounted-rate",
    "animal": "skirmish.movement.animals",
}
DIFFICULT_COST: Final = 2.0
TURN_STEP_DEG: Final = 45.0
TURN_STEP_CM: Final = 6.0
"""A quarter of a horse's move for every 45 degrees [movement.mounted-turn]."""
JUMP_CM: Final = 12.0


@record(unsafe_hash=True)
class Move:
    """One Move action: centimetres of open and of difficult ground, degrees turned in all, obstacles jumped."""

    arm: str
    open_cm: float
    difficult_cm: float = 0.0
    turned_deg: float = 0.0
    jumps: int = 0
    rate_cm: float = 0.0


def allowance(move: Move) -> float:
    """The rate for one action; a scenario may give an animal its own [movement.animals]."""
    return move.rate_cm if move.arm == "animal" and move.rate_cm > 0.0 else RATE_CM[move.arm]


def ground_cost(open_cm: float, difficult_cm: float, settings: Settings) -> float:
    """What the ground of a path costs [movement.difficult-halves, movement.difficult-mixed]."""
    if settings.difficult_ground == "whole-move" and difficult_cm > TOLERANCE:
        return DIFFICULT_COST * (open_cm + difficult_cm)
    return open_cm + DIFFICULT_COST * difficult_cm


def turn_cost(arm: str, turned_deg: float, settings: Settings) -> float:
    """What turning costs: riders only [movement.mounted-turn, movement.mounted-turn-rounding, movement.foot-turn]."""
    if arm != "mounted":
        return 0.0
    if settings.mounted_turn_rounding == "proportional":
        return turned_deg / TURN_STEP_DEG * TURN_STEP_CM
    return ceil((turned_deg - TOLERANCE - NOISE) / TURN_STEP_DEG) * TURN_STEP_CM if turned_deg > 0.0 else 0.0


def price(move: Move, settings: Settings) -> float:
    """Ground plus turning plus jumps; only horses jump [movement.mounted-obstacles]."""
    jumps = JUMP_CM * move.jumps if move.arm == "mounted" else 0.0
    return (
        ground_cost(move.open_cm, move.difficult_cm, settings) + turn_cost(move.arm, move.turned_deg, settings) + jumps
    )


def move_refusal(move: Move, settings: Settings) -> str:
    """The clause that forbids a move, "" when none does [actions.move, movement.path, actions.climb-crossing]."""
    if move.jumps and move.arm == "foot":
        return "skirmish.actions.climb-crossing"
    if move.jumps and move.arm == "animal":
        return "skirmish.movement.mounted-obstacles"
    return "" if within(price(move, settings), allowance(move)) else RATE_CLAUSE[move.arm]
