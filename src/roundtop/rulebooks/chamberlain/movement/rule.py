"""Movement: rates, simple and difficult moves, pivots, mounting and limbering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.options import PRINTED, Settings
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block, overlap
from roundtop.table.ground import Ground, off_table
from roundtop.table.measure import NOISE, TOLERANCE, cosine, rounded, sine, within
from roundtop.table.path import Sweep, clearance, cut, shift, sweep, until_gap
from roundtop.table.pose import Pose, rounded_pose


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
MOVED: Final = ("none", "simple", "difficult", "pivot", "charge", "reserve", "rally")
"""What a unit may have done in its own Movement Phase [move.moved-flag]."""
SLIM: Final = 0.04
"""Bases standing shoulder to shoulder do not rub: a way is taken this much slimmer where it may not pass others."""
LEAVING_BW: Final = 0.05
"""A unit in contact has left it at once if it is clear after this much of its move [move.in-contact]."""


def rate_of(arm: str, mounted: bool) -> Rate:
    """The row of the movement table for a unit [move.rate-mounted-infantry, move.rate-dismounted]."""
    return DISMOUNTED if arm in tables.RIDERS and not mounted else RATES[arm]


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
    return [
        enemy for enemy in yard.zoned if terrain_rule.engaged_by(block, enemy) or terrain_rule.touching(block, enemy)
    ]


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


def way(yard: Yard, pose: Pose, dx: float, dy: float) -> Sweep:
    block = terrain_rule.base(pose, yard.settings)
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
    before = terrain_rule.base(start, yard.settings)
    path = way(yard, travel, dx, dy)
    engaged = engagers(yard, before)
    met = [enemy for enemy in yard.enemies if terrain_rule.touching(before, enemy)]
    if yard.settings.move_stop_when_engaged and not engaged and not met:
        path = cut(path, until_gap(path, [terrain_rule.zone(enemy) for enemy in yard.zoned], 0.0))
    gone = path.length
    point = terrain_rule.front(Block(path.end, path.width, path.depth))
    end = rounded_pose(Pose(point.x, point.y, end_facing))
    after = terrain_rule.base(end, yard.settings)
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
    if terrain_rule.enters(ground, terrain_rule.IMPASSABLE, path, True) or terrain_rule.stands_in(
        ground, terrain_rule.IMPASSABLE, after, True
    ):
        return "chamberlain.terrain.major-river"
    moves = gone > NOISE
    by_road = yard.settings.move_roads_cancel_difficult
    slow = simple and moves and terrain_rule.stands_in(ground, terrain_rule.DIFFICULT, before, by_road)
    if slow or (simple and moves and terrain_rule.enters(ground, terrain_rule.DIFFICULT, path, by_road)):
        return "chamberlain.move.simple-no-difficult"
    if met:
        if _stays_in_contact(yard, moves, path, after, engaged, met):
            return "chamberlain.move.in-contact"
    else:
        for enemy in yard.enemies:
            if clearance(path, enemy) < TOLERANCE - NOISE or terrain_rule.touching(after, enemy):
                return "chamberlain.move.no-contact"
        if engaged and _fails_to_break_off(yard, moves, path, after, engaged, engaged):
            return "chamberlain.move.engaged-break-off"
    return "chamberlain.move.through-friends" if _on_friends(yard, path, after) else ""


def _fails_to_break_off(
    yard: Yard, moves: bool, path: Sweep, after: Block, engaged: list[Block], free: list[Block]
) -> bool:
    """Whether a move enters a zone it was not in, or ends in one it has to be free of [move.engaged-break-off]."""
    for enemy in yard.zoned:
        if enemy not in engaged and moves and within(clearance(path, terrain_rule.zone(enemy)), 0.0):
            return True
        if enemy in free and moves and terrain_rule.engaged_by(after, enemy):
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
        if clearance(way, enemy) < TOLERANCE - NOISE or terrain_rule.touching(after, enemy):
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
    fits = arm in tables.RIDERS and kind == "difficult" and mounted == (change == "dismount")
    return "" if fits else "chamberlain.move.mount-dismount"


def limbered_after(arm: str, limbered: bool, kind: str, settings: Settings) -> bool:
    """Whether a battery ends a move limbered; not tracked by default [move.limber-state]."""
    if arm not in tables.GUNS or not settings.artillery_track_limber or kind == "difficult":
        return False
    return True if kind in ("simple", "reserve", "retreat") else limbered
