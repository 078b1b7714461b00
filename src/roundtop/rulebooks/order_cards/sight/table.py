"""Lines of sight between stands, and known enemies."""

from __future__ import annotations

from typing import Final

from roundtop.kit import lanes
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.sight import rule
from roundtop.rulebooks.order_cards.state import Officer, State, Unit
from roundtop.table.footprint import Block, corners, gap, inside_polygon, radius
from roundtop.table.ground import Area, Ground, box_holds, box_meets, chords, level_at, points_gap
from roundtop.table.measure import TOLERANCE, distance, within
from roundtop.table.pose import Pose, to_world
from roundtop.table.sight import height_in_way, lines_in_way, unit_in_way

# The kinds of ground that come between [visibility.table, fire.line-of-sight].
HOUSES: Final = "built-up"
SCREENS: Final[dict[str, str]] = {
    "woods": rule.WOODS,
    "open-woods": rule.WOODS,
    "corn": rule.CORN,
    "crops": rule.CORN,
    "orchard": rule.ORCHARD,
    "town": HOUSES,
    "building": HOUSES,
}
CREST: Final = ("crest",)
LOOK_OVER: Final = 2.0
"""How far a lower unit must be from both ends to be seen over [fire.line-of-sight]."""


@record
class Lane:
    """What may come between two bodies: other units, screens of wood, corn, orchard or houses, and hills.

    `open`: no ground can come between, and sight has no limit.
    """

    between: list[Block]
    levels: list[int]
    screens: list[Area]
    hills: bool
    open: bool


def lane_between(state: State, a: Block, b: Block, without: tuple[str, ...]) -> Lane:
    """What may come between two bodies, whichever of their stands look at each other [fire.line-of-sight]."""
    way = lanes.between(a.pose, b.pose, max(radius(a), radius(b)))
    between: list[Block] = []
    for other in state.units:
        if other.place != tables.ON_TABLE or other.state == tables.ROUTING or other.id in without:
            continue
        width, depth = field.size_of(other)
        if lanes.may_stand_in(way, other.pose, 0.5 * (width + depth)):
            between.extend(field.blocks(other))
    ground = state.ground
    screens = [one for one in ground.areas if one.kind in SCREENS and lanes.may_lie_in(way, one.box)]
    hills = bool([one for one in ground.heights if lanes.may_lie_in(way, one.box)])
    levels = [level_at(ground, one.pose.x, one.pose.y) for one in between] if hills else [0] * len(between)
    return Lane(between, levels, screens, hills, not screens and not hills and state.visibility == 0.0)


@record
class Stand:
    """A stand that looks or is looked at: its ground, the middle of its front, where it is for sight, and in what."""

    ground: Block
    x: float
    y: float
    place: rule.Place
    area: Area | None


PLAIN: Final[rule.Place] = rule.Place()


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
            place = rule.Place(rule.OPEN if kind == HOUSES else kind, deep, level, mounted, shown)
            return Stand(ground, x, y, place, area)
    return Stand(ground, x, y, rule.Place(rule.OPEN, 0.0, level, mounted, shown), None)


def stands_of(state: State, lane: Lane, unit: Unit) -> list[Stand]:
    """The stands of a unit as sight knows them."""
    width, depth = field.base(unit)
    mounted = unit.arm == tables.CAVALRY and unit.mounted
    return [
        stand_at(state=state, lane=lane, pose=pose, width=width, depth=depth, mounted=mounted, shown=unit.shown > 0)
        for pose in field.stand_poses(unit)
    ]


def in_view(state: State, lane: Lane, eye: Stand, stand: Stand) -> bool:
    """Whether the ground in which two stands are lets the one see the other [visibility.table, turn.measuring]."""
    if lane.open:
        return True
    same = eye.area is not None and eye.area is stand.area
    away = gap(eye.ground, stand.ground) if same or state.visibility > 0.0 else 0.0
    if state.visibility > 0.0 and not within(away, state.visibility):
        return False
    return rule.visible(eye.place, stand.place, away, same)


def clear(state: State, lane: Lane, eye: Stand, stand: Stand, x: float, y: float) -> bool:
    """Whether nothing blocks the straight line from the front of a stand to a point of another.

    [fire.line-of-sight, visibility.corn-and-orchard-fire]
    """
    ax, ay = eye.x, eye.y
    if lane.between:
        top = max(eye.place.level, stand.place.level)
        if (
            unit_in_way(
                blocks=lane.between, levels=lane.levels, level=top, stand_off=LOOK_OVER, ax=ax, ay=ay, bx=x, by=y
            )
            is not None
        ):
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
    if (
        height_in_way(ground=ground, above=max(eye.place.level, stand.place.level), ax=ax, ay=ay, bx=x, by=y)
        is not None
    ):
        return False
    return not _over_crest(ground=ground, ax=ax, ay=ay, bx=x, by=y, a_level=eye.place.level, b_level=stand.place.level)


def _hides(ground: Ground, area: Area, viewer: rule.Place) -> bool:
    """Whether an area in which neither stands hides what is behind it [visibility.corn-and-orchard-fire]."""
    screen = SCREENS[area.kind]
    if screen in (rule.WOODS, HOUSES):
        return True
    x, y = area.outline[0]
    higher = viewer.level > level_at(ground, x, y)
    return higher if screen == rule.ORCHARD else not higher


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
    for crest in lines_in_way(ground=ground, kinds=CREST, ax=ax, ay=ay, bx=bx, by=by):
        to_a = distance(ax, ay, crest.x, crest.y)
        to_b = distance(bx, by, crest.x, crest.y)
        if (to_a < to_b) == (a_level < b_level):
            return True
    return False


def stand_sees(state: State, lane: Lane, eye: Stand, stand: Stand) -> bool:
    """Whether the middle or a corner of a stand is in sight, all round."""
    if not in_view(state, lane, eye, stand):
        return False
    if clear(state=state, lane=lane, eye=eye, stand=stand, x=stand.ground.pose.x, y=stand.ground.pose.y):
        return True
    for x, y in corners(stand.ground):
        if clear(state=state, lane=lane, eye=eye, stand=stand, x=x, y=y):
            return True
    return False


def sees(state: State, unit: Unit, other: Unit) -> bool:
    """Whether any stand of a unit sees any stand of another, whatever its arc [charge.see-target]."""
    lane = lane_between(state, field.block(unit), field.block(other), (unit.id, other.id))
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
    lane = lane_between(state, Block(officer.pose, 1.0, 1.0), field.block(other), (other.id,))
    if lane.open and not lane.between:
        return True
    eye = stand_at(state=state, lane=lane, pose=officer.pose, width=1.0, depth=0.0, mounted=False, shown=False)
    for stand in stands_of(state, lane, other):
        if stand_sees(state, lane, eye, stand):
            return True
    return False


def known_enemies(state: State, side: str) -> list[Unit]:
    """Enemies in sight of anybody of a side, or that have fired or fought since its previous card began.

    [morale.known-enemy]
    """
    army = field.army_of(state, side)
    since = army.before if state.side == side else army.latest
    own = field.on_table(state, side)
    officers = [one for one in state.officers if one.side == side and one.place == tables.ON_TABLE]
    found: list[Unit] = []
    for foe in state.units:
        if foe.place != tables.ON_TABLE or foe.side == side or foe.state == tables.ROUTING or foe.arm == tables.WAGON:
            continue
        acted = foe.active > 0 and foe.active >= since
        if acted or seen_by(state, own, officers, foe):
            found.append(foe)
    return found


def seen_by(state: State, own: list[Unit], officers: list[Officer], foe: Unit) -> str:
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
        away = round(field.units_gap(unit, foe), 2)
        if best is None or away < least or (away == least and foe.id < best.id):
            best, least = foe, away
    return best
