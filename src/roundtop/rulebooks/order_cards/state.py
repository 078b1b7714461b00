"""The table of the order-card book: units, officers, hands of cards. Plain data; a change is always a new value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from roundtop.battle.protocol import Outcome
from roundtop.rulebooks.order_cards.cards import Card, card_named
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.tables import (
    ARTILLERY,
    BASES,
    CAVALRY,
    COLUMN,
    INFANTRY,
    LIMBERED,
    LINE,
    LOOSE,
    LOOSE_GAP,
    MESSENGER_ACROSS,
    NORMAL,
    OFFICER_ACROSS,
    ROUTING,
    STEADY,
    UNLIMBERED,
    WAGON,
    boxes_per_stand,
    stands_left,
)
from roundtop.table.footprint import Block
from roundtop.table.formation import along_track, refused_flank
from roundtop.table.ground import Ground
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose, to_world

ON_TABLE: Final = "on"
TO_DEPLOY: Final = "deploy"
TO_ARRIVE: Final = "arrive"
GONE: Final = "gone"

CAPTURED: Final = "captured"
RUN_OFF: Final = "run-off"
ABANDONED: Final = "abandoned"
TAKEN: Final = "taken"
WITHDRAWN: Final = "withdrawn"

UNKNOWN: Final = "unknown"
"""A card of an enemy's hand, face down, as a view has it."""

OFFICER_RADIUS: Final = 0.5 * OFFICER_ACROSS
MESSENGER_RADIUS: Final = 0.5 * MESSENGER_ACROSS


@final
@dataclass(slots=True, init=False)
class Unit:
    """A regiment, a battery, a wagon, or guards leading a `captive` unit away. `pose` is the middle of its block;
    stands count from its own left, or from the head of a column.
    """

    id: str
    side: str
    player: str
    brigade: str
    name: str
    arm: str
    weapon: str
    grade: int
    start: int
    rifled: int
    stands: int
    pose: Pose
    formation: str
    mounted: bool
    disordered: bool
    state: str
    ammo: str
    circled: int
    guards: int
    ends: int
    wing: int
    wing_by: int
    trail: tuple[Point, ...]
    place: str
    due: int
    entry: Point | None
    known: bool
    fate: str
    spent: float
    moved: bool
    changed: bool
    fired: bool
    charged: bool
    waived: bool
    tried: bool
    turned: bool
    working: bool
    pivoting: bool
    owes: bool
    in_position: bool
    shown: int
    active: int
    target: str
    bonus: int
    mass: str
    hurt: int
    load: int
    captive: str

    def __init__(
        self,
        id: str,
        side: str,
        player: str,
        brigade: str,
        name: str,
        arm: str,
        weapon: str,
        grade: int,
        start: int,
        rifled: int,
        stands: int,
        pose: Pose,
        formation: str = LINE,
        mounted: bool = False,
        disordered: bool = False,
        state: str = STEADY,
        ammo: str = NORMAL,
        circled: int = 0,
        guards: int = 0,
        ends: int = 0,
        wing: int = 0,
        wing_by: int = 0,
        trail: tuple[Point, ...] = (),
        place: str = ON_TABLE,
        due: int = 0,
        entry: Point | None = None,
        known: bool = False,
        fate: str = "",
        spent: float = 0.0,
        moved: bool = False,
        changed: bool = False,
        fired: bool = False,
        charged: bool = False,
        waived: bool = False,
        tried: bool = False,
        turned: bool = False,
        working: bool = False,
        pivoting: bool = False,
        owes: bool = False,
        in_position: bool = False,
        shown: int = 0,
        active: int = 0,
        target: str = "",
        bonus: int = 0,
        mass: str = "",
        hurt: int = 0,
        load: int = 0,
        captive: str = "",
    ) -> None:
        """`rifled` are its rifled gun stands, counted from the left. `ends` are the stands taken off its ends so far.
        `wing` are the stands thrown back, at its right end if positive, at its left if negative, by `wing_by`.
        `trail` is the way of a column's head, for one that is bent. `due` are the cards its player must have played.

        On the card being played: inches `spent` in coming on, `moved`, `changed` formation, `fired`, `charged`,
        `waived` its charge, `tried` to rally, `turned` its wing, `working` at a wall or barrier, `owes` a compulsory
        move, `hurt`: boxes lost to fire. `pivoting`: guns in a wood are half turned.
        `shown` are the ends of its player's cards through which firing gives it away, `active` the turn in which it
        last fired or fought. `target` and `bonus` are those of a charge under way. `load` are prisoners or supplies.
        """
        self.id = id
        self.side = side
        self.player = player
        self.brigade = brigade
        self.name = name
        self.arm = arm
        self.weapon = weapon
        self.grade = grade
        self.start = start
        self.rifled = rifled
        self.stands = stands
        self.pose = pose
        self.formation = formation
        self.mounted = mounted
        self.disordered = disordered
        self.state = state
        self.ammo = ammo
        self.circled = circled
        self.guards = guards
        self.ends = ends
        self.wing = wing
        self.wing_by = wing_by
        self.trail = trail
        self.place = place
        self.due = due
        self.entry = entry
        self.known = known
        self.fate = fate
        self.spent = spent
        self.moved = moved
        self.changed = changed
        self.fired = fired
        self.charged = charged
        self.waived = waived
        self.tried = tried
        self.turned = turned
        self.working = working
        self.pivoting = pivoting
        self.owes = owes
        self.in_position = in_position
        self.shown = shown
        self.active = active
        self.target = target
        self.bonus = bonus
        self.mass = mass
        self.hurt = hurt
        self.load = load
        self.captive = captive


def copied(unit: Unit) -> Unit:
    """A fresh unit to be changed before it is handed out."""
    return Unit(
        unit.id, unit.side, unit.player, unit.brigade, unit.name, unit.arm, unit.weapon, unit.grade, unit.start,
        unit.rifled, unit.stands, unit.pose, unit.formation, unit.mounted, unit.disordered, unit.state, unit.ammo,
        unit.circled, unit.guards, unit.ends, unit.wing, unit.wing_by, unit.trail, unit.place, unit.due, unit.entry,
        unit.known, unit.fate, unit.spent, unit.moved, unit.changed, unit.fired, unit.charged, unit.waived, unit.tried,
        unit.turned, unit.working, unit.pivoting, unit.owes, unit.in_position, unit.shown, unit.active, unit.target,
        unit.bonus, unit.mass, unit.hurt, unit.load, unit.captive,
    )  # fmt: skip


@final
@dataclass(slots=True)
class Officer:
    """A general on his own stand. `unit` is the one he runs, fights or comes on with, `minor` his minor wounds."""

    id: str
    side: str
    player: str
    command: str
    name: str
    rank: str
    rating: int
    pose: Pose
    place: str = ON_TABLE
    fate: str = ""
    minor: int = 0
    unit: str = ""
    moved: bool = False


@final
@dataclass(slots=True)
class Messenger:
    """A rider with one order, from an officer to an officer. Errands: hand-over, release, note."""

    id: str
    side: str
    player: str
    sender: str
    to: str
    errand: str
    brigade: str
    pose: Pose
    moved: bool = False


@final
@dataclass(slots=True)
class Delivered:
    """An order that a messenger has brought; it takes effect at the addressee's next card."""

    side: str
    errand: str
    brigade: str
    player: str


@final
@dataclass(slots=True)
class Sighting:
    """Where an enemy that is out of view was last seen."""

    unit: str
    pose: Pose


@final
@dataclass(slots=True)
class Army:
    """A side, its own edge, where else it may leave, and the turns in which its last two cards began.

    In the fog, `unseen` are the enemies it does not see, and `sightings` where it last saw some of them.
    """

    side: str
    edge: str
    friendly: tuple[str, ...] = ()
    exits: tuple[str, ...] = ()
    before: int = 0
    latest: int = 0
    unseen: tuple[str, ...] = ()
    sightings: tuple[Sighting, ...] = ()


@final
@dataclass(slots=True)
class Hand:
    """A player's cards: the set he has laid, how many of it are turned, those of earlier sets, and his supplies.

    `played` counts every card he has turned. `ended`: he has ended the card he is playing.
    """

    player: str
    side: str
    cards: tuple[str, ...] = ()
    turned: int = 0
    past: tuple[str, ...] = ()
    played: int = 0
    ended: bool = True
    supplies: int = 0


@final
@dataclass(slots=True)
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
@dataclass(slots=True)
class Attack:
    """A charger in contact: the bonus it has left, the way it faced as it ran, and where it touched.

    `zone` is front, flank or rear of the unit touched first, `cover` the obstacle between, `uphill`: that unit stands
    higher than the charger did when it began to run. `disordered`: the charger ran as a crowd.
    """

    unit: str
    target: str
    bonus: int
    facing: int
    zone: str
    cover: str
    uphill: bool
    loose: bool
    disordered: bool


@final
@dataclass(slots=True)
class Melee:
    """Units in contact, each side in the order in which they were."""

    attacks: tuple[Attack, ...]
    defenders: tuple[str, ...]


@final
@dataclass(slots=True)
class Look:
    """The table as it was when all last looked who is in view, so that they need not look at all of it again.

    `watch`: one of those who saw each piece that was in the enemy's view.
    """

    ground: Ground
    units: tuple[Unit, ...]
    officers: tuple[Officer, ...]
    messengers: tuple[Messenger, ...]
    watch: dict[str, str]


@final
@dataclass(slots=True, init=False)
class State:
    """The whole table. A view is a state in which what a player may not know is masked."""

    title: str
    settings: Settings
    deck: tuple[Card, ...]
    ground: Ground
    armies: tuple[Army, ...]
    hands: tuple[Hand, ...]
    units: tuple[Unit, ...]
    officers: tuple[Officer, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    sets: int
    visibility: float
    messengers: tuple[Messenger, ...]
    delivered: tuple[Delivered, ...]
    reserves: tuple[tuple[str, int], ...]
    courier: bool
    set: int
    turn: int
    phase: str
    winner: str
    first: str
    side: str
    melees: tuple[Melee, ...]
    before: Unit | None
    roster: tuple[Unit, ...]
    staff: tuple[Officer, ...]
    met: tuple[str, ...]
    outcome: Outcome | None
    looked: Look | None = field(init=False, repr=False, compare=False)

    def __init__(
        self,
        title: str,
        settings: Settings,
        deck: tuple[Card, ...],
        ground: Ground,
        armies: tuple[Army, ...],
        hands: tuple[Hand, ...],
        units: tuple[Unit, ...],
        officers: tuple[Officer, ...],
        goals: tuple[Goal, ...],
        zones: tuple[tuple[str, tuple[Point, ...]], ...],
        sets: int,
        visibility: float = 0.0,
        messengers: tuple[Messenger, ...] = (),
        delivered: tuple[Delivered, ...] = (),
        reserves: tuple[tuple[str, int], ...] = (),
        courier: bool = False,
        set: int = 0,
        turn: int = 0,
        phase: str = "set-up",
        winner: str = "",
        first: str = "",
        side: str = "",
        melees: tuple[Melee, ...] = (),
        before: Unit | None = None,
        roster: tuple[Unit, ...] = (),
        staff: tuple[Officer, ...] = (),
        met: tuple[str, ...] = (),
        outcome: Outcome | None = None,
    ) -> None:
        """`reserves` are brigades held back and the cards after which they are free. `courier`: messengers are used.
        `before` is a unit as it was before the move that may still be taken back. In the fog, `roster` and `staff` are
        units and officers as they came to the battle, and `met` those that somebody has run into on this card; `looked`
        is neither saved nor shown.
        """
        self.title = title
        self.settings = settings
        self.deck = deck
        self.ground = ground
        self.armies = armies
        self.hands = hands
        self.units = units
        self.officers = officers
        self.goals = goals
        self.zones = zones
        self.sets = sets
        self.visibility = visibility
        self.messengers = messengers
        self.delivered = delivered
        self.reserves = reserves
        self.courier = courier
        self.set = set
        self.turn = turn
        self.phase = phase
        self.winner = winner
        self.first = first
        self.side = side
        self.melees = melees
        self.before = before
        self.roster = roster
        self.staff = staff
        self.met = met
        self.outcome = outcome
        self.looked = None


def changing(state: State) -> State:
    """A fresh state to be changed before it is handed out."""
    new = State(
        state.title, state.settings, state.deck, state.ground, state.armies, state.hands, state.units, state.officers,
        state.goals, state.zones, state.sets, state.visibility, state.messengers, state.delivered, state.reserves,
        state.courier, state.set, state.turn, state.phase, state.winner, state.first, state.side, state.melees,
        state.before, state.roster, state.staff, state.met, state.outcome,
    )  # fmt: skip
    new.looked = state.looked
    return new


def look_of(state: State, watch: dict[str, str]) -> Look:
    """The table as it is looked at now, and who saw what."""
    return Look(state.ground, state.units, state.officers, state.messengers, watch)


# ---------------------------------------------------------------- finding


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


def army_of(state: State, side: str) -> Army:
    for army in state.armies:
        if army.side == side:
            return army
    raise KeyError(side)


def hand_of(state: State, player: str) -> Hand:
    for hand in state.hands:
        if hand.player == player:
            return hand
    raise KeyError(player)


def enemy_of(state: State, side: str) -> str:
    return state.armies[1].side if state.armies[0].side == side else state.armies[0].side


def commander_of(state: State, side: str) -> str:
    """The player who decides for his whole side [turn.who-decides]."""
    for hand in state.hands:
        if hand.side == side:
            return hand.player
    raise KeyError(side)


def players_of(state: State, side: str) -> tuple[str, ...]:
    return tuple([hand.player for hand in state.hands if hand.side == side])


NO_CARD: Final = Card("", "no card", 0.0, 0.0, 0.0, 0, 0, False)


def card_of(state: State, player: str) -> Card:
    """The card a player has face up."""
    hand = hand_of(state, player)
    if hand.turned == 0:
        return NO_CARD
    return card_named(state.deck, hand.cards[hand.turned - 1]) or NO_CARD


def on_table(state: State, side: str = "") -> list[Unit]:
    """Units standing on the table, of one side or of both."""
    return [unit for unit in state.units if unit.place == ON_TABLE and side in ("", unit.side)]


def enemies(state: State, unit: Unit) -> list[Unit]:
    return [other for other in state.units if other.place == ON_TABLE and other.side != unit.side]


def officers_on(state: State, side: str = "") -> list[Officer]:
    return [one for one in state.officers if one.place == ON_TABLE and side in ("", one.side)]


def melee_of(state: State, id: str) -> Melee | None:
    """The melee a unit is in, not yet fought."""
    for melee in state.melees:
        if id in melee.defenders or [one for one in melee.attacks if one.unit == id]:
            return melee
    return None


# ---------------------------------------------------------------- strength


def boxes_of(unit: Unit, settings: Settings) -> int:
    """All boxes of its roster [setup.roster-boxes]."""
    return unit.start * boxes_per_stand(unit.arm, settings)


def strength(unit: Unit, settings: Settings) -> int:
    """Stands not lost to circled boxes, guards included [setup.roster-boxes]."""
    return stands_left(unit.start, unit.circled, boxes_per_stand(unit.arm, settings))


def on_foot(unit: Unit) -> bool:
    """Infantry, or cavalry that has dismounted."""
    return unit.arm == INFANTRY or (unit.arm == CAVALRY and not unit.mounted)


def formed(unit: Unit) -> bool:
    """In formation and in hand [formation.list]."""
    return not unit.disordered and unit.state != ROUTING


# ---------------------------------------------------------------- footprints


def base(unit: Unit) -> Point:
    """Width and depth of one of its stands [setup.bases]."""
    if unit.arm == ARTILLERY or unit.arm == WAGON:
        return BASES["limbered"] if unit.formation == LIMBERED else BASES["unlimbered"]
    return BASES["mounted"] if unit.arm == CAVALRY and unit.mounted else BASES["foot"]


def body_of(unit: Unit) -> int:
    """Stands in its body: those that fight, and prisoners among them [prisoners.led-away]."""
    return unit.stands + unit.load if unit.captive else unit.stands


def files_of(unit: Unit) -> int:
    """Stands in the front rank [formation.list]."""
    if unit.disordered:
        files = 1
        while files * files < body_of(unit):
            files += 1
        return files
    return 1 if unit.formation in (COLUMN, LIMBERED) else unit.stands


def size_of(unit: Unit) -> Point:
    """Width and depth of the whole block [formation.list]."""
    width, depth = base(unit)
    if unit.disordered:
        files = files_of(unit)
        return (files * width, -(-body_of(unit) // files) * depth)
    if unit.formation == LINE or unit.formation == UNLIMBERED:
        return (unit.stands * width, depth)
    if unit.formation == LOOSE:
        return (unit.stands * width + (unit.stands - 1) * LOOSE_GAP, depth)
    return (width, unit.stands * depth)


def block(unit: Unit) -> Block:
    """The ground it stands on, taken as one rectangle: a bent column as if straight, a wing as if in line."""
    width, depth = size_of(unit)
    return Block(unit.pose, width, depth)


def block_at(unit: Unit, pose: Pose) -> Block:
    width, depth = size_of(unit)
    return Block(pose, width, depth)


def blocks(unit: Unit) -> list[Block]:
    """The ground it stands on: a rectangle, a line and its wing, or the stands of a bent column."""
    if unit.trail:
        width, depth = base(unit)
        return [Block(pose, width, depth) for pose in stand_poses(unit)]
    if unit.wing and not unit.disordered:
        return wing_blocks(unit)
    return [block(unit)]


def wing_blocks(unit: Unit) -> list[Block]:
    """The straight part of a line, then the stands it has thrown back [formation.refuse-flank]."""
    width, depth = base(unit)
    poses = stand_poses(unit)
    count = abs(unit.wing)
    straight = poses[: unit.stands - count] if unit.wing > 0 else poses[count:]
    wing = poses[unit.stands - count :] if unit.wing > 0 else poses[:count]
    return [_joined(part, width, depth) for part in (straight, wing) if part]


def _joined(poses: list[Pose], width: float, depth: float) -> Block:
    """The block of stands side by side."""
    first, last = poses[0], poses[len(poses) - 1]
    middle = Pose(0.5 * (first.x + last.x), 0.5 * (first.y + last.y), first.facing)
    return Block(middle, len(poses) * width, depth)


def stand_poses(unit: Unit) -> list[Pose]:
    """Where each stand is, from the left, from the head, or by ranks from the front [formation.list]."""
    width, depth = base(unit)
    pose = unit.pose
    if unit.disordered:
        return _crowd(unit, width, depth)
    if unit.formation == COLUMN or unit.formation == LIMBERED:
        if unit.trail:
            return list(along_track(unit.trail, unit.stands, depth))
        half = 0.5 * (unit.stands - 1)
        return [ahead(pose, (half - stand) * depth) for stand in range(unit.stands)]
    if unit.wing:
        left, right = (-unit.wing, 0) if unit.wing < 0 else (0, unit.wing)
        return list(refused_flank(pose, unit.stands, width, depth, left, unit.wing_by, right, unit.wing_by))
    step = width + LOOSE_GAP if unit.formation == LOOSE else width
    half = 0.5 * (unit.stands - 1)
    return [aside(pose, (stand - half) * step) for stand in range(unit.stands)]


def _crowd(unit: Unit, width: float, depth: float) -> list[Pose]:
    """A block filled from the front, a short rear rank centred [formation.list]."""
    files = files_of(unit)
    number = body_of(unit)
    ranks = -(-number // files)
    found: list[Pose] = []
    for rank in range(ranks):
        here = min(files, number - rank * files)
        for file in range(here):
            x, y = to_world(unit.pose, (file - 0.5 * (here - 1)) * width, (0.5 * (ranks - 1) - rank) * depth)
            found.append(Pose(x, y, unit.pose.facing))
    return found


def stand_blocks(unit: Unit) -> list[Block]:
    width, depth = base(unit)
    return [Block(pose, width, depth) for pose in stand_poses(unit)]


def head_of(unit: Unit) -> Pose:
    """The leading stand of a column."""
    return stand_poses(unit)[0]


def closed(unit: Unit, lost: int) -> Unit:
    """A unit with so many stands fewer: off its ends in turn, right first, or off the rear; nothing shifts.

    Of a crowd any stand will do: the block is set up again round its middle, since no stand has a place of its own.
    [setup.stand-removal]
    """
    new = copied(unit)
    new.stands = unit.stands - lost
    new.ends = unit.ends + lost
    if new.stands <= 0:
        return new
    width, depth = base(unit)
    if unit.disordered or unit.trail:
        return new
    if unit.formation in (COLUMN, LIMBERED):
        new.pose = rounded_pose(ahead(unit.pose, 0.5 * lost * depth))
        return new
    step = width + LOOSE_GAP if unit.formation == LOOSE else width
    right = (unit.ends + lost + 1) // 2 - (unit.ends + 1) // 2
    new.pose = rounded_pose(aside(unit.pose, 0.5 * (lost - 2 * right) * step))
    if unit.wing:
        gone = right if unit.wing > 0 else lost - right
        count = max(0, abs(unit.wing) - gone)
        new.wing = min(count, new.stands - 1) * (1 if unit.wing > 0 else -1)
    return new
