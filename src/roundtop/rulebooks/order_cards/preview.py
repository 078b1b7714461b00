"""Help for a hand that moves pieces: which chapter finds the way, prices it, and says what could be seen there.

What a charge could reach is not told before it is declared [charge.reach-not-shown]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Hand, Previews, Proposals
from roundtop.battle.scene import Overlay
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.barriers import events as barriers_events
from roundtop.rulebooks.order_cards.barriers import told as barriers_told
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards import told as cards_told
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge import table as charge_table
from roundtop.rulebooks.order_cards.charge import told as charge_told
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.command import told as command_told
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.deployment import told as deployment_told
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.fire import told as fire_told
from roundtop.rulebooks.order_cards.head_down import events as head_down_events
from roundtop.rulebooks.order_cards.head_down import told as head_down_told
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.movement import told as movement_told
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.rally import told as rally_told
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.pose import Pose, rounded_pose

PROPOSALS: Final[Proposals] = {
    deployment_events.PlaceUnit: deployment_told.propose,
    deployment_events.PlaceOfficer: deployment_told.propose,
    movement_events.MoveUnit: movement_told.propose,
    barriers_events.ShiftBarrier: barriers_told.propose,
    rally_events.FormUpFree: rally_told.propose,
    command_events.MoveOfficer: command_told.propose,
    command_events.MoveMessenger: command_told.propose,
    charge_events.DeclareCharge: charge_told.propose,
    charge_events.WheelCharge: charge_told.propose_wheel,
    head_down_events.FallBackTo: head_down_told.propose,
}
PREVIEWS: Final[Previews] = {
    deployment_events.PlaceUnit: deployment_told.preview_unit,
    deployment_events.PlaceOfficer: deployment_told.preview_officer,
    movement_events.MoveUnit: movement_told.preview,
    barriers_events.ShiftBarrier: barriers_told.preview,
    rally_events.FormUpFree: rally_told.preview,
    command_events.MoveOfficer: command_told.preview,
    command_events.MoveMessenger: command_told.preview,
    charge_events.AimCharge: charge_told.preview_aim,
    charge_events.WheelCharge: charge_told.preview_wheels,
    head_down_events.FallBackTo: head_down_told.preview,
}
HAND: Final[Hand] = Hand(PROPOSALS, PREVIEWS)
REASONS: Final[dict[type, Callable[[State, Any, Unit], tuple[Reason, ...]]]] = {
    cards_events.CardInPlay: cards_told.no_deed,
    fire_events.FireAt: fire_told.no_fire,
    charge_events.DeclareCharge: charge_told.no_charge,
}


def looks(view: State, piece: str, pose: Pose | None) -> tuple[Overlay, ...]:
    """Range and arc of a unit, whom it could fire at and whom not and why, who could fire at it, how far it could go.

    Nothing is measured for a unit that may still charge [charge.reach-not-shown].
    """
    found = [unit for unit in view.units if unit.id == piece and unit.place == tables.ON_TABLE]
    if not found or charge_table.unmeasured(view, found[0]):
        return ()
    unit = found[0]
    if pose is not None:
        unit = field.copied(unit)
        unit.pose = rounded_pose(pose)
        unit.trail = ()
        view = field.with_unit(view, unit)
    overlays = fire_told.bands(unit)
    for foe in field.enemies(view, unit):
        overlays.extend(fire_told.shot(view, unit, foe))
    return tuple(overlays)


def why_not(view: State, step: object, piece: str) -> tuple[Reason, ...]:
    """Why a piece may not be named now: as a target of fire or charge, or as the next to act."""
    reasons = REASONS.get(type(step))
    if reasons is None:
        return ()
    found = [unit for unit in view.units if unit.id == piece and unit.place == tables.ON_TABLE]
    return reasons(view, step, found[0]) if found else ()
