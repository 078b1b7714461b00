"""What to draw and what to tell: all that pictures, pages and reports know of a battle."""

from __future__ import annotations

from typing import Final

from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.table.course import course
from roundtop.table.ground import Ground
from roundtop.table.pose import Point, Pose


@record(unsafe_hash=True)
class Badge:
    """A state shown on a piece as a shape, explained by words and a clause.

    Shapes: chit and tag, on which the mark is written, face-down, rout, disorder, pinned, smoke, low-ammunition,
    head-down, done, hidden, and fatigue and hit, which show the count. Loaded, unloaded, nco and chief are worn: the
    man himself is drawn by them.
    """

    shape: str
    text: str
    clause: str
    mark: str = ""
    count: int = 1


@record(unsafe_hash=True)
class Part:
    """One stand, gun or figure of a piece, drawn to scale."""

    pose: Pose
    width: float
    depth: float
    glyph: str


@record(unsafe_hash=True)
class Piece:
    """A unit on the table. Glyphs: infantry, artillery, cavalry, officer, wagon, figure, marker; man, rider and beast
    stand by themselves and are drawn as seen from above.

    An officer shows his stars; one without is below a general. `strength` is what stands beside a name in a list.
    """

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
    stars: int = 0
    strength: str = ""


@record
class Marker:
    """A thing on the table that is no piece: an objective, a domino with its faces or its back, a hit."""

    kind: str
    side: str
    x: float
    y: float
    text: str
    clause: str
    faces: tuple[int, ...] = ()


@record
class Overlay:
    """A zone, arc, radius or line laid over the map; the points are its outline."""

    kind: str
    side: str
    label: str
    points: tuple[Point, ...]
    clause: str


@record
class Tide:
    """How a side stands: its points, and how many of what breaks it it has lost (`breaks` 0: it never breaks)."""

    side: str
    points: int
    lost: int
    breaks: int
    of: int
    what: str


@record
class Prize:
    """An objective: what it is worth, who holds it, who alone may take it ("": both), whether it can end the battle."""

    name: str
    x: float
    y: float
    worth: int
    holder: str
    side: str
    decisive: bool


@record
class Stakes:
    """How far a battle is and what wins it: `wins` are the ways to win, `phase` the place of the present one, or -1."""

    turn: int
    turns: int
    period: str
    phases: tuple[str, ...]
    phase: int
    tides: tuple[Tide, ...]
    prizes: tuple[Prize, ...]
    wins: tuple[Row, ...]


@record
class LaidCard:
    """A card on somebody's side of the table: what is printed on it, and whether it lies open.

    States: played; now, the one that counts; down, known to whoever looks; hidden, of which only the back is seen.
    """

    name: str
    text: str
    state: str


@record
class Cards:
    """The cards that lie before a player, in their order."""

    side: str
    name: str
    cards: tuple[LaidCard, ...]


@record
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
    stakes: Stakes | None = None
    hands: tuple[Cards, ...] = ()


@record
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


@record
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


SCENERY: Final = (
    LaidCard,
    Cards,
    Badge,
    Part,
    Piece,
    Marker,
    Overlay,
    Tide,
    Prize,
    Stakes,
    Scene,
    Telling,
    Course,
    Row,
)
