"""A charge has gone home."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record, replace
from roundtop.rulebooks.chamberlain.state import Charge, State


@record
class ContactMade:
    """A charge has touched its enemies."""

    charge: Charge


def contact_made(state: State, event: ContactMade) -> State:
    return replace(state, charges=(*state.charges, event.charge))


EFFECTS: Final[Effects] = {
    ContactMade: contact_made,
}
