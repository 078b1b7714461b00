"""Reserve moves and retiring at the table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Way
from roundtop.battle.protocol import Progress
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.action import events as action_events
from roundtop.rulebooks.chamberlain.action import rule as action_rule
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.movement import table as movement_table
from roundtop.rulebooks.chamberlain.reserve import rule
from roundtop.rulebooks.chamberlain.sight import table as sight_table
from roundtop.rulebooks.chamberlain.state import State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import FAR, Block, gap, gap_below
from roundtop.table.measure import TOLERANCE, bearing, distance
from roundtop.table.path import Manoeuvre, Sweep, clearance, forward, pose_at
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

STRIDE_BW: Final = 0.5
"""How finely the way of a reserve move is searched for enemies in sight."""


def worn(unit: Unit) -> bool:
    """Whether retiring is worth a thought: hardly anything is left of the unit."""
    return unit.ammo == 0 if unit.arm in tables.GUNS else 2 * tables.current_elan(unit.elan, unit.fatigue) <= unit.elan


def retire_fault(state: State, unit: Unit) -> str:
    """Why a unit may not retire, "" when it may [move.retire-distance, move.retire-straight, move.in-contact]."""
    near = field.nearest_enemy(state, unit)
    fault = rule.retire_refusal(near, True)
    if fault:
        return fault
    foes = tuple(field.blocks(field.enemies(state, unit.side), state.settings))
    yard = movement_rule.Yard(
        ground=state.ground, enemies=foes, zoned=(), friends=(), held=(), edges=True, settings=state.settings
    )
    ways = [rule.retire_way(yard, unit.pose, edge) for edge in field.army_of(state, unit.side).friendly]
    return rule.retire_refusal(near, any([way is not None for way in ways]))


def reserve_fault_of(state: State, unit: Unit, action: action_rule.Action) -> str:
    """Why a unit may not make this reserve move, "" when it may [move.reserve-path, move.reserve-enemy]."""
    yard = movement_table.yard_of(state, unit, unit.pose, rule.RESERVE_BW)
    legs = rule.reserve_legs(yard, unit.pose, action.points)
    close = _in_sight_along(state, unit, legs)
    fault = rule.reserve_refusal(unit.reserve_used, action.length, close, False)
    if fault:
        return fault
    x, y = action.points[-1]
    return rule.reserve_fault(yard, legs, rounded_pose(Pose(x, y, action.facing)))


def _in_sight_along(state: State, unit: Unit, legs: list[Sweep]) -> float:
    """The least distance on the way to an enemy that is in sight of the unit there [move.reserve-enemy]."""
    nearest = FAR
    depth = state.settings.setup_unit_depth
    start = field.block(unit, state.settings)
    for foe in field.enemies(state, unit.side):
        body = field.block(foe, state.settings)
        if min([gap(start, body), *[clearance(leg, body) for leg in legs]]) > rule.RESERVE_CLEAR_BW + TOLERANCE:
            continue
        for pose in _strides(unit, legs, depth):
            here = Block(pose, terrain_rule.BASE_WIDTH, depth)
            near = gap_below(here, body, rule.RESERVE_CLEAR_BW + TOLERANCE)
            if near and sight_table.looks(state, here, body, sight_table.bodies(state, unit.id, foe.id)):
                nearest = min(nearest, gap(here, body))
    return nearest


def _strides(unit: Unit, legs: list[Sweep], depth: float) -> list[Pose]:
    """Where the base is looked at on its way: at its start, and every half BW."""
    found = [ahead(unit.pose, -0.5 * depth)]
    for leg in legs:
        stage = leg.stages[0]
        steps = max(1, round(stage.length / STRIDE_BW + 0.5))
        found.extend([pose_at(stage, stage.length * step / steps) for step in range(steps + 1)])
    return found


def reserve_ways(view: State, unit: Unit, depth: float) -> list[Way]:
    """A reserve move towards the enemy, as far as it may [move.reserve-path]."""
    towards = movement_table.bearing_on_enemy(view, unit)
    near = field.nearest_enemy(view, unit) - rule.RESERVE_CLEAR_BW - 0.2
    length = min(rule.RESERVE_BW, float(int(near))) if near < FAR else rule.RESERVE_BW
    if length <= movement_rule.rate_of(unit.arm, unit.mounted).simple:
        return []
    line = (Manoeuvre("reserve"), *movement_table.turn_to(unit, towards, depth), forward(length))
    action = action_rule.read(unit.pose, line, depth)
    if reserve_fault_of(view, unit, action):
        return []
    x, y = action.points[-1]
    end = field.middle(rounded_pose(Pose(x, y, action.facing)), view.settings)
    return [Way("reserve", f"reserve move of {length:g} BW", line, end)]


def reserve_march(state: State, unit: Unit, action: action_rule.Action, manoeuvres: tuple[Manoeuvre, ...]) -> Progress:
    """A reserve move; it ends before it would come within 4 BW of an enemy that comes in sight [move.reserve-enemy]."""
    fault = reserve_fault_of(state, unit, action)
    if not fault:
        x, y = action.points[-1]
        return movement_table.moved(state, unit, "reserve", rounded_pose(Pose(x, y, action.facing)), manoeuvres)
    whole = action.length
    while action.length > 0.5:
        action = _cut_reserve(unit, action, action.length - 0.5)
        if action.points and not reserve_fault_of(state, unit, action):
            x, y = action.points[-1]
            end = rounded_pose(Pose(x, y, action.facing))
            return movement_table.moved(state, unit, "reserve", end, manoeuvres, halted=action.length < whole)
    return Progress((action_events.Stood(unit.id),))


def _cut_reserve(unit: Unit, action: action_rule.Action, length: float) -> action_rule.Action:
    """A reserve move as far as a length."""
    points: list[Point] = []
    x, y = unit.pose.x, unit.pose.y
    left = length
    facing = unit.pose.facing
    for px, py in action.points:
        leg = distance(x, y, px, py)
        if leg <= TOLERANCE:
            continue
        facing = bearing(x, y, px, py)
        share = min(1.0, left / leg)
        x, y = x + (px - x) * share, y + (py - y) * share
        points.append((x, y))
        left -= leg
        if left <= TOLERANCE:
            break
    return action_rule.Action("reserve", length=length, points=tuple(points), facing=facing)
