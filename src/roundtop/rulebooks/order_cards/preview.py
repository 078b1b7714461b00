"""Help for a hand that moves pieces: which chapter finds the way, prices it, and says what could be seen there.

What a charge could reach is not told before it is declared [charge.reach-not-shown].
"""

from __future__ import annotations

from roundtop.battle.forms import Answer, Assigned, Chosen, Marched, Placed, Reason
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Overlay
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.barriers import events as barriers_events
from roundtop.rulebooks.order_cards.barriers import table as barriers_table
from roundtop.rulebooks.order_cards.cards import events as cards_events
from roundtop.rulebooks.order_cards.cards import told as cards_told
from roundtop.rulebooks.order_cards.charge import events as charge_events
from roundtop.rulebooks.order_cards.charge import table as charge_table
from roundtop.rulebooks.order_cards.charge import told as charge_told
from roundtop.rulebooks.order_cards.command import events as command_events
from roundtop.rulebooks.order_cards.command import messengers as command_messengers
from roundtop.rulebooks.order_cards.command import table as command_table
from roundtop.rulebooks.order_cards.command import told as command_told
from roundtop.rulebooks.order_cards.deployment import events as deployment_events
from roundtop.rulebooks.order_cards.deployment import told as deployment_told
from roundtop.rulebooks.order_cards.events import Step
from roundtop.rulebooks.order_cards.fire import events as fire_events
from roundtop.rulebooks.order_cards.fire import told as fire_told
from roundtop.rulebooks.order_cards.formation import table as formation_table
from roundtop.rulebooks.order_cards.head_down import events as head_down_events
from roundtop.rulebooks.order_cards.movement import course as movement_course
from roundtop.rulebooks.order_cards.movement import events as movement_events
from roundtop.rulebooks.order_cards.movement import told as movement_told
from roundtop.rulebooks.order_cards.movement import ways as movement_ways
from roundtop.rulebooks.order_cards.rally import events as rally_events
from roundtop.rulebooks.order_cards.rally import table as rally_table
from roundtop.rulebooks.order_cards.state import State
from roundtop.table.measure import distance, turn_between
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose, rounded_pose


def propose(view: State, step: Step, player: str, pose: Pose) -> Answer | None:
    """The answer that brings the asked piece to a pose, or as far towards it as it may go."""
    if isinstance(step, movement_events.MoveUnit):
        return Marched(movement_ways.march(view, field.unit_of(view, step.unit), pose))
    if isinstance(step, command_events.MoveOfficer):
        return Marched(command_table.ride(field.officer_of(view, step.officer).pose, pose))
    if isinstance(step, command_events.MoveMessenger):
        return Marched(command_table.ride(command_messengers.rider_of(view, step.messenger).pose, pose))
    if isinstance(step, (deployment_events.PlaceUnit, deployment_events.PlaceOfficer)):
        return Placed(rounded_pose(pose))
    if isinstance(step, rally_events.FormUpFree):
        unit = field.unit_of(view, step.unit)
        return Marched((formation_table.forming(unit, "form-up", turn_between(unit.pose.facing, pose.facing)),))
    if isinstance(step, barriers_events.ShiftBarrier):
        return Marched(barriers_table.push(view, field.unit_of(view, step.unit), pose))
    if isinstance(step, head_down_events.FallBackTo):
        near = [(distance(pose.x, pose.y, place.x, place.y), at) for at, place in enumerate(step.places)]
        return Chosen((str(min(near)[1]),))
    if isinstance(step, charge_events.DeclareCharge):
        unit = field.unit_of(view, step.unit)
        foes = charge_table.charge_targets(view, unit, field.card_of(view, unit.player))
        ranked = sorted([(distance(pose.x, pose.y, foe.pose.x, foe.pose.y), foe.id) for foe in foes])
        return Chosen((ranked[0][1],)) if ranked else None
    return None


def preview(view: State, step: Step, player: str, answer: Answer) -> Preview | None:
    """What an answer would do to the asked piece."""
    if isinstance(answer, Marched):
        return _marched(view, step, answer.manoeuvres)
    if isinstance(answer, Placed):
        return deployment_told.place_preview(view, step, rounded_pose(answer.pose))
    if isinstance(step, head_down_events.FallBackTo) and isinstance(answer, Chosen):
        unit = field.unit_of(view, step.unit)
        place = step.places[int(answer.keys[0])]
        there = field.copied(unit)
        there.pose = Pose(place.x, place.y, unit.pose.facing)
        return Preview(
            there.pose, movement_told.parts_of(there), ((unit.pose.x, unit.pose.y), (place.x, place.y)), (), (), ()
        )
    if isinstance(step, charge_events.AimCharge) and isinstance(answer, Assigned) and view.settings.premeasure_charges:
        return charge_told.charge_preview(view, step, dict(answer.pairs))
    return None


def _marched(view: State, step: Step, manoeuvres: tuple[Manoeuvre, ...]) -> Preview | None:
    if isinstance(step, movement_events.MoveUnit):
        return movement_told.move_preview(view, field.unit_of(view, step.unit), manoeuvres)
    if isinstance(step, rally_events.FormUpFree):
        unit = field.unit_of(view, step.unit)
        course = movement_course.course_of(view, unit, manoeuvres)
        faults = tuple(rally_table.free_faults(view, unit, manoeuvres)) if manoeuvres else ()
        return Preview(course.after.pose, movement_told.parts_of(course.after), (), (), (), faults)
    if isinstance(step, command_events.MoveOfficer):
        officer = field.officer_of(view, step.officer)
        return command_told.ride_preview(view, officer.side, officer.pose, tables.OFFICER_RADIUS, manoeuvres)
    if isinstance(step, command_events.MoveMessenger):
        rider = command_messengers.rider_of(view, step.messenger)
        return command_told.ride_preview(view, rider.side, rider.pose, tables.MESSENGER_RADIUS, manoeuvres)
    if isinstance(step, barriers_events.ShiftBarrier):
        unit = field.unit_of(view, step.unit)
        faults = tuple(barriers_table.barrier_faults(view, unit, manoeuvres)) if manoeuvres else ()
        return Preview(unit.pose, movement_told.parts_of(unit), (), (), (), faults)
    return None


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
    return (*overlays, *movement_told.reach(view, unit, pose))


def why_not(view: State, step: Step, piece: str) -> tuple[Reason, ...]:
    """Why a piece may not be named now: as a target of fire or charge, or as the next to act."""
    found = [unit for unit in view.units if unit.id == piece and unit.place == tables.ON_TABLE]
    if not found:
        return ()
    other = found[0]
    if isinstance(step, fire_events.FireAt):
        return fire_told.no_fire(view, step, field.unit_of(view, step.unit), other)
    if isinstance(step, charge_events.DeclareCharge):
        return charge_told.no_charge(view, field.unit_of(view, step.unit), other)
    if isinstance(step, cards_events.CardInPlay):
        return cards_told.no_deed(view, other)
    return ()
