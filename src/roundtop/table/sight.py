"""What stands in the way of a straight line of sight; the rulebook says what counts."""

from __future__ import annotations

from collections.abc import Sequence

from roundtop.record import record

from .footprint import Block, Disc, point_gap, segment_hits_block, segment_hits_disc, segment_span
from .ground import Ground, Kinds, box_holds, box_meets, chords, length_in, level_at, line_crossings, spans_in
from .measure import NOISE, TOLERANCE, distance, within
from .pose import Point


@record
class Blocked:
    """What blocks a line of sight, which one of its list, and where along the line."""

    kind: str
    what: str
    index: int
    x: float
    y: float


@record
class Screen:
    """How deep sight reaches into, out of, inside and right through areas of some kinds."""

    kinds: Kinds
    into: float
    out_of: float
    inside: float
    through: float


def _blocked(kind: str, what: str, index: int, at: float, ax: float, ay: float, bx: float, by: float) -> Blocked:
    return Blocked(kind, what, index, ax + at * (bx - ax), ay + at * (by - ay))


def _depth_allowed(screen: Screen, enter: float, leave: float) -> float:
    """The depth a screen allows for a chord from enter to leave (0 to 1)."""
    if enter <= NOISE:
        return screen.inside if leave >= 1.0 - NOISE else screen.out_of
    return screen.into if leave >= 1.0 - NOISE else screen.through


def area_in_way(ground: Ground, screen: Screen, ax: float, ay: float, bx: float, by: float) -> Blocked | None:
    """The first area whose depth along the line is more than the screen allows."""
    length = -1.0
    for index, area in enumerate(ground.areas):
        if area.kind in screen.kinds and box_meets(area.box, ax, ay, bx, by):
            for enter, leave in chords(area.outline, ax, ay, bx, by):
                if length < 0.0:
                    length = distance(ax, ay, bx, by)
                if not within((leave - enter) * length, _depth_allowed(screen, enter, leave)):
                    return _blocked("area", area.kind, index=index, at=enter, ax=ax, ay=ay, bx=bx, by=by)
    return None


def too_much_area(
    ground: Ground, kinds: Kinds, limit: float, ax: float, ay: float, bx: float, by: float
) -> Blocked | None:
    """Blocked if the line runs through more than so much of these kinds in all."""
    if within(length_in(ground, kinds, ax=ax, ay=ay, bx=bx, by=by), limit):
        return None
    first = spans_in(ground, kinds, ax=ax, ay=ay, bx=bx, by=by)[0][0]
    return _blocked("area", kinds[0], index=-1, at=first, ax=ax, ay=ay, bx=bx, by=by)


def area_ends_sight(
    ground: Ground, kinds: Kinds, limit: float, ax: float, ay: float, bx: float, by: float
) -> Blocked | None:
    """Blocked if the line goes on for more than a limit from where it first enters one of these kinds."""
    length = distance(ax, ay, bx, by)
    for index, area in enumerate(ground.areas):
        if area.kind in kinds and box_meets(area.box, ax, ay, bx, by):
            inside = chords(area.outline, ax, ay, bx, by)
            if inside and not within((1.0 - inside[0][0]) * length, limit):
                return _blocked("area", area.kind, index=index, at=inside[0][0], ax=ax, ay=ay, bx=bx, by=by)
    return None


def height_in_way(ground: Ground, above: int, ax: float, ay: float, bx: float, by: float) -> Blocked | None:
    """The first contour higher than a level that the line crosses deeper than the tolerance."""
    for index, height in enumerate(ground.heights):
        if height.level > above and box_meets(height.box, ax, ay, bx, by):
            for enter, leave in chords(height.outline, ax, ay, bx, by):
                if (leave - enter) * distance(ax, ay, bx, by) > TOLERANCE:
                    return _blocked("height", str(height.level), index=index, at=enter, ax=ax, ay=ay, bx=bx, by=by)
    return None


def higher_ground(ground: Ground, ax: float, ay: float, bx: float, by: float) -> Blocked | None:
    """Ground between that is higher than both ends."""
    if not ground.heights:
        return None
    top = max(level_at(ground, ax, ay), level_at(ground, bx, by))
    return height_in_way(ground, top, ax=ax, ay=ay, bx=bx, by=by)


def lines_in_way(ground: Ground, kinds: Kinds, ax: float, ay: float, bx: float, by: float) -> tuple[Blocked, ...]:
    """Every crossing of lines of these kinds (crests, walls), nearest the viewer first."""
    found: list[tuple[float, int]] = []
    for index, line in enumerate(ground.lines):
        if line.kind in kinds and box_meets(line.box, ax, ay, bx, by):
            for at in line_crossings(line.points, ax, ay, bx, by):
                found.append((at, index))
    found.sort()
    return tuple(
        [_blocked("line", ground.lines[i].kind, index=i, at=at, ax=ax, ay=ay, bx=bx, by=by) for at, i in found]
    )


def block_in_way(blocks: Sequence[Block], ax: float, ay: float, bx: float, by: float) -> int:
    """Index of the first listed block that the line enters, or -1."""
    for index, block in enumerate(blocks):
        if segment_hits_block(ax, ay, bx, by, block):
            return index
    return -1


def disc_in_way(discs: Sequence[Disc], ax: float, ay: float, bx: float, by: float) -> int:
    """Index of the first listed round base that the line enters, or -1."""
    for index, disc in enumerate(discs):
        if segment_hits_disc(ax, ay, bx, by, disc):
            return index
    return -1


def unit_in_way(
    blocks: Sequence[Block],
    levels: Sequence[int],
    level: int,
    stand_off: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
) -> Blocked | None:
    """The first block in the way; a lower one is seen over if it keeps the stand-off from both ends.

    The level is that of whichever end may look over: the viewer's, or the higher of the two.
    """
    for index, block in enumerate(blocks):
        if not segment_hits_block(ax, ay, bx, by, block):
            continue
        if levels[index] >= level or _too_close(block, stand_off, ax=ax, ay=ay, bx=bx, by=by):
            at, _ = segment_span(ax, ay, bx, by, block)
            return _blocked("unit", "", index=index, at=at, ax=ax, ay=ay, bx=bx, by=by)
    return None


def _too_close(block: Block, stand_off: float, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a block is nearer than the stand-off to either end."""
    if stand_off <= 0.0:
        return False
    least = stand_off - TOLERANCE - NOISE
    return point_gap(block, ax, ay) < least or point_gap(block, bx, by) < least


def area_holding(ground: Ground, kinds: Kinds, ax: float, ay: float, bx: float, by: float) -> int:
    """Index of the first area of these kinds that holds the whole of a segment, or -1."""
    for index, area in enumerate(ground.areas):
        if area.kind in kinds and box_holds(area.box, ax, ay) and box_holds(area.box, bx, by):
            inside: list[Point] = chords(area.outline, ax, ay, bx, by)
            if len(inside) == 1 and inside[0][0] <= NOISE and inside[0][1] >= 1.0 - NOISE:
                return index
    return -1
