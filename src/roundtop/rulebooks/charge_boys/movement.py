"""Moves on the table: what they cross and cost, whom they may not come near, and where beaten units go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.forms import Reason
from roundtop.rulebooks.charge_boys.muster import (
    BUILDING_KINDS,
    CROSSINGS,
    DEEP_LINES,
    IMPASSABLE_KINDS,
    OBSTACLES,
    ROAD_KINDS,
    WATER_KINDS,
    WATER_LINES,
    WOOD_KINDS,
)
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.sight import sees
from roundtop.rulebooks.charge_boys.state import (
    ON_TABLE,
    State,
    Unit,
    apart,
    arm_of,
    army_of,
    base,
    beyond,
    blocks,
    body,
    body_at,
    copied,
    enemies,
    formed,
    gap_between,
    guns_in_row,
    manned,
    outreach,
    overlapping,
    ranks,
    routing,
    size,
    straight_trail,
    unit_of,
)
from roundtop.rulebooks.charge_boys.tables import (
    BOOK,
    CAVALRY_COLUMN,
    GUN_INTERVAL_IN,
    INFANTRY,
    LIMBERED,
    LOOSE,
    ROAD_COLUMN,
    SKIRMISH,
    UNLIMBERED,
    allowance,
)
from roundtop.rulebooks.charge_boys.terrain import (
    BACK,
    BACK_RIVER,
    BACK_WOODS,
    ENEMY_GAP_IN,
    HEDGE,
    OPEN,
    RIVER,
    ROAD,
    TURN,
    WHEEL,
    WOODS,
    Leg,
    Move,
    gap_to_keep,
    ground_covered,
    manhandled,
    move_cost,
    move_refusal,
)
from roundtop.table.crossed import areas_met, inside_table, lines_met
from roundtop.table.footprint import FAR, Block, block_touches_outline, corners, gap
from roundtop.table.ground import (
    Area,
    Ground,
    Line,
    block_touches_line,
    box_near,
    crossing_at,
    line_crossings,
    off_table,
    on_road,
)
from roundtop.table.measure import (
    FULL_TURN,
    HALF_TURN,
    NOISE,
    TOLERANCE,
    bearing,
    cosine,
    distance,
    kept,
    rounded,
    sine,
    turn_between,
    within,
)
from roundtop.table.path import (
    TURN as TURNING,
)
from roundtop.table.path import (
    Manoeuvre,
    Stage,
    Sweep,
    clearance,
    cut,
    cut_at,
    forward,
    manoeuvres_of,
    nearer_than,
    pose_at,
    shift,
    sweep,
    track,
    until_gap,
)
from roundtop.table.pose import Point, Pose, ahead, rounded_pose, to_local, to_world

BARRED: Final = (*BUILDING_KINDS, *IMPASSABLE_KINDS)
EDGE_FACING: Final = {"north": 0, "east": 9000, "south": 18000, "west": 27000}
SLIM: Final = 0.04
"""Units standing shoulder to shoulder do not rub: a path is taken this much slimmer when it passes others."""
STRIDE_IN: Final = 1.0
"""How finely a way is felt for slow ground."""
FEELER_IN: Final = 2.0
"""Obstacles are met by points of the leading edge no farther apart than this."""
SHORT_IN: Final = 0.02
"""How far short of an obstacle a unit stops that cannot pay for it."""
FOOT_DRILL: Final = ("forward", "wheel", "glide", "turn", "about-face")
LOOSE_DRILL: Final = ("forward", "glide", "shift", "turn", "about-face", "oblique")
ADVANCE_IN: Final = 1.0
"""How much nearer the enemy a move must bring a unit that counts as advancing [morale.advancing-defined]."""


def is_loose(unit: Unit) -> bool:
    """Who turns freely and goes backwards at full speed [move.wheel, move.backwards]."""
    return unit.formation in LOOSE


def snake(unit: Unit) -> bool:
    """A column whose body follows its head [formation.road-column]."""
    return bool(unit.trail) and unit.building < 0


# ---------------------------------------------------------------- the ground of a way


@final
@dataclass(slots=True, init=False)
class Terrain:
    """What of the ground a move may meet: slow areas and waters, obstacles."""

    woods: list[Area]
    waters: list[Area]
    streams: list[Line]
    obstacles: list[Line]

    def __init__(self, ground: Ground, around: Block, reach: float) -> None:
        self.woods = []
        self.waters = []
        self.streams = []
        self.obstacles = []
        for area in ground.areas:
            if area.kind in WOOD_KINDS:
                if box_near(area.box, around, reach):
                    self.woods.append(area)
            elif area.kind in WATER_KINDS and box_near(area.box, around, reach):
                self.waters.append(area)
        for line in ground.lines:
            if line.kind in OBSTACLES:
                if box_near(line.box, around, reach):
                    self.obstacles.append(line)
            elif line.kind in WATER_LINES and box_near(line.box, around, reach):
                self.streams.append(line)

    def plain(self) -> bool:
        """Whether nothing of it can be met."""
        return not (self.woods or self.waters or self.streams or self.obstacles)


def slow_at(terrain: Terrain, block: Block) -> str:
    """The slow ground that any figure of a body is in; a wood where there are two [terrain.half-speed-arithmetic]."""
    for area in terrain.woods:
        if box_near(area.box, block, 0.0) and block_touches_outline(block, area.outline):
            return WOODS
    for area in terrain.waters:
        if box_near(area.box, block, 0.0) and block_touches_outline(block, area.outline):
            return RIVER
    for line in terrain.streams:
        if block_touches_line(block, line):
            return RIVER
    return OPEN


def feelers(stage: Stage, width: float, depth: float) -> list[Point]:
    """Points of the leading edge, to the right of and ahead of the middle."""
    start = stage.start
    s, c = sine(start.facing), cosine(start.facing)
    right = stage.dx * c - stage.dy * s
    on = stage.dx * s + stage.dy * c
    half_w, half_d = 0.5 * width, 0.5 * depth
    if stage.motion == TURNING or abs(on) >= abs(right):
        edge = half_d if stage.motion == TURNING or on >= 0.0 else -half_d
        return [(x, edge) for x in spread(half_w)]
    return [(half_w if right >= 0.0 else -half_w, y) for y in spread(half_d)]


def spread(half: float) -> list[float]:
    """Places from one end to the other, none far apart."""
    count = max(1, int(2.0 * half / FEELER_IN) + 1)
    return [half * (2.0 * n / count - 1.0) for n in range(count + 1)]


def obstacles_on(terrain: Terrain, stage: Stage, width: float, depth: float) -> list[tuple[float, str]]:
    """How far along a stage each obstacle is first met, and what it is [terrain.wall-fence, terrain.hedge]."""
    found: list[tuple[float, str]] = []
    if not terrain.obstacles:
        return found
    points = feelers(stage, width, depth)
    for line in terrain.obstacles:
        first = FAR
        for right, on in points:
            first = min(first, _first_crossing(line, stage, right, on))
        if first < FAR:
            found.append((first, OBSTACLES[line.kind]))
    found.sort()
    return found


def _first_crossing(line: Line, stage: Stage, right: float, on: float) -> float:
    if stage.motion != TURNING:
        ax, ay = to_world(stage.start, right, on)
        cuts = line_crossings(line.points, ax, ay, ax + stage.dx, ay + stage.dy)
        return cuts[0] * stage.length if cuts else FAR
    way = track(Sweep(stage.start, 0.0, 0.0, (stage,)), right, on)
    for place in range(1, len(way)):
        ax, ay = way[place - 1]
        bx, by = way[place]
        if line_crossings(line.points, ax, ay, bx, by):
            return stage.length * place / len(way)
    return FAR


def legs_of(state: State, unit: Unit, path: Sweep, terrain: Terrain | None = None) -> list[Leg]:
    """The ground that a way leads over, in order: what its price is made of [terrain.half-speed-arithmetic]."""
    if terrain is None:
        terrain = Terrain(state.ground, Block(path.start, path.width, path.depth), path.length + 1.0)
    found: list[Leg] = []
    for stage in path.stages:
        if not terrain.plain() and by_road(state, unit, stage):
            found.append(Leg(ROAD, stage.length))
        else:
            _stage_legs(unit, terrain, stage, path.width, path.depth, found)
    return found


def by_road(state: State, unit: Unit, stage: Stage) -> bool:
    """Whether horsemen in column or limbered guns go straight along a road: its gaps and bridges are theirs.

    On the road their files close to two; the ground they cover off it is not changed [terrain.road-column-only].
    """
    if unit.formation not in (CAVALRY_COLUMN, LIMBERED) or stage.motion == TURNING:
        return False
    return along_road(state.ground, stage.start.x, stage.start.y, stage.end.x, stage.end.y)


def _stage_legs(unit: Unit, terrain: Terrain, stage: Stage, width: float, depth: float, found: list[Leg]) -> None:
    kind = stage.manoeuvre.kind
    if kind in ("turn", "about-face"):
        found.append(Leg(TURN))
        return
    back = kind == "glide" or (kind == "forward" and stage.manoeuvre.amount < 0.0)
    if terrain.plain():
        found.append(_plain_leg(stage, width, back))
        return
    walls = obstacles_on(terrain, stage, width, depth)
    if stage.motion == TURNING:
        slow = slow_at(terrain, Block(stage.end, width, depth))
        slow = slow if slow != OPEN else slow_at(terrain, Block(stage.start, width, depth))
        found.append(_plain_leg(stage, width, back) if slow == OPEN else Leg(slow, stage.length))
    else:
        _shift_legs(terrain, stage, width, depth, back, walls, found)
        return
    for _, wall in walls:
        found.append(Leg(wall))


def _plain_leg(stage: Stage, width: float, back: bool) -> Leg:
    if stage.motion == TURNING:
        return Leg(WHEEL, 0.0, width, abs(stage.by) / 100.0)
    return Leg(BACK if back else OPEN, stage.length)


BACKWARDS: Final = {OPEN: BACK, WOODS: BACK_WOODS, RIVER: BACK_RIVER}


def _shift_legs(
    terrain: Terrain,
    stage: Stage,
    width: float,
    depth: float,
    back: bool,
    walls: list[tuple[float, str]],
    found: list[Leg],
) -> None:
    """A straight stretch cut where the ground changes and where obstacles are met."""
    spans = slow_spans(terrain, stage, width, depth)
    marks = sorted([(start, 0, kind) for start, kind in spans] + [(at, 1, wall) for at, wall in walls])
    at = 0.0
    kind = OPEN
    for where, is_wall, what in marks:
        if where > at + NOISE:
            found.append(Leg(BACKWARDS[kind] if back else kind, where - at))
            at = where
        if is_wall:
            found.append(Leg(what))
        else:
            kind = what
    if stage.length > at + NOISE:
        found.append(Leg(BACKWARDS[kind] if back else kind, stage.length - at))


def slow_spans(terrain: Terrain, stage: Stage, width: float, depth: float) -> list[tuple[float, str]]:
    """Where along a straight stretch the ground under the body changes, and to what."""
    if not (terrain.woods or terrain.waters or terrain.streams):
        return []
    found: list[tuple[float, str]] = []
    kind = slow_at(terrain, Block(stage.start, width, depth))
    if kind != OPEN:
        found.append((0.0, kind))
    at = 0.0
    while at < stage.length - NOISE:
        on = min(stage.length, at + STRIDE_IN)
        there = slow_at(terrain, Block(pose_at(stage, on), width, depth))
        if there != kind:
            low, high = at, on
            while high - low > 0.005:
                middle = 0.5 * (low + high)
                if slow_at(terrain, Block(pose_at(stage, middle), width, depth)) == kind:
                    low = middle
                else:
                    high = middle
            found.append((high, there))
            kind = there
        at = on
    return found


# ---------------------------------------------------------------- the way of a voluntary move


@final
@dataclass(slots=True, init=False)
class Route:
    """A voluntary move worked out: its stretches, what they cost, and the unit as it would stand at the end."""

    paths: list[Sweep]
    legs: list[Leg]
    end: Unit

    def __init__(self, paths: list[Sweep], legs: list[Leg], end: Unit) -> None:
        self.paths = paths
        self.legs = legs
        self.end = end

    def reach(self) -> float:
        """No less than how far anything of the unit comes from where it stood."""
        far = 0.0
        for path in self.paths:
            far += path.length + path.width + path.depth
        return far


def route(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...], terrain: Terrain | None = None) -> Route:
    """Work a move out, stretch by stretch: a formed unit that faces left or right turns its ranks into files.

    [move.turn-in-place, move.wheel, formation.road-column]
    """
    if unit.trail and unit.building < 0:
        return column_route(state, unit, manoeuvres)
    if unit.formation == UNLIMBERED:
        return gun_route(state, unit, manoeuvres)
    settings = state.settings
    paths: list[Sweep] = []
    legs: list[Leg] = []
    now = unit
    drill: list[Manoeuvre] = []
    for one in (*manoeuvres, None):
        quarter = one is not None and one.kind == "turn" and not is_loose(unit) and one.by % HALF_TURN != 0
        if one is not None and not quarter:
            drill.append(one)
            continue
        if drill:
            front, deep = size(now, settings)
            path = sweep(now.pose, front, deep, drill)
            paths.append(path)
            legs.extend(legs_of(state, now, path, terrain))
            now = copied(now) if now is unit else now
            now.pose = path.end
            drill = []
        if one is not None:
            now = faced(now, one.by)
            legs.append(Leg(TURN))
    now = copied(now) if now is unit else now
    now.pose = rounded_pose(now.pose)
    if now.formation == LIMBERED:
        now.guns = guns_in_row(now, now.pose, settings)
    return Route(paths, legs, now)


def faced(unit: Unit, by: int) -> Unit:
    """Every man faces left or right: files become ranks on the same ground [move.turn-in-place]."""
    new = copied(unit)
    new.files = ranks(unit)
    new.pose = Pose(unit.pose.x, unit.pose.y, unit.pose.facing + by)
    return new


def column_route(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Route:
    """A column of march: its head goes from place to place and its body follows; on a road it bends freely.

    [formation.road-column, move.wheel, terrain.road-column-only]
    """
    settings = state.settings
    front, deep = size(unit, settings)
    trail = list(unit.trail)
    legs: list[Leg] = []
    paths: list[Sweep] = []
    x, y = trail[-1]
    facing = unit.pose.facing
    for one in manoeuvres:
        if one.kind == "leg":
            tx, ty = one.x, one.y
        elif one.kind == "forward":
            tx, ty = x + one.amount * sine(facing), y + one.amount * cosine(facing)
        else:
            legs.append(Leg(TURN))
            trail, facing = reversed_trail(trail, deep)
            x, y = trail[-1]
            continue
        length = distance(x, y, tx, ty)
        if length <= NOISE:
            continue
        heading = bearing(x, y, tx, ty)
        middle = Pose(x - 0.5 * front * sine(heading), y - 0.5 * front * cosine(heading), heading)
        path = sweep(middle, front, front, (forward(length),))
        paths.append(path)
        if along_road(state.ground, x, y, tx, ty):
            legs.append(Leg(ROAD, length))
        else:
            by = abs(turn_between(facing, heading))
            if by:
                legs.append(Leg(WHEEL, 0.0, front, by / 100.0))
            legs.extend(legs_of(state, unit, path))
        trail.append((tx, ty))
        x, y, facing = tx, ty, heading
    end = copied(unit)
    end.trail = tuple([(rounded(px), rounded(py)) for px, py in shortened(trail, deep)])
    hx, hy = end.trail[-1]
    end.pose = rounded_pose(ahead(Pose(hx, hy, facing), -0.5 * deep))
    return Route(paths, legs, end)


def reversed_trail(trail: list[Point], length: float) -> tuple[list[Point], int]:
    """A column that faces about: its tail is its head [move.turn-in-place]."""
    body_points = shortened(trail, length)
    body_points.reverse()
    ax, ay = body_points[-2]
    bx, by = body_points[-1]
    return body_points, bearing(ax, ay, bx, by)


def shortened(trail: list[Point], length: float) -> list[Point]:
    """The last so many inches of a trail, straight on behind its beginning where it is too short."""
    left = length
    kept_points = [trail[-1]]
    for place in range(len(trail) - 1, 0, -1):
        hx, hy = trail[place]
        tx, ty = trail[place - 1]
        stretch = distance(hx, hy, tx, ty)
        if stretch >= left:
            part = left / stretch if stretch > NOISE else 0.0
            kept_points.append((hx + part * (tx - hx), hy + part * (ty - hy)))
            left = 0.0
            break
        kept_points.append((tx, ty))
        left -= stretch
    if left > NOISE and len(kept_points) > 1:
        hx, hy = kept_points[-2]
        tx, ty = kept_points[-1]
        heading = bearing(hx, hy, tx, ty)
        kept_points[-1] = (tx + left * sine(heading), ty + left * cosine(heading))
    kept_points.reverse()
    return kept_points


def along_road(ground: Ground, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a stretch runs along a road all the way [terrain.road-column-only]."""
    if not ground.roads:
        return False
    steps = max(1, int(distance(ax, ay, bx, by)))
    return all(
        [on_road(ground, ROAD_KINDS, ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(steps + 1)]
    )


def gun_route(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> Route:
    """Guns pushed by hand: each goes the way of the battery as far as its men can push it, and may be swung.

    [move.manhandle-rate, move.manhandle-maximum, move.manhandle-crew, move.turn-in-place]
    """
    wide, deep = base(unit, state.settings)
    end = copied(unit)
    legs: list[Leg] = []
    paths: list[Sweep] = []
    guns = list(unit.guns)
    helped = helpers(state, unit, manoeuvres)
    farthest = 0.0
    for place, gun in enumerate(unit.guns):
        if gun.fate != "manned":
            continue
        path = sweep(gun.pose, wide, deep, [one for one in manoeuvres if one.kind in LOOSE_DRILL])
        turned = path.end.facing
        most = ground_covered(
            tuple(legs_of(state, unit, path)), manhandled(gun.crew, helped), UNLIMBERED, state.settings
        )
        if path.length > most:
            path = cut_at(path, most)
        farthest = max(farthest, path.length)
        paths.append(path)
        pose = path.end
        guns[place] = type(gun)(rounded_pose(Pose(pose.x, pose.y, turned)), gun.crew, gun.fate)
    if farthest > TOLERANCE:
        legs.append(Leg(OPEN, farthest))
    end.guns = tuple(guns)
    end.pose = middle_of(end)
    return Route(paths, legs, end)


def middle_of(unit: Unit) -> Pose:
    """The middle of the guns that are manned, facing as the first of them does."""
    there = manned(unit)
    if not there:
        return unit.pose
    x = sum([gun.pose.x for gun in there]) / len(there)
    y = sum([gun.pose.y for gun in there]) / len(there)
    return rounded_pose(Pose(x, y, there[0].pose.facing))


def helpers(state: State, unit: Unit, manoeuvres: tuple[Manoeuvre, ...]) -> int:
    """Infantrymen who lend a hand with the guns [move.manhandle-rate]."""
    for one in manoeuvres:
        if one.kind == "help":
            return unit_of(state, one.on).men
    return 0


# ---------------------------------------------------------------- whom it may not come near


@final
@dataclass(slots=True, init=False)
class Others:
    """The units that one has to mind when it moves: enemies with the gap to keep, friends it may not pass through.

    Those that a move of so many inches cannot bring it near are left out.
    """

    foes: list[Unit]
    foe_blocks: list[list[Block]]
    limits: list[float]
    friends: list[Unit]
    friend_blocks: list[list[Block]]

    def __init__(self, state: State, unit: Unit, inches: float = FAR) -> None:
        settings = state.settings
        self.foes = []
        self.foe_blocks = []
        self.limits = []
        self.friends = []
        self.friend_blocks = []
        reach = inches + outreach(unit, settings)
        for other in state.units:
            if other.place != ON_TABLE or other.id == unit.id:
                continue
            limit = gap_to_keep(unit.formation, formed(other)) if other.side != unit.side else ENEMY_GAP_IN
            if inches < FAR and beyond(unit.pose, reach + limit, other, settings):
                continue
            if other.side != unit.side:
                self.foes.append(other)
                self.foe_blocks.append(blocks(other, settings))
                self.limits.append(limit)
            else:
                self.friends.append(other)
                self.friend_blocks.append(blocks(other, settings))


def passes(unit: Unit, friend: Unit) -> bool:
    """Whether two friends may pass through each other [move.interpenetration, rout.behaviour]."""
    if unit.formation == SKIRMISH or friend.formation == SKIRMISH or routing(unit) or routing(friend):
        return True
    return arm_of(unit) == INFANTRY and formed(unit) and friend.formation == UNLIMBERED


def move_faults(state: State, unit: Unit, way: Route, others: Others) -> list[Reason]:
    """Every reason against a move that is worked out already; it may always stand."""
    if not way.paths and not way.legs:
        return []
    reasons = _price_faults(state, unit, way)
    reasons.extend(_enemy_faults(state, unit, way, others))
    reasons.extend(_ground_faults(state, unit, way))
    reasons.extend(_friend_faults(state, unit, way, others))
    return reasons


def price_of(state: State, unit: Unit, way: Route) -> tuple[float, float]:
    """What a move costs, and the allowance it has [terrain.half-turn-arithmetic]."""
    move = Move(arm_of(unit), unit.formation, tuple(way.legs), state.settings)
    on = unit.formation == ROAD_COLUMN and all([leg.kind == ROAD for leg in way.legs])
    return move_cost(move), allowance(unit.formation, on)


def _price_faults(state: State, unit: Unit, way: Route) -> list[Reason]:
    """Too far, or over what may not be crossed [move.partial, terrain.half-turn-arithmetic, terrain.hedge]."""
    if unit.formation == UNLIMBERED:
        return _interval_faults(way.end, state.settings)
    hedges = [leg for leg in way.legs if leg.kind == HEDGE]
    if hedges:
        text = "A hedge takes a whole turn to cross: begin within an inch of it and do nothing else."
        return [Reason(text, "charge-boys.terrain.hedge")]
    clause = move_refusal(Move(arm_of(unit), unit.formation, tuple(way.legs), state.settings))
    if not clause:
        return []
    cost, most = price_of(state, unit, way)
    if clause == "charge-boys.terrain.guns":
        return [Reason("Guns cross woods and obstacles only by road.", clause)]
    return [Reason(f"Too far: the move costs {cost:.1f}″ and {most:g}″ are allowed.", clause)]


def _interval_faults(unit: Unit, settings: Settings) -> list[Reason]:
    """Guns stay within 3 inches of the next [setup.battery]."""
    there = blocks(unit, settings)
    for place in range(1, len(there)):
        if not within(gap(there[place - 1], there[place]), GUN_INTERVAL_IN):
            return [Reason("The guns would be more than 3″ from each other.", "charge-boys.setup.battery")]
    return []


def _enemy_faults(state: State, unit: Unit, way: Route, others: Others) -> list[Reason]:
    """Only a charge comes within an inch of an enemy, skirmishers keep three from formed ones.

    Whoever begins nearer must end farther off. [move.enemy-proximity, move.skirmish-distance]
    """
    faults: list[Reason] = []
    for foe, standing, limit in zip(others.foes, others.foe_blocks, others.limits, strict=True):
        near = [path for path in way.paths if nearer_than(path, standing, limit) >= 0]
        if not near:
            continue
        before = gap_between(blocks(unit, state.settings), standing)
        after = gap_between(blocks(way.end, state.settings), standing)
        if not kept(before, limit) and after > before and not [p for p in near if _passes_through(p, standing)]:
            continue
        clause = "move.skirmish-distance" if limit > ENEMY_GAP_IN else "move.enemy-proximity"
        faults.append(Reason(f"The move comes within {limit:g}″ of {foe.name}.", BOOK + clause))
    return faults


def _passes_through(path: Sweep, standing: list[Block]) -> bool:
    slim = sweep(path.start, max(SLIM, path.width - SLIM), max(SLIM, path.depth - SLIM), manoeuvres_of(path))
    return bool([block for block in standing if clearance(slim, block) <= 0.0])


def _ground_faults(state: State, unit: Unit, way: Route) -> list[Reason]:
    """Voluntary moves stay on the table and out of buildings and deep water [move.table-edge, terrain.rivers]."""
    faults: list[Reason] = []
    if [path for path in way.paths if not inside_table(state.ground, path)] or _off(state, way.end):
        faults.append(Reason("The unit would leave the table.", "charge-boys.move.table-edge"))
    for path in way.paths:
        for kind in impassable(state.ground, path, snake(unit)):
            clause = "terrain.building-time" if kind in BUILDING_KINDS else "terrain.rivers"
            faults.append(Reason(f"The way leads through the {kind}.", BOOK + clause))
    return faults


def _off(state: State, unit: Unit) -> bool:
    return bool([block for block in blocks(unit, state.settings) if off_table(state.ground, block)])


def impassable(ground: Ground, path: Sweep, column: bool = False) -> list[str]:
    """The kinds of ground in the way that nobody may move through; deep water only at its crossings [terrain.rivers].

    A bridge is for columns of two; a ford for all whose middle goes over it.
    """
    if not path.stages or not (ground.areas or ground.lines):
        return []
    found = [area.kind for area in areas_met(ground, BARRED, path)]
    for line in lines_met(ground, DEEP_LINES, path):
        middle = track(path, 0.0, 0.0)
        places: list[Point] = []
        for at in range(1, len(middle)):
            ax, ay = middle[at - 1]
            bx, by = middle[at]
            places.extend(
                [(ax + t * (bx - ax), ay + t * (by - ay)) for t in line_crossings(line.points, ax, ay, bx, by)]
            )
        kinds = CROSSINGS if column else ("ford",)
        if not places or not all([crossing_at(ground, kinds, x, y) for x, y in places]):
            found.append(line.kind)
    return found


def _friend_faults(state: State, unit: Unit, way: Route, others: Others) -> list[Reason]:
    """Formed friends are not passed through, and nobody ends on another [move.interpenetration]."""
    faults: list[Reason] = []
    if not others.friends and not others.foes:
        return faults
    end = blocks(way.end, state.settings)
    for friend, standing in zip(others.friends, others.friend_blocks, strict=True):
        through = not passes(unit, friend) and [
            path
            for path in way.paths
            if nearer_than(path, standing, 5 * TOLERANCE) >= 0 and _passes_through(path, standing)
        ]
        if through or overlapping(end, standing):
            verb = "pass through" if through else "end on"
            faults.append(Reason(f"The unit would {verb} {friend.name}.", "charge-boys.move.interpenetration"))
    for foe, standing in zip(others.foes, others.foe_blocks, strict=True):
        if overlapping(end, standing):
            faults.append(Reason(f"The unit would end on {foe.name}.", "charge-boys.move.enemy-proximity"))
    return faults


def cut_short(state: State, path: Sweep, others: Others) -> Sweep:
    """A way cut where it would come too near an enemy or leave the table."""
    for standing, limit in zip(others.foe_blocks, others.limits, strict=True):
        if nearer_than(path, standing, limit) >= 0:
            here = Block(path.start, path.width, path.depth)
            path = cut(path, until_gap(path, [block for block in standing if kept(gap(here, block), limit)], limit))
    while path.stages and not inside_table(state.ground, path):
        last = path.stages[-1].manoeuvre
        if abs(last.amount) < 1.0 and abs(last.x) + abs(last.y) < 1.0:
            return Sweep(path.start, path.width, path.depth, ())
        shorter = Manoeuvre(last.kind, last.amount * 0.5, last.by, last.on, last.x * 0.5, last.y * 0.5)
        path = sweep(path.start, path.width, path.depth, (*manoeuvres_of(path)[:-1], shorter))
    return path


# ---------------------------------------------------------------- advancing


def nearest_enemy(state: State, unit: Unit, seen: bool) -> Unit | None:
    """The enemy unit nearest to a unit, the first by its name if equal. `seen`: of those in sight."""
    if seen:
        return _nearest_seen(state, unit)
    best: Unit | None = None
    least = FAR
    own = outreach(unit, state.settings)
    standing = blocks(unit, state.settings)
    for foe in enemies(state, unit):
        if best is not None and beyond(unit.pose, own + least, foe, state.settings):
            continue
        away = rounded(gap_between(standing, blocks(foe, state.settings)))
        if best is None or away < least or (away == least and foe.id < best.id):
            best, least = foe, away
    return best


def _nearest_seen(state: State, unit: Unit) -> Unit | None:
    ranked = sorted([(rounded(apart(unit, foe, state.settings)), foe.id) for foe in enemies(state, unit)])
    for _, id in ranked:
        foe = unit_of(state, id)
        if sees(state, unit, foe):
            return foe
    return None


def advances(state: State, unit: Unit, end: Unit) -> bool:
    """Whether a move brings a unit an inch nearer to the enemy it saw nearest [morale.advancing-defined]."""
    if not _nearer_to_any(state, unit, end):
        return False
    foe = nearest_enemy(state, unit, True)
    return foe is not None and _nearer(unit, end, foe, state.settings)


def _nearer_to_any(state: State, unit: Unit, end: Unit) -> bool:
    for foe in enemies(state, unit):
        if _nearer(unit, end, foe, state.settings):
            return True
    return False


def _nearer(unit: Unit, end: Unit, foe: Unit, settings: Settings) -> bool:
    return kept(apart(unit, foe, settings) - apart(end, foe, settings), ADVANCE_IN)


# ---------------------------------------------------------------- compelled moves


BENDS: Final = (0, 1000, 2000, 3000, 4500, 6000, 7500, 9000)
"""By how much a compelled move is bent, a little more each time, to one side or the other."""
CARRIED_IN: Final = 0.25


@final
@dataclass(slots=True, init=False)
class Retreat:
    """Where a compelled move ends: the unit there, how far it came, and whether it has left the table or has no way."""

    end: Unit
    inches: float
    left_table: bool
    surrenders: bool

    def __init__(self, end: Unit, inches: float, left_table: bool, surrenders: bool) -> None:
        self.end = end
        self.inches = inches
        self.left_table = left_table
        self.surrenders = surrenders


def homeward(state: State, unit: Unit) -> int:
    """The way to a unit's own table edge [setup.table]."""
    return EDGE_FACING[army_of(state, unit.side).edge]


def away_from(state: State, unit: Unit, foe: Unit | None) -> int:
    """Straight away from an enemy; home where there is none [morale.retreat-direction]."""
    if foe is None:
        return homeward(state, unit)
    best = FAR
    heading = homeward(state, unit)
    for block in blocks(foe, state.settings):
        near, x, y = nearest_point(block, unit.pose.x, unit.pose.y)
        if near < best and near > TOLERANCE:
            best = near
            heading = bearing(x, y, unit.pose.x, unit.pose.y)
    return heading


def nearest_point(block: Block, x: float, y: float) -> tuple[float, float, float]:
    """How far a point is from a block, and the place of the block that is nearest to it."""
    right, on = to_local(block.pose, x, y)
    near_right = min(max(right, -0.5 * block.width), 0.5 * block.width)
    near_on = min(max(on, -0.5 * block.depth), 0.5 * block.depth)
    px, py = to_world(block.pose, near_right, near_on)
    return distance(px, py, x, y), px, py


def bends(state: State, unit: Unit, heading: int, inches: float, rout: bool) -> list[int]:
    """The headings of a compelled move that are bent least and equally: two where its owner has the choice.

    [morale.retreat-direction, turn.decisions]
    """
    others = Others(state, unit)
    rooms: list[tuple[float, int]] = []
    for bend in BENDS:
        found: list[int] = []
        for by in (bend, -bend) if bend else (0,):
            room = room_back(state, unit, heading + by, inches, rout, others)
            if within(inches, room):
                found.append((heading + by) % FULL_TURN)
            rooms.append((rounded(room), -bend))
        if found:
            return found
    best = max(rooms)
    if best[0] <= TOLERANCE:
        return [heading % FULL_TURN]
    return [
        (heading + by) % FULL_TURN
        for by in (-best[1], best[1])[: 2 if best[1] else 1]
        if rounded(room_back(state, unit, heading + by, inches, rout, others)) == best[0]
    ]


def room_back(state: State, unit: Unit, heading: int, inches: float, rout: bool, others: Others) -> float:
    """How far a unit may fall back on a heading before enemies, bad ground or a side edge stop it."""
    path = straight(state, unit, heading, inches)
    room = inches
    in_way: list[Block] = []
    for standing in others.foe_blocks:
        for block in standing:
            if nearer_than(path, [block], ENEMY_GAP_IN) < 0:
                continue
            before = gap(Block(path.start, path.width, path.depth), block)
            if kept(before, ENEMY_GAP_IN):
                in_way.append(block)
            elif not _gets_away(path, block):
                return 0.0
    if in_way:
        room = until_gap(path, in_way, ENEMY_GAP_IN).length
    if impassable(state.ground, cut_at(path, room)):
        room = _room_on_ground(state, path, room)
    if not inside_table(state.ground, path):
        to_edge, own = _to_edge(state, unit, path)
        if not (rout or own):
            room = min(room, to_edge)
    return room


def straight(state: State, unit: Unit, heading: int, inches: float) -> Sweep:
    front, deep = size(unit, state.settings)
    return sweep(unit.pose, front, deep, (shift(inches * sine(heading), inches * cosine(heading)),))


def _gets_away(path: Sweep, standing: Block) -> bool:
    """Whether a body comes no nearer to another at first, and ends farther off."""
    start = path.start
    gaps = [gap(Block(start, path.width, path.depth), standing)]
    stage = path.stages[0]
    for went in (min(0.25, stage.length), stage.length):
        gaps.append(gap(Block(pose_at(stage, went), path.width, path.depth), standing))
    return gaps[1] >= gaps[0] - NOISE and gaps[2] > gaps[0]


def _room_on_ground(state: State, path: Sweep, room: float) -> float:
    low, high = 0.0, room
    while high - low > 0.02:
        middle = 0.5 * (low + high)
        if impassable(state.ground, cut_at(path, middle)):
            high = middle
        else:
            low = middle
    return low


def _to_edge(state: State, unit: Unit, path: Sweep) -> tuple[float, bool]:
    """How far a straight move goes before it meets the table's edge, and whether that edge is the unit's own."""
    stage = path.stages[0]
    low, high = 0.0, stage.length
    while high - low > 0.005:
        middle = 0.5 * (low + high)
        if off_table(state.ground, Block(pose_at(stage, middle), path.width, path.depth)):
            high = middle
        else:
            low = middle
    there = corners(Block(pose_at(stage, high), path.width, path.depth))
    ground = state.ground
    edge = army_of(state, unit.side).edge
    beyond = {
        "north": max([y for _, y in there]) >= ground.depth,
        "south": min([y for _, y in there]) <= 0.0,
        "east": max([x for x, _ in there]) >= ground.width,
        "west": min([x for x, _ in there]) <= 0.0,
    }
    return low, beyond[edge]


def fall_back(state: State, unit: Unit, heading: int, available: float, rout: bool) -> Retreat:
    """A compelled move along a heading, its inches spent on the ground, through friends and on until clear of them.

    Routs and retirements in disorder leave the table at its edge, other moves stop there.
    [terrain.compelled-moves, move.interpenetration, move.table-edge, morale.retreat-direction]
    """
    others = Others(state, unit)
    path = straight(state, unit, heading, available)
    legs = tuple(legs_of(state, unit, path)) if available > NOISE else ()
    inches = ground_covered(legs, available, unit.formation, state.settings) if legs else available
    if inches < available - TOLERANCE and [leg for leg in legs if leg.inches == 0.0]:
        inches = max(0.0, inches - SHORT_IN)
    room = room_back(state, unit, heading, inches, rout, others) if inches > NOISE else 0.0
    if room <= TOLERANCE < inches:
        return Retreat(unit, 0.0, False, not _has_room(state, unit, others))
    inches = min(inches, room)
    if _meets_edge(state, unit, heading, inches):
        if rout:
            return Retreat(unit, inches, True, False)
        inches, _ = _to_edge(state, unit, straight(state, unit, heading, inches))
    went = _clear_of_others(state, unit, heading, inches)
    if rout and _meets_edge(state, unit, heading, went):
        return Retreat(unit, went, True, False)
    return Retreat(shifted(unit, heading, went, state.settings), went, False, False)


def _has_room(state: State, unit: Unit, others: Others) -> bool:
    """Whether there is any way at all that keeps an inch from every enemy [morale.retreat-direction]."""
    for heading in range(0, FULL_TURN, 1500):
        if room_back(state, unit, heading, 1.0, True, others) > TOLERANCE:
            return True
    return False


def _meets_edge(state: State, unit: Unit, heading: int, inches: float) -> bool:
    """Touching an edge is enough [move.table-edge]."""
    end = Pose(unit.pose.x + inches * sine(heading), unit.pose.y + inches * cosine(heading), unit.pose.facing)
    there = body_at(unit, end, state.settings)
    return off_table(state.ground, Block(there.pose, there.width + 2 * TOLERANCE, there.depth + 2 * TOLERANCE))


def shifted(unit: Unit, heading: int, inches: float, settings: Settings) -> Unit:
    """The unit so far along a heading, its guns with it."""
    end = copied(unit)
    end.pose = rounded_pose(
        Pose(unit.pose.x + inches * sine(heading), unit.pose.y + inches * cosine(heading), unit.pose.facing)
    )
    end.building = -1
    end.trail = ()
    if unit.formation == ROAD_COLUMN:
        end.trail = straight_trail(end, settings)
    if unit.formation == LIMBERED:
        end.guns = guns_in_row(end, end.pose, settings)
    return end


def _clear_of_others(state: State, unit: Unit, heading: int, wanted: float) -> float:
    """Carried on until clear of friends, or stopped sooner where it cannot go on [move.interpenetration]."""
    limit = wanted + state.ground.width + state.ground.depth
    others = [blocks(other, state.settings) for other in state.units if other.place == "on" and other.id != unit.id]
    foes = Others(state, unit)
    went = wanted
    while went <= limit and not off_table(
        state.ground, body(shifted(unit, heading, went, state.settings), state.settings)
    ):
        if _is_clear(state, unit, heading, went, others):
            if went == wanted or room_back(state, unit, heading, went, True, foes) >= went - TOLERANCE:
                return went
            break
        went += CARRIED_IN
    went = wanted
    while went > 0.0 and not _is_clear(state, unit, heading, went, others):
        went -= CARRIED_IN
    return max(went, 0.0)


def _is_clear(state: State, unit: Unit, heading: int, went: float, others: list[list[Block]]) -> bool:
    there = blocks(shifted(unit, heading, went, state.settings), state.settings)
    if [1 for block in there if _in_the_way(state.ground, block)]:
        return False
    return not [other for other in others if overlapping(there, other)]


def _in_the_way(ground: Ground, block: Block) -> bool:
    """Whether a body would stand in a building or deep water."""
    for area in ground.areas:
        if area.kind in BARRED and box_near(area.box, block, 0.0) and block_touches_outline(block, area.outline):
            return True
    return False


def facing_enemy(state: State, unit: Unit, foe: Unit | None) -> Unit:
    """The unit turned on its middle to face the enemy, if there is room [morale.result-retire, rout.after-rally]."""
    foe = foe or nearest_enemy(state, unit, False)
    if foe is None or unit.formation == UNLIMBERED:
        return unit
    end = copied(unit)
    end.pose = Pose(unit.pose.x, unit.pose.y, bearing(unit.pose.x, unit.pose.y, foe.pose.x, foe.pose.y))
    if end.formation == ROAD_COLUMN:
        end.trail = straight_trail(end, state.settings)
    if end.formation == LIMBERED:
        end.guns = guns_in_row(end, end.pose, state.settings)
    return end if has_room(state, end) else unit


def has_room(state: State, unit: Unit) -> bool:
    """Whether a unit can stand where it is put: on the table, on nobody, in nothing, an inch from every enemy."""
    there = blocks(unit, state.settings)
    for block in there:
        if off_table(state.ground, block) or _in_the_way(state.ground, block):
            return False
    reach = ENEMY_GAP_IN + outreach(unit, state.settings)
    for other in state.units:
        if other.place != ON_TABLE or other.id == unit.id or beyond(unit.pose, reach, other, state.settings):
            continue
        standing = blocks(other, state.settings)
        if overlapping(there, standing):
            return False
        if other.side != unit.side and not kept(gap_between(there, standing), ENEMY_GAP_IN):
            return False
    return True
