"""The table of a skirmish: figures, groups, things that lie about. Plain data; a change is always a new value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.protocol import Outcome
from roundtop.rulebooks.skirmish.command import actions_left
from roundtop.rulebooks.skirmish.fire import full, loads_needed
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.table.footprint import Disc
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


@final
@dataclass(slots=True, init=False)
class Firearm:
    """A shooting weapon in somebody's hands; `progress` counts Load actions since the shot, or rounds in a magazine."""

    kind: str
    breech: bool
    repeating: bool
    progress: int

    def __init__(self, kind: str, breech: bool, repeating: bool, progress: int) -> None:
        self.kind = kind
        self.breech = breech
        self.repeating = repeating
        self.progress = progress


@final
@dataclass(slots=True, init=False)
class Figure:
    """One man, one mounted man and his horse, or one beast [setup.figure-record]."""

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
    level: int
    place: str
    due: int
    entry: Point | None
    rate: float
    harm: int
    horse: int
    spent: int
    acted: bool
    rides: int
    burden: str
    carried: bool
    climbed: int
    landing: Pose | None
    charged: bool
    fought: bool
    stuck: bool
    straggling: bool
    ducking: bool

    def __init__(
        self,
        id: str,
        side: str,
        group: str,
        name: str,
        role: str,
        quality: str,
        arm: str,
        firearms: tuple[Firearm, ...],
        melee: str,
        melee_foot: str,
        pose: Pose,
        level: int = 0,
        place: str = ON_TABLE,
        due: int = 0,
        entry: Point | None = None,
        rate: float = 0.0,
        harm: int = 0,
        horse: int = 0,
        spent: int = 0,
        acted: bool = False,
        rides: int = 0,
        burden: str = "",
        carried: bool = False,
        climbed: int = 0,
        landing: Pose | None = None,
        charged: bool = False,
        fought: bool = False,
        stuck: bool = False,
        straggling: bool = False,
        ducking: bool = False,
    ) -> None:
        """`horse` are the wounds of his mount. `spent` and `rides` count this turn's actions and those in which his
        horse moved; `acted` holds for a phase. `carried`: carrying has used up an action this turn. `landing` is where
        a climb under way will end. `charged`: came into contact by a charge this turn. `stuck`: broken and could not
        run this turn. `ducking`: grazed, and loses an action in his side's next phase. `rate` is a beast's own.
        """
        self.id = id
        self.side = side
        self.group = group
        self.name = name
        self.role = role
        self.quality = quality
        self.arm = arm
        self.firearms = firearms
        self.melee = melee
        self.melee_foot = melee_foot
        self.pose = pose
        self.level = level
        self.place = place
        self.due = due
        self.entry = entry
        self.rate = rate
        self.harm = harm
        self.horse = horse
        self.spent = spent
        self.acted = acted
        self.rides = rides
        self.burden = burden
        self.carried = carried
        self.climbed = climbed
        self.landing = landing
        self.charged = charged
        self.fought = fought
        self.stuck = stuck
        self.straggling = straggling
        self.ducking = ducking


def copied(figure: Figure) -> Figure:
    """A fresh figure to be changed before it is handed out."""
    return Figure(
        figure.id, figure.side, figure.group, figure.name, figure.role, figure.quality, figure.arm, figure.firearms,
        figure.melee, figure.melee_foot, figure.pose, figure.level, figure.place, figure.due, figure.entry, figure.rate,
        figure.harm, figure.horse, figure.spent, figure.acted, figure.rides, figure.burden, figure.carried,
        figure.climbed, figure.landing, figure.charged, figure.fought, figure.stuck, figure.straggling, figure.ducking,
    )  # fmt: skip


@final
@dataclass(slots=True, init=False)
class Group:
    """The body of men that shares an NCO, is shot at as one target and tests together [setup.unit-means-group]."""

    id: str
    side: str
    name: str
    arm: str
    start: int
    nco: str
    parent: str
    state: str
    thrown: int
    motion: str
    ran: bool
    injured: bool
    charging: str
    fell_back: bool
    centre: Point | None
    foe: Point | None
    won: int
    nco_fell: int

    def __init__(
        self,
        id: str,
        side: str,
        name: str,
        arm: str,
        start: int,
        nco: str = "",
        parent: str = "",
        state: str = OK,
        thrown: int = 0,
        motion: str = STEADY,
        ran: bool = False,
        injured: bool = False,
        charging: str = "",
        fell_back: bool = False,
        centre: Point | None = None,
        foe: Point | None = None,
        won: int = 0,
        nco_fell: int = 0,
    ) -> None:
        """`start` is its starting strength. `thrown` is the turn of its morale state. `injured`: a test is due in the
        next window. `charging` is the group it has declared a charge at in this phase. `centre` and `foe` are where it
        and its nearest enemy stood when its phase began. `won`: combats won less those lost in the latest melee phase.
        `nco_fell` is the turn in which its NCO fell.
        """
        self.id = id
        self.side = side
        self.name = name
        self.arm = arm
        self.start = start
        self.nco = nco
        self.parent = parent
        self.state = state
        self.thrown = thrown
        self.motion = motion
        self.ran = ran
        self.injured = injured
        self.charging = charging
        self.fell_back = fell_back
        self.centre = centre
        self.foe = foe
        self.won = won
        self.nco_fell = nco_fell


def regrouped(group: Group) -> Group:
    """A fresh group to be changed before it is handed out."""
    return Group(
        group.id, group.side, group.name, group.arm, group.start, group.nco, group.parent, group.state, group.thrown,
        group.motion, group.ran, group.injured, group.charging, group.fell_back, group.centre, group.foe, group.won,
        group.nco_fell,
    )  # fmt: skip


@final
@dataclass(slots=True)
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


@final
@dataclass(slots=True)
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
class Bout:
    """A combat that is to be fought: the figures of each side, primary first [melee.one-to-one, melee.primary]."""

    a: tuple[str, ...]
    b: tuple[str, ...]


@final
@dataclass(slots=True, init=False)
class State:
    """The whole table, all of it open to both sides."""

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
    turn: int
    phase: str
    initiative: str
    first: str
    acting: str
    tested: tuple[str, ...]
    bouts: tuple[Bout, ...]
    outcome: Outcome | None

    def __init__(
        self,
        title: str,
        settings: Settings,
        ground: Ground,
        water: Ground,
        heights: tuple[tuple[str, float], ...],
        armies: tuple[Army, ...],
        figures: dict[str, Figure],
        groups: tuple[Group, ...],
        things: tuple[Thing, ...],
        goals: tuple[Goal, ...],
        zones: tuple[tuple[str, tuple[Point, ...]], ...],
        turn_limit: int,
        turn: int = 0,
        phase: str = "set-up",
        initiative: str = "",
        first: str = "",
        acting: str = "",
        tested: tuple[str, ...] = (),
        bouts: tuple[Bout, ...] = (),
        outcome: Outcome | None = None,
    ) -> None:
        """`water` has the streams and creeks as roads of their width; `heights` the heights of barriers that a scenario
        changes. `tested` names the pairs of groups that have thrown for a charge this turn.
        """
        self.title = title
        self.settings = settings
        self.ground = ground
        self.water = water
        self.heights = heights
        self.armies = armies
        self.figures = figures
        self.groups = groups
        self.things = things
        self.goals = goals
        self.zones = zones
        self.turn_limit = turn_limit
        self.turn = turn
        self.phase = phase
        self.initiative = initiative
        self.first = first
        self.acting = acting
        self.tested = tested
        self.bouts = bouts
        self.outcome = outcome


def changing(state: State) -> State:
    """A fresh state to be changed before it is handed out."""
    return State(
        state.title, state.settings, state.ground, state.water, state.heights, state.armies, state.figures,
        state.groups, state.things, state.goals, state.zones, state.turn_limit, state.turn, state.phase,
        state.initiative, state.first, state.acting, state.tested, state.bouts, state.outcome,
    )  # fmt: skip


def with_figure(state: State, changed: Figure) -> State:
    """The state with one figure replaced."""
    new = changing(state)
    new.figures = dict(state.figures)
    new.figures[changed.id] = changed
    return new


def with_group(state: State, changed: Group) -> State:
    """The state with one group replaced."""
    new = changing(state)
    new.groups = tuple([changed if group.id == changed.id else group for group in state.groups])
    return new


def with_thing(state: State, changed: Thing) -> State:
    """The state with one thing replaced."""
    new = changing(state)
    new.things = tuple([changed if thing.id == changed.id else thing for thing in state.things])
    return new


# ---------------------------------------------------------------- who is there


def group_of(state: State, id: str) -> Group:
    for group in state.groups:
        if group.id == id:
            return group
    raise KeyError(id)


def thing_of(state: State, id: str) -> Thing:
    for thing in state.things:
        if thing.id == id:
            return thing
    raise KeyError(id)


def army_of(state: State, side: str) -> Army:
    for army in state.armies:
        if army.side == side:
            return army
    raise KeyError(side)


def enemy_of(state: State, side: str) -> str:
    return state.armies[1].side if state.armies[0].side == side else state.armies[0].side


def able(figure: Figure) -> bool:
    """On the table, neither disabled nor killed [melee.disabled]."""
    return figure.harm < 2 and figure.place == ON_TABLE


def able_of(state: State, side: str = "") -> list[Figure]:
    """The able figures of a side, or of both."""
    return [f for f in state.figures.values() if f.harm < 2 and f.place == ON_TABLE and side in ("", f.side)]


def enemies(state: State, side: str) -> list[Figure]:
    """The able men of the other side; beasts are nobody's enemies."""
    return [
        f for f in state.figures.values() if f.side != side and f.harm < 2 and f.place == ON_TABLE and f.arm != ANIMAL
    ]


def members(state: State, group: str) -> list[Figure]:
    """The able figures of a group, an attached commander included, in order of id."""
    found = [f for f in state.figures.values() if f.group == group and f.harm < 2 and f.place == ON_TABLE]
    found.sort(key=figure_id)
    return found


def broken(group: Group) -> bool:
    return group.state in BROKEN


def is_command(state: State, group: Group) -> bool:
    """Whether a group is the force commander by himself [setup.force-commander]."""
    return group.arm != ANIMAL and group.id == army_of(state, group.side).commander


def troops(state: State, side: str = "") -> list[Group]:
    """Groups of men, the independent commanders and beasts left out."""
    return [g for g in state.groups if g.arm != ANIMAL and side in ("", g.side) and not is_command(state, g)]


# ---------------------------------------------------------------- bases


def radius(figure: Figure, settings: Settings) -> float:
    """Half the base of a figure [setup.bases-and-measuring]."""
    return 0.5 * (settings.base_mounted_cm if figure.arm == MOUNTED else settings.base_foot_cm)


def base(figure: Figure, settings: Settings) -> Disc:
    return Disc(figure.pose.x, figure.pose.y, radius(figure, settings))


# ---------------------------------------------------------------- what a figure has left


def left_to(state: State, figure: Figure) -> int:
    """Actions a figure has left this turn [actions.allowance, actions.mid-turn-wound, actions.carry]."""
    carries = figure.carried or (figure.burden != "" and thing_of(state, figure.burden).kind == LOAD)
    return actions_left(figure.harm, figure.spent, carries)


def burdened(state: State, figure: Figure) -> bool:
    """Whether he carries a load, and so can do nothing but move [actions.carry-limits]."""
    return figure.burden != "" and thing_of(state, figure.burden).kind == LOAD


def partner_of(state: State, figure: Figure) -> Figure | None:
    """The man who shares a figure's load with him; None where he carries it alone [actions.carry-limits]."""
    if not figure.burden:
        return None
    for other in state.figures.values():
        if other.burden == figure.burden and other.id != figure.id:
            return other
    return None


def is_loaded(firearm: Firearm, state: State) -> bool:
    needed = loads_needed(firearm.kind, firearm.breech, firearm.repeating, state.settings)
    return firearm.progress >= needed


def can_load(firearm: Firearm, state: State) -> bool:
    """A weapon that is full cannot be loaded further [shooting.loading-progress]."""
    return firearm.progress < full(firearm.kind, firearm.breech, firearm.repeating, state.settings)


def can_ride(figure: Figure) -> bool:
    """A horse with a wound moves in only one action of the turn [shooting.horse-harm]."""
    return figure.arm != MOUNTED or figure.horse == 0 or figure.rides == 0


def loads_riding(firearm: Firearm, state: State) -> bool:
    """Whether a rider may load this on a moving horse [actions.ride-and-act-limits]."""
    if state.settings.muzzle_load_on_moving_horse:
        return True
    return loads_needed(firearm.kind, firearm.breech, firearm.repeating, state.settings) == 1


def figure_id(figure: Figure) -> str:
    return figure.id


def group_id(group: Group) -> str:
    return group.id


def thing_id(thing: Thing) -> str:
    return thing.id
