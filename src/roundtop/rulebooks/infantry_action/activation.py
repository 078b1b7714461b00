"""What a unit does in its go: moves, comes on, turns, routs on, charges."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Choose, Chosen, Item, March, Marched, Place, Placed, Reason
from roundtop.battle.protocol import Command, Decision, Progress
from roundtop.dice.sources import Dice
from roundtop.rulebooks.infantry_action.charge import charge_plan, charge_targets
from roundtop.rulebooks.infantry_action.command import ALLOWANCE_IN, PIVOT_DEG, step_refusal
from roundtop.rulebooks.infantry_action.command import Step as Pace
from roundtop.rulebooks.infantry_action.events import (
    ChargeDeclared,
    ChitRevealed,
    ContactMade,
    Deployed,
    Moved,
    UnitRemoved,
)
from roundtop.rulebooks.infantry_action.movement import (
    EDGE_FACING,
    KINDS,
    advance_faults,
    advance_lanes,
    advance_ways,
    fall_back,
    judge,
    path_of,
    ways,
)
from roundtop.rulebooks.infantry_action.muster import IMPASSABLE
from roundtop.rulebooks.infantry_action.state import (
    HOLD,
    State,
    Unit,
    block,
    block_at,
    enemies,
    on_table,
    unit_of,
)
from roundtop.rulebooks.infantry_action.steps import (
    ChargeFire,
    ChargeHome,
    ChargeUnit,
    EnterTable,
    MoveOn,
    MoveUnit,
    PivotBattery,
    RoutOn,
    SetDominoes,
    SetDownBattery,
)
from roundtop.rulebooks.infantry_action.steps import Step as AnyStep
from roundtop.table.footprint import gap, nearest_gap, overlap
from roundtop.table.ground import block_touches_area, off_table
from roundtop.table.measure import FULL_TURN, HALF_TURN, kept, within
from roundtop.table.path import turn
from roundtop.table.pose import Pose, ahead, aside, rounded_pose, turned

ENTRY_SLIDE_IN: Final = 12.0
"""How far along the edge a reinforcement may look for a free place [setup.reinforcements]."""
BATTERY_CLEAR_IN: Final = 18.0
"""How far from every enemy a reinforcing battery is set down [setup.reinforcements]."""


def owner(state: State, step: MoveUnit | PivotBattery | ChargeUnit) -> tuple[str, ...]:
    """The player of the unit that acts."""
    return (unit_of(state, step.unit).side,)


# ---------------------------------------------------------------- move and fast advance


def move_decision(view: State, step: MoveUnit, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    size = view.settings.stand_in
    reach = ALLOWANCE_IN[unit.order]
    form = March(unit.id, unit.pose, unit.stands * size, size, KINDS, reach, ways(view, unit, unit.order))
    sentence = f"{unit.name} may move up to {reach:g}″ ({unit.order.replace('-', ' ')})."
    clauses = (f"infantry-action.movement.{unit.order}", "infantry-action.movement.measuring")
    return Decision(player, "move", unit.id, sentence, clauses, form)


def check_move(view: State, step: MoveUnit, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Marched)
    unit = unit_of(view, step.unit)
    return tuple(judge(view, unit, unit.order, command.answer.manoeuvres))


def moved(state: State, step: MoveUnit, command: Command) -> Progress:
    assert isinstance(command.answer, Marched)
    unit = unit_of(state, step.unit)
    manoeuvres = command.answer.manoeuvres
    if not manoeuvres:
        return Progress(())
    if state.settings.opportunity_fire == "movement":
        return Progress((), (MoveOn(unit.id, manoeuvres, ()),))
    end = rounded_pose(path_of(state, unit, manoeuvres).end)
    return Progress((Moved(unit.id, "order", unit.pose, end, manoeuvres),))


# ---------------------------------------------------------------- a battery turns, by the house rule


def pivot_decision(view: State, step: PivotBattery, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    turns = [by for by in range(-45, 46, 5) if not pivot_faults(view, unit, by)]
    items = [Item(str(by), f"turn {by}°" if by else "stay") for by in turns]
    sentence = f"{unit.name} may turn up to 45°."
    clauses = ("infantry-action.movement.artillery-static",)
    return Decision(player, "pivot", unit.id, sentence, clauses, Choose(tuple(items)))


def pivot_faults(state: State, unit: Unit, by: int) -> list[Reason]:
    """Up to 45 degrees, on the table and onto nobody [movement.artillery-static, movement.interpenetration]."""
    if by == 0:
        return []
    faults: list[Reason] = []
    clause = step_refusal(Pace(HOLD, 0.0, 99.0, kind="battery", pivot=float(by), settings=state.settings))
    if clause:
        faults.append(Reason(f"A battery turns at most {PIVOT_DEG:g}°.", clause))
    there = block_at(unit, turned(unit.pose, by * 100), state.settings)
    if off_table(state.ground, there):
        faults.append(Reason("The guns would leave the table.", "infantry-action.movement.table-edge"))
    for other in on_table(state):
        if other.id != unit.id and overlap(there, block(other, state.settings)):
            text = f"The guns would turn onto {other.name}."
            faults.append(Reason(text, "infantry-action.movement.interpenetration"))
    return faults


def check_pivot(view: State, step: PivotBattery, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Chosen)
    return tuple(pivot_faults(view, unit_of(view, step.unit), int(command.answer.keys[0])))


def pivoted_battery(state: State, step: PivotBattery, command: Command) -> Progress:
    assert isinstance(command.answer, Chosen)
    unit = unit_of(state, step.unit)
    by = int(command.answer.keys[0]) * 100
    if by == 0:
        return Progress(())
    return Progress((Moved(unit.id, "pivot", unit.pose, turned(unit.pose, by), (turn(by),)),))


# ---------------------------------------------------------------- reinforcements


def enter(state: State, step: EnterTable, dice: Dice) -> Progress:
    """Set down with its rear on the edge, facing inwards, at the nearest free place; then it moves."""
    unit = unit_of(state, step.unit)
    pose = entry_pose(state, unit)
    if pose is None:
        return Progress(())
    return Progress((Moved(unit.id, "arrive", pose, pose, ()),), (MoveUnit(unit.id),))


def entry_pose(state: State, unit: Unit) -> Pose | None:
    """Where a reinforcement comes on, None where it has to wait [setup.reinforcements]."""
    x, y = unit.entry if unit.entry is not None else (unit.pose.x, unit.pose.y)
    on_edge = ahead(Pose(x, y, off_edge(state, x, y)), 0.5 * state.settings.stand_in)
    steps = round(ENTRY_SLIDE_IN / 0.5)
    for slide in range(steps + 1):
        for by in (slide * 0.5, -slide * 0.5) if slide else (0.0,):
            pose = rounded_pose(aside(on_edge, by))
            if _free(state, unit, pose):
                return pose
    return None


def nearest_edge(state: State, x: float, y: float) -> str:
    ground = state.ground
    gaps = {"south": y, "north": ground.depth - y, "west": x, "east": ground.width - x}
    return min(gaps, key=lambda edge: (gaps[edge], edge))


def off_edge(state: State, x: float, y: float) -> int:
    """The facing inwards from the edge at a place."""
    return (EDGE_FACING[nearest_edge(state, x, y)] + HALF_TURN) % FULL_TURN


def _free(state: State, unit: Unit, pose: Pose) -> bool:
    there = block_at(unit, pose, state.settings)
    if off_table(state.ground, there) or block_touches_area(state.ground, IMPASSABLE, there):
        return False
    least = state.settings.min_separation_in
    if [foe for foe in enemies(state, unit) if not kept(gap(there, block(foe, state.settings)), least)]:
        return False
    return not [f for f in on_table(state, unit.side) if f.id != unit.id and overlap(there, block(f, state.settings))]


def asks_where(state: State, step: SetDownBattery) -> tuple[str, ...]:
    """The owner of a battery for which the scenario names no place, while there is one."""
    unit = unit_of(state, step.unit)
    return (unit.side,) if unit.entry is not None and battery_places(state, unit) else ()


def battery_places(state: State, unit: Unit) -> tuple[Pose, ...]:
    """Places near a battery's entry, facing inwards."""
    if unit.entry is None:
        return ()
    x, y = unit.entry
    facing = off_edge(state, x, y)
    found: list[Pose] = []
    for out in (1.0, 3.5, 6.0, 8.5, 11.0):
        for by in (0.0, -2.5, 2.5, -5.0, 5.0, -7.5, 7.5, -10.0, 10.0):
            pose = rounded_pose(aside(ahead(Pose(x, y, facing), out), by))
            if not set_down_faults(state, unit, pose):
                found.append(pose)
    return tuple(found)


def set_down_faults(state: State, unit: Unit, pose: Pose) -> list[Reason]:
    """Within 12 in of its place on the edge and 18 in from every enemy [setup.reinforcements]."""
    clause = "infantry-action.setup.reinforcements"
    there = block_at(unit, pose, state.settings)
    faults: list[Reason] = []
    x, y = unit.entry if unit.entry is not None else (pose.x, pose.y)
    if not within(((pose.x - x) ** 2 + (pose.y - y) ** 2) ** 0.5, ENTRY_SLIDE_IN):
        faults.append(Reason("The battery is set down within 12″ of its place on the edge.", clause))
    foes = [block(foe, state.settings) for foe in enemies(state, unit)]
    if not kept(nearest_gap(there, foes), BATTERY_CLEAR_IN):
        faults.append(Reason("The battery is set down 18″ or more from every enemy.", clause))
    if not _free(state, unit, pose):
        faults.append(Reason("There is no room for the battery there.", clause))
    return faults


def set_down_decision(view: State, step: SetDownBattery, player: str) -> Decision:
    unit = unit_of(view, step.unit)
    size = view.settings.stand_in
    ground = view.ground
    zone = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    places = battery_places(view, unit)
    form = Place(unit.id, unit.stands * size, size, zone, places, places[0].facing)
    sentence = f"Set {unit.name} down within 12″ of its place on the edge, 18″ from every enemy."
    return Decision(player, "set-down", unit.id, sentence, ("infantry-action.setup.reinforcements",), form)


def check_set_down(view: State, step: SetDownBattery, command: Command) -> tuple[Reason, ...]:
    assert isinstance(command.answer, Placed)
    return tuple(set_down_faults(view, unit_of(view, step.unit), rounded_pose(command.answer.pose)))


def set_down(state: State, step: SetDownBattery, command: Command) -> Progress:
    assert isinstance(command.answer, Placed)
    return Progress((Deployed(step.unit, rounded_pose(command.answer.pose)),))


def set_down_by_itself(state: State, step: SetDownBattery, dice: Dice) -> Progress:
    """Where the scenario says, if that place is free; otherwise it waits."""
    unit = unit_of(state, step.unit)
    if unit.entry is None and _free(state, unit, unit.pose):
        return Progress((Deployed(unit.id, unit.pose),))
    return Progress(())


# ---------------------------------------------------------------- the second half of a rout


def rout_on(state: State, step: RoutOn, dice: Dice) -> Progress:
    """Twelve inches more in the direction it ran [outcome.rout-move]."""
    unit = unit_of(state, step.unit)
    went = fall_back(state, unit, unit.pose, unit.pose.facing, ALLOWANCE_IN["move"], True)
    if went.left_table:
        return Progress((UnitRemoved(unit.id, "left-table"),))
    return Progress((Moved(unit.id, "rout-on", unit.pose, went.end, ()),))


# ---------------------------------------------------------------- charges


def charge_decision(view: State, step: ChargeUnit, player: str) -> Decision:
    """Name a target in reach; with nobody in reach, go forward or stand [charge.declaration, charge.no-target]."""
    unit = unit_of(view, step.unit)
    plans = charge_targets(view, unit)
    size = view.settings.stand_in
    if not plans:
        form = March(unit.id, unit.pose, unit.stands * size, size, KINDS, 12.0, advance_ways(view, unit))
        sentence = f"{unit.name} can reach nobody: it may go up to 12″ straight ahead or towards the nearest enemy."
        return Decision(player, "advance", unit.id, sentence, ("infantry-action.charge.no-target",), form)
    items = tuple([Item(plan.target, _charge_label(view, plan.target, plan.flank)) for plan in plans])
    clauses = ("infantry-action.charge.declaration", "infantry-action.charge.path")
    return Decision(player, "charge", unit.id, f"{unit.name} charges: name the target.", clauses, Choose(items))


def _charge_label(view: State, target: str, flank: bool) -> str:
    return unit_of(view, target).name + (" (flank or rear)" if flank else "")


def check_charge(view: State, step: ChargeUnit, command: Command) -> tuple[Reason, ...]:
    if not isinstance(command.answer, Marched):
        return ()
    unit = unit_of(view, step.unit)
    return tuple(advance_faults(view, unit, command.answer.manoeuvres, advance_lanes(view, unit)))


def charge_made(state: State, step: ChargeUnit, command: Command) -> Progress:
    unit = unit_of(state, step.unit)
    if isinstance(command.answer, Marched):
        manoeuvres = command.answer.manoeuvres
        if not manoeuvres:
            return Progress(())
        end = rounded_pose(path_of(state, unit, manoeuvres).end)
        return Progress((Moved(unit.id, "order", unit.pose, end, manoeuvres),))
    assert isinstance(command.answer, Chosen)
    target = command.answer.keys[0]
    plan = charge_plan(state, unit, unit_of(state, target))
    assert plan is not None
    steps = (SetDominoes(unit.id), ChargeFire(unit.id, target), ChargeHome(unit.id, target))
    return Progress((ChargeDeclared(unit.id, target, plan.flank, plan.contact),), steps, final=True)


def charge_home(state: State, step: ChargeHome, dice: Dice) -> Progress:
    """Contact: the charged are pinned, their chits turned up, and they draw their own dominoes.

    [movement.pinned, movement.pinned-order, activation.early-reveal, combat.defender-when]
    """
    unit = unit_of(state, step.charger)
    plan = charge_plan(state, unit, unit_of(state, step.target))
    assert plan is not None
    events: list[object] = [
        Moved(unit.id, "charge", unit.pose, plan.end, plan.manoeuvres),
        ContactMade(plan.fights),
    ]
    steps: list[AnyStep] = []
    for fight in plan.fights:
        defender = unit_of(state, fight.defender)
        if not defender.revealed:
            events.append(ChitRevealed(defender.id, defender.order))
        if not defender.dominoes:
            steps.append(SetDominoes(defender.id))
    return Progress(tuple(events), tuple(steps))
