"""The table under Infantry Action: units of stands, armies, combats. A change is always a new value."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Outcome
from roundtop.kit.objectives import Goal
from roundtop.record import record
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.table.ground import Ground
from roundtop.table.pose import Point, Pose

ON_TABLE: Final = "on"


@record
class Unit:
    """A line of infantry or a battery. `pose` is the middle of the line; stands count from its own left.

    `routed` is the turn of its last rout, 0 for none. `had` are its stands when the turn began. `hits` are the
    stands hit in this step and not yet taken off. `aims` are shots named and not yet thrown: stand or gun, target unit,
    target stand. A unit to arrive without an entry is set down at its pose.
    `tile` is the domino looked at, "" while unknown. `charging` is the target of a charge declared, `contact`
    where it will touch.
    """

    id: str
    side: str
    name: str
    kind: str
    quality: str
    weapon: str
    start: int
    stands: int
    pose: Pose
    place: str = ON_TABLE
    due: int = 0
    entry: Point | None = None
    order: str = ""
    revealed: bool = False
    routed: int = 0
    routing: bool = False
    had: int = 0
    moved: bool = False
    shot: bool = False
    fought: bool = False
    charging: str = ""
    contact: Pose | None = None
    hits: tuple[int, ...] = ()
    markers: tuple[tuple[int, int], ...] = ()
    aims: tuple[tuple[int, str, int], ...] = ()
    sideways: int = 0
    dominoes: bool = False
    looked: bool = False
    tile: str = ""
    slot: int = 0
    flip: bool = False


@record
class Army:
    """A side: its own edge of the table, its CinC and his rating (0 before it is thrown)."""

    side: str
    edge: str
    cinc: str
    talent: str
    rating: int


@record
class Spot:
    """Where a unit stood when the turn began."""

    unit: str
    pose: Pose
    stands: int


@record
class Fight:
    """A charger in contact. The poses are the two lines squared up to each other for the fight."""

    charger: str
    defender: str
    flank: bool
    offset: int
    charger_pose: Pose
    defender_pose: Pose


@record
class Verdict:
    """What the combats of this turn did to a unit: its result, the stands lost, where it stood facing its enemy."""

    unit: str
    result: str
    lost: tuple[int, ...]
    move_in: int
    removed: bool
    pose: Pose


@record
class State:
    """The whole table. A view is a state in which what a player may not know is masked."""

    title: str
    settings: Settings
    ground: Ground
    armies: tuple[Army, ...]
    units: tuple[Unit, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    turn_limit: int
    turn: int = 0
    phase: str = "set-up"
    initiative: str = ""
    first: str = ""
    spots: tuple[Spot, ...] = ()
    fights: tuple[Fight, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    gone: tuple[str, ...] = ()
    outcome: Outcome | None = None


UNKNOWN: Final = "unknown"
"""The chit of an enemy unit, face down, as a view has it."""
HOLD: Final = "hold"
