"""Lines and outlines in sheet units: walking along them, shifting them, filling them with marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, sin
from typing import Final, final

from roundtop.draw.ink import px, scatter
from roundtop.table.pose import Point

Span = tuple[float, float]

CORNER: Final = 9.0


@final
@dataclass(slots=True, frozen=True)
class Stop:
    """A place on a line and the unit vector along it."""

    x: float
    y: float
    along_x: float
    along_y: float

    def at(self, along: float, left: float) -> Point:
        """The point so far along and to the left of the line, as it is walked on the sheet."""
        return (
            self.x + along * self.along_x + left * self.along_y,
            self.y + along * self.along_y - left * self.along_x,
        )


def straight(points: Sequence[Point], closed: bool = False) -> str:
    """Path data through every point."""
    data = "M" + "L".join([f"{px(x)} {px(y)}" for x, y in points])
    return data + "Z" if closed else data


def rounded(points: Sequence[Point], closed: bool = False) -> str:
    """Path data through every leg, each corner eased by a few units so that it looks drawn by hand."""
    count = len(points)
    if count < 3:
        return straight(points, closed)
    data: list[str] = []
    for index in range(count):
        here = points[index]
        if not closed and index in (0, count - 1):
            data.append(("M" if index == 0 else "L") + f"{px(here[0])} {px(here[1])}")
            continue
        a = _towards(here, points[index - 1])
        b = _towards(here, points[(index + 1) % count])
        start = "L" if data else "M"
        data.append(f"{start}{px(a[0])} {px(a[1])}Q{px(here[0])} {px(here[1])} {px(b[0])} {px(b[1])}")
    return "".join(data) + ("Z" if closed else "")


def _towards(here: Point, there: Point) -> Point:
    length = hypot(there[0] - here[0], there[1] - here[1])
    share = min(CORNER, 0.35 * length) / length if length else 0.0
    return (here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share)


def length(points: Sequence[Point], closed: bool = False) -> float:
    """How long a line is."""
    ends = [*points[1:], points[0]] if closed else list(points[1:])
    return sum([hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, ends, strict=False)])


def walk(points: Sequence[Point], step: float, closed: bool = False, first: float | None = None) -> Iterator[Stop]:
    """Stops at equal distances along a line, the first half a step in unless told."""
    due = 0.5 * step if first is None else first
    ends = [*points[1:], points[0]] if closed else list(points[1:])
    for a, b in zip(points, ends, strict=False):
        leg = hypot(b[0] - a[0], b[1] - a[1])
        if leg == 0.0:
            continue
        ux, uy = (b[0] - a[0]) / leg, (b[1] - a[1]) / leg
        while due <= leg:
            yield Stop(a[0] + due * ux, a[1] + due * uy, ux, uy)
            due += step
        due -= leg


def shifted(points: Sequence[Point], left: float) -> list[Point]:
    """A line drawn beside a line, mitred at its corners."""
    clean = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    if len(clean) < 2:
        return list(clean)
    legs = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(clean)]
    normals = [(dy / hypot(dx, dy), -dx / hypot(dx, dy)) for dx, dy in legs]
    out: list[Point] = []
    for index, (x, y) in enumerate(clean):
        ax, ay = normals[max(0, index - 1)]
        bx, by = normals[min(index, len(normals) - 1)]
        mx, my = ax + bx, ay + by
        square = max(0.5, mx * ax + my * ay)
        out.append((x + left * mx / square, y + left * my / square))
    return out


def surface(points: Sequence[Point]) -> float:
    """The signed area of an outline, positive where it runs clockwise on the sheet."""
    total = 0.0
    ax, ay = points[-1]
    for bx, by in points:
        total += ax * by - bx * ay
        ax, ay = bx, by
    return 0.5 * total


def spans(outline: Sequence[Point], y: float) -> list[Span]:
    """The stretches of a level line that lie inside an outline."""
    found: list[float] = []
    ax, ay = outline[-1]
    for bx, by in outline:
        if (ay > y) != (by > y):
            found.append(ax + (y - ay) * (bx - ax) / (by - ay))
        ax, ay = bx, by
    found.sort()
    return list(zip(found[::2], found[1::2], strict=False))


def clear_spans(outline: Sequence[Point], y: float, margin: float) -> list[Span]:
    """The stretches where a mark of that reach stays inside the outline."""
    kept = _narrowed(outline, y, margin)
    for level in (y - margin, y + margin):
        kept = _common(kept, _narrowed(outline, level, margin))
    return kept


def _narrowed(outline: Sequence[Point], y: float, margin: float) -> list[Span]:
    return [(a + margin, b - margin) for a, b in spans(outline, y) if a + margin <= b - margin]


def _common(some: list[Span], others: list[Span]) -> list[Span]:
    """What two rows of stretches, each from left to right, have in common."""
    found: list[Span] = []
    i = j = 0
    while i < len(some) and j < len(others):
        a, b = max(some[i][0], others[j][0]), min(some[i][1], others[j][1])
        if a <= b:
            found.append((a, b))
        if some[i][1] < others[j][1]:
            i += 1
        else:
            j += 1
    return found


def lattice(
    outline: Sequence[Point], across: float, down: float, margin: float, jitter: float, salt: int
) -> Iterator[tuple[float, float, int]]:
    """Places for marks inside an outline, on one staggered lattice for the sheet, each with its number."""
    ys = [y for _, y in outline]
    for j in range(int(min(ys) / down), int(max(ys) / down) + 2):
        row = j * down
        stagger = 0.5 * across if j % 2 else 0.0
        for a, b in clear_spans(outline, row, margin):
            i = int((a - stagger) / across) + 1
            while i * across + stagger <= b:
                number = scatter(i, j, salt)
                dx = ((number & 255) / 255.0 - 0.5) * jitter
                dy = ((number >> 8 & 255) / 255.0 - 0.5) * jitter
                yield i * across + stagger + dx, row + dy, number >> 16
                i += 1


def turned(points: Sequence[Point], angle: float) -> list[Point]:
    """An outline turned about the corner of the sheet."""
    c, s = cos(angle), sin(angle)
    return [(x * c - y * s, x * s + y * c) for x, y in points]
