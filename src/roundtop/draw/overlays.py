"""What is laid over the map, zones, arcs, radii and lines, and the markers that stand on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from roundtop.battle.scene import Marker, Overlay
from roundtop.draw.badges import PIPS
from roundtop.draw.ink import CARD, INK, PAPER, colour, escape, fill, px, said
from roundtop.draw.sheet import Sheet
from roundtop.draw.trace import straight

DASHES: Final = {"zone": "7 4", "arc": "2 3", "radius": "5 3 1 3", "line": "9 3"}
OPEN: Final = ("line",)
MARKER_ROOM: Final = 22.0


def overlay(found: Overlay, sheet: Sheet) -> str:
    """A fine dashed outline, washed with a breath of the side's colour."""
    if len(found.points) < 2:
        return ""
    shut = found.kind not in OPEN
    data = straight([sheet.at(x, y) for x, y in found.points], shut)
    wash = f'fill="{colour(found.side)}" fill-opacity=".07"' if shut else 'fill="none"'
    return (
        f'<g class="overlay {escape(found.kind)} '
        f'{escape(found.side)}">{said(found.label or found.kind, found.clause)}'
        f'<path d="{data}" {wash} stroke="{colour(found.side)}" stroke-width="1.1" '
        f'stroke-dasharray="{DASHES.get(found.kind, "4 3")}"/></g>'
    )


def marker(found: Marker, sheet: Sheet) -> str:
    """A thing on the table, its foot or middle at its place."""
    x, y = sheet.at(found.x, found.y)
    draw = _MARKERS.get(found.kind, _peg)
    return (
        f'<g class="marker {escape(found.kind)} {escape(found.side)}" transform="translate({px(x)} '
        f'{px(y)})" fill="none" '
        f'stroke="{INK}" stroke-width="1.1" stroke-linejoin="round" role="img" '
        f'aria-label="{escape(found.text or found.kind)}">'
        f"{said(found.text or found.kind, found.clause)}{draw(found)}</g>"
    )


def _flag(found: Marker) -> str:
    """A flag on its staff; plain while nobody holds the place."""
    cloth = fill(found.side) if found.side else CARD
    return (
        '<ellipse rx="5" ry="2" fill="#2B2620" fill-opacity=".25" stroke="none"/><path d="M0 '
        '0V-22" stroke-width="1.8"/>'
        f'<path d="M1-22q5-3 9 0t8 0v11q-4 3-8 0t-9 0z" fill="{cloth}"/>'
    )


def _domino(found: Marker) -> str:
    """Its two halves, or its back while nobody may see it."""
    faces = [int(face) for face in re.findall(r"\d+", found.text)][:2]
    face = CARD if len(faces) == 2 else colour(found.side)
    tile = f'<rect x="-12" y="-6.5" width="24" height="13" rx="2" fill="{face}"/>'
    if len(faces) < 2:
        return tile + f'<path d="M-8-3l6 6m-1-6l6 6m-1-6l6 6" stroke="{PAPER}"/>'
    spots = "".join(
        [
            f"M{px(middle + 3.4 * x)} {px(3.7 * y)}h0"
            for middle, face in zip((-6, 6), faces, strict=True)
            for x, y in PIPS.get(face, ())
        ]
    )
    pips = f'<path d="{spots}" stroke-width="2.4" stroke-linecap="round"/>'
    return f'{tile}<path d="M0-6.5v13" stroke-width=".9"/>{pips}'


def _hit(found: Marker) -> str:
    burst = "M0-9L2.2-3 8-6 4.6-.6 10 2.4 3.8 3 4.6 9 0 4.6-4.6 9-3.8 3-10 2.4-4.6-.6-8-6-2.2-3Z"
    return f'<path d="{burst}" fill="{CARD}"/><circle r="2" fill="{INK}" stroke="none"/>'


def _peg(found: Marker) -> str:
    return f'<path d="M0-7L7 0 0 7-7 0z" fill="{fill(found.side) if found.side else CARD}"/>'


_MARKERS: Final[dict[str, Callable[[Marker], str]]] = {"objective": _flag, "domino": _domino, "hit": _hit}
