"""The table as characters, to scale: units by letter with an arrow where they face, terrain by sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from string import ascii_lowercase, ascii_uppercase
from typing import Final, final

from rich.text import Text

from roundtop.battle.scene import Piece, Scene
from roundtop.table.footprint import Block, inside_polygon
from roundtop.table.ground import Ground, level_at
from roundtop.table.pose import Point, ahead, to_world

TALL: Final = 2.0
"""How much taller than wide a character is."""
ARROWS: Final = "↑↗→↘↓↙←↖"
AREAS: Final = {
    "woods": "♣", "open-woods": "♧", "orchard": "ọ", "corn": "‖", "crops": "'", "ploughed": "≡", "rough": "^",
    "marsh": "„", "swamp": "„", "pond": "≈", "town": "▒", "building": "■", "cliff": "▲",
}  # fmt: skip
LINES: Final = {
    "wall": "=", "fence": "-", "hedge": "%", "bank": "-", "earthwork": "#", "breastwork": "#", "abatis": "x",
    "chevaux-de-frise": "x", "sunken-road": "_", "railway-cutting": "_", "stream": "~", "creek": "~", "river": "~",
    "crest": "¬",
}  # fmt: skip
SHADES: Final = " .:;"
"""Open ground by its level."""
ROAD: Final = "·"
CROSSING: Final = "+"
OBJECTIVE: Final = "★"
STYLES: Final = {"union": "bold white on blue", "confederate": "bold white on red"}
GREEN: Final = ("woods", "open-woods", "orchard", "corn", "crops", "hedge")
WET: Final = ("marsh", "swamp", "pond", "stream", "creek", "river")


@final
@dataclass(slots=True)
class Cell:
    """One character of the map."""

    sign: str
    style: str = ""
    piece: str = ""


class Chart:
    """A grid of characters over a ground."""

    def __init__(self, ground: Ground, columns: int) -> None:
        self.ground = ground
        self.across = ground.width / columns
        self.down = self.across * TALL
        self.columns = columns
        self.rows = max(1, ceil(ground.depth / self.down - 1e-9))
        self.cells = [[self._open(row, column) for column in range(columns)] for row in range(self.rows)]

    def middle(self, row: int, column: int) -> Point:
        return ((column + 0.5) * self.across, self.ground.depth - (row + 0.5) * self.down)

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """The cell of a point of the table; None beyond it. The far edges belong to the last cells."""
        if not (0.0 <= x <= self.ground.width and 0.0 <= y <= self.ground.depth):
            return None
        row = min(self.rows - 1, int((self.ground.depth - y) / self.down))
        return row, min(self.columns - 1, int(x / self.across))

    def _open(self, row: int, column: int) -> Cell:
        x, y = self.middle(row, column)
        for area in reversed(self.ground.areas):
            if inside_polygon(area.outline, x, y):
                return Cell(AREAS.get(area.kind, "?"), _style(area.kind))
        level = level_at(self.ground, x, y)
        return Cell(SHADES[min(level, len(SHADES) - 1)], "dim")

    def put(self, x: float, y: float, cell: Cell) -> None:
        place = self.at(x, y)
        if place is not None:
            self.cells[place[0]][place[1]] = cell

    def draw_line(self, points: Sequence[Point], cell: Cell) -> None:
        """A line as a row of signs, close enough to leave no hole."""
        for (ax, ay), (bx, by) in zip(points, points[1:]):
            steps = max(1, ceil(max(abs(bx - ax) / self.across, abs(by - ay) / self.down) * 2))
            for i in range(steps + 1):
                self.put(ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps, cell)


def _style(kind: str) -> str:
    return "green" if kind in GREEN else "cyan" if kind in WET else "yellow"


def chart(scene: Scene, columns: int, known: dict[str, str] | None = None) -> tuple[Chart, list[tuple[str, Piece]]]:
    """The map, and the pieces on it by letter."""
    drawn = Chart(scene.ground, columns)
    ground = scene.ground
    for road in ground.roads:
        drawn.draw_line(road.points, Cell(ROAD, "yellow"))
    for line in ground.lines:
        drawn.draw_line(line.points, Cell(LINES.get(line.kind, "/"), _style(line.kind)))
    for crossing in ground.crossings:
        drawn.put(crossing.x, crossing.y, Cell(CROSSING, "yellow"))
    for marker in scene.markers:
        if marker.kind == "objective":
            drawn.put(marker.x, marker.y, Cell(OBJECTIVE, "bold yellow"))
    named = lettered(scene, known)
    for letter, piece in named:
        _draw_piece(drawn, letter, piece)
    for _, piece in named:
        _draw_arrow(drawn, piece)
    return drawn, named


def lettered(scene: Scene, known: dict[str, str] | None = None) -> list[tuple[str, Piece]]:
    """Each piece with its letter: Union capitals, the others small. In `known` a piece keeps its letter for good."""
    letters = {} if known is None else known
    for piece in scene.pieces:
        if piece.id not in letters:
            alphabet = ascii_uppercase if piece.side == "union" else ascii_lowercase
            used = len([letter for letter in letters.values() if letter in alphabet])
            letters[piece.id] = alphabet[used % len(alphabet)]
    return [(letters[piece.id], piece) for piece in scene.pieces]


def _draw_piece(drawn: Chart, letter: str, piece: Piece) -> None:
    """Every cell that points of the piece fall in, taken close enough to leave no hole."""
    cell = Cell(letter, STYLES.get(piece.side, "bold"), piece.id)
    blocks = [Block(part.pose, part.width, part.depth) for part in piece.parts]
    for block in blocks or [Block(piece.pose, piece.width, piece.depth)]:
        for right in _spread(block.width, 0.5 * drawn.across):
            for forward in _spread(block.depth, 0.5 * drawn.across):
                drawn.put(*to_world(block.pose, right, forward), cell)


def _spread(length: float, step: float) -> list[float]:
    """Offsets along a length about its middle, no farther apart than the step."""
    count = max(1, ceil(length / step))
    return [(i + 0.5) * length / count - 0.5 * length for i in range(count)]


def _draw_arrow(drawn: Chart, piece: Piece) -> None:
    """An arrow before the middle of the front, where no unit stands."""
    step = 0.5 * piece.depth + 0.25 * drawn.across
    for _ in range(8):
        front = ahead(piece.pose, step)
        place = drawn.at(front.x, front.y)
        if place is None:
            return
        there = drawn.cells[place[0]][place[1]]
        if there.piece == "":
            style = STYLES.get(piece.side, "").replace("bold white on ", "bold ")
            drawn.cells[place[0]][place[1]] = Cell(arrow(piece.pose.facing), style)
            return
        if there.piece != piece.id:
            return
        step += 0.5 * drawn.across


def arrow(facing: int) -> str:
    return ARROWS[round(facing / 4500) % 8]


def drawn_text(scene: Scene, columns: int, known: dict[str, str] | None = None) -> Text:
    """The map in its frame, with a scale along the bottom and the signs explained."""
    found, named = chart(scene, columns, known)
    text = Text()
    text.append("┌" + "─" * found.columns + "┐\n")
    for row in found.cells:
        text.append("│")
        for cell in row:
            text.append(cell.sign, cell.style)
        text.append("│\n")
    text.append("└" + "─" * found.columns + "┘\n")
    text.append(_scale(scene, found) + "\n")
    text.append(_signs(scene))
    if not named:
        text.append("No unit is on the table.\n")
    return text


def _scale(scene: Scene, found: Chart) -> str:
    length = max(1, round(12 / found.across))
    return f" north is up; {'─' * length} 12 {scene.unit}, {12 * scene.yards_per_unit:g} yards"


def _signs(scene: Scene) -> str:
    """The signs that occur, with their words."""
    ground = scene.ground
    words: dict[str, list[str]] = {}
    for kind, table in [(a.kind, AREAS) for a in ground.areas] + [(line.kind, LINES) for line in ground.lines]:
        named = words.setdefault(table.get(kind, "?"), [])
        if kind not in named:
            named.append(kind)
    if ground.roads:
        words[ROAD] = ["road"]
    if ground.crossings:
        words[CROSSING] = ["ford or bridge"]
    if any(marker.kind == "objective" for marker in scene.markers):
        words[OBJECTIVE] = ["objective"]
    if ground.heights:
        words[".:;"] = ["higher ground"]
    return " " + "  ".join([f"{sign} {', '.join(kinds)}" for sign, kinds in words.items()]) + "\n" if words else ""
