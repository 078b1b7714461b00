"""What is seen and shot at: lines of sight, range and arc of each stand, cover, enfilade, and known enemies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.rulebooks.order_cards.concealment import CORN, OPEN, ORCHARD, WOODS, Place, visible
from roundtop.rulebooks.order_cards.fire import Group, enfilades, enfilading, longest
from roundtop.rulebooks.order_cards.state import (
    GONE,
    ON_TABLE,
    Look,
    Officer,
    State,
    Unit,
    army_of,
    base,
    block,
    blocks,
    melee_of,
    on_table,
    size_of,
    stand_poses,
)
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    LIMBERED,
    ROUTING,
    WAGON,
)
from roundtop.table.arc import in_front_wedge
from roundtop.table.footprint import Block, corners, gap, inside_polygon, polyline_gap, radius
from roundtop.table.ground import (
    Area,
    Box,
    Ground,
    box_holds,
    box_meets,
    box_near,
    chords,
    level_at,
    line_crossings,
    points_gap,
)
from roundtop.table.measure import NOISE, TOLERANCE, distance, within
from roundtop.table.pose import Point, Pose, to_local, to_world
from roundtop.table.sight import height_in_way, lines_in_way, unit_in_way

# The kinds of ground that come between [visibility.table, fire.line-of-sight].
HOUSES: Final = "built-up"
SCREENS: Final[dict[str, str]] = {
    "woods": WOODS,
    "open-woods": WOODS,
    "corn": CORN,
    "crops": CORN,
    "orchard": ORCHARD,
    "town": HOUSES,
    "building": HOUSES,
}
CREST: Final = ("crest",)
LINE_COVER: Final[dict[str, str]] = {
    "wall": "wall",
    "fence": "fence-or-bush",
    "hedge": "fence-or-bush",
    "abatis": "defence-barrier",
    "chevaux-de-frise": "defence-barrier",
    "earthwork": "earthworks",
    "breastwork": "earthworks",
}
AREA_COVER: Final[dict[str, str]] = {
    "woods": "woods",
    "open-woods": "woods",
    "orchard": "orchard",
    "town": "built-up",
    "building": "built-up",
}
"""Cover as the save table names it [save.table, setup.scale]."""

ARC: Final = 4500
"""[fire.stands-that-fire]"""
ARC_SLACK: Final = 0.1
"""How far beyond the edge of its arc a unit still looks closely."""
LOOK_OVER: Final = 2.0
"""How far a lower unit must be from both ends to be seen over [fire.line-of-sight]."""
COVER_NEAR: Final = 1.0
"""[save.procedure]"""


# ---------------------------------------------------------------- lines of sight


@final
@dataclass(slots=True, init=False)
class Lane:
    """What may come between two bodies: other units, screens of wood, corn, orchard or houses, and hills.

    `open`: no ground can come between, and sight has no limit.
    """

    between: list[Block]
    levels: list[int]
    screens: list[Area]
    hills: bool
    open: bool

    def __init__(self, between: list[Block], levels: list[int], screens: list[Area], hills: bool, open: bool) -> None:
        self.between = between
        self.levels = levels
        self.screens = screens
        self.hills = hills
        self.open = open


def lane_between(state: State, a: Block, b: Block, without: tuple[str, ...]) -> Lane:
    """What may come between two bodies, whichever of their stands look at each other [fire.line-of-sight]."""
    ax, ay, bx, by = a.pose.x, a.pose.y, b.pose.x, b.pose.y
    length = distance(ax, ay, bx, by)
    wide = max(radius(a), radius(b))
    ux = (bx - ax) / length if length > NOISE else 0.0
    uy = (by - ay) / length if length > NOISE else 1.0
    between: list[Block] = []
    for other in state.units:
        if other.place != ON_TABLE or other.state == ROUTING or other.id in without:
            continue
        if _beside(other, ax, ay, ux, uy, length, wide):
            between.extend(blocks(other))
    ground = state.ground
    left, right = min(ax, bx) - wide, max(ax, bx) + wide
    bottom, top = min(ay, by) - wide, max(ay, by) + wide
    screens = [one for one in ground.areas if one.kind in SCREENS and _boxes_meet(one.box, left, bottom, right, top)]
    hills = bool([one for one in ground.heights if _boxes_meet(one.box, left, bottom, right, top)])
    levels = [level_at(ground, one.pose.x, one.pose.y) for one in between] if hills else [0] * len(between)
    return Lane(between, levels, screens, hills, not screens and not hills and state.visibility == 0.0)


def _beside(unit: Unit, ax: float, ay: float, ux: float, uy: float, length: float, wide: float) -> bool:
    """Whether a unit is near enough to the way between two bodies to come between them."""
    width, depth = size_of(unit)
    reach = wide + 0.5 * (width + depth)
    dx = unit.pose.x - ax
    dy = unit.pose.y - ay
    return -reach < dx * ux + dy * uy < length + reach and abs(dx * uy - dy * ux) < reach


def _boxes_meet(box: Box, left: float, bottom: float, right: float, top: float) -> bool:
    return box[0] <= right and box[2] >= left and box[1] <= top and box[3] >= bottom


@final
@dataclass(slots=True, init=False)
class Stand:
    """A stand that looks or is looked at: its ground, the middle of its front, where it is for sight, and in what."""

    ground: Block
    x: float
    y: float
    place: Place
    area: Area | None

    def __init__(self, ground: Block, x: float, y: float, place: Place, area: Area | None) -> None:
        self.ground = ground
        self.x = x
        self.y = y
        self.place = place
        self.area = area


PLAIN: Final = Place()


def stand_at(state: State, lane: Lane, pose: Pose, width: float, depth: float, mounted: bool, shown: bool) -> Stand:
    """A stand as sight knows it, by its middle [visibility.wood-edge]."""
    x, y = to_world(pose, 0.0, 0.5 * depth)
    ground = Block(pose, width, depth)
    if lane.open:
        return Stand(ground, x, y, PLAIN, None)
    level = level_at(state.ground, pose.x, pose.y) if lane.hills else 0
    for area in lane.screens:
        if box_holds(area.box, pose.x, pose.y) and inside_polygon(area.outline, pose.x, pose.y):
            kind = SCREENS[area.kind]
            deep = points_gap(area.outline, pose.x, pose.y, True)
            place = Place(OPEN if kind == HOUSES else kind, deep, level, mounted, shown)
            return Stand(ground, x, y, place, area)
    return Stand(ground, x, y, Place(OPEN, 0.0, level, mounted, shown), None)


def stands_of(state: State, lane: Lane, unit: Unit) -> list[Stand]:
    """The stands of a unit as sight knows them."""
    width, depth = base(unit)
    mounted = unit.arm == CAVALRY and unit.mounted
    return [stand_at(state, lane, pose, width, depth, mounted, unit.shown > 0) for pose in stand_poses(unit)]


def in_view(state: State, lane: Lane, eye: Stand, stand: Stand) -> bool:
    """Whether the ground in which two stands are lets the one see the other [visibility.table]."""
    if lane.open:
        return True
    away = distance(eye.x, eye.y, stand.ground.pose.x, stand.ground.pose.y)
    if state.visibility > 0.0 and not within(away, state.visibility):
        return False
    same = eye.area is not None and eye.area is stand.area
    return visible(eye.place, stand.place, away, same)


def clear(state: State, lane: Lane, eye: Stand, stand: Stand, x: float, y: float) -> bool:
    """Whether nothing blocks the straight line from the front of a stand to a point of another.

    [fire.line-of-sight, visibility.corn-and-orchard-fire]
    """
    ax, ay = eye.x, eye.y
    if lane.between:
        top = max(eye.place.level, stand.place.level)
        if unit_in_way(lane.between, lane.levels, top, LOOK_OVER, ax, ay, x, y) is not None:
            return False
    if lane.open:
        return True
    ground = state.ground
    for area in lane.screens:
        if area is eye.area or area is stand.area or not box_meets(area.box, ax, ay, x, y):
            continue
        if _hides(ground, area, eye.place) and _through(area, ax, ay, x, y):
            return False
    if not lane.hills:
        return True
    if height_in_way(ground, max(eye.place.level, stand.place.level), ax, ay, x, y) is not None:
        return False
    return not _over_crest(ground, ax, ay, x, y, eye.place.level, stand.place.level)


def _hides(ground: Ground, area: Area, viewer: Place) -> bool:
    """Whether an area in which neither stands hides what is behind it [visibility.corn-and-orchard-fire]."""
    screen = SCREENS[area.kind]
    if screen in (WOODS, HOUSES):
        return True
    x, y = area.outline[0]
    higher = viewer.level > level_at(ground, x, y)
    return higher if screen == ORCHARD else not higher


def _through(area: Area, ax: float, ay: float, bx: float, by: float) -> bool:
    length = distance(ax, ay, bx, by)
    for enter, leave in chords(area.outline, ax, ay, bx, by):
        if (leave - enter) * length > TOLERANCE:
            return True
    return False


def _over_crest(ground: Ground, ax: float, ay: float, bx: float, by: float, a_level: int, b_level: int) -> bool:
    """Whether a crest hides the lower of two ends, which is the nearer to it [fire.line-of-sight]."""
    if a_level == b_level:
        return False
    for crest in lines_in_way(ground, CREST, ax, ay, bx, by):
        to_a = distance(ax, ay, crest.x, crest.y)
        to_b = distance(bx, by, crest.x, crest.y)
        if (to_a < to_b) == (a_level < b_level):
            return True
    return False


def stand_sees(state: State, lane: Lane, eye: Stand, stand: Stand) -> bool:
    """Whether the middle or a corner of a stand is in sight, all round."""
    if not in_view(state, lane, eye, stand):
        return False
    if clear(state, lane, eye, stand, stand.ground.pose.x, stand.ground.pose.y):
        return True
    for x, y in corners(stand.ground):
        if clear(state, lane, eye, stand, x, y):
            return True
    return False


def sees(state: State, unit: Unit, other: Unit) -> bool:
    """Whether any stand of a unit sees any stand of another, whatever its arc [charge.see-target]."""
    lane = lane_between(state, block(unit), block(other), (unit.id, other.id))
    if lane.open and not lane.between:
        return True
    theirs = stands_of(state, lane, other)
    for eye in stands_of(state, lane, unit):
        for stand in theirs:
            if stand_sees(state, lane, eye, stand):
                return True
    return False


def man_sees(state: State, officer: Officer, other: Unit) -> bool:
    """Whether an officer sees any stand of a unit [morale.known-enemy]."""
    lane = lane_between(state, Block(officer.pose, 1.0, 1.0), block(other), (other.id,))
    if lane.open and not lane.between:
        return True
    eye = stand_at(state, lane, officer.pose, 1.0, 0.0, False, False)
    for stand in stands_of(state, lane, other):
        if stand_sees(state, lane, eye, stand):
            return True
    return False


# ---------------------------------------------------------------- range and arc


@final
@dataclass(slots=True, init=False)
class Aim:
    """One unit's fire at one target as the table has it: its eligible stands by range, the target stands reached,
    and the middles of the fronts of those that fire.
    """

    groups: tuple[Group, ...]
    eligible: int
    reached: int
    fronts: list[Point]

    def __init__(self, groups: tuple[Group, ...], eligible: int, reached: int, fronts: list[Point]) -> None:
        self.groups = groups
        self.eligible = eligible
        self.reached = reached
        self.fronts = fronts


def firing_stands(unit: Unit) -> list[int]:
    """The stands that may fire at all: not those turned back on this card, of a column the first alone.

    [fire.stands-that-fire, formation.refuse-flank]
    """
    if unit.formation == LIMBERED or unit.arm == WAGON:
        return []
    if unit.disordered:
        return list(range(unit.stands))
    if unit.formation == COLUMN:
        return [0]
    if unit.wing and unit.turned:
        count = abs(unit.wing)
        return list(range(unit.stands - count)) if unit.wing > 0 else list(range(count, unit.stands))
    return list(range(unit.stands))


def weapon_row(unit: Unit, stand: int) -> str:
    """The row of the range table by which a stand fires; rifled guns stand on the left [fire.rifled]."""
    if unit.arm == ARTILLERY:
        return "rifled" if stand + unit.ends // 2 < unit.rifled else "smoothbore"
    return CAVALRY if unit.arm == CAVALRY else "infantry"


def farthest(unit: Unit) -> float:
    """The farthest that any of its stands reaches."""
    if unit.arm == ARTILLERY:
        return longest("rifled") if unit.rifled else longest("smoothbore")
    return 0.0 if unit.arm == WAGON else longest(weapon_row(unit, 0))


def may_reach(unit: Unit, other: Unit, reach: float) -> bool:
    """A quick no for units too far off whatever their stands."""
    width, depth = size_of(unit)
    wide, deep = size_of(other)
    slack = reach + 0.5 * (width + depth + wide + deep) + TOLERANCE
    dx = other.pose.x - unit.pose.x
    dy = other.pose.y - unit.pose.y
    return dx * dx + dy * dy <= slack * slack


def beyond_arc(unit: Unit, target: Unit) -> bool:
    """A quick no for a target that is wholly outside of the arcs of a straight front [fire.stands-that-fire]."""
    if unit.disordered or unit.wing or unit.trail or target.wing or target.trail:
        return False
    width, depth = size_of(unit)
    wide, deep = size_of(target)
    slack = 0.5 * (wide + deep) + ARC_SLACK
    right, forth = to_local(unit.pose, target.pose.x, target.pose.y)
    forth -= 0.5 * depth
    return forth < -slack or abs(right) - 0.5 * width - forth > 1.5 * slack


def aim_at(state: State, unit: Unit, target: Unit, enough: bool, guns: tuple[int, ...] = ()) -> Aim:
    """Which stands of a unit may fire at a target, and at what range; `guns` names some alone.

    With `enough` the search ends when the two stands on either side that the rule wants are found. Of a unit in
    disorder only the nearest stand fires.
    [fire.two-stands, fire.stands-that-fire]
    """
    reach = farthest(unit)
    none = Aim((), 0, 0, [])
    if not may_reach(unit, target, reach) or beyond_arc(unit, target):
        return none
    lane = lane_between(state, block(unit), block(target), (unit.id, target.id))
    theirs = stands_of(state, lane, target)
    own = stands_of(state, lane, unit)
    hit = [False] * len(theirs)
    found: list[Group] = []
    fronts: list[Point] = []
    needed = 1 if unit.disordered else min(2, unit.stands)
    wanted = min(2, target.stands) if enough else len(theirs)
    for index in firing_stands(unit):
        if guns and index not in guns:
            continue
        weapon = weapon_row(unit, index)
        range_in = _stand_aims(state, lane, own[index], unit.disordered, longest(weapon), theirs, hit, wanted)
        if range_in >= 0.0:
            found.append(Group(1, range_in, weapon))
            fronts.append((own[index].x, own[index].y))
            if enough and len(found) >= needed and hit.count(True) >= wanted:
                break
    if unit.disordered and not enough and found:
        nearest = [group.distance for group in found].index(min([group.distance for group in found]))
        return Aim((found[nearest],), len(found), hit.count(True), [fronts[nearest]])
    return Aim(tuple(found), len(found), hit.count(True), fronts)


def _stand_aims(
    state: State,
    lane: Lane,
    eye: Stand,
    all_round: bool,
    reach: float,
    theirs: list[Stand],
    hit: list[bool],
    wanted: int,
) -> float:
    """How near the nearest stand is that this one may fire at, -1 if there is none; marks those it reaches.

    It looks no farther when it reaches one and as many as are wanted are marked.
    """
    best = -1.0
    front = eye.ground
    here = front.pose
    far = reach + radius(front) + radius(theirs[0].ground) + TOLERANCE + NOISE
    for index, stand in enumerate(theirs):
        dx = stand.ground.pose.x - here.x
        dy = stand.ground.pose.y - here.y
        if dx * dx + dy * dy > far * far:
            continue
        away = gap(front, stand.ground)
        if away > reach + TOLERANCE + NOISE:
            continue
        if not _in_arc_and_sight(state, lane, eye, all_round, stand):
            continue
        hit[index] = True
        if best < 0.0 or away < best:
            best = away
        if wanted < len(theirs) and hit.count(True) >= wanted:
            break
    return best


def _in_arc_and_sight(state: State, lane: Lane, eye: Stand, all_round: bool, stand: Stand) -> bool:
    """Whether a point of a stand, its middle or a corner, is in arc and in sight [fire.stands-that-fire]."""
    if not in_view(state, lane, eye, stand):
        return False
    easy = lane.open and not lane.between
    front = eye.ground
    x, y = stand.ground.pose.x, stand.ground.pose.y
    if (all_round or in_front_wedge(front, ARC, x, y)) and (easy or clear(state, lane, eye, stand, x, y)):
        return True
    for x, y in corners(stand.ground):
        if (all_round or in_front_wedge(front, ARC, x, y)) and (easy or clear(state, lane, eye, stand, x, y)):
            return True
    return False


def aim_at_man(state: State, unit: Unit, x: float, y: float, radius: float) -> tuple[Group, ...]:
    """The stands of a small-arms unit that may fire at a lone officer or messenger [officer.sniping]."""
    reach = farthest(unit)
    if unit.arm == ARTILLERY or distance(unit.pose.x, unit.pose.y, x, y) > reach + sum(size_of(unit)):
        return ()
    there = Block(Pose(x, y, 0), 0.1, 0.1)
    lane = lane_between(state, block(unit), there, (unit.id,))
    own = stands_of(state, lane, unit)
    man = stand_at(state, lane, there.pose, 0.1, 0.1, False, False)
    found: list[Group] = []
    for index in firing_stands(unit):
        eye = own[index]
        away = max(0.0, gap(eye.ground, there) + 0.05 - radius)
        if within(away, reach) and _in_arc_and_sight(state, lane, eye, unit.disordered, man):
            found.append(Group(1, away, weapon_row(unit, index)))
    return tuple(found)


# ---------------------------------------------------------------- cover and enfilade


def any_cover(state: State, unit: Unit) -> bool:
    """Whether there is anything near a unit that might cover it; a cheap first question."""
    here = block(unit)
    for line in state.ground.lines:
        if line.kind in LINE_COVER and box_near(line.box, here, COVER_NEAR):
            return True
    for area in state.ground.areas:
        if area.kind in AREA_COVER and box_near(area.box, here, 0.0):
            return True
    return False


def cover_of(state: State, target: Unit, fronts: list[Point]) -> tuple[str, ...]:
    """The cover a unit has against fire or a charge from these places.

    A line counts if half its stands are within 1 in and it lies between most of the places and its middle; an area if
    half its stands are mostly in it. [save.procedure, save.enfilade-no-save, morale.modifiers]
    """
    ground = state.ground
    found: list[str] = []
    if not any_cover(state, target):
        return ()
    stands = [Block(pose, *base(target)) for pose in stand_poses(target)]
    for line in ground.lines:
        if line.kind not in LINE_COVER or not box_near(line.box, block(target), COVER_NEAR):
            continue
        near = [one for one in stands if within(polyline_gap(line.points, False, one), COVER_NEAR)]
        if 2 * len(near) < len(stands):
            continue
        x, y = target.pose.x, target.pose.y
        across = [1 for fx, fy in fronts if line_crossings(line.points, fx, fy, x, y)]
        if 2 * len(across) > len(fronts):
            found.append(LINE_COVER[line.kind])
    for area in ground.areas:
        if area.kind in AREA_COVER and box_near(area.box, block(target), 0.0):
            inside = [1 for one in stands if inside_polygon(area.outline, one.pose.x, one.pose.y)]
            if 2 * len(inside) >= len(stands):
                found.append(AREA_COVER[area.kind])
    return tuple(sorted(set(found)))


def enfiladed(state: State, target: Unit, fronts: list[Point]) -> bool:
    """Whether two or more of the firing stands rake a target from beyond one of its ends [fire.enfilade]."""
    if target.disordered or target.arm == WAGON or target.trail:
        return False
    straight = target.stands - abs(target.wing)
    part = blocks(target)[0]
    file = target.formation in (COLUMN, LIMBERED)
    length = 0.5 * (part.depth if file else part.width)
    for end in (1.0, -1.0):
        # The wing must be wholly missed for the flank it covers to be raked.
        if target.wing and (end > 0.0) == (target.wing > 0):
            continue
        away = (0.0, end * length) if file else (end * length, 0.0)
        x, y = to_world(part.pose, away[0], away[1])
        ox, oy = to_world(part.pose, away[0] / length, away[1] / length)
        axis = (ox - part.pose.x, oy - part.pose.y)
        if enfilades(straight, enfilading((x, y), axis, fronts, state.settings)):
            return True
    return False


# ---------------------------------------------------------------- known enemies


def known_enemies(state: State, side: str) -> list[Unit]:
    """Enemies in sight of anybody of a side, or that have fired or fought since its previous card began.

    [morale.known-enemy]
    """
    army = army_of(state, side)
    since = army.before if state.side == side else army.latest
    own = on_table(state, side)
    officers = [one for one in state.officers if one.side == side and one.place == ON_TABLE]
    found: list[Unit] = []
    for foe in state.units:
        if foe.place != ON_TABLE or foe.side == side or foe.state == ROUTING or foe.arm == WAGON:
            continue
        acted = foe.active > 0 and foe.active >= since
        if acted or _seen_by(state, own, officers, foe):
            found.append(foe)
    return found


def _seen_by(state: State, own: list[Unit], officers: list[Officer], foe: Unit) -> str:
    """One of those who see an enemy, "" for nobody; the nearest are asked first, since they most likely do."""
    x, y = foe.pose.x, foe.pose.y
    for _, place in sorted([(distance(unit.pose.x, unit.pose.y, x, y), at) for at, unit in enumerate(own)]):
        if sees(state, own[place], foe):
            return own[place].id
    for officer in officers:
        if man_sees(state, officer, foe):
            return officer.id
    return ""


def nearest_known(state: State, unit: Unit) -> Unit | None:
    """The known enemy nearest to a unit by their footprints, the first by its name if equal [morale.modifiers]."""
    return nearest_of(unit, known_enemies(state, unit.side))


def nearest_of(unit: Unit, known: list[Unit]) -> Unit | None:
    best: Unit | None = None
    least = 0.0
    for foe in known:
        away = round(units_gap(unit, foe), 2)
        if best is None or away < least or (away == least and foe.id < best.id):
            best, least = foe, away
    return best


def units_gap(unit: Unit, other: Unit) -> float:
    """The distance between the nearest points of two units [turn.measuring]."""
    best = 1e9
    for part in blocks(unit):
        for line in blocks(other):
            best = min(best, gap(part, line))
    return best


def man_gap(unit: Unit, x: float, y: float, radius: float) -> float:
    """The distance between a unit and a round base."""
    best = 1e9
    for part in blocks(unit):
        right, forth = to_local(part.pose, x, y)
        dx = max(0.0, abs(right) - 0.5 * part.width)
        dy = max(0.0, abs(forth) - 0.5 * part.depth)
        best = min(best, (dx * dx + dy * dy) ** 0.5)
    return max(0.0, best - radius)


# ---------------------------------------------------------------- the fog


def unseen_by(state: State, side: str) -> tuple[str, ...]:
    """Enemies on the table that nobody of a side sees, all round, by their names [visibility.hidden-units].

    Who has been run into on this card is in view, and so is who is in a melee.
    """
    own = on_table(state, side)
    officers = [one for one in state.officers if one.side == side and one.place == ON_TABLE]
    found: list[str] = []
    for foe in on_table(state):
        if foe.side == side or foe.id in state.met or (state.melees and melee_of(state, foe.id) is not None):
            continue
        if not _seen_by(state, own, officers, foe):
            found.append(foe.id)
    for other in state.officers:
        if other.side != side and other.place == ON_TABLE and not _man_seen_by(state, own, officers, other.pose):
            found.append(other.id)
    for rider in state.messengers:
        if rider.side != side and not _man_seen_by(state, own, officers, rider.pose):
            found.append(rider.id)
    gone = [unit.id for unit in state.units if unit.side != side and unit.place == GONE]
    before = army_of(state, side).unseen
    return tuple(sorted([*found, *[id for id in gone if id in before]]))


def unseen_again(state: State, side: str, watch: dict[str, str]) -> tuple[str, ...]:
    """The same as `unseen_by`, from the last look on; who sees what is noted in the watch.

    Of an enemy that is as it was, and that nobody saw, only those are asked who have changed since or from before whom
    somebody has gone; one who saw it and is as he was sees it still unless somebody has come between.
    [visibility.hidden-units]
    """
    look = state.looked
    if look is None or look.ground is not state.ground:
        return unseen_by(state, side)
    before = army_of(state, side).unseen
    watchers = Watchers(state, side, look)
    found: list[str] = []
    for foe in on_table(state):
        if foe.side == side or foe.id in state.met or (state.melees and melee_of(state, foe.id) is not None):
            continue
        here = block(foe)
        same = foe.id not in watchers.changed
        by = watchers.still(foe.id, here) if same else ""
        if not by:
            again = same and foe.id in before
            own = watchers.units_to_ask(here) if again else watchers.own
            officers = watchers.officers_to_ask(here) if again else watchers.officers
            by = _seen_by(state, own, officers, foe)
        if by:
            watch[foe.id] = by
        else:
            found.append(foe.id)
    men = [(one.id, one.pose) for one in state.officers if one.side != side and one.place == ON_TABLE]
    men.extend([(one.id, one.pose) for one in state.messengers if one.side != side])
    for id, pose in men:
        here = Block(pose, 0.1, 0.1)
        same = id not in watchers.changed
        by = watchers.still(id, here) if same else ""
        if not by:
            again = same and id in before
            own = watchers.units_to_ask(here) if again else watchers.own
            officers = watchers.officers_to_ask(here) if again else watchers.officers
            by = _man_seen_by(state, own, officers, pose)
        if by:
            watch[id] = by
        else:
            found.append(id)
    gone = [unit.id for unit in state.units if unit.side != side and unit.place == GONE]
    return tuple(sorted([*found, *[id for id in gone if id in before]]))


@final
class Watchers:
    """Those of a side who look out, and what has changed since they last did."""

    def __init__(self, state: State, side: str, look: Look) -> None:
        self.own = on_table(state, side)
        self.officers = [one for one in state.officers if one.side == side and one.place == ON_TABLE]
        self.watch = look.watch
        self.changed: set[str] = set()
        self.went: list[Unit] = []
        self.came: list[Unit] = []
        before = {unit.id: unit for unit in look.units}
        for unit in state.units:
            old = before.pop(unit.id, None)
            if old is unit or (old is not None and _looks_alike(old, unit)):
                continue
            self.changed.add(unit.id)
            self.came.append(unit)
            if old is not None:
                self.went.append(old)
        self.went.extend(before.values())
        officers = {one.id: one for one in look.officers}
        for one in state.officers:
            was = officers.get(one.id)
            if was is None or was.pose != one.pose or was.place != one.place or was.side != one.side:
                self.changed.add(one.id)
        riders = {rider.id: rider.pose for rider in look.messengers}
        for rider in state.messengers:
            if rider.id not in riders or riders[rider.id] != rider.pose:
                self.changed.add(rider.id)

    def still(self, id: str, there: Block) -> str:
        """Who saw a piece that is as it was, and sees it still for certain; "" where nobody does."""
        by = self.watch.get(id, "")
        if not by or by in self.changed:
            return ""
        for unit in self.own:
            if unit.id == by:
                return "" if _between(self.came, block(unit), there) else by
        for one in self.officers:
            if one.id == by:
                return "" if _between(self.came, Block(one.pose, 1.0, 1.0), there) else by
        return ""

    def units_to_ask(self, there: Block) -> list[Unit]:
        """Units that may see now what they did not see then."""
        return [unit for unit in self.own if unit.id in self.changed or _between(self.went, block(unit), there)]

    def officers_to_ask(self, there: Block) -> list[Officer]:
        return [
            one
            for one in self.officers
            if one.id in self.changed or _between(self.went, Block(one.pose, 1.0, 1.0), there)
        ]


def _between(units: list[Unit], here: Block, there: Block) -> bool:
    """Whether any of these might come between two bodies."""
    ax, ay, bx, by = here.pose.x, here.pose.y, there.pose.x, there.pose.y
    length = distance(ax, ay, bx, by)
    wide = max(radius(here), radius(there))
    ux = (bx - ax) / length if length > NOISE else 0.0
    uy = (by - ay) / length if length > NOISE else 1.0
    for unit in units:
        if unit.place == ON_TABLE and unit.state != ROUTING and _beside(unit, ax, ay, ux, uy, length, wide):
            return True
    return False


def _looks_alike(one: Unit, other: Unit) -> bool:
    """Whether a unit sees, is seen and stands in the way as before."""
    return (
        one.pose == other.pose
        and one.stands == other.stands
        and one.formation == other.formation
        and one.disordered == other.disordered
        and one.state == other.state
        and one.place == other.place
        and one.side == other.side
        and one.mounted == other.mounted
        and (one.shown > 0) == (other.shown > 0)
        and one.wing == other.wing
        and one.wing_by == other.wing_by
        and one.trail == other.trail
        and one.load == other.load
        and one.captive == other.captive
        and one.arm == other.arm
    )


def piece_seen(state: State, side: str, id: str) -> bool:
    """Whether a side sees one enemy unit, officer or messenger [visibility.hidden-units]."""
    own = on_table(state, side)
    officers = [one for one in state.officers if one.side == side and one.place == ON_TABLE]
    if id in state.met or (state.melees and melee_of(state, id) is not None):
        return True
    for unit in state.units:
        if unit.id == id:
            return unit.place == ON_TABLE and _seen_by(state, own, officers, unit) != ""
    for officer in state.officers:
        if officer.id == id:
            return officer.place == ON_TABLE and _man_seen_by(state, own, officers, officer.pose) != ""
    for rider in state.messengers:
        if rider.id == id:
            return _man_seen_by(state, own, officers, rider.pose) != ""
    return False


def _man_seen_by(state: State, own: list[Unit], officers: list[Officer], pose: Pose) -> str:
    """One of those who see a single man, "" for nobody."""
    there = Block(pose, 0.1, 0.1)
    for unit in own:
        lane = lane_between(state, block(unit), there, (unit.id,))
        man = stand_at(state, lane, pose, 0.1, 0.1, False, False)
        for eye in stands_of(state, lane, unit):
            if stand_sees(state, lane, eye, man):
                return unit.id
    for officer in officers:
        lane = lane_between(state, Block(officer.pose, 1.0, 1.0), there, ())
        man = stand_at(state, lane, pose, 0.1, 0.1, False, False)
        if stand_sees(state, lane, stand_at(state, lane, officer.pose, 1.0, 0.0, False, False), man):
            return officer.id
    return ""
