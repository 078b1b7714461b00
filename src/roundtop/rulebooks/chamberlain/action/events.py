"""An activated unit acts."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import copy, record
from roundtop.rulebooks.chamberlain.state import State


@record
class Act:
    """An activated unit acts; `fired`: it has fired first and may still make its difficult move."""

    unit: str
    fired: bool


@record
class Stood:
    """An activated unit has acted, or did nothing."""

    unit: str


def stood(state: State, event: Stood) -> State:
    return waits_no_more(copy(state), event.unit)


def waits_no_more(new: State, unit: str) -> State:
    """A unit that has acted, or is gone, waits no more; `new` is fresh."""
    if unit in new.waiting:
        new.waiting = tuple([one for one in new.waiting if one != unit])
    return new


EFFECTS: Final[Effects] = {
    Stood: stood,
}
