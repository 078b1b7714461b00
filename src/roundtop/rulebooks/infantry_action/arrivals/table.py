"""Where reinforcements come on, and where a battery may be set down."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Place, Reason
from roundtop.battle.outline import Play, Plays
from roundtop.battle.protocol import Command, Decision, Progress, spot_of
from roundtop.dice.sources import Dice
from roundtop.kit import deployment
from roundtop.rulebooks.infantry_action import field, muster
from roundtop.rulebooks.infantry_action.arrivals import events
from roundtop.rulebooks.infantry_action.deployment import events as deployment_events
from roundtop.rulebooks.infantry_action.movement import events as movement_events
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.footprint import gap, nearest_gap, overlap
from roundtop.table.ground import block_touches_area, off_table
from roundtop.table.measure import FULL_TURN, HALF_TURN, kept, within
from roundtop.table.pose import Pose, ahead, aside, rounded_pose

ENTRY_SLIDE_IN: Final = 12.0
"""How far along the edge a reinforcement may look for a free place [setup.reinforcements]."""
BATTERY_CLEAR_IN: Final = 18.0
"""How far from every enemy a reinforcing battery is set down [setup.reinforcements]."""


def enter(state: State, step: events.EnterTable, dice: Dice) -> Progress:
    """Set down with its rear on the edge, facing inwards, at the nearest free place; then it moves."""
    unit = field.unit_of(state, step.unit)
    pose = entry_pose(state, unit)
    if pose is None:
        return Progress(())
    return Progress((movement_events.Moved(unit.id, "arrive", pose, pose, ()),), (movement_events.MoveUnit(unit.id),))


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
    return (deployment.EDGE_FACING[nearest_edge(state, x, y)] + HALF_TURN) % FULL_TURN


def _free(state: State, unit: Unit, pose: Pose) -> bool:
    there = field.block_at(unit, pose, state.settings)
    if off_table(state.ground, there) or block_touches_area(state.ground, muster.IMPASSABLE, there):
        return False
    least = state.settings.min_separation_in
    if [foe for foe in field.enemies(state, unit) if not kept(gap(there, field.block(foe, state.settings)), least)]:
        return False
    return not [
        f
        for f in field.on_table(state, unit.side)
        if f.id != unit.id and overlap(there, field.block(f, state.settings))
    ]


def asks_where(state: State, step: events.SetDownBattery) -> tuple[str, ...]:
    """The owner of a battery for which the scenario names no place, while there is one."""
    unit = field.unit_of(state, step.unit)
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
    there = field.block_at(unit, pose, state.settings)
    faults: list[Reason] = []
    x, y = unit.entry if unit.entry is not None else (pose.x, pose.y)
    if not within(((pose.x - x) ** 2 + (pose.y - y) ** 2) ** 0.5, ENTRY_SLIDE_IN):
        faults.append(Reason("The battery is set down within 12″ of its place on the edge.", clause))
    foes = [field.block(foe, state.settings) for foe in field.enemies(state, unit)]
    if not kept(nearest_gap(there, foes), BATTERY_CLEAR_IN):
        faults.append(Reason("The battery is set down 18″ or more from every enemy.", clause))
    if not _free(state, unit, pose):
        faults.append(Reason("There is no room for the battery there.", clause))
    return faults


def set_down_decision(view: State, step: events.SetDownBattery, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    size = view.settings.stand_in
    ground = view.ground
    zone = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    places = battery_places(view, unit)
    form = Place(
        piece=unit.id, width=unit.stands * size, depth=size, zone=zone, candidates=places, facing=places[0].facing
    )
    sentence = f"Set {unit.name} down within 12″ of its place on the edge, 18″ from every enemy."
    return Decision(player, "set-down", unit.id, sentence, ("infantry-action.setup.reinforcements",), form=form)


def set_down(state: State, step: events.SetDownBattery, command: Command) -> Progress:
    return Progress((deployment_events.Deployed(step.unit, rounded_pose(spot_of(command))),))


def set_down_by_itself(state: State, step: events.SetDownBattery, dice: Dice) -> Progress:
    """Where the scenario says, if that place is free; otherwise it waits."""
    unit = field.unit_of(state, step.unit)
    if unit.entry is None and _free(state, unit, unit.pose):
        return Progress((deployment_events.Deployed(unit.id, unit.pose),))
    return Progress(())


def check_set_down(view: State, step: events.SetDownBattery, command: Command) -> tuple[Reason, ...]:
    return tuple(set_down_faults(view, field.unit_of(view, step.unit), rounded_pose(spot_of(command))))


PLAYS: Final[Plays] = {
    events.EnterTable: Play(enter),
    events.SetDownBattery: Play(set_down_by_itself, asks_where, set_down_decision, set_down, check_set_down),
}
