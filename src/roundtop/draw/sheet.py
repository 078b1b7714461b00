"""The sheet of paper: where the field lies on it, its neat line, cartouche, scales and north point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.scene import Scene
from roundtop.draw import terrain
from roundtop.draw.ink import INK, PAPER, colour, dark, fill, lettering, px, words
from roundtop.table.ground import Ground
from roundtop.table.pose import Point

SIDE: Final = 40.0
TOP: Final = 92.0
BOTTOM: Final = 92.0
NARROWEST: Final = 760.0
BAND: Final = 9.0
LENGTHS: Final = (0.5, 1, 2, 3, 4, 6, 8, 10, 12, 18, 20, 24, 30, 36, 48, 60, 80, 100)
YARDS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 400, 500, 1000, 2000, 5000)
BAR: Final = 190.0


@final
@dataclass(slots=True, frozen=True)
class Sheet:
    """Where the field lies: sheet units to a table unit, and the corner of the field."""

    scale: float
    left: float
    top: float
    field_width: float
    field_depth: float
    width: float
    height: float

    def at(self, x: float, y: float) -> Point:
        """A table point in sheet units from the north-west corner of the field."""
        return (x * self.scale, self.field_depth - y * self.scale)


def sheet_for(ground: Ground) -> Sheet:
    """A sheet that takes the field with its margins."""
    k = terrain.scale(ground)
    field_width, field_depth = ground.width * k, ground.depth * k
    width = max(NARROWEST, field_width + 2 * SIDE)
    return Sheet(
        scale=k,
        left=0.5 * (width - field_width),
        top=TOP,
        field_width=field_width,
        field_depth=field_depth,
        width=width,
        height=TOP + field_depth + BOTTOM,
    )


def paper(sheet: Sheet) -> str:
    """The bare paper."""
    return f'<path d="M0 0H{px(sheet.width)}V{px(sheet.height)}H0Z" fill="{PAPER}"/>'


def frame(scene: Scene, sheet: Sheet) -> str:
    """All that stands round the field."""
    return (
        f'<g class="frame" fill="none" stroke="{INK}">{_neat_line(scene, sheet)}{_cartouche(scene, sheet)}'
        f"{_scales(scene, sheet)}{_armies(scene, sheet)}{_north(sheet)}</g>"
    )


def _neat_line(scene: Scene, sheet: Sheet) -> str:
    """A double border, its band inked by turns in a round number of the book's unit."""
    x, y, w, h = sheet.left, sheet.top, sheet.field_width, sheet.field_depth
    step = _longest(LENGTHS, sheet.scale, 90.0) * sheet.scale
    half = 0.5 * BAND
    inner = f'<rect x="{px(x)}" y="{px(y)}" width="{px(w)}" height="{px(h)}" stroke-width="1"/>'
    outer = "".join(
        [
            f'<rect x="{px(x - grow)}" y="{px(y - grow)}" width="{px(w + 2 * grow)}" '
            f'height="{px(h + 2 * grow)}" '
            f'stroke-width="{weight}"/>'
            for grow, weight in ((BAND, 0.8), (BAND + 3.5, 2.6))
        ]
    )
    band = (
        f"M{px(x)} {px(y - half)}h{px(w)}M{px(x)} {px(y + h + half)}h{px(w)}"
        f"M{px(x - half)} {px(y + h)}v-{px(h)}M{px(x + w + half)} {px(y + h)}v-{px(h)}"
    )
    return (
        f'{inner}{outer}<path d="{band}" stroke-width="{px(BAND - 4)}" stroke-dasharray="{px(step)}" '
        f'stroke-opacity=".8"/>'
    )


def _cartouche(scene: Scene, sheet: Sheet) -> str:
    """The title and the moment on a plate with hollowed corners."""
    middle = 0.5 * sheet.width
    size = 25.0
    room = sheet.width - 2 * SIDE - 60
    size = min(size, max(14.0, size * room / max(1.0, lettering(scene.title, size))))
    width = min(room, max(lettering(scene.title, size), lettering(scene.moment, 15.0), 150.0)) + 64
    x, y, height = middle - 0.5 * width, 9.0, 61.0
    plates = "".join(
        [
            _plate(x + d, y + d, width=width - 2 * d, height=height - 2 * d, hollow=10.0, weight=w)
            for d, w in ((0, 1.8), (4, 0.7))
        ]
    )
    rule = (
        f'<path d="M{px(middle - 46)} {px(y + 36)}h38m16 0h38M{px(middle)} {px(y + 33)}l4 3-4 3-4-3z" '
        'stroke-width=".8"/>'
    )
    title = words(scene.title, middle, y + 28, size, extra=' font-variant="small-caps" letter-spacing=".06em"')
    moment = words(scene.moment, middle, y + 52, 15.0, extra=' font-style="italic"')
    return f'<g class="cartouche">{plates}{rule}<g fill="{INK}" stroke="none">{title}{moment}</g></g>'


def _plate(x: float, y: float, width: float, height: float, hollow: float, weight: float) -> str:
    a, b = px(width - 2 * hollow), px(height - 2 * hollow)
    r = px(hollow)
    data = (
        f"M{px(x + hollow)} {px(y)}h{a}a{r} {r} 0 0 0 {r} {r}v{b}a{r} {r} 0 0 0-{r} {r}h-{a}"
        f"a{r} {r} 0 0 0-{r}-{r}v-{b}a{r} {r} 0 0 0 {r}-{r}z"
    )
    return f'<path d="{data}" fill="{PAPER}" stroke-width="{weight}"/>'


def _scales(scene: Scene, sheet: Sheet) -> str:
    """Two bars: the book's own unit, and yards."""
    x, y = SIDE + 4, sheet.top + sheet.field_depth + 34
    own = _longest(LENGTHS, sheet.scale, BAR)
    bars = _bar(x, y, own, sheet.scale, plural(scene.unit))
    if scene.yards_per_unit > 0:
        per_yard = sheet.scale / scene.yards_per_unit
        bars += _bar(x, y + 31, _longest(YARDS, per_yard, BAR), per_yard, "yards")
    return f'<g class="scales">{bars}</g>'


def _longest(lengths: Sequence[float], scale: float, room: float) -> float:
    """The greatest of some round lengths that fits the room, or the smallest."""
    return max([length for length in lengths if length * scale <= room], default=lengths[0])


def _bar(x: float, y: float, length: float, scale: float, name: str) -> str:
    quarter = 0.25 * length * scale
    cells = "".join([f"M{px(x + n * quarter)} {px(y)}h{px(quarter)}v5h-{px(quarter)}z" for n in (0, 2)])
    whole = f'<path d="M{px(x)} {px(y)}h{px(4 * quarter)}v5h-{px(4 * quarter)}z" stroke-width=".8"/>'
    figures = "".join(
        [words(f"{length * share:g}", x + 4 * quarter * share, y - 4, 12.0, sans=True) for share in (0, 0.5, 1)]
    )
    title = words(name, x + 4 * quarter + 14, y + 6, 14.0, anchor="start", extra=' font-style="italic"')
    return f'{whole}<g fill="{INK}" stroke="none"><path d="{cells}"/>{figures}{title}</g>'


def plural(unit: str) -> str:
    """The name of a unit of measure as it stands under a scale."""
    if unit == "inch":
        return "inches"
    return unit if len(unit) <= 2 or unit.endswith("s") else unit + "s"


def _armies(scene: Scene, sheet: Sheet) -> str:
    """Whose stands are whose, shown as they are drawn."""
    sides = sorted({piece.side for piece in scene.pieces if piece.side}, reverse=True)
    y = sheet.top + sheet.field_depth + 48
    widths = [lettering(side.capitalize(), 16.0) + 60 for side in sides]
    x = max(SIDE + BAR + 90, 0.5 * (sheet.width - sum(widths)) + 20)
    out: list[str] = []
    for side, width in zip(sides, widths, strict=True):
        out.append(
            f'<rect x="{px(x)}" y="{px(y - 11)}" width="24" height="12" fill="{fill(side)}" '
            f'stroke="{colour(side)}" stroke-width="1"/><path d="M{px(x)} {px(y - 10)}h24" '
            f'stroke="{dark(side)}" '
            'stroke-width="3"/>'
        )
        name = words(side.capitalize(), x + 32, y + 1, 16.0, anchor="start", extra=' font-variant="small-caps"')
        out.append(f'<g fill="{INK}" stroke="none">{name}</g>')
        x += width
    return f'<g class="armies">{"".join(out)}</g>'


def _north(sheet: Sheet) -> str:
    x, y = sheet.width - SIDE - 24, sheet.top + sheet.field_depth + 51
    needle = (
        f'<path d="M{px(x)} {px(y - 22)}l6 22-6 22-6-22z" stroke-width=".9"/>'
        f'<path d="M{px(x)} {px(y - 22)}v44l-6-22z" fill="{INK}" stroke="none"/>'
        f'<path d="M{px(x - 16)} {px(y)}h32" stroke-width=".9"/><circle cx="{px(x)}" cy="{px(y)}" '
        'r="11" stroke-width=".6"/>'
    )
    letter = words("N", x + 16, y - 13, 16.0, extra=f' fill="{INK}" stroke="none"')
    return f'<g class="north">{needle}{letter}</g>'
