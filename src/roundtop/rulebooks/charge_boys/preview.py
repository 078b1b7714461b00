"""For a hand that moves pieces: the way to a place and what it would bring, chapter by chapter."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Hand, Previews, Proposals
from roundtop.battle.scene import Overlay
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.arrivals import events as arrivals_events
from roundtop.rulebooks.charge_boys.arrivals import told as arrivals_told
from roundtop.rulebooks.charge_boys.charge import events as charge_events
from roundtop.rulebooks.charge_boys.charge import told as charge_told
from roundtop.rulebooks.charge_boys.deployment import events as deployment_events
from roundtop.rulebooks.charge_boys.deployment import told as deployment_told
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.generals import table as generals_table
from roundtop.rulebooks.charge_boys.generals import told as generals_told
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import told as movement_told
from roundtop.rulebooks.charge_boys.movement import ways as movement_ways
from roundtop.rulebooks.charge_boys.orders import events as orders_events
from roundtop.rulebooks.charge_boys.orders import told as orders_told
from roundtop.rulebooks.charge_boys.sight import told as sight_told
from roundtop.rulebooks.charge_boys.state import ON_TABLE, State
from roundtop.table.pose import Pose, rounded_pose


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """Ranges and arc of a unit, whom it could fire on and who could fire on it.

    Kinds: arc, line (a lawful shot), threat (a shot at it). Nothing where one may not measure [core.measure].
    """
    if not view.settings.premeasure:
        return ()
    found = [unit for unit in view.units if unit.id == piece and unit.place == ON_TABLE]
    if not found:
        return ()
    unit = found[0]
    if pose is not None and unit.building < 0:
        unit = copy(unit)
        unit.pose = rounded_pose(pose)
        unit.trail = ()
        if unit.guns:
            unit.guns = field.guns_in_row(unit, unit.pose, view.settings)
        view = field.with_unit(view, unit)
    overlays = sight_told.bands(view, unit)
    for foe in field.enemies(view, unit):
        overlays.extend(sight_told.shots(view, unit, foe))
    return tuple(overlays)


PROPOSALS: Final[Proposals] = {
    movement_events.MoveUnit: movement_ways.march_there,
    generals_events.MoveGeneral: generals_table.ride_there,
    deployment_events.PlaceUnit: deployment_told.set_down_there,
    arrivals_events.Arrive: deployment_told.set_down_there,
    charge_events.Declare: charge_told.charge_there,
    orders_events.WriteOrders: orders_told.order_there,
}
PREVIEWS: Final[Previews] = {
    movement_events.MoveUnit: movement_told.preview_move,
    generals_events.MoveGeneral: generals_told.preview_ride,
    deployment_events.PlaceUnit: deployment_told.preview_placing,
    arrivals_events.Arrive: arrivals_told.preview_arrival,
    charge_events.Declare: charge_told.preview_charge,
    orders_events.WriteOrders: orders_told.preview_order,
}
HAND: Final[Hand] = Hand(PROPOSALS, PREVIEWS)
