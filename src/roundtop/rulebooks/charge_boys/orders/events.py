"""The steps and events of written orders."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import copy, record
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.state import State
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose


@record
class WriteOrders:
    """Orders are written in secret by those still waited for.

    For each side: the place of the unit or General it writes for among those it may order, and whether it only looks
    its orders through once more.
    """

    waiting: tuple[tuple[str, int, bool], ...]


@record
class RevealOrders:
    """All orders are turned up together."""


@record
class OrderedCharges:
    """Those ordered to charge test for it."""


@record
class OrderedTest:
    """A unit ordered to charge tests; `mutual`: its target has been ordered to charge it."""

    unit: str
    target: str
    mutual: bool


@record
class MeetCharges:
    """Whoever is charged evades or tests."""


@record
class AskCounter:
    """Mounted troops who stand may meet a charge with their own."""

    unit: str
    target: str


@record
class ThrowReaches:
    """Those who charge throw their bonus, and everybody sets off."""


@record
class Marching:
    """A unit on its way: where it set out, how many impulses it has gone, and whether it has stopped for the turn.

    `foe` is the enemy that was nearest in sight when it set out.
    """

    unit: str
    origin: Pose
    strides: int
    stopped: bool
    foe: str


@record
class Impulse:
    """One of the equal impulses of movement under written orders."""

    number: int
    marches: tuple[Marching, ...]


@record
class Finish:
    """Marches are over, orders that take the whole turn are complete, and Generals arrive, one after the other."""

    about: tuple[str, ...]
    marches: tuple[Marching, ...]


@record
class OrderWritten:
    """An order is written for a unit or General; the enemy sees only that it was."""

    side: str
    about: str
    order: tuple[Manoeuvre, ...]


@record
class OrdersRevealed:
    orders: tuple[tuple[str, tuple[Manoeuvre, ...]], ...]


@record
class ImpulseMade:
    """Everybody on the march has come a little farther: units with their places."""

    number: int
    places: tuple[tuple[str, Pose], ...]


@record
class Strode:
    """A charger has come one impulse nearer; `reach` is what it has left."""

    unit: str
    pose: Pose
    reach: float


def after_order_written(state: State, event: OrderWritten) -> State:
    return _with_order(state, event.about, event.order)


def after_orders_revealed(state: State, event: OrdersRevealed) -> State:
    for about, order in event.orders:
        state = _with_order(state, about, order)
    return state


def _with_order(state: State, about: str, order: tuple[Manoeuvre, ...]) -> State:
    for unit in state.units:
        if unit.id == about:
            new = copy(unit)
            new.order = order
            return field.with_unit(state, new)
    general = copy(field.general_of(state, about))
    general.order = order
    return field.with_general(state, general)


def after_impulse_made(state: State, event: ImpulseMade) -> State:
    for id, pose in event.places:
        state = _come_to(state, id, pose)
    return state


def after_strode(state: State, event: Strode) -> State:
    unit = field.noted(field.unit_of(_come_to(state, event.unit, event.pose), event.unit))
    unit.turn.reach = event.reach
    return generals_events.with_riders(field.with_unit(state, unit), unit, True)


def _come_to(state: State, id: str, pose: Pose) -> State:
    unit = copy(field.unit_of(state, id))
    unit.pose = pose
    if unit.formation == tables.LIMBERED:
        unit.guns = field.guns_in_row(unit, pose, state.settings)
    if unit.formation == tables.ROAD_COLUMN:
        unit.trail = field.straight_trail(unit, state.settings)
    return generals_events.with_riders(field.with_unit(state, unit), unit, True)


EFFECTS: Final[Effects] = {
    OrderWritten: after_order_written,
    OrdersRevealed: after_orders_revealed,
    ImpulseMade: after_impulse_made,
    Strode: after_strode,
}
