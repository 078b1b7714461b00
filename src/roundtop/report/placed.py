"""A battle as it stands, on paper: where everybody is to be put on a real table, and what is on his card."""

from __future__ import annotations

from typing import Final

from roundtop.battle.paper import Block, Sheet
from roundtop.battle.scene import Marker, Piece, Scene
from roundtop.battle.words import SIDES

COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
CENTIDEGREES: Final = 36_000


def placed(scene: Scene) -> Sheet:
    """A sheet with a row for every piece that is seen: its middle from two edges of the table, and where it looks."""
    wide, deep = [round(length / scene.yards_per_unit, 1) for length in (scene.ground.width, scene.ground.depth)]
    size = f"the table is {wide:g} by {deep:g} {scene.unit}, north away from whoever reads this"
    blocks = [_side(scene, side) for side in dict.fromkeys([piece.side for piece in scene.pieces])]
    marks = [_marked(marker) for marker in scene.markers if marker.text]
    if marks:
        blocks.append(Block("On the table", ("what", "east", "north", ""), tuple(marks)))
    return Sheet(f"{scene.title}, to set up", f"{scene.moment}; {size}", tuple(blocks))


def _side(scene: Scene, side: str) -> Block:
    heads = ("unit", f"{scene.unit} east", f"{scene.unit} north", "facing", "front", "card")
    rows = tuple([_row(piece) for piece in scene.pieces if piece.side == side])
    return Block(SIDES.get(side, side) or "Nobody's", heads, rows)


def _row(piece: Piece) -> tuple[str, ...]:
    card = [f"{row.label} {row.value}".strip() for row in piece.card]
    marks = [badge.text for badge in piece.badges]
    return (
        piece.name,
        f"{piece.pose.x:.1f}",
        f"{piece.pose.y:.1f}",
        facing(piece.pose.facing),
        f"{piece.width:.1f}",
        "; ".join([*card, *marks]),
    )


def _marked(marker: Marker) -> tuple[str, ...]:
    return (marker.text, f"{marker.x:.1f}", f"{marker.y:.1f}", SIDES.get(marker.side, marker.side))


def facing(centidegrees: int) -> str:
    """A facing as a compass has it, with its degrees."""
    eighth = CENTIDEGREES // len(COMPASS)
    return f"{COMPASS[round(centidegrees / eighth) % len(COMPASS)]} ({centidegrees / 100:.0f}°)"
