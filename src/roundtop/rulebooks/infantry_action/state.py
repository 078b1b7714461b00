"""The table under Infantry Action: units, fights, goals. Plain data; a change is always a new value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.protocol import Outcome
from roundtop.rulebooks.infantry_action.options import Settings
from roundtop.table.footprint import Block
from roundtop.table.ground import Ground
from roundtop.table.pose import Point, Pose, rounded_pose, to_world

MOVE: Final = "move"
FAST: Final = "fast-advance"
CHARGE: Final = "charge"
FIRE: Final = "fire"
OPPORTUNITY: Final = "opportunity-fire"
HOLD: Final = "hold"
ORDERS: Final = (MOVE, FAST, CHARGE, FIRE, OPPORTUNITY, HOLD)
UNKNOWN: Final = "unknown"
"""The chit of an enemy unit, face down, as a view has it."""

ON_TABLE: Final = "on"
TO_DEPLOY: Final = "deploy"
TO_ARRIVE: Final = "arrive"
GONE: Final = "gone"


@final
@dataclass(slots=True, init=False)
class Unit:
    """A line of infantry or a battery. `pose` is the middle of the line; stands count from its own left."""

    id: str
    side: str
    name: str
    kind: str
    quality: str
    weapon: str
    start: int
    stands: int
    pose: Pose
    place: str
    due: int
    entry: Point | None
    order: str
    revealed: bool
    routed: int
    routing: bool
    had: int
    moved: bool
    shot: bool
    fought: bool
    charging: str
    contact: Pose | None
    hits: tuple[int, ...]
    markers: tuple[tuple[int, int], ...]
    sideways: int
    dominoes: bool
    looked: bool
    tile: str
    slot: int
    flip: bool

    def __init__(
        self,
        id: str,
        side: str,
        name: str,
        kind: str,
        quality: str,
        weapon: str,
        start: int,
        stands: int,
        pose: Pose,
        place: str = ON_TABLE,
        due: int = 0,
        entry: Point | None = None,
        order: str = "",
        revealed: bool = False,
        routed: int = 0,
        routing: bool = False,
        had: int = 0,
        moved: bool = False,
        shot: bool = False,
        fought: bool = False,
        charging: str = "",
        contact: Pose | None = None,
        hits: tuple[int, ...] = (),
        markers: tuple[tuple[int, int], ...] = (),
        sideways: int = 0,
        dominoes: bool = False,
        looked: bool = False,
        tile: str = "",
        slot: int = 0,
        flip: bool = False,
    ) -> None:
        """`routed` is the turn of its last rout, 0 for none. `had` are its stands when the turn began. `hits` are the
        stands hit in this step and not yet taken off. A unit to arrive without an entry is set down at its pose.
        `tile` is the domino looked at, "" while unknown. `charging` is the target of a charge declared, `contact`
        where it will touch.
        """
        self.id = id
        self.side = side
        self.name = name
        self.kind = kind
        self.quality = quality
        self.weapon = weapon
        self.start = start
        self.stands = stands
        self.pose = pose
        self.place = place
        self.due = due
        self.entry = entry
        self.order = order
        self.revealed = revealed
        self.routed = routed
        self.routing = routing
        self.had = had
        self.moved = moved
        self.shot = shot
        self.fought = fought
        self.charging = charging
        self.contact = contact
        self.hits = hits
        self.markers = markers
        self.sideways = sideways
        self.dominoes = dominoes
        self.looked = looked
        self.tile = tile
        self.slot = slot
        self.flip = flip


def copied(unit: Unit) -> Unit:
    """A fresh unit to be changed before it is handed out."""
    return Unit(
        unit.id, unit.side, unit.name, unit.kind, unit.quality, unit.weapon, unit.start, unit.stands, unit.pose,
        unit.place, unit.due, unit.entry, unit.order, unit.revealed, unit.routed, unit.routing, unit.had, unit.moved,
        unit.shot, unit.fought, unit.charging, unit.contact, unit.hits, unit.markers, unit.sideways, unit.dominoes,
        unit.looked, unit.tile, unit.slot, unit.flip,
    )  # fmt: skip


@final
@dataclass(slots=True)
class Army:
    """A side: its own edge of the table, its CinC and his rating (0 before it is thrown)."""

    side: str
    edge: str
    cinc: str
    talent: str
    rating: int


@final
@dataclass(slots=True)
class Goal:
    """A scenario's objective; `holder` had it last."""

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
@dataclass(slots=True)
class Spot:
    """Where a unit stood when the turn began."""

    unit: str
    pose: Pose
    stands: int


@final
@dataclass(slots=True)
class Fight:
    """A charger in contact. The poses are the two lines squared up to each other for the fight."""

    charger: str
    defender: str
    flank: bool
    offset: int
    charger_pose: Pose
    defender_pose: Pose


@final
@dataclass(slots=True)
class Verdict:
    """What the combats of this turn did to a unit: its result, the stands lost, where it stood facing its enemy."""

    unit: str
    result: str
    lost: tuple[int, ...]
    move_in: int
    removed: bool
    pose: Pose


@final
@dataclass(slots=True, init=False)
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
    turn: int
    phase: str
    initiative: str
    first: str
    spots: tuple[Spot, ...]
    fights: tuple[Fight, ...]
    verdicts: tuple[Verdict, ...]
    gone: tuple[str, ...]
    outcome: Outcome | None

    def __init__(
        self,
        title: str,
        settings: Settings,
        ground: Ground,
        armies: tuple[Army, ...],
        units: tuple[Unit, ...],
        goals: tuple[Goal, ...],
        zones: tuple[tuple[str, tuple[Point, ...]], ...],
        turn_limit: int,
        turn: int = 0,
        phase: str = "set-up",
        initiative: str = "",
        first: str = "",
        spots: tuple[Spot, ...] = (),
        fights: tuple[Fight, ...] = (),
        verdicts: tuple[Verdict, ...] = (),
        gone: tuple[str, ...] = (),
        outcome: Outcome | None = None,
    ) -> None:
        self.title = title
        self.settings = settings
        self.ground = ground
        self.armies = armies
        self.units = units
        self.goals = goals
        self.zones = zones
        self.turn_limit = turn_limit
        self.turn = turn
        self.phase = phase
        self.initiative = initiative
        self.first = first
        self.spots = spots
        self.fights = fights
        self.verdicts = verdicts
        self.gone = gone
        self.outcome = outcome


def changing(state: State) -> State:
    """A fresh state to be changed before it is handed out."""
    return State(
        state.title, state.settings, state.ground, state.armies, state.units, state.goals, state.zones,
        state.turn_limit, state.turn, state.phase, state.initiative, state.first, state.spots, state.fights,
        state.verdicts, state.gone, state.outcome,
    )  # fmt: skip


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


def army_of(state: State, side: str) -> Army:
    for army in state.armies:
        if army.side == side:
            return army
    raise KeyError(side)


def enemy_of(state: State, side: str) -> str:
    return state.armies[1].side if state.armies[0].side == side else state.armies[0].side


def on_table(state: State, side: str = "") -> list[Unit]:
    """Units standing on the table, of one side or of both."""
    return [unit for unit in state.units if unit.place == ON_TABLE and side in ("", unit.side)]


def enemies(state: State, unit: Unit) -> list[Unit]:
    return [other for other in state.units if other.place == ON_TABLE and other.side != unit.side]


def block(unit: Unit, settings: Settings) -> Block:
    """The ground the whole line stands on [setup.stand-and-line]."""
    return Block(unit.pose, unit.stands * settings.stand_in, settings.stand_in)


def block_at(unit: Unit, pose: Pose, settings: Settings) -> Block:
    return Block(pose, unit.stands * settings.stand_in, settings.stand_in)


def stand_right(stands: int, stand: int, settings: Settings) -> float:
    """How far a stand's middle lies to the right of the middle of its line [setup.numbering]."""
    return (stand - 0.5 * (stands + 1)) * settings.stand_in


def stand_at(pose: Pose, stands: int, stand: int, settings: Settings) -> Point:
    """The middle of a stand."""
    return to_world(pose, stand_right(stands, stand, settings), 0.0)


def muzzle(pose: Pose, stands: int, stand: int, settings: Settings) -> Point:
    """The middle of a stand's front edge, from where it shoots."""
    return to_world(pose, stand_right(stands, stand, settings), 0.5 * settings.stand_in)


def in_contact(state: State, id: str) -> bool:
    """Whether a unit is in hand-to-hand contact, and so pinned if it was charged [movement.pinned]."""
    for fight in state.fights:
        if id in (fight.charger, fight.defender):
            return True
    return False


def closed_up(pose: Pose, stands: int, lost: tuple[int, ...], settings: Settings) -> Pose:
    """Where the middle of a line comes to lie when the survivors close up on the middle of those left.

    The page leaves the middle open: it is taken halfway between the outermost survivors. [shooting.close-up]
    """
    left = [stand for stand in range(1, stands + 1) if stand not in lost]
    if not left:
        return pose
    middle = 0.5 * (stand_right(stands, left[0], settings) + stand_right(stands, left[-1], settings))
    x, y = to_world(pose, middle, 0.0)
    return rounded_pose(Pose(x, y, pose.facing))
