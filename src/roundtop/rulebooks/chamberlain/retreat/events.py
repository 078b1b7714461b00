"""A beaten unit falls back, or is lost."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import copy, record
from roundtop.rulebooks.chamberlain import field
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.state import State
from roundtop.table.pose import Point


@record
class FallBack:
    """A beaten unit retreats from a place. Roles: attacker, defender. `risked`: its officer has had his roll."""

    unit: str
    role: str
    away: Point
    risked: bool


@record
class ChooseDriver:
    """Attackers scored alike: the active side says from which of them a beaten defender falls back."""

    unit: str
    attackers: tuple[str, ...]
    risked: bool


@record
class UnitLost:
    """A unit is off the table: broken or retired."""

    unit: str
    fate: str
    cause: str


def unit_lost(state: State, event: UnitLost) -> State:
    new = copy(field.unit_of(state, event.unit))
    new.place = event.fate
    new.concealed = False
    return action_events.waits_no_more(field.with_unit(state, new), event.unit)


EFFECTS: Final[Effects] = {
    UnitLost: unit_lost,
}
