"""Areas: a quiet wash, an edge, and marks that tell every kind apart in black and white."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2, hypot
from typing import Final, final
from zlib import crc32

from roundtop.draw.ink import BROWN, INK, SHALLOW, WATER, px
from roundtop.draw.trace import clear_spans, lattice, rounded, spans, straight, surface, turned, walk
from roundtop.table.pose import Point

Outline = Sequence[Point]


@final
@dataclass(slots=True, frozen=True)
class Wash:
    """How an area is laid in before its marks: colour, strength, and the dashes of its edge."""

    colour: str
    strength: float
    edge: str
    weight: float
    dashes: str = ""


WASHES: Final[dict[str, Wash]] = {
    "ploughed": Wash("#D9BE94", 0.35, BROWN, 0.8, "2 2"),
    "crops": Wash("#DCD08C", 0.35, BROWN, 0.8, "5 2"),
    "corn": Wash("#D5C878", 0.40, BROWN, 0.8, "5 2"),
    "orchard": Wash("#BECB98", 0.40, "#5C6B48", 0.8, "1.5 2.5"),
    "open-woods": Wash("#BCC79F", 0.35, "#5C6B48", 0.9, "4 3"),
    "woods": Wash("#A3B384", 0.55, "#4C5A3C", 1.3),
    "rough": Wash("#CDBFA2", 0.35, BROWN, 0.7, "1.5 3"),
    "marsh": Wash("#BFCDBB", 0.50, WATER, 0.9, "6 3"),
    "swamp": Wash("#A5B7A2", 0.60, WATER, 1.1, "6 3"),
    "pond": Wash(SHALLOW, 1.00, WATER, 1.2),
    "cliff": Wash("#C9B79A", 0.70, INK, 1.8),
    "town": Wash("#DCC7A6", 0.70, INK, 0.9, "7 2 1.5 2"),
    "building": Wash(INK, 0.90, INK, 1.0),
}
UNKNOWN: Final = Wash("#CDBFA2", 0.35, INK, 0.9, "8 3 2 3")
ORDER: Final = tuple(WASHES)
ANGULAR: Final = ("town", "building")

_CROWNS: Final = (
    "a2 2 0 0 1 .4-3.7 2.9 2.9 0 0 1 5.2-.2 2 2 0 0 1 .4 3.9q-3 1.5-6 0z",
    "a1.8 1.8 0 0 1 0-3.4 2.4 2.4 0 0 1 4.4-.6 1.9 1.9 0 0 1 .8 3.6q-2.6 1.6-5.2.4z",
    "a1.6 1.6 0 0 1 .2-3 2.3 2.3 0 0 1 4.2.2 1.5 1.5 0 0 1 .2 2.8q-2.3 1.2-4.6 0z",
    "a2.2 2.2 0 0 1-.4-4 3 3 0 0 1 5.6-.6 2.3 2.3 0 0 1 1.2 4.2q-3.2 1.8-6.4.4z",
)
_SHADES: Final = ("m2 .7q5 .6 5-3.6", "m1.6.8q4.6.4 4.4-3.2", "m1.4.6q4 .4 3.8-2.8", "m2 .8q5.6.6 5.2-4")


def wash(kind: str, outline: Outline) -> str:
    """The ground colour of an area with its edge line."""
    style = WASHES.get(kind, UNKNOWN)
    data = straight(outline, True) if kind in ANGULAR else rounded(outline, True)
    dashes = f' stroke-dasharray="{style.dashes}"' if style.dashes else ""
    return (
        f'<path d="{data}" fill="{style.colour}" fill-opacity="{style.strength}" stroke="{style.edge}" '
        f'stroke-width="{style.weight}"{dashes}/>'
    )


def marks(kind: str, outline: Outline, thin: float) -> str:
    """The marks of an area; `thin` above 1 spaces them wider on a crowded sheet."""
    draw = _MARKS.get(kind)
    return draw(outline, thin) if draw else ""


def _ink(data: list[str], stroke: str, width: float, more: str = "") -> str:
    if not data:
        return ""
    return f'<path d="{"".join(data)}" stroke="{stroke}" stroke-width="{width}"{more}/>'


def _trees(outline: Outline, across: float, down: float, salt: int) -> str:
    crowns: list[str] = []
    shades: list[str] = []
    for x, y, number in lattice(outline, across, down=down, margin=5.0, jitter=5.0, salt=salt):
        variant = number % 4
        at = f"M{px(x - 2)} {px(y + 2.5)}"
        crowns.append(at + _CROWNS[variant])
        shades.append(at + _SHADES[variant])
    return _ink(crowns, "#46543A", 0.6, ' fill="#93A473" fill-opacity=".6"') + _ink(shades, "#333F2A", 1.2)


def _stipple(outline: Outline, across: float, down: float, salt: int) -> str:
    dots = [f"M{px(x)} {px(y)}h0" for x, y, _ in lattice(outline, across, down=down, margin=2.5, jitter=8.0, salt=salt)]
    return _ink(dots, "#46543A", 1.1)


def _woods(outline: Outline, thin: float) -> str:
    return _trees(outline, 13.0 * thin, 11.0 * thin, 1) + _stipple(outline, 15.0 * thin, 12.0 * thin, 2)


def _open_woods(outline: Outline, thin: float) -> str:
    return _trees(outline, 27.0 * thin, 22.0 * thin, 3)


def _orchard(outline: Outline, thin: float) -> str:
    gap = 10.0 * thin
    dots: list[str] = []
    for row in range(int(min(y for _, y in outline) / gap), int(max(y for _, y in outline) / gap) + 2):
        for a, b in clear_spans(outline, row * gap, 2.5):
            dots += [f"M{px(i * gap)} {px(row * gap)}h0" for i in range(int(a / gap) + 1, int(b / gap) + 1)]
    return _ink(dots, "#46543A", 4.2)


def _corn(outline: Outline, thin: float) -> str:
    stalks = [
        f"M{px(x)} {px(y + 3)}v-{px(5 + number % 3)}"
        for x, y, number in lattice(outline, 6.0 * thin, down=8.0 * thin, margin=3.5, jitter=1.2, salt=4)
    ]
    return _ink(stalks, "#7A6425", 0.9)


def _crops(outline: Outline, thin: float) -> str:
    ears = [
        f"M{px(x - 2)} {px(y - 2)}l2 3.5 2-3.5"
        for x, y, _ in lattice(outline, 10.0 * thin, down=9.0 * thin, margin=3.0, jitter=1.0, salt=5)
    ]
    return _ink(ears, "#8A7434", 0.8)


def _ploughed(outline: Outline, thin: float) -> str:
    """Furrows run along the longest edge of the field."""
    edges = list(zip(outline, [*outline[1:], outline[0]], strict=True))
    a, b = max(edges, key=lambda edge: hypot(edge[1][0] - edge[0][0], edge[1][1] - edge[0][1]))
    angle = atan2(b[1] - a[1], b[0] - a[0])
    level = turned(outline, -angle)
    gap = 6.0 * thin
    furrows: list[str] = []
    for row in range(int(min(y for _, y in level) / gap) - 1, int(max(y for _, y in level) / gap) + 2):
        for left, right in spans(level, row * gap):
            if right - left > 6.0:
                furrows.append(straight(turned([(left + 2, row * gap), (right - 2, row * gap)], angle)))
    return _ink(furrows, BROWN, 0.8, ' stroke-opacity=".75"')


def _rough(outline: Outline, thin: float) -> str:
    stones: list[str] = []
    for x, y, number in lattice(outline, 15.0 * thin, down=12.0 * thin, margin=4.0, jitter=6.0, salt=6):
        shape = ("l2.5-5 3 5", "l1-4 4-1 2 4z", "l3-3 3 2")[number % 3]
        stones.append(f"M{px(x - 3)} {px(y + 2)}{shape}")
    return _ink(stones, "#5B4A34", 1.0)


def _tufts(outline: Outline, across: float, down: float) -> str:
    tufts = [
        f"M{px(x - 4)} {px(y + 2)}h8m-4-1v-5m-2 5l-1.5-3.5m5.5 3.5l1.5-3.5"
        for x, y, _ in lattice(outline, across, down=down, margin=5.0, jitter=6.0, salt=7)
    ]
    return _ink(tufts, "#4A5B4B", 0.8)


def _ripples(outline: Outline, across: float, down: float) -> str:
    lines = [
        f"M{px(x - 4)} {px(y)}h{px(6 + number % 4)}"
        for x, y, number in lattice(outline, across, down=down, margin=5.0, jitter=5.0, salt=8)
    ]
    return _ink(lines, WATER, 0.9)


def _marsh(outline: Outline, thin: float) -> str:
    return _ripples(outline, 22.0 * thin, 13.0 * thin) + _tufts(outline, 24.0 * thin, 15.0 * thin)


def _swamp(outline: Outline, thin: float) -> str:
    return (
        _ripples(outline, 15.0 * thin, 7.0 * thin)
        + _tufts(outline, 32.0 * thin, 21.0 * thin)
        + _trees(outline, 25.0 * thin, 19.0 * thin, 9)
    )


def _pond(outline: Outline, thin: float) -> str:
    """Shore lines, each drawn as a wide stroke cut away by a narrower one inside the bank."""
    data = rounded(outline, True)
    key = f"rt-water-{crc32(data.encode()):08x}"
    rings = "".join(
        [
            f'<path d="{data}" stroke="{colour}" stroke-width="{width}"/>'
            for width, colour in (
                (23, WATER),
                (21.8, SHALLOW),
                (14, WATER),
                (12.6, SHALLOW),
                (7, WATER),
                (5, SHALLOW),
            )
        ]
    )
    edge = f'<path d="{data}" stroke="{WATER}" stroke-width="1.6"/>'
    return f'<clipPath id="{key}"><path d="{data}"/></clipPath><g clip-path="url(#{key})">{rings}</g>{edge}'


def _town(outline: Outline, thin: float) -> str:
    houses: list[str] = []
    for x, y, number in lattice(outline, 19.0 * thin, down=16.0 * thin, margin=6.0, jitter=4.0, salt=10):
        width, depth = 5 + number % 5, 4 + number // 5 % 4
        if number % 7:
            houses.append(f"M{px(x - 4)} {px(y - 3)}h{width}v{depth}h-{width}z")
    return _ink(houses, INK, 0.5, f' fill="{INK}"')


def _cliff(outline: Outline, thin: float) -> str:
    """Heavy strokes down from the edge, longer and shorter in turn."""
    inward = -1.0 if surface(outline) > 0 else 1.0
    strokes: list[str] = []
    for count, stop in enumerate(walk(outline, 4.0 * thin, True)):
        x, y = stop.at(0.0, inward * (9.0, 5.0, 7.0, 4.0)[count % 4])
        strokes.append(f"M{px(stop.x)} {px(stop.y)}L{px(x)} {px(y)}")
    return _ink(strokes, INK, 1.3)


_MARKS: Final[dict[str, Callable[[Outline, float], str]]] = {
    "woods": _woods,
    "open-woods": _open_woods,
    "orchard": _orchard,
    "corn": _corn,
    "crops": _crops,
    "ploughed": _ploughed,
    "rough": _rough,
    "marsh": _marsh,
    "swamp": _swamp,
    "pond": _pond,
    "town": _town,
    "cliff": _cliff,
}
