"""Movement: rates, simple and difficult moves, pivots, retiring, reserve moves, retreats and advances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.tables import GUNS, RIDERS
from roundtop.rulebooks.chamberlain.terrain import (
    BASE_WIDTH,
    DIFFICULT,
    IMPASSABLE,
    base,
    engaged_by,
    enters,
    entry,
    front,
    stands_in,
    touching,
    zone,
)
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import FAR, Block, gap, overlap
from roundtop.table.ground import Ground, off_table
from roundtop.table.measure import (
    FULL_TURN,
    HALF_TURN,
    NOISE,
    TOLERANCE,
    bearing,
    cosine,
    distance,
    rounded,
    sine,
    within,
)
from roundtop.table.path import Sweep, clearance, cut, shift, sweep, until_contact, until_gap
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

# ---- the chapter's figures


@final
@dataclass(slots=True, frozen=True)
class Rate:
    """A row of the movement table, in base widths."""

    simple: float
    difficult: float
    clause: str


RATES: Final[dict[str, Rate]] = {
    "infantry": Rate(2.0, 1.0, "chamberlain.move.rate-infantry"),
    "cavalry": Rate(4.0, 2.0, "chamberlain.move.rate-cavalry"),
    "mounted-infantry": Rate(4.0, 2.0, "chamberlain.move.rate-mounted-infantry"),
    "artillery": Rate(2.0, 1.0, "chamberlain.move.rate-artillery"),
    "horse-artillery": Rate(4.0, 2.0, "chamberlain.move.rate-horse-artillery"),
}
DISMOUNTED: Final = Rate(2.0, 1.0, "chamberlain.move.rate-dismounted")
RESERVE_BW: Final = 12.0
RESERVE_CLEAR_BW: Final = 4.0
"""No visible enemy may be this near to a reserve move [move.reserve-enemy]."""
RETIRE_CLEAR_BW: Final = 2.0
RETREAT_BW: Final = 2.0
RETREAT_EXTRA_BW: Final = 2.0
"""How much farther a retreat may go to come clear of friends [retreat.friends]."""
EXTRA_STEP: Final = 0.01
DEVIATION: Final = 500
MOST_DEVIATION: Final = 9000
ADVANCE_BW: Final = 1.0
ADVANCE_SHORT_BW: Final = 0.05
"""An advance stops this short of any base [advance.no-contact]."""

MOVED: Final = ("none", "simple", "difficult", "pivot", "charge", "reserve", "rally")
"""What a unit may have done in its own Movement Phase [move.moved-flag]."""
EDGE_FACING: Final[dict[str, int]] = {"north": 0, "east": 9000, "south": 18000, "west": 27000}
OPPOSITE: Final[dict[str, str]] = {"north": "south", "south": "north", "east": "west", "west": "east"}
SLIM: Final = 0.04
"""Bases standing shoulder to shoulder do not rub: a way is taken this much slimmer where it may not pass others."""
LEAVING_BW: Final = 0.05
"""A unit in contact has left it at once if it is clear after this much of its move [move.in-contact]."""


def rate_of(arm: str, mounted: bool) -> Rate:
    """The row of the movement table for a unit [move.rate-mounted-infantry, move.rate-dismounted]."""
    return DISMOUNTED if arm in RIDERS and not mounted else RATES[arm]


# ---- what a mover has around it


@final
@dataclass(slots=True, init=False)
class Yard:
    """The ground and the bases around a mover.

    `zoned` are the enemies whose engagement zones count: those in sight of it. `held` are friends in contact with
    an enemy, through which it may not pass. `edges` says whether the table's edges matter.
    """

    ground: Ground
    enemies: tuple[Block, ...]
    zoned: tuple[Block, ...]
    friends: tuple[Block, ...]
    held: tuple[Block, ...]
    edges: bool
    settings: Settings

    def __init__(
        self,
        ground: Ground,
        enemies: tuple[Block, ...] = (),
        zoned: tuple[Block, ...] = (),
        friends: tuple[Block, ...] = (),
        held: tuple[Block, ...] = (),
        edges: bool = True,
        settings: Settings = PRINTED,
    ) -> None:
        self.ground = ground
        self.enemies = enemies
        self.zoned = zoned
        self.friends = friends
        self.held = held
        self.edges = edges
        self.settings = settings


@final
@dataclass(slots=True, frozen=True)
class March:
    """What comes of a move: the clause that forbids it ("" none), where it ends, how far it went, engaged or not."""

    clause: str
    end: Pose
    distance: float
    engaged: bool


def engagers(yard: Yard, block: Block) -> list[Block]:
    """The enemies in whose zones a base stands, and those it touches [move.engaged-zone, move.in-contact]."""
    return [enemy for enemy in yard.zoned if engaged_by(block, enemy) or touching(block, enemy)]


# ---- simple and difficult moves, pivots


def simple_move(yard: Yard, rate: Rate, pose: Pose, pivot_to: int, length: float) -> March:
    """A pivot to any direction, then straight ahead; one of 0 BW is a pivot on the spot.

    [move.simple-pivot, move.simple-straight, move.simple-facing, move.simple-no-difficult, move.engaged-pivot]
    """
    turned = Pose(pose.x, pose.y, pivot_to)
    dx = length * sine(turned.facing)
    dy = length * cosine(turned.facing)
    return _judged(yard, rate.simple, rate.clause, True, pose, turned, dx, dy, turned.facing)


def difficult_move(yard: Yard, rate: Rate, pose: Pose, x: float, y: float, end_facing: int) -> March:
    """Straight in any direction with the old facing, then any facing.

    [move.difficult-terrain, move.difficult-direction, move.difficult-facing]
    """
    return _judged(yard, rate.difficult, rate.clause, False, pose, pose, x - pose.x, y - pose.y, end_facing)


def _way(yard: Yard, pose: Pose, dx: float, dy: float) -> Sweep:
    block = base(pose, yard.settings)
    return sweep(block.pose, block.width, block.depth, (shift(dx, dy),))


def _judged(
    yard: Yard,
    rate: float,
    rate_clause: str,
    simple: bool,
    start: Pose,
    travel: Pose,
    dx: float,
    dy: float,
    end_facing: int,
) -> March:
    """A straight move, stopped where it becomes engaged, and the first clause that forbids it [move.engaged-enter]."""
    before = base(start, yard.settings)
    path = _way(yard, travel, dx, dy)
    engaged = engagers(yard, before)
    met = [enemy for enemy in yard.enemies if touching(before, enemy)]
    if yard.settings.move_stop_when_engaged and not engaged and not met:
        path = cut(path, until_gap(path, [zone(enemy) for enemy in yard.zoned], 0.0))
    gone = path.length
    point = front(Block(path.end, path.width, path.depth))
    end = rounded_pose(Pose(point.x, point.y, end_facing))
    after = base(end, yard.settings)
    now_engaged = len(engagers(yard, after)) > 0
    if not within(gone, rate):
        clause = rate_clause
    else:
        clause = _forbidden(yard, simple, gone, before, path, after, engaged, met)
    return March(clause, end, rounded(gone), now_engaged)


def _forbidden(
    yard: Yard,
    simple: bool,
    gone: float,
    before: Block,
    path: Sweep,
    after: Block,
    engaged: list[Block],
    met: list[Block],
) -> str:
    """The first clause that forbids a way, in the ledger's order."""
    ground = yard.ground
    if yard.edges and not (inside_table(ground, path) and not off_table(ground, after)):
        return "chamberlain.move.table-edge"
    if enters(ground, IMPASSABLE, path, True) or stands_in(ground, IMPASSABLE, after, True):
        return "chamberlain.terrain.major-river"
    moves = gone > NOISE
    by_road = yard.settings.move_roads_cancel_difficult
    slow = simple and moves and stands_in(ground, DIFFICULT, before, by_road)
    if slow or (simple and moves and enters(ground, DIFFICULT, path, by_road)):
        return "chamberlain.move.simple-no-difficult"
    if met:
        if _stays_in_contact(yard, moves, path, after, engaged, met):
            return "chamberlain.move.in-contact"
    else:
        for enemy in yard.enemies:
            if clearance(path, enemy) < TOLERANCE - NOISE or touching(after, enemy):
                return "chamberlain.move.no-contact"
        if engaged and _fails_to_break_off(yard, moves, path, after, engaged, engaged):
            return "chamberlain.move.engaged-break-off"
    return "chamberlain.move.through-friends" if _on_friends(yard, path, after) else ""


def _fails_to_break_off(
    yard: Yard, moves: bool, path: Sweep, after: Block, engaged: list[Block], free: list[Block]
) -> bool:
    """Whether a move enters a zone it was not in, or ends in one it has to be free of [move.engaged-break-off]."""
    for enemy in yard.zoned:
        if enemy not in engaged and moves and within(clearance(path, zone(enemy)), 0.0):
            return True
        if enemy in free and moves and engaged_by(after, enemy):
            return True
    return False


def _stays_in_contact(
    yard: Yard, moves: bool, path: Sweep, after: Block, engaged: list[Block], met: list[Block]
) -> bool:
    """Whether a unit in contact does not leave it as it must [move.in-contact]."""
    if not moves:
        return any([overlap(after, enemy) for enemy in yard.enemies])
    stage = path.stages[0]
    share = min(1.0, LEAVING_BW / stage.length)
    begun = Pose(path.start.x + share * stage.dx, path.start.y + share * stage.dy, path.start.facing)
    rest = sweep(begun, path.width, path.depth, (shift((1.0 - share) * stage.dx, (1.0 - share) * stage.dy),))
    for enemy in yard.enemies:
        way = rest if enemy in met else path
        if clearance(way, enemy) < TOLERANCE - NOISE or touching(after, enemy):
            return True
        if enemy in met and overlap(Block(path.start, path.width, path.depth), enemy):
            return True
    return _fails_to_break_off(yard, moves, path, after, engaged, [one for one in engaged if one not in met])


def _on_friends(yard: Yard, path: Sweep, after: Block) -> bool:
    """Whether it ends on a friend or passes through one in contact [move.through-friends]."""
    for friend in yard.friends:
        if overlap(after, friend):
            return True
    for friend in yard.held:
        slim = Sweep(path.start, path.width - SLIM, path.depth - SLIM, path.stages)
        if overlap(after, friend) or clearance(slim, friend) <= 0.0:
            return True
    return False


def mount_refusal(arm: str, mounted: bool, change: str, kind: str) -> str:
    """Whether a unit may mount or dismount so, "" when it may [move.mount-dismount]."""
    if change == "none":
        return ""
    fits = arm in RIDERS and kind == "difficult" and mounted == (change == "dismount")
    return "" if fits else "chamberlain.move.mount-dismount"


def limbered_after(arm: str, limbered: bool, kind: str, settings: Settings) -> bool:
    """Whether a battery ends a move limbered; not tracked by default [move.limber-state]."""
    if arm not in GUNS or not settings.artillery_track_limber or kind == "difficult":
        return False
    return True if kind in ("simple", "reserve", "retreat") else limbered


# ---- retiring and reserve moves


def retire_refusal(nearest_enemy: float, corridor_clear: bool) -> str:
    """The clause by which a unit may not retire, "" when it may [move.retire-distance, move.retire-straight]."""
    if within(nearest_enemy, RETIRE_CLEAR_BW):
        return "chamberlain.move.retire-distance"
    return "" if corridor_clear else "chamberlain.move.retire-straight"


def retire_way(yard: Yard, pose: Pose, edge: str) -> Point | None:
    """Where a retiring unit can reach its edge in a straight line, the shortest first; None if nowhere.

    The book names no facing on the way: the base turns to go straight ahead [move.retire-straight].
    """
    for turn in range(0, 8500, DEVIATION):
        for facing in (EDGE_FACING[edge] - turn, EDGE_FACING[edge] + turn) if turn else (EDGE_FACING[edge],):
            length = _to_edge(yard.ground, pose, edge) / max(cosine(turn), NOISE)
            heading = Pose(pose.x, pose.y, facing)
            target = ahead(heading, length)
            if not (
                -NOISE <= target.x <= yard.ground.width + NOISE and -NOISE <= target.y <= yard.ground.depth + NOISE
            ):
                continue
            path = _way(yard, heading, target.x - pose.x, target.y - pose.y)
            if enters(yard.ground, IMPASSABLE, path, True):
                continue
            if all([not within(clearance(path, enemy), RETIRE_CLEAR_BW) for enemy in yard.enemies]):
                return (target.x, target.y)
    return None


def _to_edge(ground: Ground, pose: Pose, edge: str) -> float:
    if edge == "north":
        return ground.depth - pose.y
    if edge == "south":
        return pose.y
    return ground.width - pose.x if edge == "east" else pose.x


def reserve_refusal(used: bool, length: float, nearest_visible: float, off_road: bool) -> str:
    """The clause by which a unit may not make this reserve move, "" when it may.

    [move.reserve-once, move.rate-reserve, move.reserve-enemy, move.reserve-difficult]
    """
    if used:
        return "chamberlain.move.reserve-once"
    if not within(length, RESERVE_BW):
        return "chamberlain.move.rate-reserve"
    if within(nearest_visible, RESERVE_CLEAR_BW):
        return "chamberlain.move.reserve-enemy"
    return "chamberlain.move.reserve-difficult" if off_road else ""


def reserve_legs(yard: Yard, pose: Pose, points: tuple[Point, ...]) -> list[Sweep]:
    """The straight legs of a reserve move, the base turned along each [move.reserve-path]."""
    legs: list[Sweep] = []
    here = pose
    for x, y in points:
        if distance(here.x, here.y, x, y) > NOISE:
            heading = Pose(here.x, here.y, bearing(here.x, here.y, x, y))
            legs.append(_way(yard, heading, x - here.x, y - here.y))
            here = Pose(x, y, heading.facing)
    return legs


def reserve_fault(yard: Yard, legs: list[Sweep], end: Pose) -> str:
    """What on the ground forbids a reserve move, whatever its length and the enemies in sight, "" if nothing does.

    [move.reserve-difficult, move.table-edge, terrain.major-river, move.no-contact, move.through-friends]
    """
    after = base(end, yard.settings)
    ground = yard.ground
    for leg in legs:
        if not inside_table(ground, leg):
            return "chamberlain.move.table-edge"
        if enters(ground, IMPASSABLE, leg, True):
            return "chamberlain.terrain.major-river"
        if enters(ground, DIFFICULT, leg, True):
            return "chamberlain.move.reserve-difficult"
        if any([clearance(leg, enemy) < TOLERANCE - NOISE for enemy in yard.enemies]):
            return "chamberlain.move.no-contact"
    if off_table(ground, after):
        return "chamberlain.move.table-edge"
    if stands_in(ground, IMPASSABLE, after, True):
        return "chamberlain.terrain.major-river"
    if stands_in(ground, DIFFICULT, after, True):
        return "chamberlain.move.reserve-difficult"
    if any([overlap(after, friend) for friend in (*yard.friends, *yard.held)]):
        return "chamberlain.move.through-friends"
    return ""


# ---- retreats


@final
@dataclass(slots=True, frozen=True)
class Retreat:
    """Where a beaten unit goes: "ok" with its new pose, "retired" or "broken" without."""

    status: str
    end: Pose | None
    clause: str


STUCK: Final = Retreat("broken", None, "chamberlain.retreat.blocked")


def retreat_heading(role: str, pose: Pose, away_from: Point, settings: Settings) -> int:
    """The direction of a retreat: an attacker straight back, a defender away from whoever beat it.

    [retreat.attacker-facing, retreat.direction]
    """
    if role == "attacker":
        return (pose.facing + HALF_TURN) % FULL_TURN
    centre = base(pose, settings).pose
    if distance(away_from[0], away_from[1], centre.x, centre.y) <= TOLERANCE:
        return (pose.facing + HALF_TURN) % FULL_TURN
    return bearing(away_from[0], away_from[1], centre.x, centre.y)


def retreat(yard: Yard, role: str, pose: Pose, away_from: Point, enemy_edges: tuple[str, ...]) -> Retreat:
    """Where a beaten unit goes: 2 BW along the legal line that deviates least, the left before the right.

    [retreat.distance, retreat.defender-facing, retreat.blocked]
    """
    heading = retreat_heading(role, pose, away_from, yard.settings)
    centre = base(pose, yard.settings).pose
    for turn in range(0, MOST_DEVIATION + 1, DEVIATION):
        for way in (heading - turn, heading + turn) if turn else (heading,):
            facing = pose.facing if role == "attacker" else way
            found = _retreat_along(yard, Pose(centre.x, centre.y, facing), way, enemy_edges)
            if found is not None:
                return found
    return STUCK


def _retreat_along(yard: Yard, centre: Pose, way: int, enemy_edges: tuple[str, ...]) -> Retreat | None:
    """The retreat along one line, None where it is blocked [retreat.blocked, retreat.table-edge, retreat.friends]."""
    depth = yard.settings.setup_unit_depth
    length = RETREAT_BW
    dx = sine(way)
    dy = cosine(way)
    path = sweep(centre, BASE_WIDTH, depth, (shift(length * dx, length * dy),))
    free = until_contact(path, yard.enemies).length if yard.enemies else length
    water = entry(yard.ground, IMPASSABLE, path, True)
    if water >= 0.0:
        free = min(free, water - NOISE)
    leaves, edge = _leaves_table(yard, Block(centre, BASE_WIDTH, depth), dx, dy)
    if leaves <= length and leaves <= free:
        broken = edge in enemy_edges
        return Retreat("broken" if broken else "retired", None, "chamberlain.retreat.table-edge")
    if free < length - NOISE:
        return None
    while within(length, RETREAT_BW + RETREAT_EXTRA_BW):
        block = Block(Pose(centre.x + length * dx, centre.y + length * dy, centre.facing), BASE_WIDTH, depth)
        if leaves <= length:
            return Retreat("broken" if edge in enemy_edges else "retired", None, "chamberlain.retreat.table-edge")
        if any([gap(block, enemy) < TOLERANCE - NOISE for enemy in yard.enemies]):
            return None
        if stands_in(yard.ground, IMPASSABLE, block, True):
            return None
        if not any([overlap(block, friend) for friend in (*yard.friends, *yard.held)]):
            return Retreat("ok", rounded_pose(front(block)), "chamberlain.retreat.distance")
        length += EXTRA_STEP
    return None


def _leaves_table(yard: Yard, block: Block, dx: float, dy: float) -> tuple[float, str]:
    """How far a base can go in a direction before some part of it leaves the table, and over which edge."""
    if not yard.edges:
        return (FAR, "")
    s = abs(sine(block.pose.facing))
    c = abs(cosine(block.pose.facing))
    half_x = 0.5 * (block.width * c + block.depth * s) - TOLERANCE
    half_y = 0.5 * (block.width * s + block.depth * c) - TOLERANCE
    room = (
        ("west", block.pose.x - half_x, -dx),
        ("east", yard.ground.width - block.pose.x - half_x, dx),
        ("south", block.pose.y - half_y, -dy),
        ("north", yard.ground.depth - block.pose.y - half_y, dy),
    )
    best = FAR
    edge = ""
    for name, left, speed in room:
        if left < 0.0 or speed > NOISE:
            at = max(0.0, left) / speed if speed > NOISE else 0.0
            if at < best:
                best = at
                edge = name
    return (best, edge)


# ---- advances


def advance_limit(free_ahead: float) -> float:
    """How far an advance may go: 1 BW, and not nearer than 0.05 BW to what is ahead.

    [advance.distance, advance.no-contact]
    """
    return max(0.0, min(ADVANCE_BW, free_ahead - ADVANCE_SHORT_BW))


def advance_refusal(length: float, free_ahead: float, impetuous: bool) -> str:
    """The clause by which an advance may not be so long, "" when it may [advance.impetuous]."""
    if not within(length, ADVANCE_BW):
        return "chamberlain.advance.distance"
    if not within(length, advance_limit(free_ahead)):
        return "chamberlain.advance.no-contact"
    if impetuous and length < advance_limit(free_ahead) - TOLERANCE - NOISE:
        return "chamberlain.advance.impetuous"
    return ""


def free_ahead(yard: Yard, pose: Pose) -> float:
    """How far straight ahead a base may look before it meets an enemy base, impassable ground or the table's edge."""
    far = ADVANCE_BW + ADVANCE_SHORT_BW + TOLERANCE
    dx = sine(pose.facing)
    dy = cosine(pose.facing)
    path = _way(yard, pose, far * dx, far * dy)
    free = until_contact(path, yard.enemies).length if yard.enemies else far
    water = entry(yard.ground, IMPASSABLE, path, True)
    if water >= 0.0:
        free = min(free, water)
    leaves, _ = _leaves_table(yard, base(pose, yard.settings), dx, dy)
    # The edge may be reached; only bases and impassable ground are kept off.
    return min(free, leaves + ADVANCE_SHORT_BW)


def advanced(yard: Yard, pose: Pose, length: float) -> Pose:
    """Where an advance ends: so far straight ahead, or less if a friend stands there [advance.no-contact]."""
    left = length
    while left > NOISE:
        end = rounded_pose(ahead(pose, left))
        block = base(end, yard.settings)
        if not any([overlap(block, friend) for friend in (*yard.friends, *yard.held)]):
            return end
        left -= ADVANCE_SHORT_BW
    return pose
