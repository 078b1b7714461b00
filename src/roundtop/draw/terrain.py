"""The ground: heights, areas, waters, roads and obstacles, drawn once for a battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from roundtop.draw import areas, lines
from roundtop.draw.ink import BROWN, INK, PAPER, fine, mixed, px, scatter
from roundtop.draw.trace import length, rounded, surface, walk
from roundtop.table.ground import Ground
from roundtop.table.pose import Point

LONGEST: Final = 1120.0
LOWEST_TINT: Final = "#E6D8B8"
HIGHEST_TINT: Final = "#FCF9F0"
MARKED_SURFACE: Final = 330_000.0
HACHURED_LENGTH: Final = 9_000.0

Outline = tuple[Point, ...]
Plan = tuple[
    float,
    float,
    tuple[tuple[str, Outline], ...],
    tuple[tuple[str, Outline], ...],
    tuple[tuple[str, Outline, float], ...],
    tuple[tuple[int, Outline], ...],
    tuple[tuple[str, float, float, float], ...],
]


def scale(ground: Ground) -> float:
    """Sheet units to a unit of the table."""
    return LONGEST / max(ground.width, ground.depth)


def field(ground: Ground) -> str:
    """The id of the clip that keeps drawings on the field; grounds of one size share it."""
    return _field(ground.width * scale(ground), ground.depth * scale(ground))


def _field(width: float, depth: float) -> str:
    return f"rt-field-{px(width)}x{px(depth)}"


def terrain(ground: Ground) -> str:
    """The ground in sheet units, its north-west corner at the origin."""
    return _drawn(_plan(ground))


def terrain_svg(ground: Ground, size: int = 1200) -> str:
    """The bare ground as a document in table units, x east and y south from the north-west corner."""
    longest = max(ground.width, ground.depth)
    width, depth = ground.width * size / longest, ground.depth * size / longest
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{px(width)}" height="{px(depth)}" '
        f'viewBox="0 0 {fine(ground.width)} {fine(ground.depth)}" role="img" aria-label="The ground">'
        f'<g transform="scale({1.0 / scale(ground):.6g})">{terrain(ground)}</g></svg>\n'
    )


def forget() -> None:
    """Let go of the grounds drawn so far."""
    _drawn.cache_clear()


def _plan(ground: Ground) -> Plan:
    """The ground as a value that can be looked up, in sheet units with y to the south."""
    k = scale(ground)
    depth = ground.depth

    def laid(points: Sequence[Point]) -> Outline:
        return tuple([(x * k, (depth - y) * k) for x, y in points])

    def closed(points: Sequence[Point]) -> Outline:
        # A corner on the table's edge is named twice, which keeps it sharp.
        kept: list[Point] = []
        for x, y in points:
            edge = x <= 0.0 or y <= 0.0 or x >= ground.width or y >= depth
            kept += [(x, y)] * (2 if edge else 1)
        return laid(kept)

    return (
        ground.width * k,
        depth * k,
        tuple([(area.kind, closed(area.outline)) for area in ground.areas]),
        tuple([(line.kind, laid(line.points)) for line in ground.lines]),
        tuple([(road.kind, laid(road.points), road.width * k) for road in ground.roads]),
        tuple([(height.level, closed(height.outline)) for height in ground.heights]),
        tuple([(c.kind, c.x * k, (depth - c.y) * k, c.width * k) for c in ground.crossings]),
    )


@lru_cache(maxsize=16)
def _drawn(plan: Plan) -> str:
    width, depth, grounds, features, roads, heights, crossings = plan
    levels = sorted(heights, key=lambda height: height[0])
    sorted_areas = sorted(grounds, key=lambda area: _rank(area[0]))
    thin = max(1.0, sqrt(sum([abs(surface(outline)) for _, outline in grounds]) / MARKED_SURFACE))
    waters = [points for kind, points in features if kind in lines.WATERS]
    parts = [
        f'<clipPath id="{_field(width, depth)}">',
        f'<path d="M0 0H{px(width)}V{px(depth)}H0Z"/></clipPath>',
        f'<g class="terrain" clip-path="url(#{_field(width, depth)})" fill="none" stroke-linecap="round" '
        'stroke-linejoin="round">',
        f'<path d="M0 0H{px(width)}V{px(depth)}H0Z" fill="{_tint(0, levels)}"/>',
        _grain(),
        f'<path d="M0 0H{px(width)}V{px(depth)}H0Z" fill="url(#rt-grain)"/>',
        _tints(levels),
        *[areas.wash(kind, outline) for kind, outline in sorted_areas if kind not in areas.ANGULAR],
        _hachures(levels),
        *[areas.marks(kind, outline, thin) for kind, outline in sorted_areas if kind not in areas.ANGULAR],
        *[lines.line(kind, points) for kind, points in features if kind in lines.WATERS],
        *[lines.line(kind, points) for kind, points in features if kind in lines.LOW],
        *[areas.wash("town", outline) for kind, outline in sorted_areas if kind == "town"],
        lines.roads(sorted(roads, key=lambda road: _road_rank(road[0]))),
        *[lines.crossing(kind, x, y, broad, waters) for kind, x, y, broad in crossings],
        *[areas.marks("town", outline, thin) for kind, outline in sorted_areas if kind == "town"],
        *[lines.line(kind, points) for kind, points in features if kind not in lines.WATERS + lines.LOW],
        *[areas.wash("building", outline) for kind, outline in sorted_areas if kind == "building"],
        "</g>",
    ]
    return "".join(parts)


def _rank(kind: str) -> int:
    return areas.ORDER.index(kind) if kind in areas.ORDER else 0


def _road_rank(kind: str) -> int:
    return lines.ROAD_ORDER.index(kind) if kind in lines.ROAD_ORDER else len(lines.ROAD_ORDER)


def _grain() -> str:
    """Specks and fibres of the paper, in one small tile."""
    specks: list[str] = []
    for index in range(26):
        number = scatter(index, 7)
        specks.append(f"M{number % 160} {number // 160 % 160}l{number // 25600 % 7 - 3} {number // 179200 % 5 - 2}")
    return (
        '<pattern id="rt-grain" width="160" height="160" patternUnits="userSpaceOnUse">'
        f'<path d="{"".join(specks)}" stroke="{INK}" stroke-width="0.9" stroke-opacity=".09"/></pattern>'
    )


def _tint(level: int, levels: Sequence[tuple[int, Outline]]) -> str:
    """Higher ground is lighter; a flat field is plain paper."""
    if not levels:
        return PAPER
    low, high = min(0, levels[0][0]), max(1, levels[-1][0])
    return mixed(LOWEST_TINT, HIGHEST_TINT, (level - low) / (high - low))


def _tints(levels: Sequence[tuple[int, Outline]]) -> str:
    return "".join([f'<path d="{rounded(outline, True)}" fill="{_tint(level, levels)}"/>' for level, outline in levels])


def _hachures(levels: Sequence[tuple[int, Outline]]) -> str:
    """Contours with strokes running downhill, heavier at the head."""
    if not levels:
        return ""
    total = sum([length(outline, True) for _, outline in levels])
    step = 4.2 * max(1.0, total / HACHURED_LENGTH)
    contours: list[str] = []
    tails: list[str] = []
    heads: list[str] = []
    for level, outline in levels:
        contours.append(rounded(outline, True))
        down = (1.0 if surface(outline) > 0 else -1.0) * (1.0 if level >= 0 else -1.0)
        for count, stop in enumerate(walk(outline, step, True)):
            reach = 7.0 + scatter(count, level, 11) % 50 / 10.0
            for data, far in ((tails, reach), (heads, 0.55 * reach)):
                x, y = stop.at(0.0, down * far)
                data.append(_leg(stop.x, stop.y, x, y))
    return (
        f'<g stroke="{BROWN}"><path d="{"".join(tails)}" stroke-width="0.6"/>'
        f'<path d="{"".join(heads)}" stroke-width="1.2"/>'
        f'<path d="{"".join(contours)}" stroke-width="1"/></g>'
    )


def _leg(ax: float, ay: float, bx: float, by: float) -> str:
    return f"M{px(ax)} {px(ay)}l{px(bx - ax)} {px(by - ay)}"
