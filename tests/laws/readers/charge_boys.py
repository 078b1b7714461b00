"""How the laws read Charge Boys Charge!."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.movement import faults
from roundtop.rulebooks.charge_boys.state import State
from roundtop.table.pose import ahead
from tests.laws.reader import Measured, Reader, Standing


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, tuple(field.blocks(unit, state.settings))) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """A formed body by its front corners, a column of march by its head, loose troops by their middle [move.wheel]."""
    in_place = ("turn", "about-face")
    if "wheel" in form.kinds:
        return Measured(form.start, tuple([(side * form.width, 0.5 * form.depth) for side in (-0.5, 0.5)]), in_place)
    if "leg" in form.kinds:
        return Measured(ahead(form.start, 0.5 * form.depth), ((0.0, 0.0),), in_place)
    return Measured(form.start, ((0.0, 0.0),), in_place)


def ridden(state: State, form: March) -> Measured:
    return Measured(form.start, ((0.0, 0.0),))


def passing(state: State, one: str, other: str) -> bool:
    """Under written orders, while they march, those who may pass through each other are seen to do so."""
    if not other or state.phase != "movement" or state.settings.turn_mode != "written-orders":
        return False
    units = field.unit_of(state, one), field.unit_of(state, other)
    return units[0].side == units[1].side and (faults.passes(*units) or faults.passes(*reversed(units)))


READER: Final = Reader(
    standing=standing, excused={"move.interpenetration": passing}, moves={"move": measured, "ride": ridden}
)
