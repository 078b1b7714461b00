"""Moving at the table: what a path crosses and costs, what forbids it, good ways to go, and compulsory moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import Reason, Way
from roundtop.rulebooks.skirmish.melee import CONTACT_CM
from roundtop.rulebooks.skirmish.morale import NO_ADVANCE, RUN, Duty
from roundtop.rulebooks.skirmish.sight import (
    barriers,
    body_of,
    centre_of,
    cover_of,
    gap,
    height_of,
    nearest_to,
    touch,
)
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    FOOT,
    HORSE,
    MOUNTED,
    ON_TABLE,
    Figure,
    State,
    able,
    army_of,
    copied,
    enemies,
    figure_id,
    group_of,
    members,
    radius,
)
from roundtop.rulebooks.skirmish.terrain import (
    COVERED,
    DIFFICULT,
    IMPASSABLE,
    JUMP_CM,
    LINES,
    WALLED,
    Move,
    allowance,
    ground_cost,
    move_refusal,
    price,
    turn_cost,
)
from roundtop.table.crossed import track_until
from roundtop.table.footprint import FAR, Disc, disc_overlap, inside_polygon
from roundtop.table.ground import (
    Area,
    Line,
    areas_at,
    box_meets,
    disc_span,
    level_at,
    line_crossings,
    merged,
    points_gap,
    spans_in,
    spans_on_road,
    spared,
)
from roundtop.table.measure import (
    FULL_TURN,
    HALF_TURN,
    NOISE,
    QUARTER_TURN,
    TOLERANCE,
    bearing,
    cosine,
    distance,
    kept,
    rounded,
    segment_distance,
    sine,
    turn_between,
    within,
)
from roundtop.table.path import Manoeuvre, leg
from roundtop.table.pose import Point, Pose, rounded_pose

KINDS: Final = ("leg", "turn")
ENTRY_KINDS: Final = ("shift", "leg", "turn")
EDGE_FACING: Final = {"north": 0, "east": 9000, "south": 18000, "west": 27000}
WET: Final = ("stream", "creek")
RIVER: Final = ("river",)

FULL_CM: Final = 0.5
"""By how much a compulsory move may fall short of its full length for want of a straight way."""
SHORTEST_CM: Final = 0.3
"""A move shorter than this is not worth proposing."""
CLEAR_CM: Final = 0.16
"""How far from an enemy a proposed move stops."""
BACK_OFF_CM: Final = 0.5
BACK_OFFS: Final = 10
CONTACTS: Final = (0, 3000, -3000, 6000, -6000, 9000, -9000, 12000, -12000)
"""Round an enemy's base, off the straight way, a charger looks for room in these directions."""
FLIGHTS: Final = (0, 3000, -3000, 6000, -6000, 9000, -9000, 12000, -12000)
"""Off the straight way home, a man who runs tries these directions."""

BOOK: Final = "skirmish."
RATE: Final = "skirmish.movement."


# ---------------------------------------------------------------- a path and its price


@final
@dataclass(slots=True, init=False)
class Path:
    """A move worked out: the points of its legs, the turning of a rider in 0.01 degree, and where it ends."""

    points: list[Point]
    turned: int
    end: Pose

    def __init__(self, points: list[Point], turned: int, end: Pose) -> None:
        self.points = points
        self.turned = turned
        self.end = end


def path_of(start: Pose, manoeuvres: tuple[Manoeuvre, ...]) -> Path:
    """Where legs, turns and, for those who come on, a step along the edge lead [movement.path]."""
    x, y, facing = start.x, start.y, start.facing
    points: list[Point] = [(x, y)]
    turned = 0
    for m in manoeuvres:
        if m.kind == "turn":
            turned += abs(m.by)
            facing = (facing + m.by) % FULL_TURN
        elif m.kind == "shift":
            x += m.x
            y += m.y
            points = [(x, y)]
        elif abs(m.x - x) > NOISE or abs(m.y - y) > NOISE:
            heading = bearing(x, y, m.x, m.y)
            turned += abs(turn_between(facing, heading))
            facing = heading
            x, y = m.x, m.y
            points.append((x, y))
    return Path(points, turned, rounded_pose(Pose(x, y, facing)))


def crossing_spans(state: State, kinds: tuple[str, ...], ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts of a segment on fords or bridges."""
    spans: list[Point] = []
    for crossing in state.water.crossings:
        if crossing.kind in kinds:
            enter, leave = disc_span(crossing.x, crossing.y, 0.5 * crossing.width, ax, ay, bx, by)
            if enter < leave:
                spans.append((enter, leave))
    return merged(spans)


def slow_spans(state: State, ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts (0 to 1) of a segment in difficult ground; a bridge is none [movement.difficult-mixed]."""
    spans = spans_in(state.ground, DIFFICULT, ax, ay, bx, by)
    if not state.water.roads:
        return spans
    wet = spans_on_road(state.water, (*WET, *RIVER), ax, ay, bx, by)
    if not wet:
        return spans
    return merged([*spans, *spared(wet, crossing_spans(state, ("bridge",), ax, ay, bx, by))])


def barred_spans(state: State, ax: float, ay: float, bx: float, by: float) -> list[Point]:
    """The parts of a segment where nobody can go; a river can be crossed at its crossings [setup.terrain-catalogue]."""
    spans = spans_in(state.ground, IMPASSABLE, ax, ay, bx, by)
    if not state.water.roads:
        return spans
    deep = spans_on_road(state.water, RIVER, ax, ay, bx, by)
    if not deep:
        return spans
    return merged([*spans, *spared(deep, crossing_spans(state, ("ford", "bridge"), ax, ay, bx, by))])


def lines_over(state: State, points: list[Point]) -> list[Line]:
    """The barriers that a path crosses, each as often as it does."""
    found: list[Line] = []
    for line in barriers(state):
        for place in range(1, len(points)):
            ax, ay = points[place - 1]
            bx, by = points[place]
            if box_meets(line.box, ax, ay, bx, by):
                found.extend([line for _ in line_crossings(line.points, ax, ay, bx, by)])
    return found


def move_of(state: State, figure: Figure, path: Path) -> Move:
    """A path in the terms of its price: ground, turning, jumps [movement.difficult-mixed, movement.mounted-turn]."""
    whole = 0.0
    slow = 0.0
    for place in range(1, len(path.points)):
        ax, ay = path.points[place - 1]
        bx, by = path.points[place]
        length = distance(ax, ay, bx, by)
        whole += length
        for enter, leave in slow_spans(state, ax, ay, bx, by):
            slow += (leave - enter) * length
    jumps = len(lines_over(state, path.points))
    return Move(figure.arm, whole - slow, slow, path.turned / 100.0, jumps, figure.rate)


def rate_of(figure: Figure) -> float:
    """Centimetres an action [movement.foot-rate, movement.mounted-rate, movement.animals]."""
    return allowance(Move(figure.arm, 0.0, rate_cm=figure.rate))


# ---------------------------------------------------------------- who is in the way


@final
class Crowd:
    """The bases that a moving figure has to mind: enemies, those nobody passes through, and all it may not end on."""

    def __init__(self, state: State, figure: Figure, besides: str = "") -> None:
        """Who moves `besides`, at the same time, is in nobody's way."""
        settings = state.settings
        reach = (
            rate_of(figure)
            + 2.0 * settings.base_mounted_cm
            + 2.0 * settings.base_foot_cm
            + 30.0 * (figure.place != ON_TABLE)
        )
        square = reach * reach
        x = figure.pose.x
        y = figure.pose.y
        self.foes: list[Figure] = []
        self.foe_discs: list[Disc] = []
        self.solid: list[Disc] = []
        self.others: list[Disc] = []
        self.lines = barriers(state)
        for other in state.figures.values():
            dx = other.pose.x - x
            dy = other.pose.y - y
            if dx * dx + dy * dy > square or other.id == figure.id or other.id == besides or not able(other):
                continue
            disc = Disc(other.pose.x, other.pose.y, radius(other, settings))
            if other.side != figure.side and other.arm != ANIMAL:
                self.foes.append(other)
                self.foe_discs.append(disc)
            elif other.arm == MOUNTED or figure.arm == MOUNTED:
                self.solid.append(disc)
            self.others.append(disc)
        for thing in state.things:
            if thing.kind == HORSE and not thing.holder:
                self.others.append(Disc(thing.x, thing.y, 0.5 * settings.base_mounted_cm))


def moved_to(figure: Figure, pose: Pose) -> Figure:
    """The same figure somewhere else."""
    new = copied(figure)
    new.pose = pose
    return new


# ---------------------------------------------------------------- what forbids a move


def faults_of(state: State, figure: Figure, path: Path, duty: Duty, crowd: Crowd) -> list[Reason]:
    """Every reason why a figure may not move like that."""
    move = move_of(state, figure, path)
    return [
        *_price_faults(state, figure, path, move),
        *_ground_faults(state, figure, path, crowd),
        *_enemy_faults(state, figure, path, crowd),
        *_friend_faults(state, figure, path, crowd),
        *_duty_faults(state, figure, path, duty, move),
    ]


def _price_faults(state: State, figure: Figure, path: Path, move: Move) -> list[Reason]:
    """Too far, or over what cannot be crossed [movement.mounted-obstacles, actions.climb-crossing]."""
    faults: list[Reason] = []
    clause = move_refusal(move, state.settings)
    if move.jumps and figure.arm != MOUNTED:
        kinds = sorted({line.kind for line in lines_over(state, path.points)})
        text = f"The {' and '.join(kinds)} must be climbed: move up to it and climb with the next action."
        faults.append(Reason(text, clause))
        if within(price(move, state.settings), rate_of(figure)):
            return faults
        clause = RATE + "foot-rate" if figure.arm == FOOT else RATE + "animals"
    elif move.jumps:
        high = [line for line in lines_over(state, path.points) if not _jumpable(state, line)]
        if high:
            text = f"A horse cannot jump the {high[0].kind}."
            faults.append(Reason(text, RATE + "mounted-obstacles"))
    if clause:
        cost = price(move, state.settings)
        faults.append(Reason(f"Too far: the move costs {cost:.1f} cm of {rate_of(figure):g}.", clause))
    return faults


def _jumpable(state: State, line: Line) -> bool:
    return within(height_of(state, line), state.settings.mounted_jump_height_cm)


def _ground_faults(state: State, figure: Figure, path: Path, crowd: Crowd) -> list[Reason]:
    """On the table, out of deep water, not astride a wall, on his own floor [movement.path, movement.table-edge]."""
    faults: list[Reason] = []
    room = radius(figure, state.settings)
    end = path.end
    if not on_ground(state, end.x, end.y, room) or [p for p in path.points if not on_ground(state, p[0], p[1], 0.0)]:
        faults.append(Reason("The move would leave the table.", RATE + "table-edge"))
    for place in range(1, len(path.points)):
        ax, ay = path.points[place - 1]
        bx, by = path.points[place]
        if barred_spans(state, ax, ay, bx, by):
            faults.append(Reason("Nobody can go there: deep water or a cliff.", RATE + "path"))
            break
    if astride(figure, end.x, end.y, room, crowd.lines):
        faults.append(Reason("A base may not end astride a wall or fence.", BOOK + "actions.climb-crossing"))
    if len(path.points) > 1 and upstairs(state, figure):
        here = [area for area in areas_at(state.ground, figure.pose.x, figure.pose.y) if area.kind in WALLED]
        if not [area for area in here if inside_polygon(area.outline, end.x, end.y)]:
            faults.append(
                Reason("From an upper floor the only way out is the ladder.", BOOK + "actions.climb-crossing")
            )
    return faults


def upstairs(state: State, figure: Figure) -> bool:
    """Whether a figure stands on an upper floor [setup.height]."""
    if not state.ground.areas or figure.place != ON_TABLE:
        return False
    return figure.level > level_at(state.ground, figure.pose.x, figure.pose.y)


def on_ground(state: State, x: float, y: float, room: float) -> bool:
    """Whether a base of that radius lies wholly on the table."""
    least = room - TOLERANCE - NOISE
    return x >= least and y >= least and x <= state.ground.width - least and y <= state.ground.depth - least


def astride(figure: Figure, x: float, y: float, room: float, lines: list[Line]) -> bool:
    """Whether a base would stand astride a barrier that it was clear of before."""
    for line in lines:
        if box_meets(line.box, x - room, y - room, x + room, y + room) and not kept(
            points_gap(line.points, x, y), room
        ):
            before = points_gap(line.points, figure.pose.x, figure.pose.y)
            if figure.place != ON_TABLE or kept(before, room):
                return True
    return False


def _enemy_faults(state: State, figure: Figure, path: Path, crowd: Crowd) -> list[Reason]:
    """Contact is for charges; whoever runs out of it passes through nobody [movement.contact-only-by-charge]."""
    if len(path.points) < 2 or figure.arm == ANIMAL:
        return []
    own = radius(figure, state.settings)
    there = moved_to(figure, path.end)
    names: list[str] = []
    for foe, disc in zip(crowd.foes, crowd.foe_discs, strict=True):
        nearest_way = FAR
        for place in range(1, len(path.points)):
            ax, ay = path.points[place - 1]
            bx, by = path.points[place]
            nearest_way = min(nearest_way, segment_distance(disc.x, disc.y, ax, ay, bx, by))
        along = nearest_way - own - disc.radius
        if along > 1.2:
            continue
        if touch(state, figure, foe) and figure.place == ON_TABLE:
            before = gap(figure, foe, state.settings)
            if along < min(before, CONTACT_CM) - 0.1 - CONTACT_CM or touch(state, there, foe):
                names.append(foe.name)
        elif within(along, CONTACT_CM) or touch(state, there, foe):
            names.append(foe.name)
    if not names:
        return []
    text = f"The move comes into contact with {', '.join(sorted(names))}: that takes a declared charge."
    return [Reason(text, RATE + "contact-only-by-charge")]


def _friend_faults(state: State, figure: Figure, path: Path, crowd: Crowd) -> list[Reason]:
    """Foot pass through friendly foot, nobody through horses; nobody ends on another [movement.interpenetration]."""
    if len(path.points) < 2:
        return []
    faults: list[Reason] = []
    own = radius(figure, state.settings)
    for disc in crowd.solid:
        if _through(path.points, own, disc):
            faults.append(Reason("Nobody passes through a mounted figure.", RATE + "interpenetration"))
            break
    there = Disc(path.end.x, path.end.y, own)
    for disc in crowd.others:
        if disc_overlap(there, disc):
            faults.append(Reason("The move would end on another base.", RATE + "interpenetration"))
            break
    return faults


def _through(points: list[Point], own: float, disc: Disc) -> bool:
    room = own + disc.radius - 2.0 * TOLERANCE - NOISE
    if distance(points[0][0], points[0][1], disc.x, disc.y) < room:
        return False
    for place in range(1, len(points)):
        ax, ay = points[place - 1]
        bx, by = points[place]
        if segment_distance(disc.x, disc.y, ax, ay, bx, by) < room:
            return True
    return False


def _duty_faults(state: State, figure: Figure, path: Path, duty: Duty, move: Move) -> list[Reason]:
    """What the state of his nerves, or the rest of his group, forbids.

    [morale.no-advance-terms, morale.break-terms, movement.cohesion]
    """
    faults: list[Reason] = []
    if len(path.points) < 2:
        return faults
    if figure.place == ON_TABLE and not duty.may_advance:
        foe = nearest_to(figure, enemies(state, figure.side), state.settings)
        if foe is not None:
            before = gap(figure, foe, state.settings)
            after = gap(moved_to(figure, path.end), foe, state.settings)
            if duty is RUN:
                faults.extend(_run_faults(state, figure, before, after, move))
            elif not kept(after, before):
                text = f"His group may not advance: {foe.name} would be {before - after:.1f} cm nearer."
                faults.append(Reason(text, BOOK + "morale.no-advance-terms"))
    if figure.straggling and duty is not RUN and not nearer_own(state, figure, path.end):
        faults.append(Reason("He has lost touch: he must move nearer to his group.", RATE + "cohesion"))
    return faults


def _run_faults(state: State, figure: Figure, before: float, after: float, move: Move) -> list[Reason]:
    faults: list[Reason] = []
    if after <= before + TOLERANCE:
        faults.append(Reason("A broken man must end farther from the nearest enemy.", BOOK + "morale.break-terms"))
    if price(move, state.settings) < rate_of(figure) - FULL_CM:
        faults.append(Reason("A broken man runs as far as he can.", BOOK + "morale.break-terms"))
    return faults


def nearer_own(state: State, figure: Figure, end: Pose) -> bool:
    """Whether a straggler comes nearer to the linked part of his group [movement.cohesion]."""
    group = group_of(state, figure.group)
    men = [man for man in body_of(members(state, group.id), group.nco, state.settings) if man.id != figure.id]
    before = nearest_to(figure, men, state.settings)
    there = moved_to(figure, end)
    after = nearest_to(there, men, state.settings)
    if before is None or after is None:
        return True
    return gap(there, after, state.settings) < gap(figure, before, state.settings) - TOLERANCE


# ---------------------------------------------------------------- as far as it goes


def straight(state: State, figure: Figure, start: Pose, heading: int, most: float, crowd: Crowd) -> Manoeuvre | None:
    """A leg on a heading as far as the allowance, the ground and everybody in the way let it go; None for nowhere."""
    room = radius(figure, state.settings)
    s = sine(heading)
    c = cosine(heading)
    budget = rate_of(figure) - turn_cost(figure.arm, abs(turn_between(start.facing, heading)) / 100.0, state.settings)
    length = min(most, budget)
    if length < SHORTEST_CM:
        return None
    length = min(length, _to_edge(state, start.x, start.y, s, c, room if figure.place == ON_TABLE else 0.0))
    length = min(length, _affordable(state, start.x, start.y, s, c, length, budget))
    length = min(length, _to_bar(state, figure, start, s, c, length, budget, crowd))
    foes = [disc for disc in crowd.foe_discs if not _left_behind(disc, start, s, c, room)]
    if foes and length > 0.0:
        ahead = [(start.x, start.y), (start.x + length * s, start.y + length * c)]
        length = min(length, track_until(ahead, room, foes, CLEAR_CM).length)
    if crowd.solid and length > 0.0:
        ahead = [(start.x, start.y), (start.x + length * s, start.y + length * c)]
        stop = track_until(ahead, room, crowd.solid, TOLERANCE)
        length = min(length, stop.length if stop.index < 0 else stop.length - TOLERANCE)
    return _settled(figure, start, s, c, length, room, crowd)


def _left_behind(disc: Disc, start: Pose, s: float, c: float, room: float) -> bool:
    """Whether an enemy who is close already is behind somebody who goes that way."""
    dx = disc.x - start.x
    dy = disc.y - start.y
    return dx * s + dy * c <= 0.0 and within(distance(0.0, 0.0, dx, dy) - room - disc.radius, CLEAR_CM)


def _settled(
    figure: Figure, start: Pose, s: float, c: float, length: float, room: float, crowd: Crowd
) -> Manoeuvre | None:
    """The leg shortened until its end is on nobody's base and astride nothing."""
    for _ in range(BACK_OFFS):
        if length < SHORTEST_CM:
            return None
        x = rounded(start.x + length * s)
        y = rounded(start.y + length * c)
        if not astride(figure, x, y, room, crowd.lines):
            disc = Disc(x, y, room)
            if not [other for other in crowd.others if disc_overlap(disc, other)]:
                return leg(x, y)
        length -= BACK_OFF_CM
    return None


def _to_edge(state: State, x: float, y: float, s: float, c: float, room: float) -> float:
    """How far a base can go before it meets the edge of the table."""
    far = FAR
    if s > NOISE:
        far = min(far, (state.ground.width - room - x) / s)
    elif s < -NOISE:
        far = min(far, (x - room) / -s)
    if c > NOISE:
        far = min(far, (state.ground.depth - room - y) / c)
    elif c < -NOISE:
        far = min(far, (y - room) / -c)
    return far


def _affordable(state: State, x: float, y: float, s: float, c: float, length: float, budget: float) -> float:
    """How far an allowance goes on this ground [movement.difficult-mixed]."""
    slow = slow_spans(state, x, y, x + length * s, y + length * c)
    if not slow:
        return length
    if state.settings.difficult_ground == "whole-move":
        return max(slow[0][0] * length - TOLERANCE, min(length, 0.5 * budget))
    walked = 0.0
    paid = 0.0
    for enter, leave in slow:
        paid += enter * length - walked
        walked = enter * length
        stretch = (leave - enter) * length
        if paid + ground_cost(0.0, stretch, state.settings) > budget:
            return walked + max(0.0, 0.5 * (budget - paid))
        paid += ground_cost(0.0, stretch, state.settings)
        walked = leave * length
    return min(length, walked + budget - paid)


def _to_bar(
    state: State, figure: Figure, start: Pose, s: float, c: float, length: float, budget: float, crowd: Crowd
) -> float:
    """How far until ground nobody enters, or until a barrier that is not jumped [movement.mounted-obstacles]."""
    if length <= NOISE:
        return 0.0
    bx = start.x + length * s
    by = start.y + length * c
    barred = barred_spans(state, start.x, start.y, bx, by)
    if barred:
        length = barred[0][0] * length - 5.0 * TOLERANCE
    met = sorted(_met(crowd.lines, start.x, start.y, bx, by), key=_along)
    for jumps, (at, line) in enumerate(met, 1):
        walked = at * distance(start.x, start.y, bx, by)
        if walked > length:
            break
        jumps_it = figure.arm == MOUNTED and _jumpable(state, line) and walked + jumps * JUMP_CM + 2.0 < budget
        if not jumps_it:
            return min(length, walked - radius(figure, state.settings) + TOLERANCE)
        length = min(length, budget - jumps * JUMP_CM)
    return length


def _met(lines: list[Line], ax: float, ay: float, bx: float, by: float) -> list[tuple[float, Line]]:
    return [
        (at, line)
        for line in lines
        if box_meets(line.box, ax, ay, bx, by)
        for at in line_crossings(line.points, ax, ay, bx, by)
    ]


def _along(met: tuple[float, Line]) -> float:
    return met[0]


def ways(state: State, figure: Figure, duty: Duty) -> tuple[Way, ...]:
    """A handful of good moves, each of them lawful."""
    crowd = Crowd(state, figure)
    found: list[Way] = []
    for key, label, heading, most in headings(state, figure):
        made = straight(state, figure, figure.pose, heading, most, crowd)
        if made is not None:
            path = path_of(figure.pose, (made,))
            if not faults_of(state, figure, path, duty, crowd):
                found.append(Way(key, label, (made,), path.end))
    return tuple(found)


def headings(state: State, figure: Figure) -> list[tuple[str, str, int, float]]:
    """Whither a figure might want to go: key, label, heading and how far at most."""
    rate = rate_of(figure)
    home = EDGE_FACING[army_of(state, figure.side).edge]
    found: list[tuple[str, str, int, float]] = []
    if figure.straggling:
        group = group_of(state, figure.group)
        men = [m for m in body_of(members(state, group.id), group.nco, state.settings) if m.id != figure.id]
        if men:
            x, y = centre_of(men)
            away = distance(figure.pose.x, figure.pose.y, x, y)
            found.append(("rejoin", "back to his group", bearing(figure.pose.x, figure.pose.y, x, y), min(rate, away)))
    foe = nearest_to(figure, enemies(state, figure.side), state.settings)
    ahead = (home + HALF_TURN) % FULL_TURN
    if foe is not None:
        ahead = bearing(figure.pose.x, figure.pose.y, foe.pose.x, foe.pose.y)
        found.append(("towards", f"towards {foe.name}", ahead, rate))
    else:
        found.append(("ahead", "straight ahead", ahead, rate))
    found.append(("left", "to the left", (ahead - QUARTER_TURN) % FULL_TURN, rate))
    found.append(("right", "to the right", (ahead + QUARTER_TURN) % FULL_TURN, rate))
    found.append(("home", "towards your own edge", home, rate))
    return found


# ---------------------------------------------------------------- compulsory moves


def homeward(state: State, figure: Figure) -> int:
    """The way to a figure's own table edge."""
    return EDGE_FACING[army_of(state, figure.side).edge]


@final
@dataclass(slots=True)
class Flight:
    """A run: by which leg, or over the edge, or nowhere (cornered)."""

    manoeuvre: Manoeuvre | None
    leaves: bool = False


def flight(state: State, figure: Figure) -> Flight:
    """A full-length run for the home edge, or as near that way as ends farther from the nearest enemy.

    [morale.break-terms, morale.cornered, movement.table-edge]
    """
    foe = nearest_to(figure, enemies(state, figure.side), state.settings)
    crowd = Crowd(state, figure)
    home = homeward(state, figure)
    if runs_off(state, figure, home, crowd):
        return Flight(None, True)
    before = gap(figure, foe, state.settings) if foe is not None else -1.0
    best: Manoeuvre | None = None
    longest = 0.0
    for off in FLIGHTS:
        made = straight(state, figure, figure.pose, (home + off) % FULL_TURN, rate_of(figure), crowd)
        if made is None:
            continue
        path = path_of(figure.pose, (made,))
        after = gap(moved_to(figure, path.end), foe, state.settings) if foe is not None else 0.0
        if after <= before + TOLERANCE or _enemy_faults(state, figure, path, crowd):
            continue
        cost = price(move_of(state, figure, path), state.settings)
        if cost >= rate_of(figure) - FULL_CM:
            return Flight(made)
        if cost > longest + TOLERANCE:
            best, longest = made, cost
    return Flight(best)


def runs_off(state: State, figure: Figure, home: int, crowd: Crowd) -> bool:
    """Whether a man reaches his own edge with this action [movement.table-edge]."""
    s = sine(home)
    c = cosine(home)
    away = _to_edge(state, figure.pose.x, figure.pose.y, s, c, radius(figure, state.settings))
    budget = rate_of(figure) - turn_cost(
        figure.arm, abs(turn_between(figure.pose.facing, home)) / 100.0, state.settings
    )
    if away > budget:
        return False
    if away < SHORTEST_CM:
        return True
    went = min(away, _affordable(state, figure.pose.x, figure.pose.y, s, c, away, budget))
    went = min(went, _to_bar(state, figure, figure.pose, s, c, went, budget, crowd))
    if went < away - 4.0 * TOLERANCE:
        return False
    track = [(figure.pose.x, figure.pose.y), (figure.pose.x + away * s, figure.pose.y + away * c)]
    room = radius(figure, state.settings)
    met = [disc for foe, disc in zip(crowd.foes, crowd.foe_discs, strict=True) if not touch(state, figure, foe)]
    return track_until(track, room, [*met, *crowd.solid], 0.0).index < 0


def backwards(state: State, figure: Figure, to_cover: bool) -> Manoeuvre | None:
    """A full-length move towards the own edge, or to the nearest cover that is no nearer to the enemy.

    [morale.fall-back-terms]
    """
    crowd = Crowd(state, figure)
    foe = nearest_to(figure, enemies(state, figure.side), state.settings)
    if to_cover and foe is not None:
        spot = nearest_cover(state, figure, foe)
        if spot is None:
            return None
        heading = bearing(figure.pose.x, figure.pose.y, spot[0], spot[1])
        away = distance(figure.pose.x, figure.pose.y, spot[0], spot[1])
        made = straight(state, figure, figure.pose, heading, away, crowd)
    else:
        made = straight(state, figure, figure.pose, homeward(state, figure), rate_of(figure), crowd)
    if made is None or faults_of(state, figure, path_of(figure.pose, (made,)), NO_ADVANCE, crowd):
        return None
    return made


def nearest_cover(state: State, figure: Figure, foe: Figure) -> Point | None:
    """The nearest place with cover against an enemy that is no nearer to him than here [morale.fall-back-terms]."""
    spots = [_inside(area, figure) for area in state.ground.areas if area.kind in COVERED]
    room = radius(figure, state.settings) + CONTACT_CM
    spots.extend([_behind(line, figure, foe, room) for line in state.ground.lines if LINES[line.kind].cover != "open"])
    before = gap(figure, foe, state.settings)
    best: Point | None = None
    least = FAR
    for x, y in spots:
        there = moved_to(figure, Pose(x, y, 0))
        away = distance(figure.pose.x, figure.pose.y, x, y)
        better_one = away < least and kept(gap(there, foe, state.settings), before)
        if better_one and on_ground(state, x, y, room) and cover_of(state, there, foe) != "open":
            best, least = (x, y), away
    return best


def _inside(area: Area, figure: Figure) -> Point:
    """A place just inside an area, on the side nearest to a figure."""
    x, y = closest(area.outline, figure.pose.x, figure.pose.y, True)
    cx = sum([px for px, _ in area.outline]) / len(area.outline)
    cy = sum([py for _, py in area.outline]) / len(area.outline)
    away = max(distance(x, y, cx, cy), NOISE)
    share = min(1.0, 1.0 / away)
    return (x + share * (cx - x), y + share * (cy - y))


def _behind(line: Line, figure: Figure, foe: Figure, room: float) -> Point:
    """A place touching a line on the side away from an enemy."""
    x, y = closest(line.points, figure.pose.x, figure.pose.y, False)
    away = max(distance(foe.pose.x, foe.pose.y, x, y), NOISE)
    return (x + room * (x - foe.pose.x) / away, y + room * (y - foe.pose.y) / away)


def closest(points: tuple[Point, ...], x: float, y: float, closed: bool) -> Point:
    """The point of a line nearest to a place."""
    best = points[0]
    least = FAR
    ax, ay = points[len(points) - 1] if closed else points[0]
    for bx, by in points:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        along = 0.0 if square <= NOISE else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / square))
        px, py = ax + along * dx, ay + along * dy
        away = distance(x, y, px, py)
        if away < least - NOISE:
            best, least = (px, py), away
        ax, ay = bx, by
    return best


# ---------------------------------------------------------------- into contact


@final
@dataclass(slots=True)
class Contact:
    """A charger's way to an enemy: the leg, its end, its price, and whom it touches."""

    manoeuvre: Manoeuvre
    end: Pose
    cost: float
    foe: str


def way_to_contact(state: State, figure: Figure, targets: list[Figure]) -> Contact | None:
    """The cheapest straight way into contact with one of these, or with whoever is met on it.

    The ledger's shortest clear path is sought among straight legs to places round each enemy's base.
    [movement.charge-move]
    """
    rate = rate_of(figure)
    near = [foe for foe in targets if within(gap(figure, foe, state.settings), rate)]
    if not near:
        return None
    crowd = Crowd(state, figure)
    wanted = [foe.id for foe in targets]
    best: Contact | None = None
    for foe in near:
        if best is not None and best.foe in wanted and gap(figure, foe, state.settings) >= best.cost - NOISE:
            continue
        found = _contact_with(state, figure, foe, crowd)
        if found is not None and (best is None or _better(found, best, wanted)):
            best = found
    return best


def _better(one: Contact, other: Contact, wanted: list[str]) -> bool:
    """Whether a way is better than another: to those wanted rather than to others, then the cheaper."""
    if (one.foe in wanted) != (other.foe in wanted):
        return one.foe in wanted
    return one.cost < other.cost - NOISE


def _contact_with(state: State, figure: Figure, foe: Figure, crowd: Crowd) -> Contact | None:
    """The cheapest of the straight legs round one enemy; the first that meets him head on is good enough."""
    room = radius(figure, state.settings) + radius(foe, state.settings) + 0.5 * CONTACT_CM
    towards = bearing(foe.pose.x, foe.pose.y, figure.pose.x, figure.pose.y)
    best: Contact | None = None
    for off in CONTACTS:
        x = foe.pose.x + room * sine(towards + off)
        y = foe.pose.y + room * cosine(towards + off)
        found = _contact_at(state, figure, x, y, crowd)
        if found is not None and (best is None or found.cost < best.cost - NOISE):
            best = found
            if found.foe == foe.id:
                return found
    return best


def _contact_at(state: State, figure: Figure, x: float, y: float, crowd: Crowd) -> Contact | None:
    """A straight leg to a place, stopped at the first contact [movement.charge-move]."""
    own = radius(figure, state.settings)
    start = figure.pose
    whole = distance(start.x, start.y, x, y)
    if whole < NOISE:
        return None
    s = (x - start.x) / whole
    c = (y - start.y) / whole
    length = track_until([(start.x, start.y), (x, y)], own, crowd.foe_discs, 0.5 * CONTACT_CM).length
    budget = rate_of(figure)
    heading = bearing(start.x, start.y, x, y)
    budget -= turn_cost(figure.arm, abs(turn_between(start.facing, heading)) / 100.0, state.settings)
    length = min(length, _to_bar(state, figure, start, s, c, length, budget, crowd))
    ex, ey = rounded(start.x + length * s), rounded(start.y + length * c)
    made = leg(ex, ey)
    path = path_of(start, (made,))
    if _price_faults(state, figure, path, move_of(state, figure, path)):
        return None
    if _ground_faults(state, figure, path, crowd) or _friend_faults(state, figure, path, crowd):
        return None
    there = moved_to(figure, path.end)
    for foe in sorted(crowd.foes, key=figure_id):
        if touch(state, there, foe):
            return Contact(made, path.end, price(move_of(state, figure, path), state.settings), foe.id)
    return None
