"""The table of a skirmish: figures, groups, things that lie about. Plain data; a change is always a new value."""

from __future__ import annotations

from typing import Final

from roundtop.battle.protocol import Outcome
from roundtop.record import field, record
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.table.ground import Ground
from roundtop.table.pose import Point, Pose

ON_TABLE: Final = "on"
TO_DEPLOY: Final = "deploy"
TO_ARRIVE: Final = "arrive"
GONE: Final = "gone"
"""Off the table for good: killed and taken off, run off, surrendered, marched off."""
FOOT: Final = "foot"
MOUNTED: Final = "mounted"
ANIMAL: Final = "animal"
PRIVATE: Final = "private"
NCO: Final = "nco"
COMMANDER: Final = "commander"
BEAST: Final = "animal"
OK: Final = "ok"
NO_ADVANCE: Final = "no-advance"
FALL_BACK: Final = "fall-back"
BREAK: Final = "break"
FLIGHT: Final = "break-no-rally"
BROKEN: Final = (BREAK, FLIGHT)
ADVANCING: Final = "advancing"
STEADY: Final = "steady"
RETIRING: Final = "retiring"
HORSE: Final = "horse"
LOAD: Final = "load"
DEED: Final = "deed"
LADDER: Final = "ladder"
RODE: Final = "rode"
DID: Final = "did"


@record
class Firearm:
    """A shooting weapon in somebody's hands; `progress` counts Load actions since the shot, or rounds in a magazine."""

    kind: str
    breech: bool
    repeating: bool
    progress: int


@record
class Figure:
    """One man, one mounted man and his horse, or one beast [setup.figure-record].

    `horse` are the wounds of his mount. `spent` and `rides` count this turn's actions and those in which his
    horse moved; `acted` holds for a phase. `carried`: carrying has used up an action this turn. `landing` is where
    a climb under way will end. `charged`: came into contact by a charge this turn. `stuck`: broken and could not
    run this turn. `ducking`: grazed, and loses an action in his side's next phase. `rate` is a beast's own.
    `half`: of a rider's action in this phase his horse has had its half (rode), or he has had his (did); the other
    is open. `saddle_melee`: how a rider who is on foot fights when he is mounted.
    """

    id: str
    side: str
    group: str
    name: str
    role: str
    quality: str
    arm: str
    firearms: tuple[Firearm, ...]
    melee: str
    melee_foot: str
    pose: Pose
    level: int = 0
    place: str = ON_TABLE
    due: int = 0
    entry: Point | None = None
    rate: float = 0.0
    harm: int = 0
    horse: int = 0
    spent: int = 0
    acted: bool = False
    rides: int = 0
    burden: str = ""
    carried: bool = False
    climbed: int = 0
    landing: Pose | None = None
    charged: bool = False
    fought: bool = False
    stuck: bool = False
    straggling: bool = False
    ducking: bool = False
    half: str = ""
    saddle_melee: str = ""


@record
class Group:
    """The body of men that shares an NCO, is shot at as one target and tests together [setup.unit-means-group].

    `start` is its starting strength. `thrown` is the turn of its morale state; `behind` is what was thrown a turn later
    while it was still falling back, and binds on when that lapses. `injured`: a test is due in the next window.
    `charging` is the group it has declared a charge at in this phase. `centre` and `foe` are where it and its nearest
    enemy stood when its phase began. `won`: combats won less those lost in the latest melee phase. `nco_fell` is the
    turn in which its NCO fell.
    """

    id: str
    side: str
    name: str
    arm: str
    start: int
    nco: str = ""
    parent: str = ""
    state: str = OK
    thrown: int = 0
    behind: str = OK
    motion: str = STEADY
    ran: bool = False
    injured: bool = False
    charging: str = ""
    fell_back: bool = False
    centre: Point | None = None
    foe: Point | None = None
    won: int = 0
    nco_fell: int = 0


@record
class Army:
    """A side: its own edge, the edges its men may leave by, its force commander and the turn in which he fell.

    `bereaved`: he was killed in this phase, and all his groups test in the window that closes it.
    """

    side: str
    edge: str
    exits: tuple[str, ...]
    commander: str
    fell: int = 0
    bereaved: bool = False


@record
class Thing:
    """A horse left standing, a load to be carried, a deed to be done or a ladder; `holder` carries it or has done it.

    Who shares a load has it as his burden too, and it is where its holder stands. `group` is the group of a horse's
    rider. `amount` are a horse's wounds, or a ladder's height in cm.
    """

    id: str
    kind: str
    name: str
    x: float
    y: float
    group: str = ""
    amount: float = 0.0
    points: int = 0
    side: str = ""
    holder: str = ""


@record
class Goal:
    """A scenario's objective; `holder` had it last, since the end of which turn (0: from the start)."""

    id: str
    name: str
    x: float
    y: float
    radius: float
    points: int
    side: str
    decisive: bool
    holder: str
    since: int = 0


@record
class Bout:
    """A combat that is to be fought: the figures of each side, primary first [melee.one-to-one, melee.primary]."""

    a: tuple[str, ...]
    b: tuple[str, ...]


@record
class Body:
    """The able figures of a group, in order of id, and the box that the middles of their bases lie in."""

    group: str
    men: list[Figure]
    left: float
    right: float
    bottom: float
    top: float


@record
class Roll:
    """A roll call of these figures: the able, the able men against each side, and all and the able of each group;
    `bodies` in turn, and by the name of the group.
    """

    figures: dict[str, Figure]
    able: list[Figure]
    foes: dict[str, list[Figure]]
    groups: dict[str, list[Figure]]
    bodies: list[Body]
    named: dict[str, Body]


@record
class State:
    """The whole table, all of it open to both sides.

    `water` has the streams and creeks as roads of their width; `heights` the heights of barriers that a scenario
    changes. `tested` names the pairs of groups that have thrown for a charge this turn. `roll` is kept as long as the
    figures are the same (`roll.call`), and neither saved nor shown.
    """

    title: str
    settings: Settings
    ground: Ground
    water: Ground
    heights: tuple[tuple[str, float], ...]
    armies: tuple[Army, ...]
    figures: dict[str, Figure]
    groups: tuple[Group, ...]
    things: tuple[Thing, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    turn_limit: int
    turn: int = 0
    phase: str = "set-up"
    initiative: str = ""
    first: str = ""
    acting: str = ""
    tested: tuple[str, ...] = ()
    bouts: tuple[Bout, ...] = ()
    outcome: Outcome | None = None
    roll: Roll | None = field(default=None, init=False, repr=False, compare=False)
