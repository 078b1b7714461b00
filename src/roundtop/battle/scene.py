"""What to draw and what to tell: all that pictures, pages and reports know of a battle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.table.course import course
from roundtop.table.ground import Ground
from roundtop.table.pose import Point, Pose


@final
@dataclass(slots=True, init=False, eq=False)
class Badge:
    """A state shown on a piece as a shape, explained by words and a clause.

    Shapes: chit, rout, disorder, pinned, smoke, fatigue, low-ammunition, head-down, hit, done, hidden, and
    tag: the words before a colon, written out.
    """

    shape: str
    text: str
    clause: str

    def __init__(self, shape: str, text: str, clause: str) -> None:
        self.shape = shape
        self.text = text
        self.clause = clause

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Badge):
            return NotImplemented
        return self.shape == other.shape and self.text == other.text and self.clause == other.clause

    def __hash__(self) -> int:
        return hash((self.shape, self.text))


@final
@dataclass(slots=True, init=False, eq=False)
class Part:
    """One stand, gun or figure of a piece, drawn to scale."""

    pose: Pose
    width: float
    depth: float
    glyph: str

    def __init__(self, pose: Pose, width: float, depth: float, glyph: str) -> None:
        self.pose = pose
        self.width = width
        self.depth = depth
        self.glyph = glyph

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Part):
            return NotImplemented
        return (
            self.pose == other.pose
            and self.width == other.width
            and self.depth == other.depth
            and self.glyph == other.glyph
        )

    def __hash__(self) -> int:
        return hash((self.pose, self.width))


@final
@dataclass(slots=True, init=False, eq=False)
class Piece:
    """A unit on the table. Glyphs: infantry, artillery, cavalry, officer, wagon, figure, marker."""

    id: str
    side: str
    name: str
    group: str
    glyph: str
    pose: Pose
    width: float
    depth: float
    parts: tuple[Part, ...]
    ghosts: tuple[Part, ...]
    badges: tuple[Badge, ...]
    card: tuple[Row, ...]

    def __init__(
        self,
        id: str,
        side: str,
        name: str,
        group: str,
        glyph: str,
        pose: Pose,
        width: float,
        depth: float,
        parts: tuple[Part, ...],
        ghosts: tuple[Part, ...],
        badges: tuple[Badge, ...],
        card: tuple[Row, ...],
    ) -> None:
        self.id = id
        self.side = side
        self.name = name
        self.group = group
        self.glyph = glyph
        self.pose = pose
        self.width = width
        self.depth = depth
        self.parts = parts
        self.ghosts = ghosts
        self.badges = badges
        self.card = card

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Piece):
            return NotImplemented
        return (
            self.id == other.id
            and self.pose == other.pose
            and self.parts == other.parts
            and self.badges == other.badges
            and self.card == other.card
            and self.ghosts == other.ghosts
            and self.side == other.side
            and self.name == other.name
            and self.group == other.group
            and self.glyph == other.glyph
            and self.width == other.width
            and self.depth == other.depth
        )

    def __hash__(self) -> int:
        return hash((self.id, self.pose))


@final
@dataclass(slots=True, init=False)
class Marker:
    """A thing on the table that is no piece: an objective, a domino, a hit."""

    kind: str
    side: str
    x: float
    y: float
    text: str
    clause: str

    def __init__(self, kind: str, side: str, x: float, y: float, text: str, clause: str) -> None:
        self.kind = kind
        self.side = side
        self.x = x
        self.y = y
        self.text = text
        self.clause = clause


@final
@dataclass(slots=True, init=False)
class Overlay:
    """A zone, arc, radius or line laid over the map; the points are its outline."""

    kind: str
    side: str
    label: str
    points: tuple[Point, ...]
    clause: str

    def __init__(self, kind: str, side: str, label: str, points: tuple[Point, ...], clause: str) -> None:
        self.kind = kind
        self.side = side
        self.label = label
        self.points = points
        self.clause = clause


@final
@dataclass(slots=True)
class Scene:
    """The table as one player sees it."""

    title: str
    moment: str
    unit: str
    yards_per_unit: float
    ground: Ground
    pieces: tuple[Piece, ...]
    markers: tuple[Marker, ...]
    overlays: tuple[Overlay, ...]


@final
@dataclass(slots=True)
class Telling:
    """An event in words: a sentence, where it happened, the dice, the tally, how it may be animated.

    Hints: none, turn, phase, orders, move, charge, volley, melee, rout, retire, remove, place, end.
    """

    text: str
    places: tuple[Point, ...] = ()
    rolls: tuple[Roll, ...] = ()
    tally: tuple[Row, ...] = ()
    hint: str = "none"
    side: str = ""


@final
@dataclass(slots=True)
class Course:
    """The poses a piece passed on its way, where it went otherwise than straight.

    `files`: it went in file, so many abreast from the head, and the poses are those of its first rank.
    """

    piece: str
    poses: tuple[Pose, ...]
    files: int = 0


def coursed(piece: str, passed: list[Pose], end: Pose, files: int = 0) -> tuple[Course, ...]:
    """The course of a piece as far as its end; none where it went straight."""
    poses = course(passed, end)
    return (Course(piece, poses, files),) if poses else ()


SCENERY: Final = (Badge, Part, Piece, Marker, Overlay, Scene, Telling, Course, Row)
