"""Movement: rates, simple and difficult moves, pivots, mounting and limbering."""

from __future__ import annotations

from typing import Final

from roundtop.record import record
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block, overlap, point_gap
from roundtop.table.ground import Ground, off_table
from roundtop.table.measure import NOISE, TOLERANCE, cosine, rounded, sine, within
from roundtop.table.path import Sweep, clearance, cut, shift, sweep, until_gap
from roundtop.table.pose import Point, Pose, rounded_pose


@record(frozen=True)
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
DISMOUNTED: Final[Rate] = Rate(2.0, 1.0, "chamberlain.move.rate-dismounted")
MOVED: Final = ("none", "simple", "difficult", "pivot", "charge", "reserve", "rally")
"""What a unit may have done in its own Movement Phase [move.moved-flag]."""
SLIM: Final = 0.04
"""Bases standing shoulder to shoulder do not rub: a way is taken this much slimmer where it may not pass others."""
LEAVING_BW: Final = 0.05
"""A unit in contact has left it at once if it is clear after this much of its move [move.in-contact]."""


def rate_of(arm: str, mounted: bool) -> Rate:
    """The row of the movement table for a unit [move.rate-mounted-infantry, move.rate-dismounted]."""
    return DISMOUNTED if arm in tables.RIDERS and not mounted else RATES[arm]


@record
class Yard:
    """The ground and the bases around a mover.

    `zoned` are the enemies whose engagement zones count: those in sight of it. `held` are friends in contact with
    an enemy, through which it may not pass. `edges` says whether the table's edges matter.
    """

    ground: Ground
    enemies: tuple[Block, ...] = ()
    zoned: tuple[Block, ...] = ()
    friends: tuple[Block, ...] = ()
    held: tuple[Block, ...] = ()
    edges: bool = True
    settings: Settings = PRINTED


@record(frozen=True)
class March:
    """What comes of a move: the clause that forbids it ("" none), where it ends, how far it went, engaged or not."""

    clause: str
    end: Pose
    distance: float
    engaged: bool


def engagers(yard: Yard, block: Block) -> list[Block]:
    """The enemies in whose zones a base stands, and those it touches [move.engaged-zone, move.in-contact]."""
    return [
        enemy for enemy in yard.zoned if terrain_rule.engaged_by(block, enemy) or terrain_rule.touching(block, enemy)
    ]


def simple_move(yard: Yard, rate: Rate, pose: Pose, pivot_to: int, length: float) -> March:
    """A pivot to any direction, then straight ahead; one of 0 BW is a pivot on the spot.

    [move.simple-pivot, move.simple-straight, move.simple-facing, move.simple-no-difficult, move.engaged-pivot]
    """
    turned = Pose(pose.x, pose.y, pivot_to)
    step = (length * sine(turned.facing), length * cosine(turned.facing))
    walk = _walk(yard, pose, turned, step, turned.facing)
    return _judged(yard, walk, rate.simple, rate.clause, simple=True)


def difficult_move(yard: Yard, rate: Rate, pose: Pose, x: float, y: float, end_facing: int) -> March:
    """Straight in any direction with the old facing, then any facing.

    [move.difficult-terrain, move.difficult-direction, move.difficult-facing]
    """
    walk = _walk(yard, pose, pose, (x - pose.x, y - pose.y), end_facing)
    return _judged(yard, walk, rate.difficult, rate.clause, simple=False)


def way(yard: Yard, pose: Pose, dx: float, dy: float) -> Sweep:
    block = terrain_rule.base(pose, yard.settings)
    return sweep(block.pose, block.width, block.depth, (shift(dx, dy),))


@record
class Walk:
    """A straight way looked at: the base before and after it, and who engages or touches it before."""

    before: Block
    path: Sweep
    end: Pose
    after: Block
    engaged: list[Block]
    met: list[Block]

    @property
    def moves(self) -> bool:
        return self.path.length > NOISE


def _walk(yard: Yard, start: Pose, travel: Pose, step: Point, facing: int) -> Walk:
    """A step with the facing of the way, stopped where the base becomes engaged [move.engaged-enter]."""
    before = terrain_rule.base(start, yard.settings)
    path = way(yard, travel, step[0], step[1])
    engaged = engagers(yard, before)
    met = [enemy for enemy in yard.enemies if terrain_rule.touching(before, enemy)]
    if yard.settings.move_stop_when_engaged and not engaged and not met:
        path = cut(path, until_gap(path, [terrain_rule.zone(enemy) for enemy in yard.zoned], 0.0))
    point = terrain_rule.front(Block(path.end, path.width, path.depth))
    end = rounded_pose(Pose(point.x, point.y, facing))
    after = terrain_rule.base(end, yard.settings)
    return Walk(before=before, path=path, end=end, after=after, engaged=engaged, met=met)


def _judged(yard: Yard, walk: Walk, limit: float, too_far: str, simple: bool) -> March:
    """A straight move, with the first clause that forbids it."""
    gone = walk.path.length
    clause = _forbidden(yard, walk, simple) if within(gone, limit) else too_far
    return March(clause, walk.end, rounded(gone), len(engagers(yard, walk.after)) > 0)


def _forbidden(yard: Yard, walk: Walk, simple: bool) -> str:
    """The first clause that forbids a way, in the ledger's order."""
    ground = yard.ground
    if yard.edges and not (inside_table(ground, walk.path) and not off_table(ground, walk.after)):
        return "chamberlain.move.table-edge"
    water = terrain_rule.IMPASSABLE
    if terrain_rule.enters(ground, water, walk.path, True) or terrain_rule.stands_in(ground, water, walk.after, True):
        return "chamberlain.terrain.major-river"
    if simple and walk.moves and _slow_ground(yard, walk):
        return "chamberlain.move.simple-no-difficult"
    if walk.met:
        if _stays_in_contact(yard, walk):
            return "chamberlain.move.in-contact"
    else:
        if any([_meets(walk, enemy) for enemy in yard.enemies]):
            return "chamberlain.move.no-contact"
        if walk.engaged and _fails_to_break_off(yard, walk, walk.engaged):
            return "chamberlain.move.engaged-break-off"
    return "chamberlain.move.through-friends" if _on_friends(yard, walk.path, walk.after) else ""


def _slow_ground(yard: Yard, walk: Walk) -> bool:
    """Whether a move begins in difficult ground or enters it [move.simple-no-difficult]."""
    by_road = yard.settings.move_roads_cancel_difficult
    return terrain_rule.stands_in(yard.ground, terrain_rule.DIFFICULT, walk.before, by_road) or terrain_rule.enters(
        yard.ground, terrain_rule.DIFFICULT, walk.path, by_road
    )


def _fails_to_break_off(yard: Yard, walk: Walk, free: list[Block]) -> bool:
    """Whether a move enters a zone it was not in, or ends in one it has to be free of [move.engaged-break-off]."""
    if not walk.moves:
        return False
    for enemy in yard.zoned:
        if enemy not in walk.engaged and within(clearance(walk.path, terrain_rule.zone(enemy)), 0.0):
            return True
        if enemy in free and terrain_rule.engaged_by(walk.after, enemy):
            return True
    return False


def _meets(walk: Walk, enemy: Block) -> bool:
    """Whether a way touches an enemy; the swing of a base that turns away from those it leaves is no contact.

    [move.no-contact, move.engaged-break-off, move.in-contact]
    """
    if terrain_rule.touching(walk.after, enemy):
        return True
    path = walk.path
    if enemy in walk.engaged or enemy in walk.met:
        turned = path.start.facing != walk.before.pose.facing
        if turned and walk.moves and goes_away(path, walk.before, enemy):
            return False
        if enemy in walk.met:
            path = _left(path)
    return clearance(path, enemy) < TOLERANCE - NOISE


def goes_away(path: Sweep, before: Block, enemy: Block) -> bool:
    """Whether a centre point goes away from a base at once, and so never comes nearer to it."""
    start = terrain_rule.front(before)
    stage = path.stages[0]
    share = min(1.0, LEAVING_BW / stage.length)
    x, y = start.x + share * stage.dx, start.y + share * stage.dy
    return point_gap(enemy, x, y) > point_gap(enemy, start.x, start.y) + NOISE


def _left(path: Sweep) -> Sweep:
    """A way without its first steps, in which contact is left."""
    stage = path.stages[0]
    share = min(1.0, LEAVING_BW / stage.length)
    begun = Pose(path.start.x + share * stage.dx, path.start.y + share * stage.dy, path.start.facing)
    return sweep(begun, path.width, path.depth, (shift((1.0 - share) * stage.dx, (1.0 - share) * stage.dy),))


def _stays_in_contact(yard: Yard, walk: Walk) -> bool:
    """Whether a unit in contact does not leave it as it must [move.in-contact]."""
    if not walk.moves:
        return any([overlap(walk.after, enemy) for enemy in yard.enemies])
    if any([_meets(walk, enemy) for enemy in yard.enemies]):
        return True
    return _fails_to_break_off(yard, walk, [one for one in walk.engaged if one not in walk.met])


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


def moves_after_fire(settings: Settings) -> tuple[str, ...]:
    """The moves that repeaters may make when they have fired first [move.mobile-rr, move.mobile-difficult]."""
    return ("difficult",) if settings.mobile_requires_difficult else ("simple", "difficult")


def mount_refusal(arm: str, mounted: bool, change: str, kind: str) -> str:
    """Whether a unit may mount or dismount so, "" when it may [move.mount-dismount]."""
    if change == "none":
        return ""
    fits = arm in tables.RIDERS and kind == "difficult" and mounted == (change == "dismount")
    return "" if fits else "chamberlain.move.mount-dismount"


def limbered_after(arm: str, limbered: bool, kind: str, settings: Settings) -> bool:
    """Whether a battery ends a move limbered; not tracked by default [move.limber-state]."""
    if arm not in tables.GUNS or not settings.artillery_track_limber or kind == "difficult":
        return False
    return True if kind in ("simple", "reserve", "retreat") else limbered
