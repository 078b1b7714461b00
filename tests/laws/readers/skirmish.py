"""How the laws read the State of War skirmish."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import March
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.state import State
from tests.laws.reader import Measured, Reader, Standing


def standing(state: State) -> dict[str, Standing]:
    """Whoever is on his feet; one who lies or is carried takes no room."""
    return {man.id: Standing(man.side, (field.base(man, state.settings),)) for man in field.able_of(state)}


def measured(state: State, form: March) -> Measured:
    """By the middle of the base [movement.path]."""
    return Measured(form.start, ((0.0, 0.0),), ("turn", "about-face"))


READER: Final = Reader(standing=standing, moves={"move": measured, "together": measured})
