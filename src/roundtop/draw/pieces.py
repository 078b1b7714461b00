"""Troops: every stand to scale, its front edge heavy, with the sign of its arm."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, final

from roundtop.battle.scene import Part, Piece
from roundtop.draw.badges import badges
from roundtop.draw.ink import INK, PAPER, colour, dark, escape, fill, fine
from roundtop.table.footprint import Block, corners
from roundtop.table.measure import FULL_TURN
from roundtop.table.pose import Point, Pose, ahead, to_local, to_world

COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
STARS: Final = (
    ("lieutenant-general", 3),
    ("major-general", 2),
    ("brigadier", 1),
    ("colonel", 0),
    ("general", 4),
)
ROUND: Final = ("officer", "figure")
NOTCH: Final = 5.0


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
    notch = "" if piece.glyph in ROUND else _notch(nose, piece.side, depth, unit)
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
    room = (Block(ahead(nose, 0.7 * NOTCH * unit), 2 * NOTCH * unit, 1.4 * NOTCH * unit),)
    return Drawn(piece.id, svg, block, room + taken + lost)


def spoken(piece: Piece) -> str:
    """The piece in a few words: name, side, facing, states."""
    point = COMPASS[(piece.pose.facing * 8 + FULL_TURN // 2) // FULL_TURN % 8]
    side = f", {piece.side.capitalize()}" if piece.side else ""
    states = "".join([f"; {badge.text}" for badge in piece.badges])
    return f"{piece.name}{side}, facing {point}{states}"


def _place(pose: Pose, depth: float) -> str:
    turn = f" rotate({fine(pose.facing / 100)})" if pose.facing else ""
    return f'transform="translate({fine(pose.x)} {fine(depth - pose.y)}){turn}"'


def _base(part: Part) -> str:
    if part.glyph in ROUND:
        return f'<circle r="{fine(0.5 * min(part.width, part.depth))}"/>'
    w, d = part.width, part.depth
    return f'<rect x="{fine(-0.5 * w)}" y="{fine(-0.5 * d)}" width="{fine(w)}" height="{fine(d)}"/>'


def _part(part: Part, piece: Piece, depth: float, unit: float) -> str:
    front = "" if part.glyph in ROUND else _front(part, piece.side, unit)
    return f'<g class="stand" {_place(part.pose, depth)}>{_base(part)}{front}{_sign(part, piece, unit)}</g>'


def _front(part: Part, side: str, unit: float) -> str:
    """A heavy front edge set off by a hair of paper, inside the stand."""
    thick = min(3.2 * unit, 0.3 * part.depth)
    half = 0.5 * part.width
    y = -0.5 * part.depth + 0.5 * thick
    hair = y + 0.5 * thick + 0.35 * unit
    seam = fine(0.35 * unit - half)
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
    wide, tall = fine(NOTCH * unit), fine(-1.35 * NOTCH * unit)
    return (
        f'<path {_place(nose, depth)} d="M-{wide} 0L0 {tall}L{wide} 0z" fill="{dark(side)}" stroke="{PAPER}" '
        f'stroke-width="{fine(0.6 * unit)}"/>'
    )


def _sign(part: Part, piece: Piece, unit: float) -> str:
    """The sign of the arm, in paper colour on the stand."""
    if part.glyph == "officer":
        return _stars(part, piece, unit)
    if part.glyph == "figure":
        return _figure(part, piece.side, unit)
    data = _signs(part)
    if not data:
        return ""
    weight = max(1.3 * unit, 0.07 * min(part.width, part.depth))
    return "".join(
        [
            f'<path d="{data}" fill="none" stroke="{stroke}" stroke-width="{fine(width)}"/>'
            for stroke, width in ((colour(piece.side), 2.8 * weight), (PAPER, weight))
        ]
    )


def _signs(part: Part) -> str:
    w, d = part.width, part.depth
    if part.glyph == "cavalry":
        return _run((-0.5 * w, 0.5 * d), (0.5 * w, -0.2 * d))
    if part.glyph == "artillery":
        a, top, bottom = 0.26 * w, -0.07 * d, 0.23 * d
        barrels = [_run((x, -0.2 * d), (x, 0.4 * d)) for x in (-0.03 * w, 0.03 * w)]
        wheels = [_run((x, top), (x, bottom)) for x in (-a, a)]
        return "".join([*barrels, *wheels, _run((-a, 0.08 * d), (a, 0.08 * d))])
    if part.glyph == "wagon":
        return "".join([_run((-0.3 * w, y * d), (0, (y - 0.12) * d), (0.3 * w, y * d)) for y in (0, 0.2, 0.4)])
    if part.glyph == "marker":
        return _run((0, -0.15 * d), (0.2 * w, 0.1 * d), (0, 0.35 * d), (-0.2 * w, 0.1 * d)) + "Z"
    return ""


def _run(*points: Point) -> str:
    return "M" + "L".join([f"{fine(x)} {fine(y)}" for x, y in points])


def _figure(part: Part, side: str, unit: float) -> str:
    r = 0.5 * min(part.width, part.depth)
    return (
        f'<path d="M0 0V{fine(-1.5 * r)}" stroke="{dark(side)}" '
        f'stroke-width="{fine(max(1.6 * unit, 0.2 * r))}"/>'
        f'<circle r="{fine(0.45 * r)}" fill="{PAPER}" stroke="{dark(side)}"/>'
    )


def _stars(part: Part, piece: Piece, unit: float) -> str:
    """Rank stars in a row upright on the disc, an open ring for a colonel, and a tick where he faces."""
    r = 0.5 * min(part.width, part.depth)
    tick = f'<path d="M0 {fine(-r)}v{fine(-max(3.5 * unit, 0.35 * r))}" stroke-width="{fine(2 * unit)}"/>'
    inner = fine(max(0.5 * r, r - 1.6 * unit))
    rim = f'<circle r="{inner}" fill="none" stroke="{PAPER}" stroke-width="{fine(0.7 * unit)}"/>'
    number = stars(piece)
    upright = f'transform="rotate({fine(-part.pose.facing / 100)})" ' if part.pose.facing else ""
    if number == 0:
        ring = f'<circle r="{fine(0.25 * r)}" fill="{PAPER}" stroke="none"/>'
        return tick + rim + ring
    size = (0.62, 0.62, 0.38, 0.3, 0.26)[number] * r
    across = [(n - 0.5 * (number - 1)) * 1.9 * size for n in range(number)]
    data = "".join([_star(x, size) for x in across])
    ink = f'fill="{PAPER}" stroke="{INK}" stroke-width="{fine(0.3 * unit)}"'
    return f'{tick}{rim}<path {upright}d="{data}" {ink}/>'


def stars(piece: Piece) -> int:
    """Stars by the rank that the card or the name gives; one where neither does."""
    text = " ".join([piece.name, *[line.value for line in piece.card]]).lower().replace(" general", "-general")
    return next((number for rank, number in STARS if rank in text), 1)


def _star(x: float, size: float) -> str:
    points = []
    for n in range(10):
        r = size if n % 2 == 0 else 0.42 * size
        points.append(f"{fine(x + r * sin(n * pi / 5))} {fine(-r * cos(n * pi / 5))}")
    return "M" + "L".join(points) + "Z"
