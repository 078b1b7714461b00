"""The steps and events of Generals."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import copy, record
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.state import GONE, ON_TABLE, General, State, Unit
from roundtop.table.pose import Pose


@record
class MoveGeneral:
    """A General rides."""

    general: str


@record
class MakeWay:
    """A lone General rides off before enemies who have come upon him."""

    general: str


@record
class GeneralMoved:
    """A General has ridden; `unit` is the one he is with now."""

    general: str
    start: Pose
    end: Pose
    unit: str
    cause: str


@record
class GeneralLost:
    """Causes: killed, captured, left-table."""

    general: str
    cause: str


def after_general_lost(state: State, event: GeneralLost) -> State:
    general = copy(field.general_of(state, event.general))
    general.place = GONE
    general.unit = ""
    return field.with_general(state, general)


def after_general_moved(state: State, event: GeneralMoved) -> State:
    general = copy(field.general_of(state, event.general))
    general.pose = event.end
    general.unit = event.unit
    general.acted = general.acted or event.cause == "order"
    return field.with_general(state, general)


def with_riders(state: State, unit: Unit, willed: bool = False) -> State:
    """Generals with a unit go where it goes [officer.with-unit, officer.general-in-rout].

    `willed`: by its own move, which is theirs for the turn; one who is ordered to ride stays behind for that.
    """
    riders = [general for general in state.generals if general.unit == unit.id and general.place == ON_TABLE]
    for rider in riders:
        if willed and ordered_to_ride(rider):
            continue
        new = copy(rider)
        new.acted = new.acted or willed
        if unit.place == ON_TABLE:
            new.pose = field.beside(unit, state.settings)
        state = field.with_general(state, new)
    return state


def ordered_to_ride(general: General) -> bool:
    """Whether a General has a written order to leave where he is."""
    return bool(general.order) and general.order[0].kind != "hold"


EFFECTS: Final[Effects] = {
    GeneralMoved: after_general_moved,
    GeneralLost: after_general_lost,
}
