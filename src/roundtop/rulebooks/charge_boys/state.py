"""What the table is made of: units of single figures, guns, Generals. A change is always a new value."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Outcome
from roundtop.kit.objectives import Goal
from roundtop.record import field, record
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.table.ground import Ground
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose

ON_TABLE: Final = "on"
TO_DEPLOY: Final = "deploy"
TO_ARRIVE: Final = "arrive"
GONE: Final = "gone"
MANNED: Final = "manned"
ABANDONED: Final = "abandoned"
CAPTURED: Final = "captured"
SECRET: Final = (Manoeuvre("secret"),)
"""The written order of an enemy unit, as a view has it."""


@record
class Gun:
    """A model gun with its crew; `pose` is its middle. Fates: manned, abandoned, captured."""

    pose: Pose
    crew: int
    fate: str = MANNED


@record
class Mettle:
    """What morale has made of a unit [setup.unit-record].

    `by` is the test that put it into its state (first or other), `retest` the turn in which it tests again (0: none).
    `retired` is the last turn in which it retired. `led` means a General has joined its rout and it tests in place of
    running on; `lost` that it has failed its one rally test.
    """

    state: str = tables.STEADY
    by: str = ""
    retest: int = 0
    first_shot: str = "untested"
    disordered: bool = False
    retired: int = -1
    led: bool = False
    lost: bool = False


@record
class Record:
    """What a unit has done and suffered this turn [setup.unit-record].

    `had` is its strength when the turn began; `fell` and `fell_officers` are those lost in the fire phase and not yet
    taken off, `fell_general` a General who fell in it or in melee and has not been tested for. `acted`: it has had
    its go; `declared`: a charge. `target` is whom it charges, `full_reach` how far in all and `reach` how far yet.
    `charged`: a charge on it was carried out; `met` is how it met the last: "stands", "gives-way", "evades",
    "charges" (in its turn) or "" where it need not have. `foe` is the enemy whose fire hit it hardest.
    """

    had: int = 0
    hits: int = 0
    officers_lost: int = 0
    general_lost: bool = False
    fell: int = 0
    fell_officers: int = 0
    fell_general: str = ""
    shot_at: bool = False
    hits_tested: bool = False
    moved: bool = False
    advanced: bool = False
    busy: bool = False
    acted: bool = False
    volleys: int = 0
    declared: bool = False
    target: str = ""
    reach: float = 0.0
    full_reach: float = 0.0
    impetus: bool = False
    charged: bool = False
    met: str = ""
    compelled: bool = False
    fought: bool = False
    was_disordered: bool = False
    foe: str = ""
    foe_hits: int = -1


@record
class Unit:
    """A regiment, company or battery. `pose` is the middle of the ground it covers, `files` how many stand abreast.

    Of a battery `men` are gunners away from their guns. `building` is the place of the area it garrisons, -1 for none.
    `trail` is the way a road column's head has come, its last point the head. `order` is what was written for it.
    """

    id: str
    side: str
    name: str
    arm: str
    brigade: str
    quality: str
    weapon: str
    gun: str
    start: int
    officers: int
    colours: int
    drummers: int
    men: int
    holders: int
    formation: str
    files: int
    pose: Pose
    guns: tuple[Gun, ...] = ()
    place: str = ON_TABLE
    due: int = 0
    entry: tuple[Point, ...] = ()
    has_fired: bool = False
    buck: int = 0
    building: int = -1
    trail: tuple[Point, ...] = ()
    order: tuple[Manoeuvre, ...] = ()
    mettle: Mettle = field(default_factory=Mettle)
    turn: Record = field(default_factory=Record)


@record
class General:
    """A mounted General; `unit` is the one he is with, "" when he rides alone. `due` is the unit he arrives with."""

    id: str
    side: str
    name: str
    brigade: str
    pose: Pose
    place: str
    due: str
    unit: str
    acted: bool
    order: tuple[Manoeuvre, ...]


@record
class Army:
    """A side, its own edge of the table, its further friendly edges and those it may leave by."""

    side: str
    edge: str
    exits: tuple[str, ...]


@record
class Fight:
    """Two enemies in contact. `a` closed with `b`.

    `a_impetus` and `b_impetus`: charged or followed up into this round. `flank`: a struck b in flank or rear, in the
    first round. `over` is the obstacle that b defends, "" for none; `under` one that a defends.
    """

    a: str
    b: str
    a_impetus: bool
    b_impetus: bool
    flank: bool
    over: str
    under: str


@record
class State:
    """The whole table. A view is a state in which what a player may not know is masked.

    `first` is side A of the turn. `capacities` pair a building's place among the areas with what it holds.
    """

    title: str
    settings: Settings
    ground: Ground
    armies: tuple[Army, ...]
    units: tuple[Unit, ...]
    generals: tuple[General, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    capacities: tuple[tuple[int, int], ...]
    turn_limit: int
    attacker: str
    turn: int = 0
    phase: str = "set-up"
    first: str = ""
    fights: tuple[Fight, ...] = ()
    outcome: Outcome | None = None
