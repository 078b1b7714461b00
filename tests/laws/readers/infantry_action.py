"""How the laws read Infantry Action."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import State
from tests.laws.reader import Measured, Reader, Standing


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, (field.block(unit, state.settings),)) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """Stand by stand, of which those at the ends go farthest [movement.measuring]."""
    out = 0.5 * (form.width - form.depth)
    return Measured(form.start, ((-out, 0.0), (out, 0.0)))


def interrupted(state: State, one: str, other: str) -> bool:
    """By the house rule, a move is held up where it comes under fire, be it in the midst of friends it passes."""
    if not other or state.phase != "movement" or state.settings.opportunity_fire != "movement":
        return False
    return field.unit_of(state, one).side == field.unit_of(state, other).side


READER: Final = Reader(
    standing=standing, excused={"opportunity.terms": interrupted}, moves={"move": measured, "advance": measured}
)
