"""Linear features, roads and crossings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot
from typing import Final

from roundtop.draw.ink import BROWN, INK, PAPER, WATER, px
from roundtop.draw.trace import Stop, rounded, shifted, straight, walk
from roundtop.table.pose import Point

Points = Sequence[Point]

WATERS: Final = ("stream", "creek", "river")
LOW: Final = ("sunken-road", "railway-cutting", "crest")
ROAD_ORDER: Final = ("lane", "road", "pike")
NARROWEST_ROAD: Final = {"lane": 3.5, "road": 5.0, "pike": 7.0, "railway": 4.0}
ROAD_SURFACE: Final = "#F1E4C6"
_STONE: Final = "#4A4036"


def line(kind: str, points: Points) -> str:
    """A linear feature by its kind."""
    return _LINES.get(kind, _plain)(points)


def _stroke(data: str, colour: str, width: float, more: str = "") -> str:
    return f'<path d="{data}" stroke="{colour}" stroke-width="{width}"{more}/>'


def _to(stop: Stop, along: float, left: float) -> str:
    x, y = stop.at(along, left)
    return f"{px(x)} {px(y)}"


def _ticks(points: Points, step: float, right: float, left: float, first: float | None = None) -> str:
    """Short strokes across a line, from so far right of it to so far left."""
    return "".join([f"M{_to(stop, 0, -right)}L{_to(stop, 0, left)}" for stop in walk(points, step, first=first)])


def _plain(points: Points) -> str:
    return _stroke(rounded(points), INK, 1.2, ' stroke-dasharray="8 3 2 3"')


def _fence(points: Points) -> str:
    posts = "".join([f"M{px(stop.x)} {px(stop.y)}h0" for stop in walk(points, 9.0, first=0.0)])
    return _stroke(straight(points), _STONE, 0.9) + _stroke(posts, INK, 2.8)


def _wall(points: Points) -> str:
    sides = straight(shifted(points, 1.9)) + straight(shifted(points, -1.9))
    return (
        _stroke(straight(points), PAPER, 3.8, ' stroke-linecap="butt"')
        + _stroke(sides, _STONE, 0.9)
        + _stroke(_ticks(points, 5.0, 1.9, 1.9), _STONE, 0.9)
    )


def _hedge(points: Points) -> str:
    data = []
    for stop in walk(points, 6.0, first=3.0):
        data.append(f"M{_to(stop, -3, 0)}A3.2 3.2 0 0 1 {_to(stop, 3, 0)}")
        data.append(f"M{_to(stop, -3, 0)}A4 4 0 0 0 {_to(stop, 3, 0)}")
    return _stroke("".join(data), "#46543A", 1.0, ' fill="#8C9E6C"')


def _bank(points: Points) -> str:
    return _stroke(rounded(points), BROWN, 1.2) + _stroke(_ticks(points, 4.0, 4.5, 0.0), BROWN, 0.9)


def _earthwork(points: Points) -> str:
    teeth = "".join([f"M{_to(stop, -3, 0)}L{_to(stop, 0, 5.5)}L{_to(stop, 3, 0)}Z" for stop in walk(points, 7.5)])
    return _stroke(straight(points), INK, 2.2) + f'<path d="{teeth}" fill="{INK}" stroke="none"/>'


def _breastwork(points: Points) -> str:
    teeth = "".join(
        [
            f"M{_to(stop, -2.5, 0.5)}L{_to(stop, -2.5, 4.5)}L{_to(stop, 2.5, 4.5)}L{_to(stop, 2.5, 0.5)}"
            for stop in walk(points, 10.0)
        ]
    )
    return _stroke(straight(points), INK, 1.5) + _stroke(teeth, INK, 1.0)


def _abatis(points: Points) -> str:
    boughs = "".join(
        [
            f"M{_to(stop, 0, -3)}L{_to(stop, 0, 6)}M{_to(stop, 0, 1)}L{_to(stop, -2.5, 5)}M{_to(stop, 0, 1)}"
            f"L{_to(stop, 2.5, 5)}"
            for stop in walk(points, 8.0)
        ]
    )
    return _stroke(boughs, _STONE, 1.0)


def _chevaux(points: Points) -> str:
    crosses = "".join(
        [
            f"M{_to(stop, -2.5, -3.5)}L{_to(stop, 2.5, 3.5)}M{_to(stop, 2.5, -3.5)}L{_to(stop, -2.5, 3.5)}"
            for stop in walk(points, 8.0)
        ]
    )
    return _stroke(straight(points), INK, 1.0) + _stroke(crosses, INK, 1.1)


def _sunken_road(points: Points) -> str:
    left, right = shifted(points, 3.5), shifted(points, -3.5)
    bed = _stroke(rounded(points), ROAD_SURFACE, 7.0, ' stroke-linecap="butt"')
    sides = _stroke(rounded(left) + rounded(right), INK, 0.9)
    return bed + sides + _stroke(_ticks(left, 4.0, 0.0, 4.5) + _ticks(right, 4.0, 4.5, 0.0), BROWN, 1.0)


def _railway_cutting(points: Points) -> str:
    left, right = shifted(points, 6.0), shifted(points, -6.0)
    sides = _stroke(rounded(left) + rounded(right), INK, 1.1)
    slopes = _stroke(_ticks(left, 3.5, 3.5, 0.0) + _ticks(right, 3.5, 0.0, 3.5), INK, 0.8)
    return sides + slopes + _railway(points)


def _railway(points: Points) -> str:
    return _stroke(rounded(points), INK, 1.3) + _stroke(_ticks(points, 5.0, 2.6, 2.6), INK, 0.9)


def _stream(points: Points) -> str:
    return _stroke(rounded(points), WATER, 1.6)


def _creek(points: Points) -> str:
    data = rounded(points)
    return _stroke(data, WATER, 4.2) + _stroke(data, "#B9C8CB", 2.0)


def _river(points: Points) -> str:
    data = rounded(points)
    lines = rounded(shifted(points, 2.6)) + rounded(shifted(points, -2.6))
    return _stroke(data, "#536B79", 12.5) + _stroke(data, "#A9BCC2", 10.0) + _stroke(lines, WATER, 0.8)


def _crest(points: Points) -> str:
    return _stroke(rounded(points), BROWN, 1.3, ' stroke-dasharray="9 3 1.5 3"') + _stroke(
        _ticks(points, 7.0, 3.2, 3.2), BROWN, 0.7
    )


_LINES: Final[dict[str, Callable[[Points], str]]] = {
    "fence": _fence,
    "wall": _wall,
    "hedge": _hedge,
    "bank": _bank,
    "earthwork": _earthwork,
    "breastwork": _breastwork,
    "abatis": _abatis,
    "chevaux-de-frise": _chevaux,
    "sunken-road": _sunken_road,
    "railway-cutting": _railway_cutting,
    "stream": _stream,
    "creek": _creek,
    "river": _river,
    "crest": _crest,
}


def roads(found: Sequence[tuple[str, Points, float]]) -> str:
    """All roads at once, edges first and surfaces after, so that junctions stay open."""
    edges: list[str] = []
    surfaces: list[str] = []
    rails: list[str] = []
    for kind, points, width in found:
        broad = max(width, NARROWEST_ROAD.get(kind, 5.0))
        data = rounded(points)
        if kind == "railway":
            rails.append(_railway(points))
            continue
        dashes = ' stroke-dasharray="6 3"' if kind == "lane" else ""
        edges.append(_stroke(data, INK, broad + (2.6 if kind == "pike" else 1.8), dashes + ' stroke-linecap="butt"'))
        surfaces.append(_stroke(data, ROAD_SURFACE, broad))
    return "".join(edges + surfaces + rails)


def crossing(kind: str, x: float, y: float, width: float, waters: Sequence[Points]) -> str:
    """A bridge or a ford, laid square across the nearest water."""
    stop = _nearest(x, y, waters)
    half = max(5.0, 0.5 * width)
    if kind == "bridge":
        return _bridge(stop, min(half, 9.0))
    data = "".join([f"M{_to(stop, along, -9)}L{_to(stop, along, 9)}" for along in (-half, half)])
    stones = "".join(
        [f"M{_to(stop, along, left)}h0" for along in (-0.45 * half, 0.45 * half) for left in (-6, -2, 2, 6)]
    )
    return _stroke(data, INK, 1.0, ' stroke-dasharray="2 2"') + _stroke(stones, INK, 2.2)


def _bridge(stop: Stop, half: float) -> str:
    deck = f"M{_to(stop, -half, -9)}L{_to(stop, -half, 9)}L{_to(stop, half, 9)}L{_to(stop, half, -9)}Z"
    rails = "".join(
        [
            f"M{_to(stop, 1.5 * side, -12)}L{_to(stop, side, -9)}L{_to(stop, side, 9)}L{_to(stop, 1.5 * side, 12)}"
            for side in (-half, half)
        ]
    )
    return f'<path d="{deck}" fill="{ROAD_SURFACE}" stroke="none"/>' + _stroke(rails, INK, 1.8)


def _nearest(x: float, y: float, waters: Sequence[Points]) -> Stop:
    """The crossing's own place, turned along the water nearest to it."""
    best, along = float("inf"), (1.0, 0.0)
    for points in waters:
        for (ax, ay), (bx, by) in pairwise(points):
            dx, dy = bx - ax, by - ay
            leg = hypot(dx, dy)
            if leg == 0.0:
                continue
            share = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (leg * leg)))
            apart = hypot(x - ax - share * dx, y - ay - share * dy)
            if apart < best:
                best, along = apart, (dx / leg, dy / leg)
    return Stop(x, y, *along)
