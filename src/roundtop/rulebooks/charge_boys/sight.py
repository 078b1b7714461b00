"""Who sees whom, who can fire at what, and who is in cover."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan
from typing import Final, final

from roundtop.rulebooks.charge_boys.artillery import OVERHEAD_IN, REACH_IN
from roundtop.rulebooks.charge_boys.fire import LINE_FIRES, UNARMED, WEAPONS, Shelter, garrison_share
from roundtop.rulebooks.charge_boys.muster import BUILDING_KINDS, OBSTACLES, WOOD_KINDS
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import (
    MANNED,
    ON_TABLE,
    State,
    Unit,
    base,
    blocks,
    body,
    gap_between,
    outreach,
    ranked,
    ranks,
    routing,
)
from roundtop.rulebooks.charge_boys.tables import (
    ATTACK_COLUMN,
    CAVALRY_LINE,
    GUNNERS,
    LIMBERED,
    LINE,
    SKIRMISH,
    UNLIMBERED,
)
from roundtop.rulebooks.charge_boys.terrain import COVER_IN
from roundtop.table.arc import block_in_arc, in_arc
from roundtop.table.footprint import (
    FAR,
    Block,
    block_touches_outline,
    corners,
    front_middle,
    point_gap,
    segment_hits_block,
)
from roundtop.table.ground import Box, Ground, Line, box_meets, box_near, chords, in_area, level_at, line_crossings
from roundtop.table.measure import NOISE, TOLERANCE, bearing, distance, rounded, segment_distance, within
from roundtop.table.pose import Point, Pose, to_local, to_world
from roundtop.table.sight import Screen, area_in_way, higher_ground

WOOD_EDGE_IN: Final = 2.0
WOOD_INSIDE_IN: Final = 6.0
WOODS: Final = Screen(WOOD_KINDS, WOOD_EDGE_IN, WOOD_EDGE_IN, WOOD_INSIDE_IN, WOOD_EDGE_IN)
"""How much wood is seen through [musketry.line-of-sight]."""
LOOKOUT_IN: Final = 4.5
"""Lines of sight are tried from and to places of a unit no farther apart than this."""
EDGE: Final = 0.4995
"""How far out from the middle of a body, in its own widths, its edge is looked at: a hair inside."""
SIDEWAYS: Final = 89.0
"""Arcs as wide as this are asked man by man."""


@final
@dataclass(slots=True, init=False)
class Aim:
    """A target that so many men, or this gun, may fire on, and how far it is."""

    target: str
    men: int
    range: float

    def __init__(self, target: str, men: int, range: float) -> None:
        self.target = target
        self.men = men
        self.range = range


@final
@dataclass(slots=True, init=False)
class Lane:
    """What may come between two units: the bodies of others, and whether no ground can."""

    blocks: list[Block]
    open_ground: bool
    own: int
    other: int

    def __init__(self, blocks: list[Block], open_ground: bool, own: int, other: int) -> None:
        self.blocks = blocks
        self.open_ground = open_ground
        self.own = own
        self.other = other


# ---------------------------------------------------------------- lines of sight


def blocks_sight(viewer: Unit, other: Unit) -> bool:
    """Units stand in the way, but for routing ones and skirmishers before their friends [musketry.line-of-sight]."""
    if routing(other) or other.formation == GUNNERS:
        return False
    return not (other.formation == SKIRMISH and other.side == viewer.side)


def lane_between(state: State, unit: Unit, target: Unit) -> Lane:
    """What may come between two units, whichever of their figures look at each other."""
    settings = state.settings
    ax, ay, bx, by = unit.pose.x, unit.pose.y, target.pose.x, target.pose.y
    length = distance(ax, ay, bx, by)
    ux, uy = ((bx - ax) / length, (by - ay) / length) if length > NOISE else (0.0, 1.0)
    wide = max(outreach(unit, settings), outreach(target, settings))
    found: list[Block] = []
    for other in state.units:
        if other.place != ON_TABLE or other.id == unit.id or other.id == target.id or not blocks_sight(unit, other):
            continue
        reach = wide + outreach(other, settings)
        dx = other.pose.x - ax
        dy = other.pose.y - ay
        if -reach < dx * ux + dy * uy < length + reach and abs(dx * uy - dy * ux) < reach:
            found.extend(blocks(other, settings))
    middle = Pose(0.5 * (ax + bx), 0.5 * (ay + by), bearing(ax, ay, bx, by) if length > NOISE else 0)
    open_ground = _open_ground(state.ground, Block(middle, 2.0 * wide, length + 2.0 * wide))
    return Lane(found, open_ground, unit.building, target.building)


def _open_ground(ground: Ground, lane: Block) -> bool:
    """Whether no wood, building or height comes into a lane."""
    for area in ground.areas:
        if (area.kind in WOOD_KINDS or area.kind in BUILDING_KINDS) and _comes_into(lane, area.box, area.outline):
            return False
    for height in ground.heights:
        if _comes_into(lane, height.box, height.outline):
            return False
    return True


def _comes_into(lane: Block, box: Box, outline: tuple[Point, ...]) -> bool:
    return box_near(box, lane, 0.0) and block_touches_outline(lane, outline)


def clear(state: State, lane: Lane, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether nothing of a lane blocks the straight line [musketry.line-of-sight, terrain.hills]."""
    for block in lane.blocks:
        if segment_hits_block(ax, ay, bx, by, block):
            return False
    return lane.open_ground or ground_clear(state, lane, ax, ay, bx, by)


def ground_clear(state: State, lane: Lane, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether no building, wood or crest comes between [musketry.line-of-sight]."""
    ground = state.ground
    for index, area in enumerate(ground.areas):
        other = area.kind in BUILDING_KINDS and index not in (lane.own, lane.other)
        if other and box_meets(area.box, ax, ay, bx, by) and chords(area.outline, ax, ay, bx, by):
            return False
    if ground.areas and area_in_way(ground, WOODS, ax, ay, bx, by) is not None:
        return False
    return higher_ground(ground, ax, ay, bx, by) is None


def lookouts(unit: Unit, settings: Settings, x: float, y: float) -> list[Point]:
    """Places of a unit, on the side towards a point, from which others are looked at, or at which they look."""
    if unit.formation == UNLIMBERED:
        return [front_middle(block) for block in blocks(unit, settings)]
    found: list[Point] = []
    for block in blocks(unit, settings):
        _, on = to_local(block.pose, x, y)
        on = min(max(on, -EDGE * block.depth), EDGE * block.depth)
        count = max(1, int(block.width / LOOKOUT_IN))
        for place in range(count + 1):
            found.append(to_world(block.pose, 2.0 * EDGE * (place / count - 0.5) * block.width, on))
    return found


def sees(state: State, unit: Unit, other: Unit) -> bool:
    """Whether any figure of a unit sees any figure of another, whatever its arc [charge.declare]."""
    lane = lane_between(state, unit, other)
    if lane.open_ground and not lane.blocks:
        return True
    theirs = lookouts(other, state.settings, unit.pose.x, unit.pose.y)
    for ax, ay in lookouts(unit, state.settings, other.pose.x, other.pose.y):
        for bx, by in theirs:
            if clear(state, lane, ax, ay, bx, by):
                return True
    return False


# ---------------------------------------------------------------- who of a unit can fire


def firing_ranks(unit: Unit, settings: Settings) -> int:
    """Ranks that fire, from the front.

    [musketry.two-ranks, musketry.column-fire, musketry.skirmish-fire, musketry.mounted-fire]
    """
    if unit.formation == LINE:
        return LINE_FIRES
    if unit.formation == ATTACK_COLUMN:
        return settings.attack_column_fire_ranks
    if unit.formation == CAVALRY_LINE:
        return 1
    return ranks(unit) if unit.formation == SKIRMISH else 0


def rank_of(unit: Unit, rank: int) -> int:
    """Figures in one rank, counted from 0; the last may be short."""
    return min(unit.files, ranked(unit) - rank * unit.files)


def command_in(unit: Unit, rank: int) -> int:
    """Officers and colour in the front rank, drummers in the rear one [formation.line, musketry.non-firers]."""
    found = unit.officers + unit.colours if rank == 0 else 0
    return found + unit.drummers if rank == ranks(unit) - 1 else found


def firers(unit: Unit, settings: Settings) -> int:
    """Men who could fire if all had the target before them [musketry.non-firers, terrain.building-garrison]."""
    if unit.weapon == UNARMED:
        return 0
    if unit.building >= 0:
        return garrison_share(unit.men - unit.holders, settings)
    found = 0
    for rank in range(min(firing_ranks(unit, settings), ranks(unit))):
        found += max(0, rank_of(unit, rank) - command_in(unit, rank))
    return found


def arc_of(unit: Unit, settings: Settings) -> float:
    """Degrees to either side in which a unit fires; skirmishers and garrisons all round [musketry.arc]."""
    return 180.0 if unit.formation == SKIRMISH or unit.building >= 0 else settings.fire_arc


def aim_at(state: State, unit: Unit, target: Unit, anywhere: bool = False) -> Aim:
    """How many men of a unit may fire on another, and at what range; no men where it cannot [musketry.who-can-fire].

    `anywhere`: out of range as well, where distances are not known beforehand [core.measure].
    """
    settings = state.settings
    reach = FAR if anywhere else WEAPONS[unit.weapon].reach
    standing = blocks(target, settings)
    if unit.building >= 0:
        return _garrison_aim(state, unit, target, standing, reach)
    lane = lane_between(state, unit, target)
    arc = arc_of(unit, settings)
    bare = lane.open_ground and not lane.blocks
    limit = FAR if _all_within(unit, standing, reach, settings) else reach
    looked: dict[int, bool] = {}
    men = 0
    nearest = 1e9
    for rank in range(min(firing_ranks(unit, settings), ranks(unit))):
        places = _firing_places(state, unit, rank, standing, arc, limit, lane, None if bare else looked)
        muskets = _with_muskets(unit, rank, places)
        men += len(muskets)
        if muskets and (rank == 0 or nearest > reach):
            nearest = rank_gap(unit, rank, muskets, standing, settings)
    return Aim(target.id, men, rounded(nearest))


def rank_gap(unit: Unit, rank: int, places: list[int], standing: list[Block], settings: Settings) -> float:
    """The shortest distance from these men of a rank; shoulder to shoulder they are measured as one."""
    best = FAR
    start = 0
    for index, place in enumerate(places):
        last = index + 1 == len(places)
        if unit.formation == SKIRMISH or last or places[index + 1] != place + 1:
            best = min(best, gap_between([_row(unit, rank, places[start], place, settings)], standing))
            start = index + 1
    return best


def _row(unit: Unit, rank: int, first: int, last: int, settings: Settings) -> Block:
    """The ground of the men of a rank from one place to another."""
    wide, deep = base(unit, settings)
    left, on = spot(unit, rank, first, settings)
    right, _ = spot(unit, rank, last, settings)
    x, y = to_world(unit.pose, 0.5 * (left + right), on)
    return Block(Pose(x, y, unit.pose.facing), right - left + wide, deep)


def _garrison_aim(state: State, unit: Unit, target: Unit, standing: list[Block], reach: float) -> Aim:
    """From the nearest wall of the building, half the men from one side [terrain.building-garrison]."""
    away = gap_between(blocks(unit, state.settings), standing)
    seen = within(away, reach) and sees(state, unit, target)
    return Aim(target.id, firers(unit, state.settings) if seen else 0, rounded(away))


def _with_muskets(unit: Unit, rank: int, places: list[int]) -> list[int]:
    """Those who carry one: command figures, who do not, stand in the middle of their rank."""
    many = command_in(unit, rank)
    first = (rank_of(unit, rank) - many) // 2
    return [place for place in places if not first <= place < first + many]


def spot(unit: Unit, rank: int, place: int, settings: Settings) -> Point:
    """Where a figure stands, to the right of and ahead of the middle of its unit; a short rank is centred."""
    middle, step, on = _rank_line(unit, rank, settings)
    return (place - middle) * step, on


def _rank_line(unit: Unit, rank: int, settings: Settings) -> tuple[float, float, float]:
    """The middle place of a rank, from one place to the next, and how far ahead of the unit's middle it stands."""
    wide, deep = base(unit, settings)
    step = 2.0 * wide if unit.formation == SKIRMISH else wide
    return 0.5 * (rank_of(unit, rank) - 1), step, (0.5 * (ranks(unit) - 1) - rank) * deep


def figure(unit: Unit, rank: int, place: int, settings: Settings) -> Block:
    wide, deep = base(unit, settings)
    right, on = spot(unit, rank, place, settings)
    x, y = to_world(unit.pose, right, on)
    return Block(Pose(x, y, unit.pose.facing), wide, deep)


def _firing_places(
    state: State,
    unit: Unit,
    rank: int,
    standing: list[Block],
    arc: float,
    reach: float,
    lane: Lane,
    looked: dict[int, bool] | None,
) -> list[int]:
    """The places of a rank whose man has the target in arc, range and sight [musketry.who-can-fire].

    `reach` is FAR where all are in range; `looked` keeps what the man before him sees, who looks along all but the same
    line, None where all is open.
    """
    settings = state.settings
    found: list[int] = []
    count = rank_of(unit, rank)
    low, high, settled = _arc_span(unit, rank, standing, arc, settings)
    if low > high:
        return found
    middle, step, on = _rank_line(unit, rank, settings)
    for place in range(count):
        right = (place - middle) * step
        if settled and not low - TOLERANCE <= right <= high + TOLERANCE:
            continue
        if settled and looked is None and reach >= FAR:
            found.append(place)
            continue
        x, y = to_world(unit.pose, right, on)
        if not settled and not _has_in_arc(x, y, unit.pose.facing, arc, standing):
            continue
        if reach < FAR and not within(gap_between([figure(unit, rank, place, settings)], standing), reach):
            continue
        if looked is not None:
            file = round(4.0 * right)
            if file not in looked:
                looked[file] = _sees_some(state, lane, x, y, standing)
            if not looked[file]:
                continue
        found.append(place)
    return found


def _arc_span(
    unit: Unit, rank: int, standing: list[Block], arc: float, settings: Settings
) -> tuple[float, float, bool]:
    """Between which places of a rank the target is in arc, and whether that settles it: it does for narrow arcs.

    The places from which a cone meets a convex body are themselves convex, so along a rank they are one stretch.
    """
    if arc >= 180.0:
        return -1e9, 1e9, True
    if arc > SIDEWAYS or len(standing) != 1:
        return -1e9, 1e9, False
    slope = tan(radians(arc))
    _, on = spot(unit, rank, 0, settings)
    local = [to_local(unit.pose, x, y) for x, y in corners(standing[0])]
    low, high = 1e9, -1e9
    u0, v0 = local[3]
    for u, v in local:
        if (v0 - on) * (v - on) < 0.0:
            cut = u0 + (u - u0) * (on - v0) / (v - v0)
            low, high = min(low, cut), max(high, cut)
        if v >= on:
            reach = (v - on) * slope
            low, high = min(low, u - reach), max(high, u + reach)
        u0, v0 = u, v
    return low, high, True


def _has_in_arc(x: float, y: float, facing: int, arc: float, standing: list[Block]) -> bool:
    half = round(arc * 100)
    return bool([block for block in standing if block_in_arc(x, y, facing, half, block)])


def _all_within(unit: Unit, standing: list[Block], reach: float, settings: Settings) -> bool:
    """A quick yes where even the farthest corner of a unit is in range."""
    for x, y in corners(body(unit, settings)):
        if min([point_gap(block, x, y) for block in standing]) > reach:
            return False
    return True


def _sees_some(state: State, lane: Lane, x: float, y: float, standing: list[Block]) -> bool:
    """Whether a line from here to some figure of the target is clear."""
    for block in standing:
        right, on = to_local(block.pose, x, y)
        near_right = min(max(right, -EDGE * block.width), EDGE * block.width)
        near_on = min(max(on, -EDGE * block.depth), EDGE * block.depth)
        places = [(near_right, near_on), (0.0, near_on), (-EDGE * block.width, near_on), (EDGE * block.width, near_on)]
        for aside, ahead in places:
            bx, by = to_world(block.pose, aside, ahead)
            if clear(state, lane, x, y, bx, by):
                return True
    return False


# ---------------------------------------------------------------- guns


def gun_aim(state: State, unit: Unit, gun: int, target: Unit, anywhere: bool = False) -> Aim | None:
    """A gun's aim at a unit: in arc, range and sight from the muzzle; None where there is none.

    [artillery.line-of-sight, musketry.arc, artillery.range-smoothbore, artillery.range-rifled]
    """
    settings = state.settings
    _, deep = base(unit, settings)
    piece = unit.guns[gun]
    mx, my = to_world(piece.pose, 0.0, 0.5 * deep)
    reach = FAR if anywhere else REACH_IN[unit.gun]
    half = round(settings.fire_arc * 100)
    best: Aim | None = None
    lane: Lane | None = None
    for block in blocks(target, settings):
        away = point_gap(block, mx, my)
        if not within(away, reach) or not block_in_arc(mx, my, piece.pose.facing, half, block):
            continue
        if best is not None and away >= best.range:
            continue
        lane = lane or gun_lane(state, unit, target, mx, my)
        if _gun_sees(state, lane, mx, my, piece.pose.facing, half, block):
            best = Aim(target.id, 1, rounded(away))
    return best


def _gun_sees(state: State, lane: Lane, mx: float, my: float, facing: int, half: int, block: Block) -> bool:
    right, on = to_local(block.pose, mx, my)
    near_right = min(max(right, -EDGE * block.width), EDGE * block.width)
    near_on = min(max(on, -EDGE * block.depth), EDGE * block.depth)
    for aside in (near_right, 0.0, -EDGE * block.width, EDGE * block.width):
        bx, by = to_world(block.pose, aside, near_on)
        if in_arc(mx, my, facing, half, bx, by) and clear(state, lane, mx, my, bx, by):
            return True
    return False


def gun_lane(state: State, unit: Unit, target: Unit, mx: float, my: float) -> Lane:
    """What stands before a gun: lower friends, far enough from both ends, are fired over [artillery.line-of-sight]."""
    lane = lane_between(state, unit, target)
    if not state.ground.heights or not lane.blocks:
        return lane
    level = level_at(state.ground, mx, my)
    if level == 0:
        return lane
    theirs = blocks(target, state.settings)
    over: list[Block] = []
    for friend in state.units:
        if friend.place != ON_TABLE or friend.side != unit.side or friend.id == unit.id:
            continue
        for block in blocks(friend, state.settings):
            low = level_at(state.ground, block.pose.x, block.pose.y) < level
            far = point_gap(block, mx, my) > OVERHEAD_IN and gap_between([block], theirs) > OVERHEAD_IN
            if low and far:
                over.append(block)
    return Lane([block for block in lane.blocks if block not in over], lane.open_ground, lane.own, lane.other)


# ---------------------------------------------------------------- cover


@final
@dataclass(slots=True, init=False)
class Cover:
    """What more than half the figures of a unit have between them and the enemy, or are in."""

    wall: bool
    hedge: bool
    fortification: bool
    woods: bool
    building: bool

    def __init__(self, wall: bool, hedge: bool, fortification: bool, woods: bool, building: bool) -> None:
        self.wall = wall
        self.hedge = hedge
        self.fortification = fortification
        self.woods = woods
        self.building = building

    def any(self) -> bool:
        """Cover for morale [terrain.cover]."""
        return self.wall or self.hedge or self.fortification or self.woods or self.building

    def shelter(self) -> Shelter:
        """Cover for saves: walls and buildings, not fences and hedges [save.wall, save.building]."""
        return Shelter(self.wall, self.building, self.fortification, self.woods)


def cover_of(state: State, unit: Unit, x: float, y: float) -> Cover:
    """The cover of a unit from a place, for saves and nerve [terrain.cover, save.wall, terrain.fortification]."""
    if unit.building >= 0:
        return Cover(False, False, False, False, True)
    settings = state.settings
    around = body(unit, settings)
    woods = [area for area in state.ground.areas if area.kind in WOOD_KINDS and box_near(area.box, around, 0.0)]
    lines = [line for line in state.ground.lines if line.kind in OBSTACLES and box_near(line.box, around, COVER_IN)]
    if not woods and not lines:
        return Cover(False, False, False, False, False)
    spots = figure_spots(unit, settings)
    counts = {"wood": 0, "wall": 0, "fence": 0, "hedge": 0, "fortification": 0}
    for px, py in spots:
        if woods and in_area(state.ground, WOOD_KINDS, px, py):
            counts["wood"] += 1
        for kind in _behind(lines, px, py, x, y, base(unit, settings)):
            counts[kind] += 1
    many = len(spots)
    hedges = counts["fence"] + counts["hedge"]
    # Figures behind different obstacles are covered alike, so they are counted together for the nerve.
    any_line = hedges + counts["wall"] + counts["fortification"]
    return Cover(
        2 * counts["wall"] > many,
        2 * any_line > many,
        2 * counts["fortification"] > many,
        2 * counts["wood"] > many,
        False,
    )


def figure_spots(unit: Unit, settings: Settings) -> list[Point]:
    """Where every figure in rank and file, or every gun, stands."""
    if unit.formation in (UNLIMBERED, LIMBERED):
        return [(gun.pose.x, gun.pose.y) for gun in unit.guns if gun.fate == MANNED]
    if unit.trail and unit.building < 0:
        return [(block.pose.x, block.pose.y) for block in blocks(unit, settings)]
    found: list[Point] = []
    for rank in range(ranks(unit)):
        for place in range(rank_of(unit, rank)):
            right, on = spot(unit, rank, place, settings)
            found.append(to_world(unit.pose, right, on))
    return found


def _behind(lines: list[Line], px: float, py: float, x: float, y: float, size_of: tuple[float, float]) -> list[str]:
    """The obstacles that lie between a figure and a place, within an inch of the figure's base."""
    found: list[str] = []
    half = 0.5 * min(size_of[0], size_of[1])
    for line in lines:
        kind = OBSTACLES[line.kind]
        if kind in found:
            continue
        for place in range(1, len(line.points)):
            ax, ay = line.points[place - 1]
            bx, by = line.points[place]
            near = within(segment_distance(px, py, ax, ay, bx, by) - half, COVER_IN)
            if near and line_crossings(((ax, ay), (bx, by)), px, py, x, y):
                found.append(kind)
                break
    return found


def shelter_of(state: State, unit: Unit, firer: Unit) -> Shelter:
    """What a unit has between it and a firer [save.wall, save.building]."""
    return cover_of(state, unit, firer.pose.x, firer.pose.y).shelter()
