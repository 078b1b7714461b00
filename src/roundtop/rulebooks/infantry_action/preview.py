"""A unit in the hand: the way there, what it would cost and meet, what could be seen and shot from there."""

from __future__ import annotations

from roundtop.battle.forms import Answer, Chosen, Marched, Placed
from roundtop.battle.protocol import Preview
from roundtop.battle.tally import Row
from roundtop.rulebooks.infantry_action import field, words
from roundtop.rulebooks.infantry_action.arrivals import events as arrivals_events
from roundtop.rulebooks.infantry_action.arrivals import table as arrivals_table
from roundtop.rulebooks.infantry_action.charge import events as charge_events
from roundtop.rulebooks.infantry_action.charge import told as charge_told
from roundtop.rulebooks.infantry_action.deployment import events as deployment_events
from roundtop.rulebooks.infantry_action.deployment import table as deployment_table
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.movement import rule as movement_rule
from roundtop.rulebooks.infantry_action.movement import table as movement_table
from roundtop.rulebooks.infantry_action.movement import told as movement_told
from roundtop.rulebooks.infantry_action.state import State
from roundtop.table.pose import Pose, rounded_pose, turned


def propose(view: State, step: object, player: str, pose: Pose) -> Answer | None:
    """The answer that brings the asked unit to a pose, or as far towards it as it may go."""
    if isinstance(step, movement_events.MoveUnit):
        return Marched(movement_told.march(view, field.unit_of(view, step.unit), pose))
    if isinstance(step, charge_events.ChargeUnit):
        return charge_told.charge(view, field.unit_of(view, step.unit), pose)
    if isinstance(step, charge_events.AimCharge):
        return charge_told.strike(view, field.unit_of(view, step.unit), field.unit_of(view, step.target), pose)
    if isinstance(step, (deployment_events.PlaceUnit, arrivals_events.SetDownBattery)):
        return Placed(rounded_pose(pose))
    if isinstance(step, movement_events.PivotBattery):
        return movement_told.pivot(view, field.unit_of(view, step.unit), pose)
    return None


def preview(view: State, step: object, player: str, answer: Answer) -> Preview | None:
    """What an answer would do to the asked unit."""
    if isinstance(step, movement_events.MoveUnit) and isinstance(answer, Marched):
        unit = field.unit_of(view, step.unit)
        faults = movement_table.judge(view, unit, unit.order, answer.manoeuvres)
        return movement_told.moved_preview(
            view, unit, answer.manoeuvres, movement_rule.ALLOWANCE_IN[unit.order], faults
        )
    if isinstance(step, charge_events.ChargeUnit):
        return charge_told.charged_preview(view, field.unit_of(view, step.unit), answer)
    if isinstance(step, charge_events.AimCharge) and isinstance(answer, Marched):
        unit = field.unit_of(view, step.unit)
        return charge_told.strike_preview(view, unit, field.unit_of(view, step.target), answer)
    if isinstance(step, deployment_events.PlaceUnit) and isinstance(answer, Placed):
        unit = field.unit_of(view, step.unit)
        return movement_told.set_down(
            view, unit, answer.pose, deployment_table.place_faults(view, unit, rounded_pose(answer.pose))
        )
    if isinstance(step, arrivals_events.SetDownBattery) and isinstance(answer, Placed):
        unit = field.unit_of(view, step.unit)
        return movement_told.set_down(
            view, unit, answer.pose, arrivals_table.set_down_faults(view, unit, rounded_pose(answer.pose))
        )
    if isinstance(step, movement_events.PivotBattery) and isinstance(answer, Chosen):
        unit = field.unit_of(view, step.unit)
        by = int(answer.keys[0])
        cost = Row("turn", f"{by}° of 45°", words.BOOK + "movement.artillery-static")
        end = turned(unit.pose, by * 100)
        return Preview(
            end=end,
            parts=movement_told.parts_at(view, unit, end),
            costs=(cost,),
            reasons=tuple(movement_table.pivot_faults(view, unit, by)),
        )
    return None
