"""How the laws read Chamberlain."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import State
from tests.laws.reader import Measured, Reader, Standing


def standing(state: State) -> dict[str, Standing]:
    return {unit.id: Standing(unit.side, (field.block(unit, state.settings),)) for unit in field.on_table(state)}


def measured(state: State, form: March) -> Measured:
    """From the middle of the front edge, about which a base pivots freely [setup.centre-point]."""
    return Measured(form.start, ((0.0, 0.5 * form.depth),))


READER: Final = Reader(standing=standing, moves={"act": measured, "advance": measured})
