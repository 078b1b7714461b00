"""A whole scene on one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundtop.battle.scene import Marker, Scene
from roundtop.draw import labels, overlays, pieces
from roundtop.draw.ink import SERIF, colour, escape, hatch, px
from roundtop.draw.labels import Room, Wish
from roundtop.draw.pieces import Drawn
from roundtop.draw.sheet import Sheet, frame, paper, sheet_for
from roundtop.draw.signs import SIGNS
from roundtop.draw.terrain import field, terrain
from roundtop.table.footprint import Block
from roundtop.table.pose import Point, Pose

CROWD: Final = 36


def svg(scene: Scene, size: int = 1200) -> str:
    """A scene as a standalone SVG document, `size` pixels on its longer side."""
    sheet = sheet_for(scene.ground)
    unit = 1.0 / sheet.scale
    depth = scene.ground.depth
    # Officers are drawn last, so that a general is never lost under a line.
    ranked = sorted(scene.pieces, key=lambda piece: piece.glyph == "officer")
    drawn = [pieces.draw(piece, depth, unit) for piece in ranked]
    lettering = labels.place(_wishes(scene, sheet), _rooms(scene, sheet, drawn), sheet.field_width, sheet.field_depth)
    per = size / max(sheet.width, sheet.height)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="roundtop" width="{px(sheet.width * per)}" '
            f'height="{px(sheet.height * per)}" viewBox="0 0 {px(sheet.width)} {px(sheet.height)}" '
            f'font-family="{SERIF}" role="group" aria-label="{escape(_spoken(scene))}">',
            f"<title>{escape(_spoken(scene))}</title>{_hatches(unit)}{paper(sheet)}",
            f'<g transform="translate({px(sheet.left)} {px(sheet.top)})">{terrain(scene.ground)}',
            f'<g clip-path="url(#{field(scene.ground)})">',
            *[overlays.overlay(found, sheet) for found in scene.overlays],
            f'</g><g class="table" transform="scale({sheet.scale:.6g})">',
            *[found.svg for found in drawn],
            "</g>",
            *[overlays.marker(found, sheet) for found in scene.markers],
            labels.draw(lettering, sheet.field_depth),
            "</g>",
            frame(scene, sheet),
            "</svg>\n",
        ]
    )


def _spoken(scene: Scene) -> str:
    return f"{scene.title}: {scene.moment}" if scene.moment else scene.title


def _hatches(unit: float) -> str:
    """The Confederate fill: brick with a fine diagonal hatch, at the table's scale and at the sheet's."""
    tile = (
        f'<path d="M0 0H4V4H0Z" fill="{colour("confederate")}"/>'
        f'<path d="M1 0V4" stroke="{SIGNS.sides["confederate"].hatch}" stroke-width="1.3"/>'
    )
    return (
        "<defs>"
        + "".join(
            [
                f'<pattern id="{name}" width="4" height="4" patternUnits="userSpaceOnUse" '
                f'patternTransform="scale({by:.6g}) rotate(45)">{tile}</pattern>'
                for name, by in ((hatch(unit), unit), (hatch(), 1.0))
            ]
        )
        + "</defs>"
    )


def _block(block: Block, k: float, grow: float = 0.0) -> Block:
    """A block of the table in sheet units."""
    pose = Pose(block.pose.x * k, block.pose.y * k, block.pose.facing)
    return Block(pose, block.width * k + grow, block.depth * k + grow)


def _rooms(scene: Scene, sheet: Sheet, drawn: Sequence[Drawn]) -> list[Room]:
    """Everything that lettering has to keep clear of, and whose it is."""
    k = sheet.scale
    rooms = [Room(found.key, _block(block, k, 3.0)) for found in drawn for block in (found.block, *found.taken)]
    return rooms + [Room(_key(found), _marker_room(found.kind, found.x * k, found.y * k)) for found in scene.markers]


def _key(found: Marker) -> str:
    return f"{found.kind} {found.text}"


def _marker_room(kind: str, x: float, y: float) -> Block:
    if kind == "objective":
        return Block(Pose(x + 8.0, y + 12.0, 0), 24.0, 30.0)
    return Block(Pose(x, y, 0), overlays.MARKER_ROOM + 4, overlays.MARKER_ROOM - 4)


def _wishes(scene: Scene, sheet: Sheet) -> list[Wish]:
    """Places first, then units (or only their groups where there are many), then overlays."""
    k = sheet.scale
    wishes = [
        Wish(_key(found), found.text, "place", 15.0, _marker_room(found.kind, found.x * k, found.y * k))
        for found in scene.markers
        if found.kind == "objective" and found.text
    ]
    wishes += _groups(scene, k) if len(scene.pieces) > CROWD else _names(scene, k)
    for found in scene.overlays:
        if found.label and len(found.points) >= 2:
            x, y = _label_spot(found.points)
            wishes.append(Wish(found.kind, found.label, "overlay", 13.0, Block(Pose(x * k, y * k, 0), 1.0, 1.0)))
    return wishes


def _names(scene: Scene, k: float) -> list[Wish]:
    return [
        Wish(
            piece.id,
            piece.name,
            "officer" if piece.glyph == "officer" else "unit",
            14.0,
            _block(pieces.extent(piece), k, 4.0),
        )
        for piece in scene.pieces
        if piece.name
    ]


def _groups(scene: Scene, k: float) -> list[Wish]:
    """One label for each group of a side, at the middle of its pieces."""
    members: dict[tuple[str, str], list[Pose]] = {}
    for piece in scene.pieces:
        if piece.group:
            members.setdefault((piece.side, piece.group), []).append(piece.pose)
    return [
        Wish(group, group, "group", 17.0, Block(Pose(*_middle(poses, k), poses[0].facing), 1.0, 1.0))
        for (_, group), poses in members.items()
    ]


def _middle(poses: list[Pose], k: float) -> Point:
    return (
        k * sum([pose.x for pose in poses]) / len(poses),
        k * sum([pose.y for pose in poses]) / len(poses),
    )


def _label_spot(points: tuple[Point, ...]) -> Point:
    """The northernmost point of an outline, the westernmost of equals."""
    return max(points, key=lambda point: (point[1], -point[0]))
