"""States as shapes: behind the unit, before it, or round it, each with its words and clause."""

from __future__ import annotations

from collections.abc import Sequence

from roundtop.battle.scene import Badge, Piece
from roundtop.draw import signs
from roundtop.draw.ink import INK, PAPER, SANS, colour, escape, fine, inked, px, said
from roundtop.draw.signs import SIGNS, Arm, Layer, Sign
from roundtop.table.footprint import Block
from roundtop.table.pose import Pose, to_world


def badges(piece: Piece, block: Block, depth: float, unit: float) -> tuple[str, tuple[Block, ...]]:
    """The badges of a piece, and the room they take."""
    out: list[str] = []
    taken: list[Block] = []
    room = SIGNS.rows["apart"] * unit
    for row, forward in _rows(piece, block, unit):
        for index, badge in enumerate(row):
            x, y = to_world(block.pose, (index - 0.5 * (len(row) - 1)) * room, forward)
            out.append(_set(badge, piece, x, depth - y, unit))
            taken.append(Block(Pose(x, y, block.pose.facing), room, room))
    torn = [badge for badge in piece.badges if signs.badge(badge.shape).round]
    if torn:
        taken.append(Block(block.pose, block.width + 14.0 * unit, block.depth + 14.0 * unit))
    return "".join([_torn(badge, piece.side, block, depth, unit) for badge in torn] + out), tuple(taken)


def _rows(piece: Piece, block: Block, unit: float) -> list[tuple[list[Badge], float]]:
    """Badges before the front, behind the unit, and what is written out behind those; each with its place."""
    kinds = [(badge, signs.badge(badge.shape)) for badge in piece.badges]
    shown = [badge for badge, sign in kinds if not sign.round and not sign.worn]
    ahead = [badge for badge in shown if signs.badge(badge.shape).ahead]
    tags = [badge for badge in shown if badge.shape == "tag"]
    behind = [badge for badge in shown if badge not in ahead and badge not in tags]
    back = -0.5 * block.depth
    far = SIGNS.rows["tag_behind" if behind else "tag"]
    return [
        (behind, back - SIGNS.rows["behind"] * unit),
        (ahead, 0.5 * block.depth + SIGNS.rows["ahead"] * unit),
        (tags, back - far * unit),
    ]


def _set(badge: Badge, piece: Piece, x: float, y: float, unit: float) -> str:
    sign = signs.badge(badge.shape)
    drawn = layers(sign, piece.side, badge.mark, (badge.count,), piece.pose.facing)
    return (
        f'<g class="badge {escape(badge.shape)}" transform="translate({fine(x)} {fine(y)}) '
        f'scale({unit:.6g})" '
        f'fill="none" stroke="{INK}" stroke-width="1.2" '
        f'stroke-linejoin="round">{said(badge.text, badge.clause)}'
        f"{drawn}</g>"
    )


def layers(sign: Sign, side: str, mark: str, counts: Sequence[int], facing: int) -> str:
    """A sign as the file has it, with what is written on it and the counts it shows."""
    drawn = "".join([_layer(layer, side, mark, counts) for layer in sign.layers])
    return f'<g transform="rotate({fine(facing / 100)})">{drawn}</g>' if sign.turned and facing else drawn


def figure(piece: Piece, arm: Arm) -> str:
    """A man or beast from above, as his side dresses him and with what he wears."""
    worn = [piece.side, "", *[badge.shape for badge in piece.badges if signs.badge(badge.shape).worn]]
    drawn = "".join([_layer(layer, piece.side, "", ()) for layer in arm.sign if layer.when in worn])
    return f'<g fill="none" stroke="{INK}" stroke-linejoin="round">{drawn}</g>'


def _layer(layer: Layer, side: str, mark: str, counts: Sequence[int]) -> str:
    if layer.letter:
        return _letter(layer.text or mark, inked(layer.fill or "ink", side))
    if layer.spots:
        return _spots(layer, side, counts[layer.of] if layer.of < len(counts) else 0)
    if layer.box is not None:
        base, each, height, radius = layer.box
        width = base + each * max(1, len(mark))
        box = f'x="{fine(-0.5 * width)}" y="{fine(-0.5 * height)}" width="{fine(width)}" height="{fine(height)}"'
        return f'<rect {box} rx="{fine(radius)}"{_paint(layer, side)}/>'
    path = f'<path d="{layer.path}"'
    if not layer.rim:
        return f"{path}{_paint(layer, side)}/>"
    rim = f' stroke="{PAPER}" stroke-width="{fine(layer.weight + SIGNS.rim)}" stroke-linecap="round"/>'
    return f'{path}{rim}{path}{_paint(layer, side)} stroke-linecap="round"/>'


def _paint(layer: Layer, side: str) -> str:
    """What differs from the pen that is in the hand."""
    found = f' fill="{inked(layer.fill, side)}"' if layer.fill else ""
    found += f' fill-opacity="{fine(layer.shade)}"' if layer.shade < 1.0 else ""
    found += f' stroke="{inked(layer.stroke, side)}"' if layer.stroke else ""
    found += f' stroke-width="{fine(layer.weight)}"' if layer.weight else ""
    found += f' stroke-dasharray="{layer.dashes}"' if layer.dashes else ""
    return found + (f' stroke-opacity="{fine(layer.opacity)}"' if layer.opacity < 1.0 else "")


def _spots(layer: Layer, side: str, count: int) -> str:
    """So many spots in the pattern of a die or in rows; more than the pattern has are a number."""
    faces = SIGNS.faces[layer.spots]
    if count >= len(faces):
        return _letter(str(count), INK)
    (left, top), (wide, high) = layer.at, layer.spread
    dots = "".join([f"M{px(left + wide * x)} {px(top + high * y)}h0" for x, y in faces[count]])
    return f'<path d="{dots}"{_paint(layer, side)} stroke-linecap="round"/>' if dots else ""


def _letter(text: str, ink: str) -> str:
    pen = SIGNS.letter
    return (
        f'<text y="{fine(pen["y"])}" font-size="{fine(pen["size"])}" font-weight="{fine(pen["weight"])}" '
        f'text-anchor="middle" font-family="{SANS}" fill="{ink}" stroke="none">{escape(text)}</text>'
    )


def _torn(badge: Badge, side: str, block: Block, depth: float, unit: float) -> str:
    """A torn outline round the whole unit."""
    torn = SIGNS.torn
    half_w, half_d = 0.5 * block.width + torn["grow"] * unit, 0.5 * block.depth + torn["grow"] * unit
    points: list[str] = []
    for turn, span in enumerate((half_w, half_d, half_w, half_d)):
        count = max(3, round(2 * span / (torn["step"] * unit)))
        for n in range(count):
            along = -span + 2 * span * n / count
            out = half_d if turn % 2 == 0 else half_w
            out += (n % 2 * torn["tooth"] + (n * 7 + turn * 5) % 20 / 10 - 1) * unit
            x, y = ((along, -out), (out, along), (-along, out), (-out, -along))[turn]
            points.append(f"{fine(x)} {fine(y)}")
    return (
        f'<g class="badge disorder" transform="translate({fine(block.pose.x)} {fine(depth - block.pose.y)}) '
        f'rotate({fine(block.pose.facing / 100)})">{said(badge.text, badge.clause)}'
        f'<path d="M{"L".join(points)}Z" fill="none" stroke="{colour(side)}" '
        f'stroke-width="{fine(torn["weight"] * unit)}"/></g>'
    )
