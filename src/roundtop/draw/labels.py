"""Lettering that keeps clear of the troops and of itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, final

from roundtop.draw.ink import INK, PAPER, escape, lettering, px
from roundtop.table.footprint import Block, block_in_box, overlap
from roundtop.table.measure import cosine, sine
from roundtop.table.pose import Point, Pose

CORNER: Final = sqrt(0.5)
AROUND: Final = (
    (0.0, -1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (CORNER, -CORNER),
    (-CORNER, -CORNER),
    (0.0, 1.0),
    (CORNER, CORNER),
    (-CORNER, CORNER),
)
RINGS: Final = (4.0, 12.0, 22.0, 36.0, 54.0, 76.0, 102.0, 132.0)
CLEAR: Final = 9.0
LOWER: Final = ("place", "overlay")
LED: Final = 15.0


@final
@dataclass(slots=True, frozen=True)
class Wish:
    """Lettering that wants to stand beside a block, both in sheet units with y to the north."""

    key: str
    text: str
    style: str
    size: float
    block: Block


@final
@dataclass(slots=True, frozen=True)
class Room:
    """Room already taken, and by whom."""

    key: str
    block: Block


@final
@dataclass(slots=True, frozen=True)
class Label:
    """Lettering in its place; a far one is led back to what it names."""

    wish: Wish
    room: Block
    lead: Point | None


def place(wishes: Sequence[Wish], taken: Sequence[Room], width: float, depth: float) -> list[Label]:
    """Each wish in the first free of its places, first come first served; one that finds none is left out.

    A place well clear of everyone else goes before a nearer one that might be read as a neighbour's.
    """
    busy = list(taken)
    labels: list[Label] = []
    for wish in wishes:
        label = _placed(wish, busy, width, depth)
        if label is not None:
            labels.append(label)
            busy.append(Room(wish.key, label.room))
    return labels


def _placed(wish: Wish, busy: Sequence[Room], width: float, depth: float) -> Label | None:
    free: Label | None = None
    for room, lead, ring in _places(wish):
        if not block_in_box(room, 2.0, 2.0, width - 2.0, depth - 2.0) or _meets(room, busy, ""):
            continue
        wide = Block(room.pose, room.width + 2 * CLEAR, room.depth + 2 * CLEAR)
        if ring <= LED and not _meets(wide, busy, wish.key):
            return Label(wish, room, lead)
        if free is None:
            free = Label(wish, room, lead)
    return free


def _meets(block: Block, busy: Sequence[Room], but: str) -> bool:
    """Whether a block overlaps any room except one's own."""
    for room in busy:
        if overlap(block, room.block) and room.key != but:
            return True
    return False


def _places(wish: Wish) -> Iterator[tuple[Block, Point | None, float]]:
    """Eight places round a block, near ones first: behind it, at its ends, then before it."""
    width, height = lettering(wish.text, wish.size, wish.style in LOWER) + 4.0, wish.size + 1.0
    block = wish.block
    s, c = sine(block.pose.facing), cosine(block.pose.facing)
    for ring in RINGS:
        for right, forward in AROUND:
            ux, uy = right * c + forward * s, forward * c - right * s
            a, b = 0.5 * block.width * _sign(right), 0.5 * block.depth * _sign(forward)
            x, y = block.pose.x + a * c + b * s, block.pose.y + b * c - a * s
            room = Block(
                Pose(x + ring * ux + 0.5 * width * _leaning(ux), y + ring * uy + 0.5 * height * _leaning(uy), 0),
                width,
                height,
            )
            yield room, (x, y) if ring > LED else None, ring


def _sign(value: float) -> float:
    return 0.0 if abs(value) < 1e-9 else 1.0 if value > 0 else -1.0


def _leaning(value: float) -> float:
    return max(-1.0, min(1.0, 1.5 * value))


STYLES: Final = {
    "unit": ' font-variant="small-caps"',
    "group": ' font-variant="small-caps" font-weight="700"',
    "officer": ' font-variant="small-caps" font-style="italic"',
    "place": ' font-style="italic"',
    "overlay": ' font-style="italic"',
}


def draw(labels: Sequence[Label], south: float) -> str:
    """The labels on the sheet, with a halo of paper; `south` is the foot of the field."""
    leaders: list[str] = []
    out: list[str] = []
    for label in labels:
        wish, room = label.wish, label.room
        x, y = room.pose.x, south - room.pose.y
        if label.lead is not None:
            leaders.append(_leader(room, label.lead, south))
        out.append(
            f'<text class="name name-{wish.style}" data-for="{escape(wish.key)}" x="{px(x)}" '
            f'y="{px(y + 0.33 * wish.size)}" '
            f'font-size="{px(wish.size)}" '
            f'textLength="{px(room.width - 4.0)}"{STYLES[wish.style]}>{escape(wish.text)}</text>'
        )
    return (
        f'<g class="labels" fill="{INK}" stroke="{PAPER}" stroke-width="3.6" stroke-opacity=".88" '
        'stroke-linejoin="round" '
        f'paint-order="stroke" text-anchor="middle" aria-hidden="true">{"".join(leaders + out)}</g>'
    )


def _leader(room: Block, lead: Point, south: float) -> str:
    """A hair line from what is named to the nearest edge of its label."""
    x, y = lead
    half_w, half_h = 0.5 * room.width, 0.5 * room.depth
    near_x = max(room.pose.x - half_w, min(x, room.pose.x + half_w))
    near_y = max(room.pose.y - half_h, min(y, room.pose.y + half_h))
    return (
        f'<path d="M{px(x)} {px(south - y)}L{px(near_x)} {px(south - near_y)}" stroke="{INK}" '
        'stroke-width=".7" stroke-opacity=".7"/>'
    )
