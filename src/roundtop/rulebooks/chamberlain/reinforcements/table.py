"""Reinforcements are thrown for and come on over their stretch of the edge."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Place, Reason
from roundtop.battle.outline import Play, Plays, no_effect
from roundtop.battle.protocol import Command, Decision, Progress, spot_of
from roundtop.dice.sources import Dice
from roundtop.rulebooks.chamberlain import field, tables
from roundtop.rulebooks.chamberlain.action import rule as action_rule
from roundtop.rulebooks.chamberlain.command import table as command_table
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.movement import table as movement_table
from roundtop.rulebooks.chamberlain.phases import events as phases_events
from roundtop.rulebooks.chamberlain.reinforcements import events as reinforcements_events
from roundtop.rulebooks.chamberlain.reinforcements import rule
from roundtop.rulebooks.chamberlain.state import ARRIVED, TO_ARRIVE, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import FAR, Block, nearest_gap
from roundtop.table.ground import off_table
from roundtop.table.measure import TOLERANCE, bearing, distance, turn_between, within
from roundtop.table.pose import Point, Pose, ahead, rounded_pose


def reinforce(state: State, step: reinforcements_events.Reinforce, dice: Dice) -> Progress:
    """A die for each reinforcement that is due; target 1 comes by itself [info.reinforcements]."""
    events: list[object] = []
    for unit in state.units:
        if unit.side != step.side or unit.place != TO_ARRIVE or unit.due > state.turn:
            continue
        before = len(dice.rolls)
        arrived = rule.arrives(unit.target, f"arrival of {unit.name}", unit.side, dice)
        events.append(reinforcements_events.ArrivalThrown(unit.id, arrived, tuple(dice.rolls[before:])))
    return Progress((*events, phases_events.PhaseBegan(step.side, "movement")))


MOST_ENTRIES: Final = 5
"""About so many places are proposed to a reinforcement."""


def entry_edge(state: State, unit: Unit) -> str:
    """The edge a reinforcement comes on over."""
    assert unit.entry is not None
    (ax, ay), (bx, by) = unit.entry
    ground = state.ground
    x, y = 0.5 * (ax + bx), 0.5 * (ay + by)
    gaps = {"south": y, "north": ground.depth - y, "west": x, "east": ground.width - x}
    return min(gaps, key=lambda edge: (round(gaps[edge], 2), edge))


def enter_decision(view: State, step: reinforcements_events.Enter, player: str) -> Decision:
    unit = field.unit_of(view, step.unit)
    ground = view.ground
    depth = view.settings.setup_unit_depth
    zone = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth))
    facing = tables.INWARDS[entry_edge(view, unit)]
    spots = entry_places(view, unit)
    clauses = ("chamberlain.info.reinforcement-entry",)
    form = Place(piece=unit.id, width=terrain_rule.BASE_WIDTH, depth=depth, zone=zone, candidates=spots, facing=facing)
    rate = movement_rule.rate_of(unit.arm, unit.mounted)
    sentence = f"{unit.name} comes on: up to {rate.simple:g} BW from its stretch of the edge."
    return Decision(player, "enter", unit.id, sentence, clauses, form=form)


def may_enter(view: State, side: str) -> list[Unit]:
    """Reinforcements that have come and have room to come on; where enemies or friends leave none they wait.

    [info.reinforcement-entry]
    """
    come = [unit for unit in view.units if unit.side == side and unit.place == ARRIVED]
    return [unit for unit in come if entry_places(view, unit)]


def entry_places(state: State, unit: Unit) -> tuple[Pose, ...]:
    """Good places for a reinforcement: along its stretch, straight in as far as it goes, or just on the table."""
    found: list[Pose] = []
    rate = movement_rule.rate_of(unit.arm, unit.mounted)
    depth = state.settings.setup_unit_depth
    starts = entry_points(state, unit)
    for start in starts[:: max(1, len(starts) // MOST_ENTRIES)]:
        yard = _entry_yard(state, unit, start, rate.simple)
        for length in (rate.simple, rate.difficult, depth):
            pose = rounded_pose(ahead(start, max(length, depth)))
            made = _entered(yard, unit, start, pose, True)
            if not made.clause and _got_there(made, pose):
                found.append(field.middle(pose, state.settings))
                break
    return tuple(found)


def entry_points(state: State, unit: Unit) -> list[Pose]:
    """Points of the edge to come on over, facing inwards: of its stretch, or the nearest lawful one where enemies hold
    all of it [info.reinforcement-entry].
    """
    assert unit.entry is not None
    (ax, ay), (bx, by) = unit.entry
    points = _along(unit.entry[0], unit.entry[1], tables.INWARDS[entry_edge(state, unit)])
    free = [point for point in points if not _near_enemy(state, unit, point)]
    if free:
        return free
    army = field.army_of(state, unit.side)
    best: list[Pose] = []
    least = FAR
    for edge in (*army.friendly, *army.neutral):
        for point in _along(*_corners_of(state, edge), tables.INWARDS[edge]):
            away = distance(point.x, point.y, 0.5 * (ax + bx), 0.5 * (ay + by))
            if away < least and not _near_enemy(state, unit, point):
                best, least = [point], away
    return best


def _along(start: Point, end: Point, facing: int) -> list[Pose]:
    """Points every half BW from one to another, both included."""
    steps = max(1, round(distance(start[0], start[1], end[0], end[1]) / 0.5))
    return [
        Pose(start[0] + (end[0] - start[0]) * n / steps, start[1] + (end[1] - start[1]) * n / steps, facing)
        for n in range(steps + 1)
    ]


def _corners_of(state: State, edge: str) -> tuple[Point, Point]:
    """The ends of an edge between which a base has room, the left one for those who come on over it first."""
    near = 0.5 * terrain_rule.BASE_WIDTH
    east, north = state.ground.width - near, state.ground.depth - near
    if edge == "south":
        return ((near, 0.0), (east, 0.0))
    if edge == "north":
        return ((east, state.ground.depth), (near, state.ground.depth))
    if edge == "west":
        return ((0.0, north), (0.0, near))
    return ((state.ground.width, near), (state.ground.width, north))


def _near_enemy(state: State, unit: Unit, point: Pose) -> bool:
    spot = Block(point, 0.0, 0.0)
    return within(nearest_gap(spot, field.blocks(field.enemies(state, unit.side), state.settings)), 2.0)


def entry_faults(state: State, unit: Unit, pose: Pose) -> list[Reason]:
    """Why a reinforcement may not come on there: by a simple or a difficult move from the edge, wholly on the table.

    [info.reinforcement-entry]
    """
    clause = "chamberlain.info.reinforcement-entry"
    rate = movement_rule.rate_of(unit.arm, unit.mounted)
    best = "far"
    for point in entry_points(state, unit):
        away = distance(point.x, point.y, pose.x, pose.y)
        if not within(away, rate.simple) or away <= TOLERANCE:
            continue
        straight = bearing(point.x, point.y, pose.x, pose.y)
        ahead_of_it = abs(turn_between(straight, pose.facing)) <= 100
        if not ahead_of_it and not within(away, rate.difficult):
            best = "facing" if best == "far" else best
            continue
        start = Pose(point.x, point.y, straight)
        made = _entered(_entry_yard(state, unit, start, rate.simple), unit, start, pose, ahead_of_it)
        if not made.clause and _got_there(made, pose):
            return []
        if best in ("far", "facing"):
            best = made.clause or "engaged"
    if best == "far":
        return [Reason(f"It comes on at most {rate.simple:g} BW from its stretch of the edge.", clause)]
    if best == "facing":
        return [Reason("A simple move ends facing the way it went; a difficult one is shorter.", clause)]
    if best == "engaged":
        return [Reason("It would have to stop in the enemy's zone before that.", "chamberlain.move.engaged-enter")]
    return [action_rule.refusal(best)]


def entry_near(state: State, unit: Unit, wish: Pose) -> Pose:
    """Where a reinforcement that is wished for somewhere comes on: there, or as far that way as a simple move goes."""
    if not entry_faults(state, unit, rounded_pose(wish)):
        return rounded_pose(wish)
    ways = sorted([(distance(at.x, at.y, wish.x, wish.y), at.x, at.y) for at in entry_points(state, unit)])
    for away, x, y in ways[:MOST_ENTRIES]:
        facing = bearing(x, y, wish.x, wish.y)
        for part in range(MOST_ENTRIES, 0, -1):
            length = min(away, movement_rule.rate_of(unit.arm, unit.mounted).simple) * part / MOST_ENTRIES
            pose = rounded_pose(ahead(Pose(x, y, facing), length))
            if length > TOLERANCE and not entry_faults(state, unit, pose):
                return pose
    return rounded_pose(wish)


def _got_there(made: movement_rule.March, pose: Pose) -> bool:
    return distance(made.end.x, made.end.y, pose.x, pose.y) <= 2 * TOLERANCE


def _entry_yard(state: State, unit: Unit, start: Pose, reach: float) -> movement_rule.Yard:
    """The yard of a unit that starts beyond the edge: only its end has to be on the table."""
    found = movement_table.yard_of(state, unit, start, reach + 1.0)
    found.edges = False
    return found


def _entered(yard: movement_rule.Yard, unit: Unit, start: Pose, pose: Pose, simple: bool) -> movement_rule.March:
    """A move from a point of the edge, straight ahead or carefully; only its end has to be on the table."""
    rate = movement_rule.rate_of(unit.arm, unit.mounted)
    away = distance(start.x, start.y, pose.x, pose.y)
    made = (
        movement_rule.simple_move(yard, rate, start, start.facing, away)
        if simple
        else movement_rule.March("x", start, 0.0, False)
    )
    if made.clause and within(away, rate.difficult):
        made = movement_rule.difficult_move(
            yard=yard, rate=rate, pose=start, x=pose.x, y=pose.y, end_facing=pose.facing
        )
    if not made.clause and off_table(yard.ground, terrain_rule.base(pose, yard.settings)):
        return movement_rule.March("chamberlain.move.table-edge", made.end, made.distance, made.engaged)
    return made


def check_enter(view: State, step: reinforcements_events.Enter, command: Command) -> tuple[Reason, ...]:
    pose = rounded_pose(field.centre(spot_of(command), view.settings))
    return tuple(entry_faults(view, field.unit_of(view, step.unit), pose))


def entered(state: State, step: reinforcements_events.Enter, command: Command) -> Progress:
    """A reinforcement is on the table; it is never concealed [info.reinforcement-entry, conceal.start]."""
    unit = field.unit_of(state, step.unit)
    pose = rounded_pose(field.centre(spot_of(command), state.settings))
    near = min([distance(point.x, point.y, pose.x, pose.y) for point in entry_points(state, unit)])
    kind = "difficult" if within(near, movement_rule.rate_of(unit.arm, unit.mounted).difficult) else "simple"
    event = reinforcements_events.Entered(
        unit.id, kind, pose, movement_rule.limbered_after(unit.arm, unit.limbered, kind, state.settings)
    )
    return Progress((event, *command_table.after_move(state, unit, pose, pose)))


PLAYS: Final[Plays] = {
    reinforcements_events.Reinforce: Play(reinforce),
    reinforcements_events.Enter: Play(no_effect, field.owner, enter_decision, entered, check_enter),
}
