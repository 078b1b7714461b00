"""Plots for a report, in the map's ink: losses over time, the chance of winning, the luck of the dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, final

from roundtop.draw.ink import INK, SANS, colour, escape, px
from roundtop.report.luck import Luck

WIDTH: Final = 720
LEFT: Final = 46
RIGHT: Final = 130
TOP: Final = 14
TALL: Final = 210
GRID: Final = "#d9cba8"
SOFT: Final = "#5a5044"
DASHES: Final = ("", "7 4", "2 3")
"""Each side's line has a dash of its own, for whoever does not tell the colours apart."""
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_TICKS: Final = 5
CLOSE: Final = 16.0


@final
@dataclass(slots=True, frozen=True)
class Line:
    """A side's values, one for each point in time, with a band round them where they are uncertain."""

    side: str
    name: str
    values: tuple[float, ...]
    band: tuple[tuple[float, float], ...] = ()


def step_for(most: float) -> int:
    """How far apart an axis has its figures."""
    return next((step for step in STEPS if most / step <= MOST_TICKS), STEPS[-1])


def plot(lines: Sequence[Line], times: Sequence[str], label: str, *, most: float = 0.0, percent: bool = False) -> str:
    """Values against time: a figure on each line of the grid, a name at the end of each line."""
    high = most or max([1.0, *[value for line in lines for value in line.values]])
    step = 25 if percent else step_for(high)
    high = step * -(-high // step)
    wide = WIDTH - LEFT - RIGHT

    def x(place: int) -> float:
        return LEFT + wide * place / max(1, len(times) - 1)

    def y(value: float) -> float:
        return TOP + TALL * (1.0 - value / high)

    parts = [_grid(y(tick), f"{tick:g}{' %' if percent else ''}") for tick in range(0, int(high) + 1, step)]
    every = max(1, -(-len(times) // 16))
    parts += [_text(x(n), TOP + TALL + 18, time, "middle") for n, time in enumerate(times) if n % every == 0]
    ends: list[float] = []
    for number, line in enumerate(lines):
        ink = colour(line.side)
        parts.append(_band(line, x, y, ink))
        points = " ".join([f"{px(x(n))},{px(y(value))}" for n, value in enumerate(line.values)])
        dash = f' stroke-dasharray="{DASHES[number % 3]}"' if DASHES[number % 3] else ""
        parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2.5"{dash}/>')
        parts += [f'<circle cx="{px(x(n))}" cy="{px(y(v))}" r="3" fill="{ink}"/>' for n, v in enumerate(line.values)]
        end = _apart(y(line.values[-1]), ends)
        ends.append(end)
        last = f"{line.values[-1]:.0f}{' %' if percent else ''}"
        parts.append(_text(x(len(times) - 1) + 9, end + 4, f"{line.name} {last}", "start", ink))
    spoken = "; ".join([f"{line.name}: {', '.join([f'{value:.0f}' for value in line.values])}" for line in lines])
    return (
        f'<svg viewBox="0 0 {WIDTH} {TOP + TALL + 30}" role="img" aria-label="{escape(f"{label}. {spoken}")}" '
        f'font-family="{SANS}" font-size="13">{"".join(parts)}</svg>'
    )


def _apart(wanted: float, taken: Sequence[float]) -> float:
    """The height of a name that lies on no other."""
    found = wanted
    while any(abs(found - one) < CLOSE for one in taken):
        found += 1.0
    return found


def _grid(y: float, figure: str) -> str:
    end = WIDTH - RIGHT
    line = f'<path d="M{LEFT} {px(y)}H{end}" stroke="{GRID}" stroke-width="1"/>'
    return line + _text(LEFT - 8, y + 4, figure, "end")


def _text(x: float, y: float, words: str, anchor: str, ink: str = SOFT) -> str:
    return f'<text x="{px(x)}" y="{px(y)}" text-anchor="{anchor}" fill="{ink}">{escape(words)}</text>'


def _band(line: Line, x: Callable[[int], float], y: Callable[[float], float], ink: str) -> str:
    if not line.band:
        return ""
    over = [f"{px(x(n))},{px(y(high))}" for n, (_, high) in enumerate(line.band)]
    under = [f"{px(x(n))},{px(y(low))}" for n, (low, _) in enumerate(line.band)]
    return f'<polygon points="{" ".join([*over, *reversed(under)])}" fill="{ink}" opacity=".15"/>'


def rarity(one: Luck) -> float:
    """How far from the middle a throw lies, from -1 (as low as can be) to 1; 0.5 is one time in four."""
    way = 1.0 if one.rolled >= one.expected else -1.0
    return way * max(0.0, 1.0 - 2.0 * one.chance)


def fortune_bar(one: Luck) -> str:
    """A bar to the right of the middle for good dice, to the left for bad, the longer the rarer."""
    length = rarity(one) * 60
    at = 64 + min(0.0, length)
    return (
        f'<svg viewBox="0 0 128 14" width="128" height="14" aria-hidden="true"><path d="M64 0V14" stroke="{INK}"/>'
        f'<rect x="{px(at)}" y="3" width="{px(abs(length))}" height="8" fill="{colour(one.by)}"/></svg>'
    )


def swings(values: Sequence[float]) -> list[int]:
    """The places of the greatest changes from one value to the next, the greatest first."""
    moved = [abs(after - before) for before, after in pairwise(values)]
    return sorted([n for n, by in enumerate(moved) if by > 0], key=lambda n: (-moved[n], n))
