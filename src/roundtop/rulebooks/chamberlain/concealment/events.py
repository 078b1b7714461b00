"""Units come to be known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects, unchanged
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.state import State


@final
@dataclass(slots=True)
class Discover:
    """Concealed enemies in sight of the active side are found."""

    side: str


@final
@dataclass(slots=True)
class Revealed:
    """A concealed unit is known from now on. Causes: discovered, activated, fired, hit, contact, retired."""

    unit: str
    cause: str


@final
@dataclass(slots=True)
class LookedAround:
    """Something has moved, so that with conceal_level = sight blinds may have come into view or gone out of it."""


def revealed(state: State, event: Revealed) -> State:
    """Known from now on; nothing conceals it again [conceal.no-return]."""
    new = field.copied(field.unit_of(state, event.unit))
    new.concealed = False
    return field.with_unit(state, new)


STEPS: Final[tuple[type, ...]] = (Discover,)
EFFECTS: Final[Effects] = {
    LookedAround: unchanged,
    Revealed: revealed,
}
