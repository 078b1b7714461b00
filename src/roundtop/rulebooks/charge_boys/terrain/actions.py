"""Crossing hedges, entering and leaving buildings."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import paths as movement_paths
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule, table
from roundtop.table.footprint import Block
from roundtop.table.ground import Area, box_near
from roundtop.table.measure import FULL_TURN, HALF_TURN, QUARTER_TURN, TOLERANCE, within
from roundtop.table.path import Manoeuvre, forward, sweep
from roundtop.table.pose import Pose, ahead, rounded_pose

TOO_NEAR: Final[Reason] = Reason("Skirmishers keep 3″ from formed enemies.", "charge-boys.move.skirmish-distance")


def hedge_ahead(state: State, unit: Unit) -> float:
    """How far the hedge straight ahead is, -1 where there is none within an inch [terrain.hedge]."""
    if not [line for line in state.ground.lines if line.kind in rule.HEDGE_KINDS]:
        return -1.0
    front, deep = field.size(unit, state.settings)
    path = sweep(unit.pose, front, deep, (forward(rule.APPROACH_IN + TOLERANCE),))
    walked = 0.0
    for one in table.legs_of(state, unit, path):
        if one.kind == "hedge":
            return walked
        walked += one.inches
    return -1.0


def cross_faults(state: State, unit: Unit) -> list[Reason]:
    """A hedge is crossed by a unit that begins within an inch of it [terrain.hedge, terrain.guns]."""
    clause = "charge-boys.terrain.hedge"
    if not movement_rule.may_advance(movement_table.condition_of(state, unit)) or unit.formation == tables.UNLIMBERED:
        return [Reason("The unit may not cross a hedge now.", clause)]
    if unit.formation == tables.LIMBERED and not state.settings.guns_cross_obstacles:
        return [Reason("Guns cross hedges only by road.", "charge-boys.terrain.guns")]
    if hedge_ahead(state, unit) < 0.0:
        return [Reason("There is no hedge within 1″ straight ahead.", clause)]
    over = over_hedge(state, unit)
    if not movement_faults.has_room(state, over):
        return [Reason("There is no room beyond the hedge.", clause)]
    return [] if movement_faults.keeps_off(state, over) else [TOO_NEAR]


def over_hedge(state: State, unit: Unit) -> Unit:
    """Formed on the far side, in contact with it [terrain.hedge]."""
    _, deep = field.size(unit, state.settings)
    new = copy(unit)
    new.pose = rounded_pose(ahead(unit.pose, hedge_ahead(state, unit) + deep + 0.02))
    if new.trail:
        new.trail = field.straight_trail(new, state.settings)
    if new.formation == tables.LIMBERED:
        new.guns = field.guns_in_row(new, new.pose, state.settings)
    return new


def buildings_near(state: State, unit: Unit, limit: float) -> list[int]:
    """Buildings so near to a unit, by their place among the areas."""
    around = field.body(unit, state.settings)
    found: list[int] = []
    for place, area in enumerate(state.ground.areas):
        near = area.kind in rule.BUILDING_KINDS and box_near(area.box, around, limit)
        if near and within(field.gap_between(field.blocks(unit, state.settings), [house(area)]), limit):
            found.append(place)
    return found


def house(area: Area) -> Block:
    """A building as the box round it."""
    left_edge, bottom, right, top = area.box
    middle = Pose(0.5 * (left_edge + right), 0.5 * (bottom + top), 0)
    return Block(middle, right - left_edge, top - bottom)


def capacity_of(state: State, place: int) -> int:
    for where, figures in state.capacities:
        if where == place:
            return figures
    return 0


def enter_faults(state: State, unit: Unit, one: Manoeuvre, drill: list[Manoeuvre]) -> list[Reason]:
    """Foot near a building that holds them and stands empty; skirmishers may come up first.

    [terrain.building-time, terrain.building-skirmishers, terrain.building-no-cavalry, terrain.building-garrison]
    """
    clause = "charge-boys.terrain.building-time"
    if (
        not movement_rule.may_advance(movement_table.condition_of(state, unit))
        or unit.building >= 0
        or not one.on.isdigit()
    ):
        return [Reason("The unit may not go into a building now.", clause)]
    place = int(one.on)
    if place >= len(state.ground.areas) or state.ground.areas[place].kind not in rule.BUILDING_KINDS:
        return [Reason("There is no such building.", clause)]
    return lodging_faults(state, unit, place) or _approach_faults(state, unit, place, drill)


def lodging_faults(state: State, unit: Unit, place: int) -> list[Reason]:
    """Why a building does not take a unit in: horses and guns, too many, or others there.

    [terrain.building-no-cavalry, terrain.building-garrison]
    """
    if not rule.enters_buildings(field.arm_of(unit), unit.formation):
        return [Reason("Horses and guns cannot go in.", "charge-boys.terrain.building-no-cavalry")]
    if field.strength(unit) > capacity_of(state, place):
        text = f"The building holds {capacity_of(state, place)} figures."
        return [Reason(text, "charge-boys.terrain.building-garrison")]
    if [other for other in field.on_table(state) if other.building == place]:
        return [Reason("The building is garrisoned.", "charge-boys.terrain.building-garrison")]
    return []


def _approach_faults(state: State, unit: Unit, place: int, drill: list[Manoeuvre]) -> list[Reason]:
    clause = "charge-boys.terrain.building-time"
    end = unit
    cost = 0.0
    if drill:
        if unit.formation != tables.SKIRMISH:
            return [Reason("It takes the whole turn: begin within 1″ of the building.", clause)]
        way = movement_paths.route(state, unit, tuple(drill))
        faults = movement_faults.move_faults(state, unit, way, movement_faults.Others(state, unit))
        if faults:
            return faults
        cost, end = movement_faults.price_of(state, unit, way)[0], way.end
    if place not in buildings_near(state, end, rule.APPROACH_IN):
        return [Reason("The building is more than 1″ away.", clause)]
    price = rule.leg_price(rule.Leg(rule.BUILDING), unit.formation, tables.ALLOWANCE_IN[unit.formation])
    if not within(cost + price, tables.ALLOWANCE_IN[unit.formation]):
        return [Reason(f"Too far: {cost:.1f}″ and half a turn.", "charge-boys.terrain.building-skirmishers")]
    return []


def entered(state: State, unit: Unit, place: int) -> Unit:
    area = state.ground.areas[place]
    new = copy(unit)
    new.building = place
    new.trail = ((area.box[0], area.box[1]), (area.box[2], area.box[3]))
    middle = house(area).pose
    new.pose = rounded_pose(Pose(middle.x, middle.y, unit.pose.facing))
    return new


def leave_faults(state: State, unit: Unit, one: Manoeuvre, drill: tuple[Manoeuvre, ...] = ()) -> list[Reason]:
    """Out of a building, on the side chosen; skirmishers have half their turn left [terrain.building-skirmishers]."""
    clause = "charge-boys.terrain.building-time"
    if (
        unit.building < 0
        or not movement_rule.may_move(movement_table.condition_of(state, unit))
        or one.by % QUARTER_TURN
    ):
        return [Reason("The unit is in no building it could leave on that side.", clause)]
    out = left(state, unit, one.by)
    if not movement_faults.has_room(state, out):
        return [Reason("There is no room outside.", clause)]
    if not movement_faults.keeps_off(state, out):
        return [TOO_NEAR]
    if not drill:
        return []
    if unit.formation != tables.SKIRMISH:
        return [Reason("It takes the whole turn: nothing else fits in.", clause)]
    return _onward_faults(state, out, drill)


def _onward_faults(state: State, out: Unit, drill: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Skirmishers who have left a building go on with the other half of their turn."""
    way = movement_paths.route(state, out, drill)
    faults = movement_faults.move_faults(state, out, way, movement_faults.Others(state, out))
    cost, most = movement_faults.price_of(state, out, way)
    price = rule.leg_price(rule.Leg(rule.BUILDING), out.formation, most)
    if not faults and not within(cost + price, most):
        text = f"Too far: leaving takes half a turn, and the move costs {cost:.1f}″ of the {most - price:g}″ left."
        faults.append(Reason(text, "charge-boys.terrain.building-skirmishers"))
    return faults


def left(state: State, unit: Unit, by: int) -> Unit:
    """Formed outside a building, its rear in contact with the side it left by."""
    block = field.quarters(unit)
    _, deep = field.size(unit, state.settings)
    facing = by % FULL_TURN
    reach = 0.5 * (block.depth if facing % HALF_TURN == 0 else block.width) + 0.5 * deep + 0.02
    new = copy(unit)
    new.building = -1
    new.trail = ()
    new.pose = rounded_pose(ahead(Pose(block.pose.x, block.pose.y, facing), reach))
    if new.formation == tables.ROAD_COLUMN:
        new.trail = field.straight_trail(new, state.settings)
    return new
