"""Who sees whom: lines of sight over obstructing ground, crests and bases, and arcs of fire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from roundtop.record import record
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table import ground as grounds
from roundtop.table.arc import ahead_of_front, in_arc
from roundtop.table.footprint import (
    FAR,
    Block,
    corners,
    inside_polygon,
    point_gap,
    radius,
    segment_hits_block,
    segment_span,
)
from roundtop.table.measure import NOISE, TOLERANCE, cosine, distance, segment_distance, sine, within
from roundtop.table.pose import Point, Pose

SIGHT_BW: Final = 8.0
LINING_BW: Final = 0.25
"""Ground left, or works crossed, this near the viewer's centre point is its own [los.own-terrain]."""
DEPTH_BW: Final = 2.0
"""With los_mode = depth: the most of obstructing ground of all kinds that a line may have inside [los.obstructing]."""
NEAR_OBSTRUCTING: Final = tuple([kind for kind in terrain_rule.OBSTRUCTING if terrain_rule.CHART[kind].obstruct == 1.0])
HALF_ARC: Final[dict[str, int]] = {"45-each-side": 4500, "45-total": 2250}
"""Hundredths of a degree to either side of straight ahead [fire.arc]."""
HIDDEN: Final = 0
PLAIN: Final = 1
OBSTRUCTED: Final = 2


@record(frozen=True)
class Sight:
    """Whether a unit sees another, and whether every line to it passes obstructing terrain [los.geometry]."""

    visible: bool
    obstructed: bool


UNSEEN: Final[Sight] = Sight(False, False)
SEEN: Final[Sight] = Sight(True, False)
DIMLY_SEEN: Final[Sight] = Sight(True, True)


@final
class Lookout:
    """A viewer looking at one base: only what might stand between them."""

    def __init__(
        self,
        ground: grounds.Ground,
        crests: tuple[terrain_rule.Crest, ...],
        viewer: Block,
        viewer_level: int,
        target: Block,
        target_level: int,
        others: Sequence[Block],
        settings: Settings,
    ) -> None:
        self.ground = ground
        self.by_depth = settings.los_mode == "depth"
        eye = terrain_rule.front(viewer)
        self.x = eye.x
        self.y = eye.y
        reach = radius(target)
        tx = target.pose.x
        ty = target.pose.y
        self.others = [
            other
            for other in others
            if segment_distance(x=other.pose.x, y=other.pose.y, ax=eye.x, ay=eye.y, bx=tx, by=ty)
            <= reach + radius(other)
        ]
        left = min(eye.x, tx - reach)
        right = max(eye.x, tx + reach)
        bottom = min(eye.y, ty - reach)
        top = max(eye.y, ty + reach)
        self.areas: list[grounds.Area] = [
            area
            for area in ground.areas
            if area.kind in terrain_rule.OBSTRUCTING and grounds.box_meets(area.box, left, bottom, right, top)
        ]
        self.works: list[grounds.Line] = [
            line
            for line in ground.lines
            if line.kind in terrain_rule.OBSTRUCTING and grounds.box_meets(line.box, left, bottom, right, top)
        ]
        highest = max(viewer_level, target_level)
        self.heights: list[grounds.Height] = [
            height
            for height in ground.heights
            if height.level > highest and grounds.box_meets(height.box, left, bottom, right, top)
        ]
        self.crests: list[terrain_rule.Crest] = [
            crest
            for crest in crests
            if crest.level >= highest
            and grounds.box_meets(crest.box, left, bottom, right, top)
            and not terrain_rule.touches_crest(crest, viewer)
            and not terrain_rule.touches_crest(crest, target)
        ]

    def sees(self, x: float, y: float) -> int:
        """Whether a point is hidden, in plain view, or seen through obstructing terrain.

        [los.range, los.units-block, los.crest, los.obstructing]
        """
        length = distance(self.x, self.y, x, y)
        if not within(length, SIGHT_BW):
            return HIDDEN
        for other in self.others:
            if segment_hits_block(self.x, self.y, x, y, other):
                return HIDDEN
        for crest in self.crests:
            if grounds.line_crossings(crest.points, self.x, self.y, x, y):
                return HIDDEN
        for height in self.heights:
            for enter, leave in grounds.chords(height.outline, self.x, self.y, x, y):
                if (leave - enter) * length > TOLERANCE:
                    return HIDDEN
        return self._through(x, y, length)

    def _through(self, x: float, y: float, length: float) -> int:
        found = PLAIN
        for area in self.areas:
            inside = grounds.chords(area.outline, self.x, self.y, x, y)
            if not inside:
                continue
            enter = inside[0][0] * length
            own = grounds.box_holds(area.box, self.x, self.y) and inside_polygon(area.outline, self.x, self.y)
            if own and enter <= NOISE and within(inside[0][1] * length, LINING_BW) and inside[0][1] < 1.0 - NOISE:
                if len(inside) == 1:
                    continue
                enter = inside[1][0] * length
                own = False
            if not self.by_depth and not within(length - enter, terrain_rule.CHART[area.kind].obstruct):
                return HIDDEN
            if not own:
                found = OBSTRUCTED
        for line in self.works:
            for at in grounds.line_crossings(line.points, self.x, self.y, x, y):
                if within(at * length, LINING_BW):
                    continue
                if not self.by_depth and not within(length - at * length, terrain_rule.CHART[line.kind].obstruct):
                    return HIDDEN
                found = OBSTRUCTED
        if self.by_depth and self.areas and self._too_deep(x, y):
            return HIDDEN
        return found

    def _too_deep(self, x: float, y: float) -> bool:
        """With los_mode = depth, only the length inside counts [los.obstructing]."""
        near = grounds.length_in(ground=self.ground, kinds=NEAR_OBSTRUCTING, ax=self.x, ay=self.y, bx=x, by=y)
        return not within(near, 1.0) or not within(
            grounds.length_in(ground=self.ground, kinds=terrain_rule.OBSTRUCTING, ax=self.x, ay=self.y, bx=x, by=y),
            DEPTH_BW,
        )


def nine_points(block: Block) -> tuple[Point, ...]:
    """The points of a base that are looked at: corners, middles of the edges, centre [los.geometry]."""
    a, b, c, d = corners(block)
    return (
        a,
        b,
        c,
        d,
        (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])),
        (0.5 * (b[0] + c[0]), 0.5 * (b[1] + c[1])),
        (0.5 * (c[0] + d[0]), 0.5 * (c[1] + d[1])),
        (0.5 * (d[0] + a[0]), 0.5 * (d[1] + a[1])),
        (block.pose.x, block.pose.y),
    )


def out_of_sight_range(viewer: Block, target: Block) -> bool:
    """A cheap first question: whether a base is certainly too far to be seen [los.range]."""
    reach = SIGHT_BW + radius(target) + 0.5 * viewer.depth + 0.1
    dx = viewer.pose.x - target.pose.x
    dy = viewer.pose.y - target.pose.y
    return dx * dx + dy * dy > reach * reach


def look(
    ground: grounds.Ground,
    crests: tuple[terrain_rule.Crest, ...],
    viewer: Block,
    viewer_level: int,
    target: Block,
    target_level: int,
    others: Sequence[Block],
    settings: Settings,
) -> Sight:
    """Whether one unit sees another; all-round [los.geometry]. The others are all third bases of either side."""
    if out_of_sight_range(viewer, target):
        return UNSEEN
    watch = Lookout(
        ground=ground,
        crests=crests,
        viewer=viewer,
        viewer_level=viewer_level,
        target=target,
        target_level=target_level,
        others=others,
        settings=settings,
    )
    found = UNSEEN
    for x, y in nine_points(target):
        seen = watch.sees(x, y)
        if seen == PLAIN:
            return SEEN
        if seen == OBSTRUCTED:
            found = DIMLY_SEEN
    return found


@record(frozen=True)
class Aim:
    """A target as a firer sees it: in sight, through obstructing ground, in arc, and how far off.

    `range` is to the nearest point of the base inside the arc, or of all the base where none is [setup.measuring].
    """

    visible: bool
    obstructed: bool
    in_arc: bool
    range: float
    flank: bool


def in_fire_arc(pose: Pose, x: float, y: float, settings: Settings) -> bool:
    """Whether a point lies in a unit's arc of fire [fire.arc]."""
    return in_arc(ax=pose.x, ay=pose.y, facing=pose.facing, half=HALF_ARC[settings.fire_arc], x=x, y=y)


def point_in_arc(pose: Pose, block: Block, settings: Settings) -> Point | None:
    """The point of a base nearest to a firer inside its arc of fire; None if no part of it is [setup.measuring]."""
    nearest = nearest_point(block, pose.x, pose.y)
    if in_fire_arc(pose, nearest[0], nearest[1], settings):
        return nearest
    half = HALF_ARC[settings.fire_arc]
    best = FAR
    found: Point | None = None
    far = distance(pose.x, pose.y, block.pose.x, block.pose.y) + radius(block)
    for edge in (pose.facing - half, pose.facing + half):
        dx = far * sine(edge)
        dy = far * cosine(edge)
        enter, leave = segment_span(pose.x, pose.y, pose.x + dx, pose.y + dy, block)
        if enter <= leave and enter < best:
            best = enter
            found = (pose.x + enter * dx, pose.y + enter * dy)
    return found


def nearest_point(block: Block, x: float, y: float) -> Point:
    """The point of a base nearest to another point."""
    pose = block.pose
    s = sine(pose.facing)
    c = cosine(pose.facing)
    dx = x - pose.x
    dy = y - pose.y
    right = max(-0.5 * block.width, min(0.5 * block.width, dx * c - dy * s))
    forward = max(-0.5 * block.depth, min(0.5 * block.depth, dx * s + dy * c))
    return (pose.x + right * c + forward * s, pose.y + forward * c - right * s)


def behind_front(block: Block, x: float, y: float) -> bool:
    """Whether a point is behind a base's front line; on the line is in front [setup.front-line].

    [fire.flank-definition, melee.flanked-condition]
    """
    return ahead_of_front(block, x, y) < -TOLERANCE - NOISE


def aim(
    ground: grounds.Ground,
    crests: tuple[terrain_rule.Crest, ...],
    firer: Block,
    firer_level: int,
    target: Block,
    target_level: int,
    others: Sequence[Block],
    settings: Settings,
) -> Aim:
    """A target as a firer sees it; in arc if one of the points it sees is [fire.arc, los.geometry]."""
    pose = terrain_rule.front(firer)
    flank = behind_front(target, pose.x, pose.y)
    nearest = point_in_arc(pose, target, settings)
    if nearest is None:
        return Aim(False, False, False, point_gap(target, pose.x, pose.y), flank)
    reach = distance(pose.x, pose.y, nearest[0], nearest[1])
    if not within(reach, SIGHT_BW):
        return Aim(False, False, True, reach, flank)
    watch = Lookout(
        ground=ground,
        crests=crests,
        viewer=firer,
        viewer_level=firer_level,
        target=target,
        target_level=target_level,
        others=others,
        settings=settings,
    )
    # The nearest point in arc is looked at too: of a base close by, the nine may all be out of the arc.
    near = watch.sees(nearest[0], nearest[1])
    visible = near != HIDDEN
    arc = visible
    plain = near == PLAIN
    if plain:
        return Aim(True, False, True, reach, flank)
    for x, y in nine_points(target):
        seen = watch.sees(x, y)
        if seen != HIDDEN:
            visible = True
            plain = plain or seen == PLAIN
            arc = arc or in_fire_arc(pose, x, y, settings)
    return Aim(visible, visible and not plain, arc, reach, flank)
