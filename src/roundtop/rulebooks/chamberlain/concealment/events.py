"""Units come to be known."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, unchanged
from roundtop.record import copy, record
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import State


@record
class Discover:
    """Concealed enemies in sight of the active side are found."""

    side: str


@record
class Revealed:
    """A concealed unit is known from now on. Causes: discovered, activated, fired, hit, contact, retired."""

    unit: str
    cause: str


@record
class LookedAround:
    """Something has moved, so that with conceal_level = sight blinds may have come into view or gone out of it."""


def revealed(state: State, event: Revealed) -> State:
    """Known from now on; nothing conceals it again [conceal.no-return]."""
    new = copy(field.unit_of(state, event.unit))
    new.concealed = False
    return field.with_unit(state, new)


EFFECTS: Final[Effects] = {
    LookedAround: unchanged,
    Revealed: revealed,
}
