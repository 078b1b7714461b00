"""The table of the order-card book: units, officers, hands of cards. Plain data; a change is always a new value."""

from __future__ import annotations

from roundtop.battle.protocol import Outcome
from roundtop.kit.objectives import Goal
from roundtop.record import field, record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.table.footprint import Block
from roundtop.table.ground import Ground
from roundtop.table.pose import Point, Pose


@record
class Unit:
    """A regiment, a battery, a wagon, or guards leading a `captive` unit away. `pose` is the middle of its block;
    stands count from its own left, or from the head of a column.

    `rifled` are its rifled gun stands, counted from the left. `ends` are the stands taken off its ends so far.
    `wing` are the stands thrown back, at its right end if positive, at its left if negative, by `wing_by`.
    `trail` is the way of a column's head, for one that is bent. `due` are the cards its player must have played.

    On the card being played: inches `spent` in coming on, `moved`, `changed` formation, `fired`, `charged`,
    `waived` its charge, `tried` to rally, `turned` its wing, `working` at a wall or barrier, `owes` a compulsory
    move, `hurt`: boxes lost to fire. `pivoting`: guns in a wood are half turned.
    `shown` are the ends of its player's cards through which firing gives it away, `active` the turn in which it
    last fired or fought. `target` and `bonus` are those of a charge under way. `load` are prisoners or supplies.
    `ground` is kept of a unit that has been handed out: what it stands on.
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
    formation: str = tables.LINE
    mounted: bool = False
    disordered: bool = False
    state: str = tables.STEADY
    ammo: str = tables.NORMAL
    circled: int = 0
    guards: int = 0
    ends: int = 0
    wing: int = 0
    wing_by: int = 0
    trail: tuple[Point, ...] = ()
    place: str = tables.ON_TABLE
    due: int = 0
    entry: Point | None = None
    known: bool = False
    fate: str = ""
    spent: float = 0.0
    moved: bool = False
    changed: bool = False
    fired: bool = False
    charged: bool = False
    waived: bool = False
    tried: bool = False
    turned: bool = False
    working: bool = False
    pivoting: bool = False
    owes: bool = False
    in_position: bool = False
    shown: int = 0
    active: int = 0
    target: str = ""
    bonus: int = 0
    mass: str = ""
    hurt: int = 0
    load: int = 0
    captive: str = ""
    ground: list[Block] | None = field(default=None, init=False, repr=False, compare=False)


@record
class Officer:
    """A general on his own stand. `unit` is the one he runs, fights or comes on with, `minor` his minor wounds.

    `fallen` counts those before him who were killed, captured or lost.
    """

    id: str
    side: str
    player: str
    command: str
    name: str
    rank: str
    rating: int
    pose: Pose
    place: str = tables.ON_TABLE
    fate: str = ""
    minor: int = 0
    unit: str = ""
    moved: bool = False
    fallen: int = 0


@record
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


@record
class Delivered:
    """An order that a messenger has brought; it takes effect at the addressee's next card."""

    side: str
    errand: str
    brigade: str
    player: str


@record
class Sighting:
    """Where an enemy that is out of view was last seen."""

    unit: str
    pose: Pose


@record
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


@record
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


@record
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


@record
class Melee:
    """Units in contact, each side in the order in which they were."""

    attacks: tuple[Attack, ...]
    defenders: tuple[str, ...]


@record
class Look:
    """The table as it was when all last looked who is in view, so that they need not look at all of it again.

    `watch`: one of those who saw each piece that was in the enemy's view.
    """

    ground: Ground
    units: tuple[Unit, ...]
    officers: tuple[Officer, ...]
    messengers: tuple[Messenger, ...]
    watch: dict[str, str]


@record
class State:
    """The whole table. A view is a state in which what a player may not know is masked.

    `reserves` are brigades held back and the cards after which they are free. `courier`: messengers are used.
    `before` is a unit as it was before the move that may still be taken back. In the fog, `roster` and `staff` are
    units and officers as they came to the battle, and `met` those that somebody has run into on this card; `looked`
    is neither saved nor shown.
    """

    title: str
    settings: Settings
    deck: tuple[cards_rule.Card, ...]
    ground: Ground
    armies: tuple[Army, ...]
    hands: tuple[Hand, ...]
    units: tuple[Unit, ...]
    officers: tuple[Officer, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    sets: int
    visibility: float = 0.0
    messengers: tuple[Messenger, ...] = ()
    delivered: tuple[Delivered, ...] = ()
    reserves: tuple[tuple[str, int], ...] = ()
    courier: bool = False
    set: int = 0
    turn: int = 0
    phase: str = "set-up"
    winner: str = ""
    first: str = ""
    side: str = ""
    melees: tuple[Melee, ...] = ()
    before: Unit | None = None
    roster: tuple[Unit, ...] = ()
    staff: tuple[Officer, ...] = ()
    met: tuple[str, ...] = ()
    outcome: Outcome | None = None
    looked: Look | None = field(default=None, init=False, repr=False, compare=False)
