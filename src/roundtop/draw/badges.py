"""States as shapes: behind the unit, before it, or round it, each with its words and clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from roundtop.battle.scene import Badge, Piece
from roundtop.draw.ink import CARD, INK, PAPER, SANS, colour, escape, fine, px, said, scatter
from roundtop.table.footprint import Block
from roundtop.table.pose import Pose, to_world

ROOM: Final = 18.0
AHEAD: Final = ("smoke", "head-down")
APART: Final = ("disorder", "tag")
"""Badges that stand in no row: one goes round the unit, the other needs more room."""
UNSEEN: Final = ("?", "hidden", "unknown", "unseen", "face down", "face-down", "secret")
PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def badges(piece: Piece, block: Block, depth: float, unit: float) -> tuple[str, tuple[Block, ...]]:
    """The badges of a piece, and the room they take."""
    out: list[str] = []
    taken: list[Block] = []
    for ahead in (False, True):
        row = [badge for badge in piece.badges if badge.shape not in APART and (badge.shape in AHEAD) == ahead]
        forward = 0.5 * block.depth + 13.0 * unit if ahead else -0.5 * block.depth - 12.0 * unit
        for index, badge in enumerate(row):
            x, y = to_world(block.pose, (index - 0.5 * (len(row) - 1)) * ROOM * unit, forward)
            out.append(_set(badge, piece, x, depth - y, unit))
            taken.append(Block(Pose(x, y, block.pose.facing), ROOM * unit, ROOM * unit))
    behind = 12.0 + (ROOM if [badge for badge in piece.badges if badge.shape not in (*APART, *AHEAD)] else 0.0)
    for badge in [badge for badge in piece.badges if badge.shape == "tag"]:
        x, y = to_world(block.pose, 0.0, -0.5 * block.depth - behind * unit)
        out.append(_set(badge, piece, x, depth - y, unit))
        taken.append(Block(Pose(x, y, 0), 2.0 * _tag_half(badge) * unit, 14.0 * unit))
    if any([badge.shape == "disorder" for badge in piece.badges]):
        taken.append(Block(block.pose, block.width + 14.0 * unit, block.depth + 14.0 * unit))
    ragged = [_ragged(badge, piece.side, block, depth, unit) for badge in piece.badges if badge.shape == "disorder"]
    return "".join(ragged + out), tuple(taken)


def _set(badge: Badge, piece: Piece, x: float, y: float, unit: float) -> str:
    draw = _SHAPES.get(badge.shape, _unknown)
    return (
        f'<g class="badge {escape(badge.shape)}" transform="translate({fine(x)} {fine(y)}) '
        f'scale({unit:.6g})" '
        f'fill="none" stroke="{INK}" stroke-width="1.2" '
        f'stroke-linejoin="round">{said(badge.text, badge.clause)}'
        f"{draw(badge, piece)}</g>"
    )


def letters(text: str) -> str:
    """What stands on a chit: the initials of its order, or a question mark while it is face down."""
    lowered = text.lower()
    if any([word in lowered for word in UNSEEN]):
        return "?"
    order = re.findall(r"[^\W\d_]+", text.rpartition(":")[2])
    return "".join([word[0] for word in order if word.lower() not in ("order", "chit", "the")][:2]).upper() or "?"


def number(text: str) -> int:
    """The first number in a badge's words; one where there is none."""
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 1


def _letter(text: str, fill: str, y: float = 4.3) -> str:
    return (
        f'<text y="{y}" font-size="12" font-weight="700" text-anchor="middle" font-family="{SANS}" '
        f'fill="{fill}" stroke="none">{escape(text)}</text>'
    )


def _chit(badge: Badge, piece: Piece) -> str:
    text = letters(badge.text)
    half = 8 if len(text) == 1 else 10.5
    cloth, ink = (colour(piece.side), PAPER) if text == "?" else (CARD, INK)
    return f'<rect x="{-half}" y="-8" width="{2 * half}" height="16" fill="{cloth}"/>' + _letter(text, ink)


def _outlined(data: str, ink: str, weight: float, turn: int) -> str:
    """A stroke with a rim of paper, turned with the unit."""
    facing = f' transform="rotate({fine(turn / 100)})"' if turn else ""
    return "".join(
        [
            f'<path d="{data}"{facing} stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>'
            for stroke, width in ((PAPER, weight + 2.4), (ink, weight))
        ]
    )


def _rout(badge: Badge, piece: Piece) -> str:
    """Chevrons that point where the unit's back is."""
    return _outlined("M-7-7L0-1 7-7M-7-1L0 5 7-1M-7 5L0 11 7 5", colour(piece.side), 2.4, piece.pose.facing)


def _pinned(badge: Badge, piece: Piece) -> str:
    """Crossed sabres."""
    return (
        f'<circle r="8" fill="{CARD}" stroke-width=".8"/>'
        '<path d="M-5 5Q2 1 5.5-5.5M5 5Q-2 1-5.5-5.5" stroke-width="1.5"/><path d="M-5.2 2.2l3 '
        '3M5.2 2.2l-3 3"/>'
    )


def _smoke(badge: Badge, piece: Piece) -> str:
    puffs = ((-6, 2, 4), (0, -1, 5), (6, 1, 4), (-2, 4, 3.5), (4, 5, 3))
    return "".join(
        [f'<circle cx="{x}" cy="{y}" r="{r}" fill="#FBF8F0" stroke="#857B6E" stroke-width=".9"/>' for x, y, r in puffs]
    )


def _fatigue(badge: Badge, piece: Piece) -> str:
    """Pips, at most two rows of three."""
    count = max(1, min(6, number(badge.text)))
    lift = 2.3 if count > 3 else 0.0
    pips = "".join(
        [f"M{px((n % 3 - 0.5 * (min(count, 3) - 1)) * 5.4)} {px(4.6 * (n // 3) - lift)}h0" for n in range(count)]
    )
    return (
        f'<rect x="-8.5" y="-6.5" width="17" height="13" rx="6" fill="{CARD}" stroke-width=".8"/>'
        f'<path d="{pips}" stroke-width="3.6" stroke-linecap="round"/>'
    )


def _low_ammunition(badge: Badge, piece: Piece) -> str:
    """A cartridge box nearly empty."""
    return (
        f'<rect x="-8" y="-6" width="16" height="13" fill="{CARD}"/><path d="M-8-2h16"/>'
        '<g stroke-width="2.6"><path d="M-4.5 1v4"/><path d="M0 1v4M4.5 1v4" stroke-opacity=".22"/></g>'
    )


def _head_down(badge: Badge, piece: Piece) -> str:
    """A bowed bar."""
    return _outlined("M-8.5 3Q0-7 8.5 3", INK, 3.0, piece.pose.facing)


def _hit(badge: Badge, piece: Piece) -> str:
    """A die left by the stand, showing the hits."""
    count = number(badge.text)
    if count not in PIPS:
        face = _letter(str(count), INK)
    else:
        spots = "".join([f"M{4 * x} {4 * y}h0" for x, y in PIPS[count]])
        face = f'<path d="{spots}" stroke-width="3.2" stroke-linecap="round"/>'
    return f'<rect x="-7.5" y="-7.5" width="15" height="15" rx="3" fill="{CARD}"/>{face}'


def _done(badge: Badge, piece: Piece) -> str:
    return _outlined("M-6 0l4 5 8-10", INK, 2.2, 0)


def _hidden(badge: Badge, piece: Piece) -> str:
    return f'<path d="M0-9L9 0 0 9-9 0z" fill="{CARD}" stroke-dasharray="3 2"/>' + _letter("?", INK)


def _tag_words(badge: Badge) -> str:
    """What stands on a tag: the words before the colon."""
    return badge.text.partition(":")[0]


def _tag_half(badge: Badge) -> float:
    return 4.0 + 2.9 * len(_tag_words(badge))


def _tag(badge: Badge, piece: Piece) -> str:
    """A slip of paper with a few words on it."""
    half = _tag_half(badge)
    return (
        f'<rect x="{px(-half)}" y="-7" width="{px(2 * half)}" height="14" rx="2" fill="{CARD}" stroke-width=".7"/>'
        f'<text y="3.6" font-size="10" text-anchor="middle" font-family="{SANS}" fill="{INK}" stroke="none">'
        f"{escape(_tag_words(badge))}</text>"
    )


def _unknown(badge: Badge, piece: Piece) -> str:
    initial = re.findall(r"[^\W_]", badge.text)
    return f'<circle r="8.5" fill="{CARD}"/>' + _letter(initial[0].upper() if initial else "!", INK)


def _ragged(badge: Badge, side: str, block: Block, depth: float, unit: float) -> str:
    """A torn outline round the whole unit."""
    half_w, half_d = 0.5 * block.width + 3.5 * unit, 0.5 * block.depth + 3.5 * unit
    points: list[str] = []
    step = 5.0 * unit
    for edge, (span, turn) in enumerate(((half_w, 0), (half_d, 1), (half_w, 2), (half_d, 3))):
        count = max(3, round(2 * span / step))
        for n in range(count):
            along = -span + 2 * span * n / count
            out = (half_d if turn % 2 == 0 else half_w) + ((n % 2) * 3.6 + scatter(n, edge, 5) % 20 / 10 - 1) * unit
            x, y = ((along, -out), (out, along), (-along, out), (-out, -along))[turn]
            points.append(f"{fine(x)} {fine(y)}")
    return (
        f'<g class="badge disorder" transform="translate({fine(block.pose.x)} {fine(depth - block.pose.y)}) '
        f'rotate({fine(block.pose.facing / 100)})">{said(badge.text, badge.clause)}'
        f'<path d="M{"L".join(points)}Z" fill="none" stroke="{colour(side)}" '
        f'stroke-width="{fine(1.3 * unit)}"/></g>'
    )


_SHAPES: Final[dict[str, Callable[[Badge, Piece], str]]] = {
    "chit": _chit,
    "rout": _rout,
    "pinned": _pinned,
    "smoke": _smoke,
    "fatigue": _fatigue,
    "low-ammunition": _low_ammunition,
    "head-down": _head_down,
    "hit": _hit,
    "done": _done,
    "hidden": _hidden,
    "tag": _tag,
}
