"""The table under Chamberlain: bases, officers, charges, objectives. Plain data; a change is always a new value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from roundtop.battle.protocol import Outcome
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


@final
@dataclass(slots=True, init=False)
class Unit:
    """One base. `pose` is its centre point: the middle of the front edge. `key` and all that follows the pose but the
    place and the arrival are hidden from the enemy while it is concealed.
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
    traits: tuple[str, ...]
    elan: int
    fatigue: int
    ammo: int
    start_ammo: int
    mounted: bool
    limbered: bool
    reserve_used: bool
    moved: str
    fired: bool
    due: int
    target: int
    entry: Stretch | None

    def __init__(
        self,
        id: str,
        side: str,
        pose: Pose,
        place: str,
        concealed: bool,
        key: str,
        name: str,
        force: str,
        arm: str,
        weapon: str,
        traits: tuple[str, ...] = (),
        elan: int = 0,
        fatigue: int = 0,
        ammo: int = 0,
        start_ammo: int = 0,
        mounted: bool = False,
        limbered: bool = False,
        reserve_used: bool = False,
        moved: str = "none",
        fired: bool = False,
        due: int = 0,
        target: int = 0,
        entry: Stretch | None = None,
    ) -> None:
        """`moved` is what it did in its own movement phase this turn. A reinforcement is `due` from that turn on, on a
        die of `target`.
        """
        self.id = id
        self.side = side
        self.pose = pose
        self.place = place
        self.concealed = concealed
        self.key = key
        self.name = name
        self.force = force
        self.arm = arm
        self.weapon = weapon
        self.traits = traits
        self.elan = elan
        self.fatigue = fatigue
        self.ammo = ammo
        self.start_ammo = start_ammo
        self.mounted = mounted
        self.limbered = limbered
        self.reserve_used = reserve_used
        self.moved = moved
        self.fired = fired
        self.due = due
        self.target = target
        self.entry = entry


@final
@dataclass(slots=True, init=False)
class Officer:
    """A force commander, or the commander in chief. He is with `unit`, or stands `at` a place, or is off the table."""

    id: str
    side: str
    name: str
    cnc: bool
    force: str
    traits: tuple[str, ...]
    unit: str
    second: str
    at: Point | None
    pips: int
    commands: int
    rerolled: bool
    freed: bool
    extra: str

    def __init__(
        self,
        id: str,
        side: str,
        name: str,
        cnc: bool,
        force: str,
        traits: tuple[str, ...],
        unit: str = "",
        second: str = "",
        at: Point | None = None,
        pips: int = 0,
        commands: int = 0,
        rerolled: bool = False,
        freed: bool = False,
        extra: str = "",
    ) -> None:
        """`second` is the other unit that a Vigorous or Mobile officer's traits reach, `pips` an Immobile CnC's die.
        This turn: `commands` given, a failed roll `rerolled`, a cavalry unit `freed`, the force or
        unit of the `extra` roll.
        """
        self.id = id
        self.side = side
        self.name = name
        self.cnc = cnc
        self.force = force
        self.traits = traits
        self.unit = unit
        self.second = second
        self.at = at
        self.pips = pips
        self.commands = commands
        self.rerolled = rerolled
        self.freed = freed
        self.extra = extra


@final
@dataclass(slots=True, frozen=True)
class Force:
    """A command of several units."""

    id: str
    side: str
    name: str


@final
@dataclass(slots=True, frozen=True)
class Army:
    """A side, the edge it came from, all its friendly edges, and those of nobody; `picked` is the key of the unit in
    hand while it deploys.
    """

    side: str
    edge: str
    friendly: tuple[str, ...]
    neutral: tuple[str, ...]
    picked: str = ""


@final
@dataclass(slots=True, frozen=True)
class Goal:
    """A scenario's objective; `holder` took it last."""

    id: str
    name: str
    x: float
    y: float
    radius: float
    points: int
    side: str
    decisive: bool
    holder: str


@final
@dataclass(slots=True, frozen=True)
class Charge:
    """A charge in contact: whom it touches, in whose zones it began, and from which level; `shares` are its dice
    for each target where it has divided them.
    """

    charger: str
    targets: tuple[str, ...]
    zones: tuple[str, ...]
    level: int
    shares: tuple[int, ...] = ()


@final
@dataclass(slots=True, init=False)
class State:
    """The whole table. A view is a state in which what a player may not know is masked.

    `ground` has the kinds of the terrain chart, `field` is the same as the scenario names it, for pictures.
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
    first: str
    turn: int
    phase: str
    side: str
    rolled: tuple[str, ...]
    woken: tuple[str, ...]
    waiting: tuple[str, ...]
    failed: tuple[str, ...]
    charges: tuple[Charge, ...]
    outcome: Outcome | None

    def __init__(
        self,
        title: str,
        settings: Settings,
        ground: Ground,
        crests: tuple[terrain_rule.Crest, ...],
        field: Ground,
        yards: float,
        armies: tuple[Army, ...],
        forces: tuple[Force, ...],
        officers: tuple[Officer, ...],
        units: tuple[Unit, ...],
        goals: tuple[Goal, ...],
        zones: tuple[tuple[str, tuple[Point, ...]], ...],
        turn_limit: int,
        first: str = "",
        turn: int = 0,
        phase: str = "set-up",
        side: str = "",
        rolled: tuple[str, ...] = (),
        woken: tuple[str, ...] = (),
        waiting: tuple[str, ...] = (),
        failed: tuple[str, ...] = (),
        charges: tuple[Charge, ...] = (),
        outcome: Outcome | None = None,
    ) -> None:
        """`first` takes the first player turn, `side` is the active one, `rolled` are the forces rolled for. Of its
        units `woken` were activated this turn, of whom `waiting` have yet to act, and `failed` were not.
        """
        self.title = title
        self.settings = settings
        self.ground = ground
        self.crests = crests
        self.field = field
        self.yards = yards
        self.armies = armies
        self.forces = forces
        self.officers = officers
        self.units = units
        self.goals = goals
        self.zones = zones
        self.turn_limit = turn_limit
        self.first = first
        self.turn = turn
        self.phase = phase
        self.side = side
        self.rolled = rolled
        self.woken = woken
        self.waiting = waiting
        self.failed = failed
        self.charges = charges
        self.outcome = outcome
