"""Running for home, falling back to cover, and giving oneself up."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Item
from roundtop.record import record
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.carrying import table as carrying_table
from roundtop.rulebooks.skirmish.events import apply
from roundtop.rulebooks.skirmish.melee import rule as melee_rule
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.morale import table as morale_table
from roundtop.rulebooks.skirmish.movement import events as movement_events
from roundtop.rulebooks.skirmish.movement import faults as movement_faults
from roundtop.rulebooks.skirmish.movement import paths as movement_paths
from roundtop.rulebooks.skirmish.movement import rule as movement_rule
from roundtop.rulebooks.skirmish.movement import ways as movement_ways
from roundtop.rulebooks.skirmish.state import FALL_BACK, MOUNTED, ON_TABLE, Figure, Group, State
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.rulebooks.skirmish.terrain import table as terrain_table
from roundtop.table import measure
from roundtop.table.crossed import track_until
from roundtop.table.ground import level_at
from roundtop.table.path import Manoeuvre, turn
from roundtop.table.pose import Point, Pose

FULL_CM: Final = 0.5
"""By how much a compulsory move may fall short of its full length for want of a straight way."""
WIDELY: Final = tuple([sign * by for by in range(3000, 18001, 3000) for sign in (1, -1)])
NARROWLY: Final = tuple([sign * by for by in range(500, 18000, 500) for sign in (1, -1)])
FLIGHTS: Final = (0, *WIDELY, *NARROWLY)
"""Off the straight way home, a man who runs tries these directions: all round, and then more closely."""
LOOK_CM: Final = 3.0
"""How closely a man who falls back looks along woods, walls and crests for cover."""


@record
class Flight:
    """A run: by which leg, or over the edge, or nowhere (cornered)."""

    manoeuvre: Manoeuvre | None
    leaves: bool = False


def flight(state: State, figure: Figure) -> Flight:
    """A full-length run for the home edge, or as near that way as ends farther from whoever is then nearest.

    [morale.break-terms, morale.cornered, movement.table-edge]
    """
    crowd = movement_faults.Crowd(state, figure)
    home = field.homeward(state, figure)
    if runs_off(state, figure, home, crowd):
        return Flight(None, True)
    before = field.from_enemies(state, figure)
    best: Manoeuvre | None = None
    longest = 0.0
    for off in FLIGHTS:
        made = movement_ways.straight(
            state=state,
            figure=figure,
            start=figure.pose,
            heading=(home + off) % measure.FULL_TURN,
            most=movement_paths.rate_of(figure),
            crowd=crowd,
        )
        if made is None:
            continue
        path = movement_paths.path_of(figure.pose, (made,))
        after = field.from_enemies(state, field.moved_to(figure, path.end))
        barred = movement_faults.enemy_faults(state, figure, path, crowd)
        nearer = before >= 0.0 and after <= before + measure.TOLERANCE
        cost = movement_rule.price(movement_paths.move_of(state, figure, path), state.settings)
        too_far = not measure.within(cost, movement_paths.rate_of(figure))
        if nearer or barred or too_far or _jumps_down(state, figure, path):
            continue
        if cost >= movement_paths.rate_of(figure) - FULL_CM:
            return Flight(made)
        if cost > longest + measure.TOLERANCE:
            best, longest = made, cost
    return Flight(best)


def _jumps_down(state: State, figure: Figure, path: movement_paths.Path) -> bool:
    """Nobody runs off an upper floor but by the ladder [actions.climb-crossing, morale.cornered]."""
    return movement_faults.off_floor(state, figure, path.end.x, path.end.y)


def runs_off(state: State, figure: Figure, home: int, crowd: movement_faults.Crowd) -> bool:
    """Whether a man reaches his own edge with this action [movement.table-edge]."""
    s = measure.sine(home)
    c = measure.cosine(home)
    away = movement_ways.to_edge(
        state=state, x=figure.pose.x, y=figure.pose.y, s=s, c=c, room=field.radius(figure, state.settings)
    )
    budget = movement_paths.rate_of(figure) - movement_rule.turn_cost(
        figure.arm, movement_paths.degrees(measure.turn_between(figure.pose.facing, home)), state.settings
    )
    if away > budget or field.upstairs(state, figure):
        return False
    if away < movement_ways.SHORTEST_CM:
        return True
    went = min(
        away,
        movement_ways.affordable(state=state, x=figure.pose.x, y=figure.pose.y, s=s, c=c, length=away, budget=budget),
    )
    went = min(
        went,
        movement_ways.to_bar(
            state=state, figure=figure, start=figure.pose, s=s, c=c, length=went, budget=budget, crowd=crowd
        ),
    )
    if went < away - 4.0 * measure.TOLERANCE:
        return False
    track = [(figure.pose.x, figure.pose.y), (figure.pose.x + away * s, figure.pose.y + away * c)]
    room = field.radius(figure, state.settings)
    met = [disc for disc in crowd.foe_discs if not movement_ways.left_behind(disc, figure.pose, s, c, room)]
    return track_until(track, room, [*met, *crowd.solid], 0.0).index < 0


def backwards(state: State, figure: Figure, to_cover: bool) -> Manoeuvre | None:
    """A full-length move towards the own edge, or to the nearest cover that is no nearer to the enemy; a horse that
    must turn about for it has no more to give.

    [morale.fall-back-terms, movement.mounted-turn]
    """
    crowd = movement_faults.Crowd(state, figure)
    foe = field.nearest_to(figure, field.enemies(state, figure.side), state.settings)
    heading = field.homeward(state, figure)
    most = movement_paths.rate_of(figure)
    if to_cover and foe is not None:
        spot = nearest_cover(state, figure, foe)
        if spot is None:
            return None
        heading = measure.bearing(figure.pose.x, figure.pose.y, spot[0], spot[1])
        most = measure.distance(figure.pose.x, figure.pose.y, spot[0], spot[1])
    made = movement_ways.straight(
        state=state, figure=figure, start=figure.pose, heading=heading, most=most, crowd=crowd
    )
    if made is None:
        return _turned_about(state, figure, heading)
    path = movement_paths.path_of(figure.pose, (made,))
    return None if movement_faults.faults_of(state, figure, path, morale_rule.NO_ADVANCE, crowd) else made


def _turned_about(state: State, figure: Figure, heading: int) -> Manoeuvre | None:
    """A rider whose whole action goes into turning his horse; None where it was not that which stopped him."""
    by = measure.turn_between(figure.pose.facing, heading)
    spent = movement_rule.turn_cost(figure.arm, movement_paths.degrees(by), state.settings)
    if figure.arm != MOUNTED or spent < movement_paths.rate_of(figure) - movement_ways.SHORTEST_CM:
        return None
    return turn(by)


def nearest_cover(state: State, figure: Figure, foe: Figure) -> Point | None:
    """The nearest place with cover against an enemy that is no nearer to him than here [morale.fall-back-terms]."""
    room = field.radius(figure, state.settings) + melee_rule.CONTACT_CM
    outlines = [area.outline for area in state.ground.areas if area.kind in terrain_rule.COVERED]
    outlines.extend([height.outline for height in state.ground.heights])
    spots: list[tuple[float, Point]] = []
    for outline in outlines:
        spots.extend([(away, _inside(outline, at)) for away, at in _along(outline, figure, True)])
    for line in state.ground.lines:
        spots.extend([(away, _behind(at, foe, room)) for away, at in _along(line.points, figure, False)])
    before = field.gap(figure, foe, state.settings)
    for _, (x, y) in sorted(spots):
        there = field.moved_to(figure, Pose(x, y, 0))
        if not field.upstairs(state, figure):
            there.level = level_at(state.ground, x, y)
        farther = measure.kept(field.gap(there, foe, state.settings), before)
        if farther and field.on_ground(state, x, y, room) and terrain_table.cover_of(state, there, foe) != "open":
            return (x, y)
    return None


def _along(points: tuple[Point, ...], figure: Figure, closed: bool) -> list[tuple[float, Point]]:
    """The place on a line that is nearest to a figure, and others all along it, with how far off they are."""
    found = [field.closest(points, figure.pose.x, figure.pose.y, closed)]
    ax, ay = points[-1] if closed else points[0]
    for bx, by in points:
        steps = int(measure.distance(ax, ay, bx, by) / LOOK_CM) + 1
        found.extend([(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(steps)])
        ax, ay = bx, by
    return [(measure.distance(figure.pose.x, figure.pose.y, x, y), (x, y)) for x, y in found]


def _inside(outline: tuple[Point, ...], at: Point) -> Point:
    """A place just inside an outline, from one on it."""
    x, y = at
    cx = sum([px for px, _ in outline]) / len(outline)
    cy = sum([py for _, py in outline]) / len(outline)
    away = max(measure.distance(x, y, cx, cy), measure.NOISE)
    share = min(1.0, 1.0 / away)
    return (x + share * (cx - x), y + share * (cy - y))


def _behind(at: Point, foe: Figure, room: float) -> Point:
    """A place touching a line on the side away from an enemy, from one on it."""
    x, y = at
    away = max(measure.distance(foe.pose.x, foe.pose.y, x, y), measure.NOISE)
    return (x + room * (x - foe.pose.x) / away, y + room * (y - foe.pose.y) / away)


def run_events(state: State, group: str) -> list[object]:
    """Every man of a broken group who has spent no action in this phase runs [morale.break-terms, turn.action-phases].

    Who has acted and spent none in the turn stood idle before they broke.
    """
    events: list[object] = []
    men = [man for man in field.members(state, group) if not man.acted or not man.spent]
    for man in [man for man in men if field.left_to(state, man)]:
        event = run_event(state, state.figures[man.id])
        state = apply(state, event)
        events.append(event)
    return events


def owing(state: State, group: str, phase: int) -> list[Figure]:
    """Those on the table who may still act; at the end of a phase also those who stood idle in it."""
    men = field.waiting(state, group) if not phase else field.members(state, group)
    return [
        man for man in men if man.place == ON_TABLE and (not phase or (man.spent < phase and field.left_to(state, man)))
    ]


def flight_events(state: State, group: str) -> list[object]:
    """Men who break before a charge run at once, with every action that they have left this turn.

    [morale.trigger-charged, morale.break-terms]
    """
    events: list[object] = []
    for man in field.members(state, group):
        while field.able(state.figures[man.id]) and field.left_to(state, state.figures[man.id]) > 0:
            event = run_event(state, state.figures[man.id])
            state = apply(state, event)
            events.append(event)
    return events


def run_event(state: State, figure: Figure) -> object:
    """A run, over the edge at last, or with nowhere to go a stand; a wounded horse runs once in a turn.

    [morale.cornered, movement.table-edge, shooting.horse-harm]
    """
    if not field.can_ride(figure):
        return actions_events.Stood(figure.id, "blown", True)
    way = flight(state, figure)
    if way.leaves:
        return movement_events.Left(figure.id, "ran")
    if way.manoeuvre is None:
        return actions_events.Stood(figure.id, "cornered", True)
    return movement_paths.moved_by(figure, "run", (way.manoeuvre,), True)


def fall_back_events(state: State, group: str, phase: int = 0) -> list[object]:
    """Every man who owes it moves back towards his own edge, or stands where he has cover [morale.fall-back-terms]."""
    events: list[object] = []
    for man in owing(state, group, phase):
        owed = morale_table.duty_of(state, state.figures[man.id])
        if owed.must == "stand":
            made: list[object] = [actions_events.Stood(man.id, "covered", True)]
        elif owed.must == "move-back":
            made = back_events(state, state.figures[man.id], False)
        else:
            continue
        for event in made:
            state = apply(state, event)
        events.extend(made)
    return events


def back_events(state: State, figure: Figure, to_cover: bool) -> list[object]:
    """A compulsory move back; with no way back the action is spent where he stands [morale.fall-back-terms]."""
    made = backwards(state, figure, to_cover)
    if made is None:
        return [actions_events.Stood(figure.id, "hemmed in", True)]
    moved = movement_paths.moved_by(figure, "back", (made,), True)
    return [moved] if field.partner_of(state, figure) is None else [carrying_table.lets_go(state, figure), moved]


def back_choices(state: State, figure: Figure) -> list[Item]:
    """To cover or towards the own edge, as the player likes [morale.fall-back-terms]."""
    clause = "skirmish.morale.fall-back-terms"
    found = [Item("back", "fall back towards your edge", clause)]
    if backwards(state, figure, True) is not None:
        found.append(Item("cover", "fall back to the nearest cover", clause))
    return [*found, Item("stand", "wait")]


def falls_back_now(state: State, group: Group) -> bool:
    """Whether this is the turn in which a group must spend an action falling back [morale.result-fall-back]."""
    return morale_rule.present(group.state, group.thrown, state.turn) == FALL_BACK and state.turn > group.thrown


def surrenders(state: State) -> list[object]:
    """Broken men who could not run this turn and are in contact give themselves up [morale.cornered]."""
    if not state.settings.surrender:
        return []
    cornered = [
        figure for figure in field.able_of(state) if figure.stuck and field.broken(field.group_of(state, figure.group))
    ]
    return [
        movement_events.Left(f.id, "surrendered")
        for f in sorted(cornered, key=field.figure_id)
        if field.in_contact(state, f)
    ]
