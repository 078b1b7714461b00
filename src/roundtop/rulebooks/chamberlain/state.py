"""The table under Chamberlain: bases, officers, charges, objectives. Plain data; a change is always a new value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from roundtop.battle.protocol import Outcome
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.tables import mounted_now
from roundtop.rulebooks.chamberlain.terrain import BASE_WIDTH, Crest
from roundtop.table.footprint import Block
from roundtop.table.ground import Ground
from roundtop.table.pose import Point, Pose, ahead

ON_TABLE: Final = "on"
TO_DEPLOY: Final = "deploy"
TO_ARRIVE: Final = "arrive"
ARRIVED: Final = "arrived"
"""A reinforcement whose die has fallen: it may come on."""
BROKEN: Final = "broken"
RETIRED: Final = "retired"
UNSEEN: Final = "unseen"
"""A concealed unit out of the enemy's sight, as his view has it with conceal_level = sight."""

FARTHEST_CORNERS: Final = 2.3
"""More than the corners of the two deepest bases are from their centre points, added up."""
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


def copied(unit: Unit) -> Unit:
    """A fresh unit to be changed before it is handed out."""
    return Unit(
        unit.id, unit.side, unit.pose, unit.place, unit.concealed, unit.key, unit.name, unit.force, unit.arm,
        unit.weapon, unit.traits, unit.elan, unit.fatigue, unit.ammo, unit.start_ammo, unit.mounted, unit.limbered,
        unit.reserve_used, unit.moved, unit.fired, unit.due, unit.target, unit.entry,
    )  # fmt: skip


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


def officer_copied(officer: Officer) -> Officer:
    """A fresh officer to be changed before he is handed out."""
    return Officer(
        officer.id, officer.side, officer.name, officer.cnc, officer.force, officer.traits, officer.unit,
        officer.second, officer.at, officer.pips, officer.commands, officer.rerolled, officer.freed, officer.extra,
    )  # fmt: skip


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
    crests: tuple[Crest, ...]
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
        crests: tuple[Crest, ...],
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


def changing(state: State) -> State:
    """A fresh state to be changed before it is handed out."""
    return State(
        state.title, state.settings, state.ground, state.crests, state.field, state.yards, state.armies, state.forces,
        state.officers, state.units, state.goals, state.zones, state.turn_limit, state.first, state.turn, state.phase,
        state.side, state.rolled, state.woken, state.waiting, state.failed, state.charges, state.outcome,
    )  # fmt: skip


# ---------------------------------------------------------------- finding things


def unit_of(state: State, id: str) -> Unit:
    for unit in state.units:
        if unit.id == id:
            return unit
    raise KeyError(id)


def with_unit(state: State, changed: Unit) -> State:
    """The state with one unit replaced."""
    new = changing(state)
    new.units = tuple([changed if unit.id == changed.id else unit for unit in state.units])
    return new


def officer_of(state: State, id: str) -> Officer:
    for officer in state.officers:
        if officer.id == id:
            return officer
    raise KeyError(id)


def with_officer(state: State, changed: Officer) -> State:
    """The state with one officer replaced."""
    new = changing(state)
    new.officers = tuple([changed if officer.id == changed.id else officer for officer in state.officers])
    return new


def army_of(state: State, side: str) -> Army:
    for army in state.armies:
        if army.side == side:
            return army
    raise KeyError(side)


def enemy_of(state: State, side: str) -> str:
    return state.armies[1].side if state.armies[0].side == side else state.armies[0].side


def force_name(state: State, id: str) -> str:
    for force in state.forces:
        if force.id == id:
            return force.name
    return "detached"


def on_table(state: State, side: str = "") -> list[Unit]:
    """Units standing on the table, of one side or of both."""
    return [unit for unit in state.units if unit.place == ON_TABLE and side in ("", unit.side)]


def enemies(state: State, side: str) -> list[Unit]:
    """Units of the other side standing on the table."""
    return [unit for unit in state.units if unit.place == ON_TABLE and unit.side != side]


def officer_with(state: State, unit: str) -> Officer | None:
    """The officer attached to a unit; there is at most one [command.placement]."""
    for officer in state.officers:
        if officer.unit == unit:
            return officer
    return None


def officers_for(state: State, unit: str) -> list[Officer]:
    """The officers whose traits work on a unit: the one attached, and one whose second unit it is.

    [command.attached, trait.vigorous, trait.mobile-cnc]
    """
    return [officer for officer in state.officers if unit in (officer.unit, officer.second)]


def traits_on(state: State, unit: str) -> tuple[str, ...] | None:
    """The officers' traits that work on a unit; None with no officer [command.attached]."""
    found = officers_for(state, unit)
    if not found:
        return None
    return tuple([trait for officer in found for trait in officer.traits])


# ---------------------------------------------------------------- where things are


def on_horse(unit: Unit) -> bool:
    """Whether a unit is mounted [setup.arms]."""
    return mounted_now(unit.arm, unit.mounted)


def middle(pose: Pose, settings: Settings) -> Pose:
    """The middle of a base, from its centre point."""
    return ahead(pose, -0.5 * settings.setup_unit_depth)


def centre(pose: Pose, settings: Settings) -> Pose:
    """The centre point of a base, from its middle [setup.centre-point]."""
    return ahead(pose, 0.5 * settings.setup_unit_depth)


def block(unit: Unit, settings: Settings) -> Block:
    """The ground a unit stands on [setup.unit-one-base]."""
    return Block(ahead(unit.pose, -0.5 * settings.setup_unit_depth), BASE_WIDTH, settings.setup_unit_depth)


def may_be_within(a: Pose, b: Pose, reach: float) -> bool:
    """A cheap first question: whether the bases at two centre points may be so near; no base reaches farther."""
    far = reach + FARTHEST_CORNERS
    dx = a.x - b.x
    dy = a.y - b.y
    return dx * dx + dy * dy <= far * far


def blocks(units: list[Unit], settings: Settings) -> list[Block]:
    return [block(unit, settings) for unit in units]


def marker(state: State, officer: Officer) -> Point | None:
    """Where an officer is: with a unit, at its centre point [command.range]; None off the table."""
    if officer.at is not None:
        return officer.at
    for unit in state.units:
        if unit.id == officer.unit and unit.place == ON_TABLE:
            return (unit.pose.x, unit.pose.y)
    return None


def label(unit: Unit) -> str:
    """What the owner of a view may call a unit."""
    return "a concealed unit" if unit.name == UNKNOWN else unit.name
