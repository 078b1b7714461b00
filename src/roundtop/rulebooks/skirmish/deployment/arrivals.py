"""Reinforcements: where they come on, and how."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason, Way
from roundtop.kit import deployment
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.movement import ways as movement_ways
from roundtop.rulebooks.skirmish.state import TO_ARRIVE, Figure, State
from roundtop.table.measure import FULL_TURN, HALF_TURN, TOLERANCE, distance, within
from roundtop.table.path import Manoeuvre, shift
from roundtop.table.pose import Pose

ENTRY_CM: Final = 15.0
"""How far from the entry point a figure may come on [setup.reinforcements]."""
ENTRY_CLEAR_CM: Final = 10.0
ENTRY_STEP_CM: Final = 0.5


def entry_events(state: State, group: str) -> list[object]:
    """Everybody who is due comes straight on [setup.reinforcements]."""
    events: list[object] = []
    for man in field.waiting(state, group):
        if man.place != TO_ARRIVE:
            continue
        found = entry_ways(state, state.figures[man.id])
        if found:
            start = entry_pose(state, man)
            event = movement_events.Moved(
                figure=man.id, cause="enter", start=start, end=found[0].end, manoeuvres=found[0].manoeuvres, paid=True
            )
        else:
            events.append(actions_events.Stood(man.id, "crowded", False))
            continue
        state = apply(state, event)
        events.append(event)
    return events


def entry_pose(state: State, figure: Figure) -> Pose:
    """Where a figure comes on: its entry, or the nearest place on that edge clear of the enemy.

    [setup.reinforcements]
    """
    assert figure.entry is not None
    x, y = figure.entry
    edge = edge_at(state, x, y)
    facing = (deployment.EDGE_FACING[edge] + HALF_TURN) % FULL_TURN
    foes = field.enemies(state, figure.side)
    along_x = edge in ("north", "south")
    length = state.ground.width if along_x else state.ground.depth
    for step in range(int(length / ENTRY_STEP_CM) + 2):
        for sign in (1.0, -1.0):
            by = sign * step * ENTRY_STEP_CM * _hand(edge)
            px, py = (x + by, y) if along_x else (x, y + by)
            inside = 0.0 <= px <= state.ground.width and 0.0 <= py <= state.ground.depth
            if inside and not [foe for foe in foes if _near(state, foe, px, py)]:
                return Pose(px, py, facing)
    return Pose(x, y, facing)


def along_edge(state: State, start: Pose, goal: Pose) -> Manoeuvre:
    """The step along the edge that brings a figure nearest to a place [setup.reinforcements]."""
    along_x = edge_at(state, start.x, start.y) in ("north", "south")
    by = goal.x - start.x if along_x else goal.y - start.y
    by = round(max(-ENTRY_CM, min(ENTRY_CM, by)), 2)
    return shift(by, 0.0) if along_x else shift(0.0, by)


def _hand(edge: str) -> float:
    """To the right of somebody who comes on at this edge is east or north (1), west or south (-1)."""
    return 1.0 if edge in ("south", "east") else -1.0


def _near(state: State, foe: Figure, x: float, y: float) -> bool:
    return within(distance(foe.pose.x, foe.pose.y, x, y) - field.radius(foe, state.settings), ENTRY_CLEAR_CM)


def edge_at(state: State, x: float, y: float) -> str:
    """The edge of the table on which a point lies."""
    gaps = {"north": state.ground.depth - y, "east": state.ground.width - x, "south": y, "west": x}
    return min([(abs(gap), edge) for edge, gap in gaps.items()])[1]


def entry_faults(state: State, figure: Figure, made: tuple[Manoeuvre, ...]) -> list[Reason]:
    """Along the edge at most 15 cm from the entry, then an ordinary move onto the table [setup.reinforcements]."""
    clause = "skirmish.setup.reinforcements"
    start = entry_pose(state, figure)
    faults: list[Reason] = []
    shifts = [m for m in made if m.kind == "shift"]
    if shifts and (len(shifts) > 1 or made[0].kind != "shift"):
        faults.append(Reason("One step along the edge at most, and before the move.", clause))
    if shifts:
        across = shifts[0].y if edge_at(state, start.x, start.y) in ("north", "south") else shifts[0].x
        if abs(across) > TOLERANCE or not within(distance(0.0, 0.0, shifts[0].x, shifts[0].y), ENTRY_CM):
            faults.append(Reason(f"He comes on at the edge, within {ENTRY_CM:g} cm of the entry.", clause))
    path = movement_paths.path_of(start, made)
    if len(path.points) < 2:
        faults.append(Reason("He must move onto the table.", clause))
    there = field.moved_to(figure, start)
    faults.extend(
        movement_faults.faults_of(
            state, there, path, morale_table.duty_of(state, figure), movement_faults.Crowd(state, there)
        )
    )
    return faults


def entry_ways(state: State, figure: Figure) -> tuple[Way, ...]:
    """Good ways on: straight ahead from places along the edge."""
    start = entry_pose(state, figure)
    along_x = edge_at(state, start.x, start.y) in ("north", "south")
    found: list[Way] = []
    pitch = 2.0 * field.radius(figure, state.settings) + 0.5
    for place in range(2 * int(ENTRY_CM / pitch) + 1):
        by = (place + 1) // 2 * pitch * (1.0 if place % 2 else -1.0) * _hand(edge_at(state, start.x, start.y))
        moved = shift(by, 0.0) if along_x else shift(0.0, by)
        there = field.moved_to(figure, Pose(start.x + moved.x, start.y + moved.y, start.facing))
        made = movement_ways.straight(
            state=state,
            figure=there,
            start=there.pose,
            heading=start.facing,
            most=movement_paths.rate_of(figure),
            crowd=movement_faults.Crowd(state, there),
        )
        if made is not None:
            way = (moved, made) if abs(by) > TOLERANCE else (made,)
            if not entry_faults(state, figure, way):
                found.append(Way(f"entry-{place}", "straight on", way, movement_paths.path_of(start, way).end))
        if len(found) >= 4:
            break
    return tuple(found)
