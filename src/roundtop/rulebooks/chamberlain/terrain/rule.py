"""The terrain chart, the base on the ground, and what ground does to movement, fire and melee."""

from __future__ import annotations

from typing import Final

from roundtop.record import field, record
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.table import ground as grounds
from roundtop.table.arc import zone_ahead
from roundtop.table.crossed import areas_met, lines_met
from roundtop.table.footprint import Block, gap, gap_below, polyline_gap, rear_middle
from roundtop.table.measure import NOISE, TOLERANCE, segment_distance, within
from roundtop.table.path import SHIFT, Sweep, pose_at
from roundtop.table.pose import Point, Pose, ahead, to_world


@record(frozen=True)
class Terrain:
    """A row of the terrain chart [terrain.columns]."""

    movement: str
    obstruct: float
    cover: bool
    melee: int
    clause: str


CHART: Final[dict[str, Terrain]] = {
    "open": Terrain("simple", 0.0, False, 0, "chamberlain.terrain.open"),
    "rocky": Terrain("difficult", 0.0, True, -1, "chamberlain.terrain.rocky"),
    "fields-marsh": Terrain("difficult", 0.0, False, -1, "chamberlain.terrain.fields-marsh"),
    "swamp": Terrain("difficult", 1.0, True, -1, "chamberlain.terrain.swamp"),
    "heavy-woods": Terrain("difficult", 1.0, True, -1, "chamberlain.terrain.heavy-woods"),
    "light-woods": Terrain("simple", 2.0, True, -1, "chamberlain.terrain.light-woods"),
    "major-river": Terrain("impassable", 0.0, False, 0, "chamberlain.terrain.major-river"),
    "minor-river": Terrain("difficult", 0.0, False, -1, "chamberlain.terrain.minor-river"),
    "stream": Terrain("simple", 0.0, False, -1, "chamberlain.terrain.stream"),
    "works": Terrain("simple", 2.0, True, -1, "chamberlain.terrain.works"),
    "urban": Terrain("difficult", 1.0, True, -1, "chamberlain.terrain.urban"),
    "crest": Terrain("simple", 0.0, False, 0, "chamberlain.terrain.crest"),
}
# What a scenario's ground is in this book; whatever is not named is open [setup.scale]. A cliff is rocky ground.
AREA_ROWS: Final[dict[str, str]] = {
    "woods": "heavy-woods",
    "open-woods": "light-woods",
    "orchard": "light-woods",
    "corn": "fields-marsh",
    "crops": "fields-marsh",
    "ploughed": "fields-marsh",
    "marsh": "fields-marsh",
    "rough": "rocky",
    "cliff": "rocky",
    "swamp": "swamp",
    "town": "urban",
    "building": "urban",
    "pond": "major-river",
}
LINE_ROWS: Final[dict[str, str]] = {
    "wall": "works",
    "earthwork": "works",
    "breastwork": "works",
    "stream": "stream",
    "creek": "minor-river",
    "river": "major-river",
    "crest": "crest",
}
ROAD: Final = "road"
ROADS: Final = (ROAD,)
ROAD_WIDTH: Final = 0.2
"""Nothing is said of a road's width; a centre point this near its middle is on it, half to either side."""
DIFFICULT: Final = tuple([kind for kind, row in CHART.items() if row.movement == "difficult"])
IMPASSABLE: Final = tuple([kind for kind, row in CHART.items() if row.movement == "impassable"])
OBSTRUCTING: Final = tuple([kind for kind, row in CHART.items() if row.obstruct])
COVERING: Final = tuple([kind for kind, row in CHART.items() if row.cover])
WORKS: Final = ("works",)
STREAMS: Final = ("stream",)
RIVERS: Final = ("minor-river",)
LIGHT_WOODS: Final = ("light-woods",)
BASE_WIDTH: Final = 1.0
ZONE_DEPTH: Final = 1.0
"""Depth of an engagement zone; it is as wide as the base [move.engaged-zone]."""
BEHIND_WORKS: Final = 0.25
STRIDE: Final = 0.1
"""How finely a way over a road or a crossing is looked at."""


def base(pose: Pose, settings: Settings) -> Block:
    """The base whose centre point, the middle of its front edge, is this pose.

    [setup.unit-one-base, setup.centre-point, setup.base-width]
    """
    depth = settings.setup_unit_depth
    return Block(ahead(pose, -0.5 * depth), BASE_WIDTH, depth)


def front(block: Block) -> Pose:
    """The centre point of a base, with its facing [setup.centre-point]."""
    return ahead(block.pose, 0.5 * block.depth)


def zone(block: Block) -> Block:
    """The engagement zone before a base [move.engaged-zone]."""
    return zone_ahead(block, ZONE_DEPTH)


def engaged_by(block: Block, enemy: Block) -> bool:
    """Whether a base stands in an enemy's engagement zone, its border included [move.engaged-zone]."""
    return within(gap(block, zone(enemy)), 0.0)


def touching(a: Block, b: Block) -> bool:
    """Whether two bases are in contact: nearer than the smallest distance that can be measured [move.no-contact]."""
    return gap_below(a, b, TOLERANCE - NOISE)


@record
class Crest:
    """A crest line and the level of the higher ground it borders [terrain.elevation]."""

    points: tuple[Point, ...]
    level: int
    box: grounds.Box = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.box = grounds.bounding_box(self.points)


def crests_of(ground: grounds.Ground) -> tuple[Crest, ...]:
    """The crest lines of a field, each as high as the highest ground it touches [terrain.elevation]."""
    found: list[Crest] = []
    for line in ground.lines:
        if line.kind == "crest":
            found.append(Crest(line.points, max([grounds.level_at(ground, x, y) for x, y in line.points])))
    return tuple(found)


def level_of(ground: grounds.Ground, block: Block) -> int:
    """The level under a base's centre [terrain.elevation]."""
    return grounds.level_at(ground, block.pose.x, block.pose.y) if ground.heights else 0


def touches_crest(crest: Crest, block: Block) -> bool:
    """Whether a base touches a crest line [terrain.crest]."""
    return grounds.box_near(crest.box, block, TOLERANCE) and within(polyline_gap(crest.points, False, block), 0.0)


def on_crest_above(crests: tuple[Crest, ...], level: int, block: Block) -> bool:
    """Whether a base lines a crest that borders ground higher than this level [terrain.crest, fire.penalty-crest]."""
    for crest in crests:
        if crest.level > level and touches_crest(crest, block):
            return True
    return False


def eased(ground: grounds.Ground, pose: Pose, depth: float) -> bool:
    """Whether a base goes by road or crossing: its centre point on the road, its middle over the ford or bridge.

    [move.road]
    """
    if grounds.on_road(ground, ROADS, pose.x, pose.y):
        return True
    rear_x, rear_y = to_world(pose, 0.0, -depth)
    for crossing in ground.crossings:
        if (
            segment_distance(x=crossing.x, y=crossing.y, ax=pose.x, ay=pose.y, bx=rear_x, by=rear_y)
            <= 0.5 * crossing.width + NOISE
        ):
            return True
    return False


def _touches(ground: grounds.Ground, kinds: tuple[str, ...], block: Block) -> bool:
    if grounds.block_touches_area(ground, kinds, block):
        return True
    for line in ground.lines:
        if line.kind in kinds and grounds.block_touches_line(block, line):
            return True
    return False


def stands_in(ground: grounds.Ground, kinds: tuple[str, ...], block: Block, by_road: bool) -> bool:
    """Whether any part of a base overlaps such ground, roads and crossings eased or not [terrain.which, move.road]."""
    if not _touches(ground, kinds, block):
        return False
    return not (by_road and eased(ground, front(block), block.depth))


def enters(ground: grounds.Ground, kinds: tuple[str, ...], path: Sweep, by_road: bool) -> bool:
    """Whether a base overlaps such ground anywhere on its straight way [move.simple-no-difficult, move.road]."""
    if not areas_met(ground, kinds, path) and not lines_met(ground, kinds, path):
        return False
    if not by_road or not (ground.roads or ground.crossings):
        return True
    return entry(ground, kinds, path, by_road) >= 0.0


def entry(ground: grounds.Ground, kinds: tuple[str, ...], path: Sweep, by_road: bool) -> float:
    """How far along its straight way a base first overlaps such ground, in strides; -1 if it never does."""
    walked = 0.0
    for stage in path.stages:
        if stage.motion != SHIFT:
            continue
        strides = max(1, round(stage.length / STRIDE + 0.5))
        for stride in range(strides + 1):
            along = stage.length * stride / strides
            if stands_in(ground, kinds, Block(pose_at(stage, along), path.width, path.depth), by_road):
                return walked + along
        walked += stage.length
    return -1.0


def behind_works(ground: grounds.Ground, ax: float, ay: float, bx: float, by: float, block: Block) -> bool:
    """Whether works that a line crosses shelter the base close behind them [terrain.works]."""
    for line in grounds.lines_crossed(ground=ground, kinds=WORKS, ax=ax, ay=ay, bx=bx, by=by):
        if within(grounds.line_gap(line, block), BEHIND_WORKS):
            return True
    return False


def in_cover(ground: grounds.Ground, firer: Pose, target: Block) -> bool:
    """Whether ground or works cover a target from a shot [terrain.which, terrain.works]."""
    if grounds.in_area(ground, COVERING, target.pose.x, target.pose.y):
        return True
    aim = front(target)
    return behind_works(ground=ground, ax=firer.x, ay=firer.y, bx=aim.x, by=aim.y, block=target)


Way = tuple[Point, Point, Point]
"""A line of attack: rear edge, centre point, the defender's base centre [terrain.which]."""


def minus_conditions(
    ground: grounds.Ground, start_level: int, attacker: Block, defender: Block, defender_level: int
) -> tuple[str, ...]:
    """Which of the printed minus conditions an attacker meets, its base standing in contact [terrain.which]."""
    found: list[str] = []
    point = front(attacker)
    way = (rear_middle(attacker), (point.x, point.y), (defender.pose.x, defender.pose.y))
    if defender_level > start_level:
        found.append("uphill")
    if _either_in(ground, DIFFICULT, way) or _crossed(ground, RIVERS, way):
        found.append("difficult")
    if _works_on(ground, way, defender):
        found.append("hasty-works")
    if _stream_on(ground, way, attacker, defender):
        found.append("stream")
    if _either_in(ground, LIGHT_WOODS, way):
        found.append("light-woods")
    return tuple(found)


def _either_in(ground: grounds.Ground, kinds: tuple[str, ...], way: Way) -> bool:
    """Whether the attacker's centre point or the defender's base centre is in such an area."""
    return grounds.in_area(ground, kinds, *way[1]) or grounds.in_area(ground, kinds, *way[2])


def _crossed(ground: grounds.Ground, kinds: tuple[str, ...], way: Way) -> bool:
    for line in ground.lines:
        if line.kind in kinds:
            for leg in range(2):
                if grounds.line_crossings(line.points, *way[leg], *way[leg + 1]):
                    return True
    return False


def _works_on(ground: grounds.Ground, way: Way, defender: Block) -> bool:
    """Hasty works and entrenchments are one row of the chart and one condition [terrain.works]."""
    for leg in range(2):
        if behind_works(ground, *way[leg], *way[leg + 1], defender):
            return True
    return False


def _stream_on(ground: grounds.Ground, way: Way, attacker: Block, defender: Block) -> bool:
    """A stream or crossing on the line of attack or under either base [melee.minus-streams]."""
    if _crossed(ground, STREAMS, way):
        return True
    for line in ground.lines:
        if line.kind in STREAMS and (
            grounds.block_touches_line(attacker, line) or grounds.block_touches_line(defender, line)
        ):
            return True
    for crossing in ground.crossings:
        for leg in range(2):
            if segment_distance(crossing.x, crossing.y, *way[leg], *way[leg + 1]) <= 0.5 * crossing.width + NOISE:
                return True
    return False
