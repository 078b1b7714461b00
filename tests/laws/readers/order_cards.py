"""How the laws read A.C.W. Rules."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.state import State
from tests.laws.reader import Measured, Reader, Standing


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, tuple(field.blocks(unit))) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """A line by its front corners, a column by its leading stand, a crowd by its middle [move.wheel]."""
    unit = field.unit_of(state, form.piece)
    in_place = ("turn", "about-face")
    if "shift" in form.kinds:
        return Measured(form.start, ((0.0, 0.0),), in_place)
    if field.in_file(unit):
        return Measured(field.head_of(unit), ((0.0, 0.0),), in_place)
    return Measured(form.start, tuple([(side * form.width, 0.5 * form.depth) for side in (-0.5, 0.5)]), in_place)


def ridden(state: State, form: March) -> Measured:
    return Measured(form.start, ((0.0, 0.0),))


READER: Final = Reader(
    standing=standing, moves={"move": measured, "officer-move": ridden, "ride": ridden, "barrier": ridden}
)
