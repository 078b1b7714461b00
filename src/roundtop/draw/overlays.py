"""What is laid over the map, zones, arcs, radii and lines, and the markers that stand on it."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scene import Marker, Overlay
from roundtop.draw import signs
from roundtop.draw.badges import layers
from roundtop.draw.ink import INK, colour, escape, fine, px, said
from roundtop.draw.sheet import Sheet
from roundtop.draw.trace import straight

MARKER_ROOM: Final = 22.0


def overlay(found: Overlay, sheet: Sheet) -> str:
    """A fine dashed outline, washed with a breath of the side's colour."""
    if len(found.points) < 2:
        return ""
    look = signs.overlay(found.kind)
    shut = not look.open
    data = straight([sheet.at(x, y) for x, y in found.points], shut)
    wash = f'fill="{colour(found.side)}" fill-opacity=".07"' if shut else 'fill="none"'
    return (
        f'<g class="overlay {escape(found.kind)} '
        f'{escape(found.side)}">{said(found.label or found.kind, found.clause)}'
        f'<path d="{data}" {wash} stroke="{colour(found.side)}" stroke-width="1.1" '
        f'stroke-dasharray="{" ".join([fine(dash) for dash in look.dashes])}"/></g>'
    )


def marker(found: Marker, sheet: Sheet) -> str:
    """A thing on the table, its foot or middle at its place."""
    x, y = sheet.at(found.x, found.y)
    drawn = layers(signs.marker(found.kind), found.side, "", found.faces, 0)
    return (
        f'<g class="marker {escape(found.kind)} {escape(found.side)}" transform="translate({px(x)} '
        f'{px(y)})" fill="none" '
        f'stroke="{INK}" stroke-width="1.1" stroke-linejoin="round" role="img" '
        f'aria-label="{escape(found.text or found.kind)}">'
        f"{said(found.text or found.kind, found.clause)}{drawn}</g>"
    )
