"""The ground that a way leads over on the table."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.formation import rule as formation_rule
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule
from roundtop.table.crossed import areas_met, lines_met
from roundtop.table.footprint import FAR, Block, block_touches_outline
from roundtop.table.ground import Area, Ground, Line, block_touches_line, box_near, crossing_at, line_crossings, on_road
from roundtop.table.measure import NOISE, TOLERANCE, cosine, distance, narrowed, sine
from roundtop.table.path import TURN as TURNING
from roundtop.table.path import Stage, Sweep, pose_at, track
from roundtop.table.pose import Point, to_world

STRIDE_IN: Final = 1.0
"""How finely a way is felt for slow ground."""
FEELER_IN: Final = 2.0
"""Obstacles are met by points of the leading edge no farther apart than this."""
BARRED: Final = (*rule.BUILDING_KINDS, *rule.IMPASSABLE_KINDS)
WATERS: Final = (*rule.WATER_LINES, *rule.DEEP_LINES)
BACKWARDS: Final = {rule.OPEN: rule.BACK, rule.WOODS: rule.BACK_WOODS, rule.RIVER: rule.BACK_RIVER}


@record(init=False)
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
            if area.kind in rule.WOOD_KINDS:
                if box_near(area.box, around, reach):
                    self.woods.append(area)
            elif area.kind in rule.WATER_KINDS and box_near(area.box, around, reach):
                self.waters.append(area)
        for line in ground.lines:
            if line.kind in rule.OBSTACLES:
                if box_near(line.box, around, reach):
                    self.obstacles.append(line)
            elif line.kind in WATERS and box_near(line.box, around, reach):
                self.streams.append(line)

    def plain(self) -> bool:
        """Whether nothing of it can be met."""
        return not (self.woods or self.waters or self.streams or self.obstacles)


def slow_at(terrain: Terrain, block: Block) -> str:
    """The slow ground that any figure of a body is in; a wood where there are two [terrain.half-speed-arithmetic]."""
    for area in terrain.woods:
        if box_near(area.box, block, 0.0) and block_touches_outline(block, area.outline):
            return rule.WOODS
    for area in terrain.waters:
        if box_near(area.box, block, 0.0) and block_touches_outline(block, area.outline):
            return rule.RIVER
    for line in terrain.streams:
        if block_touches_line(block, line):
            return rule.RIVER
    return rule.OPEN


def feelers(stage: Stage, width: float, depth: float) -> list[Point]:
    """Points of the leading edge, or of both on a slant, to the right of and ahead of the middle."""
    start = stage.start
    s, c = sine(start.facing), cosine(start.facing)
    right = stage.dx * c - stage.dy * s
    on = stage.dx * s + stage.dy * c
    half_w, half_d = 0.5 * width, 0.5 * depth
    found: list[Point] = []
    if stage.motion == TURNING or abs(on) > TOLERANCE:
        edge = half_d if stage.motion == TURNING or on >= 0.0 else -half_d
        found.extend([(x, edge) for x in spread(half_w)])
    if stage.motion != TURNING and abs(right) > TOLERANCE:
        found.extend([(half_w if right >= 0.0 else -half_w, y) for y in spread(half_d)])
    return found


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
            found.append((first, rule.OBSTACLES[line.kind]))
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


def legs_of(state: State, unit: Unit, path: Sweep, terrain: Terrain | None = None) -> list[rule.Leg]:
    """The ground that a way leads over, in order: what its price is made of [terrain.half-speed-arithmetic]."""
    if terrain is None:
        terrain = Terrain(state.ground, Block(path.start, path.width, path.depth), path.length + 1.0)
    found: list[rule.Leg] = []
    for stage in path.stages:
        if not terrain.plain() and by_road(state, unit, stage):
            found.append(rule.Leg(rule.ROAD, stage.length))
        else:
            _stage_legs(unit=unit, terrain=terrain, stage=stage, width=path.width, depth=path.depth, found=found)
    return found


def by_road(state: State, unit: Unit, stage: Stage) -> bool:
    """Whether horsemen in column or limbered guns go straight along a road: its gaps and bridges are theirs.

    On the road their files close to two; the ground they cover off it is not changed [terrain.road-column-only].
    """
    if not bridged(unit) or unit.formation == tables.ROAD_COLUMN or stage.motion == TURNING:
        return False
    return along_road(state.ground, stage.start.x, stage.start.y, stage.end.x, stage.end.y)


def _stage_legs(unit: Unit, terrain: Terrain, stage: Stage, width: float, depth: float, found: list[rule.Leg]) -> None:
    kind = stage.manoeuvre.kind
    if kind in ("turn", "about-face"):
        found.append(rule.Leg(rule.TURN))
        if kind == "turn" and unit.formation in tables.LOOSE:
            # Men in loose order go round the middle of their line, and cross what stands in their way.
            found.extend([rule.Leg(wall) for _, wall in obstacles_on(terrain, stage, width, depth)])
        return
    back = kind == "glide" or (kind == "forward" and stage.manoeuvre.amount < 0.0)
    if terrain.plain():
        found.append(_plain_leg(stage, width, back))
        return
    walls = obstacles_on(terrain, stage, width, depth)
    if stage.motion == TURNING:
        slow = slow_at(terrain, Block(stage.end, width, depth))
        slow = slow if slow != rule.OPEN else slow_at(terrain, Block(stage.start, width, depth))
        found.append(_plain_leg(stage, width, back) if slow == rule.OPEN else rule.Leg(slow, stage.length))
    else:
        _shift_legs(terrain=terrain, stage=stage, width=width, depth=depth, back=back, walls=walls, found=found)
        return
    for _, wall in walls:
        found.append(rule.Leg(wall))


def _plain_leg(stage: Stage, width: float, back: bool) -> rule.Leg:
    if stage.motion == TURNING:
        return rule.Leg(rule.WHEEL, 0.0, width, abs(stage.by) / 100.0)
    return rule.Leg(rule.BACK if back else rule.OPEN, stage.length)


def _shift_legs(
    terrain: Terrain,
    stage: Stage,
    width: float,
    depth: float,
    back: bool,
    walls: list[tuple[float, str]],
    found: list[rule.Leg],
) -> None:
    """A straight stretch cut where the ground changes and where obstacles are met."""
    spans = slow_spans(terrain, stage, width, depth)
    marks = sorted([(start, 0, kind) for start, kind in spans] + [(at, 1, wall) for at, wall in walls])
    at = 0.0
    kind = rule.OPEN
    for where, is_wall, what in marks:
        if where > at + NOISE:
            found.append(rule.Leg(BACKWARDS[kind] if back else kind, where - at))
            at = where
        if is_wall:
            found.append(rule.Leg(what))
        else:
            kind = what
    if stage.length > at + NOISE:
        found.append(rule.Leg(BACKWARDS[kind] if back else kind, stage.length - at))


def slow_spans(terrain: Terrain, stage: Stage, width: float, depth: float) -> list[tuple[float, str]]:
    """Where along a straight stretch the ground under the body changes, and to what."""
    if not (terrain.woods or terrain.waters or terrain.streams):
        return []
    found: list[tuple[float, str]] = []
    kind = slow_at(terrain, Block(stage.start, width, depth))
    if kind != rule.OPEN:
        found.append((0.0, kind))
    at = 0.0
    while at < stage.length - NOISE:
        on = min(stage.length, at + STRIDE_IN)
        there = slow_at(terrain, Block(pose_at(stage, on), width, depth))
        if there != kind:
            found.append((_changes_at(terrain, stage, Block(stage.start, width, depth), at, on), there))
            kind = there
        at = on
    return found


def _changes_at(terrain: Terrain, stage: Stage, body: Block, at: float, on: float) -> float:
    """Where between two places of a stretch the ground is first another than at the nearer."""
    kind = slow_at(terrain, Block(pose_at(stage, at), body.width, body.depth))

    def same(inches: float) -> bool:
        return slow_at(terrain, Block(pose_at(stage, inches), body.width, body.depth)) == kind

    return narrowed(at, on, 0.005, same)[1]


def along_road(ground: Ground, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a stretch runs along a road all the way [terrain.road-column-only]."""
    if not ground.roads:
        return False
    steps = max(1, int(distance(ax, ay, bx, by)))
    return all(
        [
            on_road(ground, rule.ROAD_KINDS, ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps)
            for n in range(steps + 1)
        ]
    )


def bridged(unit: Unit) -> bool:
    """Whether a bridge carries a unit: a column of two, or limbered guns [terrain.rivers, terrain.road-column-only]."""
    narrow = unit.formation == tables.CAVALRY_COLUMN and unit.files <= formation_rule.ROAD_FILES
    return narrow or unit.formation in (tables.ROAD_COLUMN, tables.LIMBERED)


def impassable(ground: Ground, path: Sweep, column: bool = False) -> list[str]:
    """The kinds of ground in the way that nobody may move through; deep water only at its crossings [terrain.rivers].

    A bridge is for columns of two; a ford for all whose middle goes over it. Whoever stands over the water may go on.
    """
    if not path.stages or not (ground.areas or ground.lines):
        return []
    found = [area.kind for area in areas_met(ground, BARRED, path)]
    kinds = rule.CROSSINGS if column else ("ford",)
    for line in lines_met(ground, rule.DEEP_LINES, path):
        places = _crossed(line, track(path, 0.0, 0.0)) + _crossed(line, _spine(path))
        over = bool(places) or block_touches_line(Block(path.start, path.width, path.depth), line)
        if not over or not all([crossing_at(ground, kinds, x, y) for x, y in places]):
            found.append(line.kind)
    return found


def _spine(path: Sweep) -> tuple[Point, ...]:
    """A body where it ends, from the middle of its rear to that of its front."""
    return tuple([to_world(path.end, 0.0, on * path.depth) for on in (-0.5, 0.5)])


def _crossed(line: Line, way: tuple[Point, ...]) -> list[Point]:
    """Where a way crosses a line."""
    found: list[Point] = []
    for at in range(1, len(way)):
        (ax, ay), (bx, by) = way[at - 1], way[at]
        cuts = line_crossings(line.points, ax, ay, bx, by)
        found.extend([(ax + t * (bx - ax), ay + t * (by - ay)) for t in cuts])
    return found


def in_the_way(ground: Ground, block: Block) -> bool:
    """Whether a body would stand in a building or deep water."""
    for area in ground.areas:
        if area.kind in BARRED and box_near(area.box, block, 0.0) and block_touches_outline(block, area.outline):
            return True
    return False
