"""Barriers and ladders that a man may climb, and where he comes down."""

from __future__ import annotations

from roundtop.battle.forms import Item
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import table as actions_table
from roundtop.rulebooks.skirmish.climbing import events, rule
from roundtop.rulebooks.skirmish.melee import rule as melee_rule
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.state import FOOT, LADDER, Figure, State, Thing
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.ground import Line, areas_at, level_at, line_crossings
from roundtop.table.measure import FULL_TURN, TOLERANCE, bearing, distance, turn_between
from roundtop.table.path import leg
from roundtop.table.pose import Pose, rounded_pose


def climbs(state: State, figure: Figure) -> list[Item]:
    """Walls and fences he touches, and ladders [actions.climb, actions.climb-crossing]."""
    if figure.arm != FOOT or figure.burden:
        return []
    found: list[Item] = []
    for place, line in enumerate(climbable(state, figure)):
        if far_side(state, figure, line) is not None:
            found.append(Item(f"climb:{place}", f"climb the {line.kind}", "skirmish.actions.climb"))
    for thing in state.things:
        if thing.kind != LADDER or not field.touches_thing(state, figure, thing):
            continue
        top = _top(state, figure, thing)
        if top is not None and _room_at(state, figure, top[0], top[1]):
            word = "down" if field.upstairs(state, figure) else "up"
            found.append(Item(f"ladder:{thing.id}", f"climb {word} the ladder", "skirmish.actions.climb"))
    return found


def climbable(state: State, figure: Figure) -> list[Line]:
    """The barriers that a man touches, clockwise from where he looks."""
    found = [line for line in field.barriers(state) if field.touches_line(figure, line, state.settings)]
    if len(found) < actions_table.PAIR_LEAST:
        return found
    turns: list[tuple[int, int]] = []
    for place, line in enumerate(found):
        x, y = field.closest(line.points, figure.pose.x, figure.pose.y, False)
        by = turn_between(figure.pose.facing, bearing(figure.pose.x, figure.pose.y, x, y)) % FULL_TURN
        turns.append((by // 100, place))
    return [found[place] for _, place in sorted(turns)]


def far_side(state: State, figure: Figure, line: Line) -> Pose | None:
    """Where a man who climbs a barrier comes down, touching its far side; None where there is no room."""
    room = field.radius(figure, state.settings)
    x, y = figure.pose.x, figure.pose.y
    foot = field.closest(line.points, x, y, False)
    away = distance(x, y, foot[0], foot[1])
    if away < TOLERANCE:
        return None
    over = (room + 0.5 * melee_rule.CONTACT_CM) / away
    end = rounded_pose(Pose(foot[0] + over * (foot[0] - x), foot[1] + over * (foot[1] - y), figure.pose.facing))
    if not line_crossings(line.points, x, y, end.x, end.y):
        return None
    return end if _may_land(state, figure, end, level_at(state.ground, end.x, end.y)) else None


def _may_land(state: State, figure: Figure, end: Pose, level: int) -> bool:
    """Whether a climber may come down there: his nerve lets him, and there is room [morale.no-advance-terms]."""
    crossing = movement_paths.path_of(figure.pose, (leg(end.x, end.y),))
    barred = movement_faults.duty_faults(state, figure, crossing, morale_table.duty_of(state, figure))
    return not barred and _room_at(state, figure, end, level)


def _room_at(state: State, figure: Figure, end: Pose, level: int) -> bool:
    """Whether a climber may stand there: on nobody, in contact with no enemy [movement.contact-only-by-charge]."""
    climber = field.moved_to(figure, end)
    climber.level = level
    crowd = movement_faults.Crowd(state, climber)
    crowd.lines = []
    there = movement_paths.path_of(Pose(end.x, end.y, end.facing), ())
    there.points = [(end.x, end.y), (end.x, end.y)]
    faults = [
        *movement_faults.ground_faults(state, climber, there, crowd),
        *movement_faults.enemy_faults(state, climber, there, crowd),
        *movement_faults.friend_faults(state, climber, there, crowd),
    ]
    return not faults


def goes_on(state: State, figure: Figure) -> bool:
    """Whether a man half over may climb on: with the last action he must be let come down there."""
    made = climbs_on(state, figure, "climb", "")
    return not made.over or _may_land(state, figure, made.landing, made.level)


def climbs_on(state: State, figure: Figure, verb: str, rest: str) -> events.Climbed:
    """One action of a climb; with the last he is over [actions.climb, actions.climb-crossing]."""
    if verb == "ladder":
        return _up_the_ladder(state, figure, field.thing_of(state, rest))
    ladder = None if rest else _ladder_under(state, figure)
    if ladder is not None:
        return _up_the_ladder(state, figure, ladder)
    line = climbable(state, figure)[int(rest)] if rest else _barrier_under(state, figure)
    landing = figure.landing or far_side(state, figure, line)
    assert landing is not None
    needed = rule.climb_actions("obstacle", field.height_of(state, line))
    over = figure.climbed + 1 >= needed
    return events.Climbed(figure.id, landing, over, level_at(state.ground, landing.x, landing.y))


def _barrier_under(state: State, figure: Figure) -> Line:
    """The barrier that a man half over is climbing: the one between him and where he comes down."""
    assert figure.landing is not None
    for line in field.barriers(state):
        if line_crossings(line.points, figure.pose.x, figure.pose.y, figure.landing.x, figure.landing.y):
            return line
    raise KeyError(figure.id)


def _ladder_under(state: State, figure: Figure) -> Thing | None:
    """The ladder on which a man is half way: one at hand that leads to where he is going; None for a bare wall."""
    for thing in state.things:
        if thing.kind == LADDER and field.touches_thing(state, figure, thing):
            top = _top(state, figure, thing)
            if top is not None and top[0] == figure.landing:
                return thing
    return None


def _up_the_ladder(state: State, figure: Figure, ladder: Thing) -> events.Climbed:
    """One action on the rungs: to the floor above or down from it, or over the wall it leans on.

    [actions.climb, actions.climb-crossing]
    """
    needed = rule.climb_actions("ladder", ladder.amount)
    top = _top(state, figure, ladder)
    assert top is not None
    return events.Climbed(figure.id, top[0], figure.climbed + 1 >= needed, top[1])


def _top(state: State, figure: Figure, ladder: Thing) -> tuple[Pose, int] | None:
    """Where a ladder leads a man, and the level there; None where it leans on nothing."""
    ground = level_at(state.ground, ladder.x, ladder.y)
    if field.upstairs(state, figure):
        return figure.pose, ground
    if [area for area in areas_at(state.ground, ladder.x, ladder.y) if area.kind in terrain_rule.WALLED]:
        return figure.pose, ground + 1
    for line in climbable(state, figure):
        landing = far_side(state, figure, line)
        if landing is not None:
            return landing, level_at(state.ground, landing.x, landing.y)
    return None
