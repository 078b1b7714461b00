"""A charge has gone home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import Charge, State


@final
@dataclass(slots=True)
class ContactMade:
    """A charge has touched its enemies."""

    charge: Charge


def contact_made(state: State, event: ContactMade) -> State:
    new = field.changing(state)
    new.charges = (*state.charges, event.charge)
    return new


EFFECTS: Final[Effects] = {
    ContactMade: contact_made,
}
