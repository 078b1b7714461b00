"""After combat and fire: retire, take off the lost, regroup, rout."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.events import PhaseBegan, apply
from roundtop.rulebooks.infantry_action.fire import events as fire_events
from roundtop.rulebooks.infantry_action.melee import events as melee_events
from roundtop.rulebooks.infantry_action.morale import events as morale_events
from roundtop.rulebooks.infantry_action.morale import rule
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.movement import rule as movement_rule
from roundtop.rulebooks.infantry_action.retreat import table as retreat_table
from roundtop.rulebooks.infantry_action.state import State, Unit, Verdict
from roundtop.table.footprint import overlap
from roundtop.table.ground import off_table
from roundtop.table.measure import FULL_TURN, HALF_TURN
from roundtop.table.pose import Pose, rounded_pose


def rout_on(state: State, step: morale_events.RoutOn, dice: Dice) -> Progress:
    """Twelve inches more in the direction it ran [outcome.rout-move]."""
    unit = field.unit_of(state, step.unit)
    went = retreat_table.fall_back(
        state=state,
        unit=unit,
        pose=unit.pose,
        heading=unit.pose.facing,
        inches=movement_rule.ALLOWANCE_IN["move"],
        routing=True,
    )
    if went.left_table:
        return Progress((morale_events.UnitRemoved(unit.id, "left-table"),))
    return Progress((movement_events.Moved(unit.id, "rout-on", unit.pose, went.end, ()),))


Events = list[object]


def react(state: State, step: morale_events.React, dice: Dice) -> Progress:
    """Retire, take off the lost and regroup, rout, in that order, on the table as each leaves it [turn.react-step].

    Losses, breaks and routs of all combats are decided by now; fire, routs from fire and victory follow as steps.
    """
    events: Events = [PhaseBegan("react")]
    now = apply(state, events[0])
    for part in (_retire, _regroup, _rout_from_combat):
        for verdict in state.verdicts:
            for event in part(now, verdict):
                now = apply(now, event)
                events.append(event)
    if state.fights:
        events.append(melee_events.CombatEnded())
    return Progress(tuple(events))


def _retire(state: State, verdict: Verdict) -> Events:
    """Straight back, face to the enemy where there is room to turn [turn.react-retire, outcome.retire-direction]."""
    if verdict.result != "retire":
        return []
    unit = field.unit_of(state, verdict.unit)
    heading = (verdict.pose.facing + HALF_TURN) % FULL_TURN
    end = _gone_back(state, unit, verdict.pose, heading, verdict.move_in).end
    if end == rounded_pose(unit.pose) and unit.pose != verdict.pose:
        # Between an enemy in front and one on the flank: it gives ground before the one in front.
        end = _gone_back(state, unit, unit.pose, (unit.pose.facing + HALF_TURN) % FULL_TURN, verdict.move_in).end
    return [movement_events.Moved(unit.id, "retire", unit.pose, end, ())]


def _gone_back(
    state: State, unit: Unit, turned: Pose, heading: int, inches: int, routing: bool = False
) -> retreat_table.Fallback:
    """Where a unit ends that turns and falls back; hemmed in it falls back as it stands, and turns where it can."""

    def back(pose: Pose) -> retreat_table.Fallback:
        return retreat_table.fall_back(
            state=state, unit=unit, pose=pose, heading=heading, inches=float(inches), routing=routing
        )

    went = back(turned)
    if not went.left_table and not _room_to_turn(state, unit, went.end):
        went = back(unit.pose)
    there = Pose(went.end.x, went.end.y, turned.facing)
    return retreat_table.Fallback(there, went.left_table) if _room_to_turn(state, unit, there) else went


def _room_to_turn(state: State, unit: Unit, pose: Pose) -> bool:
    """Whether a unit charged in flank can turn to its enemy without leaving the table or standing on others."""
    there = field.block_at(unit, pose, state.settings)
    if off_table(state.ground, there):
        return False
    others = [field.block(other, state.settings) for other in field.on_table(state) if other.id != unit.id]
    return not [other for other in others if overlap(there, other)]


def _room_closed_up(state: State, unit: Unit, verdict: Verdict) -> bool:
    """Whether those who are left of a unit charged in flank can close up facing the enemy, before they run."""
    left = field.copied(unit)
    left.stands -= len(verdict.lost)
    return _room_to_turn(state, left, field.closed_up(verdict.pose, unit.stands, verdict.lost, state.settings))


def _regroup(state: State, verdict: Verdict) -> Events:
    """Lost stands come off and the rest close up, facing the enemy.

    [turn.react-remove-casualties, outcome.regroup, outcome.battery]
    """
    unit = field.unit_of(state, verdict.unit)
    if verdict.result == "destroyed":
        return [morale_events.UnitRemoved(unit.id, "overrun" if unit.kind == "battery" else "destroyed")]
    events: Events = []
    pose = unit.pose
    if verdict.result in ("hold", "form-up"):
        if verdict.pose != pose and _room_to_turn(state, unit, verdict.pose):
            pose = verdict.pose
            events.append(morale_events.FormedUp(unit.id, pose))
    elif verdict.result == "rout" and _room_closed_up(state, unit, verdict):
        pose = verdict.pose
    if verdict.lost:
        events.append(
            fire_events.StandsRemoved(
                unit.id, verdict.lost, field.closed_up(pose, unit.stands, verdict.lost, state.settings)
            )
        )
    return events


def _rout_from_combat(state: State, verdict: Verdict) -> Events:
    """Rout moves; whoever routs for the second time is taken off [turn.react-remove-routed, outcome.routed-removed]."""
    if verdict.result != "rout":
        return []
    if verdict.removed:
        return [morale_events.UnitRemoved(verdict.unit, "routed-again")]
    heading = (verdict.pose.facing + HALF_TURN) % FULL_TURN
    return rout(state, field.unit_of(state, verdict.unit), heading, verdict.move_in, "combat")


def rout(state: State, unit: Unit, heading: int, inches: int, cause: str) -> Events:
    """Two full moves, back to the enemy, off the table if it gets there [outcome.rout-move, movement.table-edge]."""
    begun = morale_events.RoutBegan(unit.id, cause, state.settings.rout_move == "two-turns")
    went = _gone_back(state, unit, Pose(unit.pose.x, unit.pose.y, heading), heading, inches, routing=True)
    if went.left_table:
        return [begun, morale_events.UnitRemoved(unit.id, "left-table")]
    return [begun, movement_events.Moved(unit.id, "rout", unit.pose, went.end, ())]


def fire_routs(state: State, step: morale_events.FireRouts, dice: Dice) -> Progress:
    """Units that have lost stands this turn and are below half rout towards home [shooting.below-half-by-fire]."""
    events: Events = []
    now = state
    for unit in field.on_table(state):
        if unit.kind != "infantry":
            continue
        for event in _fire_rout(now, field.unit_of(now, unit.id)):
            now = apply(now, event)
            events.append(event)
    return Progress(tuple(events))


def _fire_rout(state: State, unit: Unit) -> Events:
    result: rule.UnitOutcome = rule.fire_rout(
        start=unit.start,
        stands=unit.had,
        lost_this_turn=unit.had - unit.stands,
        routed_before=0 < unit.routed < state.turn,
        routed_this_turn=unit.routed == state.turn,
        settings=state.settings,
    )
    if result.removed:
        return [morale_events.UnitRemoved(unit.id, "routed-again")]
    if result.result != "rout":
        return []
    return rout(state, unit, retreat_table.homeward(state, unit), result.move_in, "fire")


PLAYS: Final[Plays] = {
    morale_events.RoutOn: Play(rout_on),
    morale_events.React: Play(react),
    morale_events.FireRouts: Play(fire_routs),
}
