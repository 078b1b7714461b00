"""Troops: every stand to scale, its front edge heavy, with the sign of its arm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.scene import Part, Piece
from roundtop.draw import signs
from roundtop.draw.badges import badges, figure
from roundtop.draw.ink import INK, PAPER, colour, dark, escape, fill, fine, inked
from roundtop.draw.signs import SIGNS, Ring
from roundtop.table.footprint import Block, corners
from roundtop.table.measure import FULL_TURN
from roundtop.table.pose import Point, Pose, ahead, to_local, to_world

RADIUS: Final = 10.0
"""Of the base that a figure's sign is drawn for."""


@final
@dataclass(slots=True, frozen=True)
class Drawn:
    """A piece on the sheet and the room that it, its arrowhead, badges and ghosts take, in table units."""

    key: str
    svg: str
    block: Block
    taken: tuple[Block, ...]


def extent(piece: Piece) -> Block:
    """The smallest block with the piece's facing that holds all of its parts."""
    if not piece.parts:
        return Block(piece.pose, piece.width, piece.depth)
    spots = [
        to_local(piece.pose, x, y) for part in piece.parts for x, y in corners(Block(part.pose, part.width, part.depth))
    ]
    left, right = min([a for a, _ in spots]), max([a for a, _ in spots])
    rear, front = min([f for _, f in spots]), max([f for _, f in spots])
    x, y = to_world(piece.pose, 0.5 * (left + right), 0.5 * (rear + front))
    return Block(Pose(x, y, piece.pose.facing), right - left, front - rear)


def draw(piece: Piece, depth: float, unit: float) -> Drawn:
    """A piece in table units with y to the south; `unit` is one sheet unit."""
    block = extent(piece)
    parts = piece.parts or (Part(piece.pose, piece.width, piece.depth, piece.glyph),)
    shapes, taken = badges(piece, block, depth, unit)
    nose = _nose(piece, parts)
    notch = "" if signs.arm(piece.glyph).round else _notch(nose, piece.side, depth, unit)
    words = spoken(piece)
    clauses = "".join([f"\n{badge.text} ({badge.clause})" for badge in piece.badges if badge.clause])
    side = escape(piece.side)
    ghosts = "".join([_ghost(part, piece.side, depth, unit) for part in piece.ghosts])
    stands = "".join([_part(part, piece, depth, unit) for part in parts])
    svg = (
        f'<g class="piece {side}" data-glyph="{escape(piece.glyph)}" data-id="{escape(piece.id)}" '
        f'data-group="{escape(piece.group)}" '
        f'role="img" tabindex="0" aria-label="{escape(words)}"><title>{escape(words + clauses)}</title>'
        f'{ghosts}<g fill="{fill(piece.side, unit)}" stroke="{colour(piece.side)}" '
        f'stroke-width="{fine(0.7 * unit)}">{stands}</g>'
        f"{notch}{shapes}</g>"
    )
    lost = tuple([Block(ghost.pose, ghost.width, ghost.depth) for ghost in piece.ghosts])
    wide, tall = SIGNS.stand.nose
    room = (Block(ahead(nose, 0.52 * tall * unit), 2 * wide * unit, 1.04 * tall * unit),)
    return Drawn(piece.id, svg, block, room + taken + lost)


def spoken(piece: Piece) -> str:
    """The piece in a few words: name, side, facing, states."""
    point = SIGNS.compass[(piece.pose.facing * 8 + FULL_TURN // 2) // FULL_TURN % 8]
    side = f", {piece.side.capitalize()}" if piece.side else ""
    states = "".join([f"; {badge.text}" for badge in piece.badges])
    return f"{piece.name}{side}, facing {point}{states}"


def _place(pose: Pose, depth: float) -> str:
    turn = f" rotate({fine(pose.facing / 100)})" if pose.facing else ""
    return f'transform="translate({fine(pose.x)} {fine(depth - pose.y)}){turn}"'


def _base(part: Part) -> str:
    if signs.arm(part.glyph).round:
        return f'<circle r="{fine(0.5 * min(part.width, part.depth))}"/>'
    w, d = part.width, part.depth
    return f'<rect x="{fine(-0.5 * w)}" y="{fine(-0.5 * d)}" width="{fine(w)}" height="{fine(d)}"/>'


def _part(part: Part, piece: Piece, depth: float, unit: float) -> str:
    arm = signs.arm(part.glyph)
    if arm.sign:
        size = fine(min(part.width, part.depth) / (2.0 * RADIUS))
        return f'<g class="stand" {_place(part.pose, depth)}><g transform="scale({size})">{figure(piece, arm)}</g></g>'
    front = "" if signs.arm(part.glyph).round else _front(part, piece.side, unit)
    return f'<g class="stand" {_place(part.pose, depth)}>{_base(part)}{front}{_sign(part, piece, unit)}</g>'


def _front(part: Part, side: str, unit: float) -> str:
    """A heavy front edge set off by a hair of paper, inside the stand."""
    pen = SIGNS.stand
    thick = min(pen.front * unit, pen.front_share * part.depth)
    half = 0.5 * part.width
    y = -0.5 * part.depth + 0.5 * thick
    hair = y + 0.5 * thick + pen.hair * unit
    seam = fine(pen.hair * unit - half)
    return (
        f'<path d="M{seam} {fine(-0.5 * part.depth)}v{fine(part.depth)}" stroke="{PAPER}" '
        'stroke-opacity=".85"/>'
        f'<path d="M{fine(-half)} {fine(hair)}h{fine(part.width)}" stroke="{PAPER}" stroke-opacity=".8"/>'
        f'<path d="M{fine(-half)} {fine(y)}h{fine(part.width)}" stroke="{dark(side)}" '
        f'stroke-width="{fine(thick)}"/>'
    )


def _ghost(part: Part, side: str, depth: float, unit: float) -> str:
    return (
        f'<g class="ghost" {_place(part.pose, depth)} fill="none" stroke="{colour(side)}" '
        'stroke-opacity=".5" '
        f'stroke-width="{fine(0.9 * unit)}" stroke-dasharray="{fine(2 * unit)} '
        f'{fine(2 * unit)}">{_base(part)}</g>'
    )


def _nose(piece: Piece, parts: tuple[Part, ...]) -> Pose:
    """The middle of the foremost stands' front edge."""
    spots = [(to_local(piece.pose, part.pose.x, part.pose.y), part) for part in parts]
    front = max([forward + 0.5 * part.depth for (_, forward), part in spots])
    rights = [right for (right, forward), part in spots if forward + 0.5 * part.depth > front - 0.3 * part.depth]
    return Pose(*to_world(piece.pose, 0.5 * (min(rights) + max(rights)), front), piece.pose.facing)


def _notch(nose: Pose, side: str, depth: float, unit: float) -> str:
    """A small arrowhead before the front."""
    wide, tall = fine(SIGNS.stand.nose[0] * unit), fine(-SIGNS.stand.nose[1] * unit)
    return (
        f'<path {_place(nose, depth)} d="M-{wide} 0L0 {tall}L{wide} 0z" fill="{dark(side)}" stroke="{PAPER}" '
        f'stroke-width="{fine(0.6 * unit)}"/>'
    )


def _sign(part: Part, piece: Piece, unit: float) -> str:
    """The sign of the arm: rings and stars on a disc, else lines in paper colour on the stand."""
    arm, pen = signs.arm(part.glyph), SIGNS.stand
    if arm.round:
        rings = "".join([_ring(ring, part, piece.side, unit) for ring in arm.rings])
        return rings + (_stars(part, piece.stars, unit) if arm.stars else "")
    if not arm.lines:
        return ""
    data = "".join([_run([(x * part.width, y * part.depth) for x, y in line]) for line in arm.lines])
    weight = max(pen.sign * unit, pen.sign_share * min(part.width, part.depth))
    return "".join(
        [
            f'<path d="{data}" fill="none" stroke="{stroke}" stroke-width="{fine(width)}"/>'
            for stroke, width in ((colour(piece.side), pen.outline * weight), (PAPER, weight))
        ]
    )


def _run(points: Sequence[Point]) -> str:
    return "M" + "L".join([f"{fine(x)} {fine(y)}" for x, y in points])


def _ring(ring: Ring, part: Part, side: str, unit: float) -> str:
    """A circle on a disc, or a tick where it faces."""
    r = 0.5 * min(part.width, part.depth)
    ink = f' stroke="{inked(ring.stroke, side)}"' if ring.stroke else ""
    if ring.weight is not None:
        ink += f' stroke-width="{fine(max(ring.weight[0] * unit, ring.weight[1] * r))}"'
    if ring.tick:
        start, end, *least = ring.tick
        length = max((end - start) * r, *[units * unit for units in least], 0.0)
        return f'<path d="M0 {fine(-start * r)}v{fine(-length)}"{ink}/>'
    radius = max(ring.least * r, ring.ring * r - ring.inset * unit)
    return f'<circle r="{fine(radius)}" fill="{inked(ring.fill, side)}"{ink}/>'


def _stars(part: Part, number: int, unit: float) -> str:
    """Rank stars in a row upright on the disc, an open ring for an officer below a general."""
    r, look = 0.5 * min(part.width, part.depth), SIGNS.stars
    if number == 0:
        return f'<circle r="{fine(look.ring * r)}" fill="{PAPER}" stroke="none"/>'
    size = look.sizes[number] * r
    across = [(n - 0.5 * (number - 1)) * look.apart * size for n in range(number)]
    data = "".join([_run([(x + size * a, size * b) for a, b in look.points]) + "Z" for x in across])
    upright = f'transform="rotate({fine(-part.pose.facing / 100)})" ' if part.pose.facing else ""
    return f'<path {upright}d="{data}" fill="{PAPER}" stroke="{INK}" stroke-width="{fine(look.weight * unit)}"/>'
