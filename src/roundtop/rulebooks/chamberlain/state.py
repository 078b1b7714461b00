"""The table under Chamberlain: bases, officers, charges, objectives. Plain data; a change is always a new value."""

from __future__ import annotations

from typing import Final, TypeAlias

from roundtop.battle.protocol import Outcome
from roundtop.kit.objectives import Goal
from roundtop.record import record
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.ground import Ground
from roundtop.table.pose import Point, Pose

ON_TABLE: Final = "on"
TO_DEPLOY: Final = "deploy"
TO_ARRIVE: Final = "arrive"
ARRIVED: Final = "arrived"
"""A reinforcement whose die has fallen: it may come on."""
BROKEN: Final = "broken"
RETIRED: Final = "retired"
UNSEEN: Final = "unseen"
"""A concealed unit out of the enemy's sight, as his view has it with conceal_level = sight."""
UNKNOWN: Final = "?"
UNKNOWN_NUMBER: Final = -1
Stretch: TypeAlias = tuple[Point, Point]


@record
class Unit:
    """One base. `pose` is its centre point: the middle of the front edge. `key` and all that follows the pose but the
    place and the arrival are hidden from the enemy while it is concealed.

    `moved` is what it did in its own movement phase this turn. A reinforcement is `due` from that turn on, on a
    die of `target`.
    """

    id: str
    side: str
    pose: Pose
    place: str
    concealed: bool
    key: str
    name: str
    force: str
    arm: str
    weapon: str
    traits: tuple[str, ...] = ()
    elan: int = 0
    fatigue: int = 0
    ammo: int = 0
    start_ammo: int = 0
    mounted: bool = False
    limbered: bool = False
    reserve_used: bool = False
    moved: str = "none"
    fired: bool = False
    due: int = 0
    target: int = 0
    entry: Stretch | None = None


@record
class Officer:
    """A force commander, or the commander in chief. He is with `unit`, or stands `at` a place, or is off the table.

    `second` is the other unit that a Vigorous or Mobile officer's traits reach, `pips` an Immobile CnC's die.
    This turn: `commands` given, a failed roll `rerolled`, a cavalry unit `freed`, the force or
    unit of the `extra` roll.
    """

    id: str
    side: str
    name: str
    cnc: bool
    force: str
    traits: tuple[str, ...]
    unit: str = ""
    second: str = ""
    at: Point | None = None
    pips: int = 0
    commands: int = 0
    rerolled: bool = False
    freed: bool = False
    extra: str = ""


@record(frozen=True)
class Force:
    """A command of several units."""

    id: str
    side: str
    name: str


@record(frozen=True)
class Army:
    """A side, the edge it came from, all its friendly edges, and those of nobody; `picked` is the key of the unit in
    hand while it deploys.
    """

    side: str
    edge: str
    friendly: tuple[str, ...]
    neutral: tuple[str, ...]
    picked: str = ""


@record(frozen=True)
class Charge:
    """A charge in contact: whom it touches, in whose zones it began, and from which level; `shares` are its dice
    for each target where it has divided them.
    """

    charger: str
    targets: tuple[str, ...]
    zones: tuple[str, ...]
    level: int
    shares: tuple[int, ...] = ()


@record
class State:
    """The whole table. A view is a state in which what a player may not know is masked.

    `ground` has the kinds of the terrain chart, `field` is the same as the scenario names it, for pictures.

    `first` takes the first player turn, `side` is the active one, `rolled` are the forces rolled for. Of its
    units `woken` were activated this turn, of whom `waiting` have yet to act, and `failed` were not.
    """

    title: str
    settings: Settings
    ground: Ground
    crests: tuple[terrain_rule.Crest, ...]
    field: Ground
    yards: float
    armies: tuple[Army, ...]
    forces: tuple[Force, ...]
    officers: tuple[Officer, ...]
    units: tuple[Unit, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    turn_limit: int
    first: str = ""
    turn: int = 0
    phase: str = "set-up"
    side: str = ""
    rolled: tuple[str, ...] = ()
    woken: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    charges: tuple[Charge, ...] = ()
    outcome: Outcome | None = None
