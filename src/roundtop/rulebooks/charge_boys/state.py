"""The table under Charge Boys Charge!: units of single figures, guns, Generals. A change is always a new value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.protocol import Outcome
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.tables import (
    CAVALRY,
    DISMOUNTED,
    FORMATIONS,
    FORMED,
    INFANTRY,
    LIMBERED,
    SKIRMISH,
    UNLIMBERED,
    Figures,
)
from roundtop.table.footprint import FAR, Block, front_middle, gap, overlap
from roundtop.table.ground import Ground
from roundtop.table.measure import NOISE, bearing, distance, rounded
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose, to_world

FOOT_FORMATIONS: Final = FORMATIONS[INFANTRY]
MOUNTED: Final = FORMATIONS[CAVALRY]

STEADY: Final = "steady"
HALTED: Final = "halted"
RETIRED: Final = "retired"
ROUTING: Final = "routing"

ON_TABLE: Final = "on"
TO_DEPLOY: Final = "deploy"
TO_ARRIVE: Final = "arrive"
GONE: Final = "gone"

MANNED: Final = "manned"
ABANDONED: Final = "abandoned"
CAPTURED: Final = "captured"

GUN_SPACING_IN: Final = 1.0
"""Inches between the guns of a battery as they are laid out; the book allows 3 [setup.battery]."""
LONGEST_IN: Final = 40.0
"""More than any column of march or garrisoned building reaches from its middle."""
SECRET: Final = (Manoeuvre("secret"),)
"""The written order of an enemy unit, as a view has it."""


@final
@dataclass(slots=True, init=False)
class Gun:
    """A model gun with its crew; `pose` is its middle. Fates: manned, abandoned, captured."""

    pose: Pose
    crew: int
    fate: str

    def __init__(self, pose: Pose, crew: int, fate: str = MANNED) -> None:
        self.pose = pose
        self.crew = crew
        self.fate = fate


@final
@dataclass(slots=True, init=False)
class Mettle:
    """What morale has made of a unit [setup.unit-record].

    `by` is the test that put it into its state (first or other), `retest` the turn in which it tests again (0: none).
    `retired` is the last turn in which it retired. `led` means a General has joined its rout and it tests in place of
    running on; `lost` that it has failed its one rally test.
    """

    state: str
    by: str
    retest: int
    first_shot: str
    disordered: bool
    retired: int
    led: bool
    lost: bool

    def __init__(
        self,
        state: str = STEADY,
        by: str = "",
        retest: int = 0,
        first_shot: str = "untested",
        disordered: bool = False,
        retired: int = -1,
        led: bool = False,
        lost: bool = False,
    ) -> None:
        self.state = state
        self.by = by
        self.retest = retest
        self.first_shot = first_shot
        self.disordered = disordered
        self.retired = retired
        self.led = led
        self.lost = lost


def mettle_of(old: Mettle) -> Mettle:
    """A fresh record to be changed before it is handed out."""
    return Mettle(old.state, old.by, old.retest, old.first_shot, old.disordered, old.retired, old.led, old.lost)


@final
@dataclass(slots=True, init=False)
class Record:
    """What a unit has done and suffered this turn [setup.unit-record].

    `had` is its strength when the turn began; `fell`, `fell_officers` and `fell_general` are those lost in the fire
    phase and not yet taken off. `acted`: it has had its go; `declared`: a charge. `target` is whom it charges,
    `full_reach` how far in all and `reach` how far yet. `charged`: a charge on it was carried out; `met` is how it
    met the last: "stands", "gives-way", "evades" or "" where it need not have. `foe` is the enemy whose fire hit it
    hardest.
    """

    had: int
    hits: int
    officers_lost: int
    general_lost: bool
    fell: int
    fell_officers: int
    fell_general: str
    shot_at: bool
    hits_tested: bool
    moved: bool
    advanced: bool
    busy: bool
    acted: bool
    volleys: int
    declared: bool
    target: str
    reach: float
    full_reach: float
    impetus: bool
    charged: bool
    met: str
    compelled: bool
    fought: bool
    was_disordered: bool
    foe: str
    foe_hits: int

    def __init__(
        self,
        had: int = 0,
        hits: int = 0,
        officers_lost: int = 0,
        general_lost: bool = False,
        fell: int = 0,
        fell_officers: int = 0,
        fell_general: str = "",
        shot_at: bool = False,
        hits_tested: bool = False,
        moved: bool = False,
        advanced: bool = False,
        busy: bool = False,
        acted: bool = False,
        volleys: int = 0,
        declared: bool = False,
        target: str = "",
        reach: float = 0.0,
        full_reach: float = 0.0,
        impetus: bool = False,
        charged: bool = False,
        met: str = "",
        compelled: bool = False,
        fought: bool = False,
        was_disordered: bool = False,
        foe: str = "",
        foe_hits: int = -1,
    ) -> None:
        self.had = had
        self.hits = hits
        self.officers_lost = officers_lost
        self.general_lost = general_lost
        self.fell = fell
        self.fell_officers = fell_officers
        self.fell_general = fell_general
        self.shot_at = shot_at
        self.hits_tested = hits_tested
        self.moved = moved
        self.advanced = advanced
        self.busy = busy
        self.acted = acted
        self.volleys = volleys
        self.declared = declared
        self.target = target
        self.reach = reach
        self.full_reach = full_reach
        self.impetus = impetus
        self.charged = charged
        self.met = met
        self.compelled = compelled
        self.fought = fought
        self.was_disordered = was_disordered
        self.foe = foe
        self.foe_hits = foe_hits


def record_of(old: Record) -> Record:
    """A fresh record to be changed before it is handed out."""
    return Record(
        old.had, old.hits, old.officers_lost, old.general_lost, old.fell, old.fell_officers, old.fell_general,
        old.shot_at, old.hits_tested, old.moved, old.advanced, old.busy, old.acted, old.volleys, old.declared,
        old.target, old.reach, old.full_reach, old.impetus, old.charged, old.met, old.compelled, old.fought,
        old.was_disordered, old.foe, old.foe_hits,
    )  # fmt: skip


@final
@dataclass(slots=True, init=False)
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
    guns: tuple[Gun, ...]
    place: str
    due: int
    entry: tuple[Point, ...]
    has_fired: bool
    buck: int
    building: int
    trail: tuple[Point, ...]
    order: tuple[Manoeuvre, ...]
    mettle: Mettle
    turn: Record

    def __init__(
        self,
        id: str,
        side: str,
        name: str,
        arm: str,
        brigade: str,
        quality: str,
        weapon: str,
        gun: str,
        start: int,
        officers: int,
        colours: int,
        drummers: int,
        men: int,
        holders: int,
        formation: str,
        files: int,
        pose: Pose,
        guns: tuple[Gun, ...] = (),
        place: str = ON_TABLE,
        due: int = 0,
        entry: tuple[Point, ...] = (),
        has_fired: bool = False,
        buck: int = 0,
        building: int = -1,
        trail: tuple[Point, ...] = (),
        order: tuple[Manoeuvre, ...] = (),
        mettle: Mettle | None = None,
        turn: Record | None = None,
    ) -> None:
        self.id = id
        self.side = side
        self.name = name
        self.arm = arm
        self.brigade = brigade
        self.quality = quality
        self.weapon = weapon
        self.gun = gun
        self.start = start
        self.officers = officers
        self.colours = colours
        self.drummers = drummers
        self.men = men
        self.holders = holders
        self.formation = formation
        self.files = files
        self.pose = pose
        self.guns = guns
        self.place = place
        self.due = due
        self.entry = entry
        self.has_fired = has_fired
        self.buck = buck
        self.building = building
        self.trail = trail
        self.order = order
        self.mettle = Mettle() if mettle is None else mettle
        self.turn = Record() if turn is None else turn


def copied(unit: Unit) -> Unit:
    """A fresh unit to be changed before it is handed out."""
    return Unit(
        unit.id, unit.side, unit.name, unit.arm, unit.brigade, unit.quality, unit.weapon, unit.gun, unit.start,
        unit.officers, unit.colours, unit.drummers, unit.men, unit.holders, unit.formation, unit.files, unit.pose,
        unit.guns, unit.place, unit.due, unit.entry, unit.has_fired, unit.buck, unit.building, unit.trail, unit.order,
        unit.mettle, unit.turn,
    )  # fmt: skip


def noted(unit: Unit) -> Unit:
    """A fresh unit with a fresh record of the turn."""
    new = copied(unit)
    new.turn = record_of(unit.turn)
    return new


@final
@dataclass(slots=True, init=False)
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

    def __init__(
        self,
        id: str,
        side: str,
        name: str,
        brigade: str,
        pose: Pose,
        place: str,
        due: str,
        unit: str,
        acted: bool,
        order: tuple[Manoeuvre, ...],
    ) -> None:
        self.id = id
        self.side = side
        self.name = name
        self.brigade = brigade
        self.pose = pose
        self.place = place
        self.due = due
        self.unit = unit
        self.acted = acted
        self.order = order


def general_copied(old: General) -> General:
    return General(
        old.id, old.side, old.name, old.brigade, old.pose, old.place, old.due, old.unit, old.acted, old.order
    )


@final
@dataclass(slots=True)
class Army:
    """A side, its own edge of the table, its further friendly edges and those it may leave by."""

    side: str
    edge: str
    exits: tuple[str, ...]


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


@final
@dataclass(slots=True, init=False)
class State:
    """The whole table. A view is a state in which what a player may not know is masked."""

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
    turn: int
    phase: str
    first: str
    fights: tuple[Fight, ...]
    outcome: Outcome | None

    def __init__(
        self,
        title: str,
        settings: Settings,
        ground: Ground,
        armies: tuple[Army, ...],
        units: tuple[Unit, ...],
        generals: tuple[General, ...],
        goals: tuple[Goal, ...],
        zones: tuple[tuple[str, tuple[Point, ...]], ...],
        capacities: tuple[tuple[int, int], ...],
        turn_limit: int,
        attacker: str,
        turn: int = 0,
        phase: str = "set-up",
        first: str = "",
        fights: tuple[Fight, ...] = (),
        outcome: Outcome | None = None,
    ) -> None:
        """`first` is side A of the turn. `capacities` pair a building's place among the areas with what it holds."""
        self.title = title
        self.settings = settings
        self.ground = ground
        self.armies = armies
        self.units = units
        self.generals = generals
        self.goals = goals
        self.zones = zones
        self.capacities = capacities
        self.turn_limit = turn_limit
        self.attacker = attacker
        self.turn = turn
        self.phase = phase
        self.first = first
        self.fights = fights
        self.outcome = outcome


def changing(state: State) -> State:
    """A fresh state to be changed before it is handed out."""
    return State(
        state.title, state.settings, state.ground, state.armies, state.units, state.generals, state.goals, state.zones,
        state.capacities, state.turn_limit, state.attacker, state.turn, state.phase, state.first, state.fights,
        state.outcome,
    )  # fmt: skip


# ---------------------------------------------------------------- finding


def unit_of(state: State, id: str) -> Unit:
    for unit in state.units:
        if unit.id == id:
            return unit
    raise KeyError(id)


def general_of(state: State, id: str) -> General:
    for general in state.generals:
        if general.id == id:
            return general
    raise KeyError(id)


def with_unit(state: State, changed: Unit) -> State:
    """The state with one unit replaced."""
    new = changing(state)
    new.units = tuple([changed if unit.id == changed.id else unit for unit in state.units])
    return new


def with_general(state: State, changed: General) -> State:
    new = changing(state)
    new.generals = tuple([changed if general.id == changed.id else general for general in state.generals])
    return new


def army_of(state: State, side: str) -> Army:
    for army in state.armies:
        if army.side == side:
            return army
    raise KeyError(side)


def enemy_of(state: State, side: str) -> str:
    return state.armies[1].side if state.armies[0].side == side else state.armies[0].side


def in_order(state: State) -> tuple[str, str]:
    """Side A of the turn, then side B [turn.first-mover]."""
    return (state.first, enemy_of(state, state.first))


def on_table(state: State, side: str = "") -> list[Unit]:
    """Units standing on the table, of one side or of both."""
    return [unit for unit in state.units if unit.place == ON_TABLE and side in ("", unit.side)]


def enemies(state: State, unit: Unit) -> list[Unit]:
    return [other for other in state.units if other.place == ON_TABLE and other.side != unit.side]


def friends(state: State, unit: Unit) -> list[Unit]:
    return [u for u in state.units if u.place == ON_TABLE and u.side == unit.side and u.id != unit.id]


def generals_with(state: State, id: str) -> list[General]:
    """The Generals attached to a unit [officer.with-unit]."""
    return [general for general in state.generals if general.unit == id and general.place == ON_TABLE]


def locked(state: State, id: str) -> bool:
    """Whether a unit is locked in melee [melee.draw]."""
    for fight in state.fights:
        if id in (fight.a, fight.b):
            return True
    return False


def foes_of(state: State, id: str) -> list[str]:
    """Whom a unit is in contact with."""
    return [fight.b if fight.a == id else fight.a for fight in state.fights if id in (fight.a, fight.b)]


# ---------------------------------------------------------------- what a unit is


def crew(unit: Unit) -> int:
    """Gunners at the guns they man."""
    return sum([gun.crew for gun in unit.guns if gun.fate == MANNED])


def strength(unit: Unit) -> int:
    """Every figure in the unit, attached Generals excluded."""
    there = unit.men + unit.officers + unit.colours + unit.drummers
    return there + crew(unit) if unit.guns else there


def ranked(unit: Unit) -> int:
    """Figures in rank and file: all but the horse-holders [formation.mount]."""
    return strength(unit) - unit.holders


def figures(unit: Unit) -> Figures:
    """The figures by role that stand in its ranks; crews are with their guns."""
    return Figures(unit.men, unit.colours, unit.drummers, unit.officers)


def arm_of(unit: Unit) -> str:
    """The arm as the tests have it: cavalry means mounted."""
    return DISMOUNTED if unit.arm == CAVALRY and unit.formation not in MOUNTED else unit.arm


def mounted(unit: Unit) -> bool:
    return unit.formation in MOUNTED


def formed(unit: Unit) -> bool:
    """In line or column, foot or mounted, and not routing [formation.formed]."""
    return unit.formation in FORMED and unit.mettle.state != ROUTING


def loose(unit: Unit) -> bool:
    """Skirmishers, gunners and batteries [melee.loose-troops]."""
    return unit.formation not in FORMED


def routing(unit: Unit) -> bool:
    return unit.mettle.state == ROUTING


def steady(unit: Unit) -> bool:
    """Neither halted, retired, disordered nor routing."""
    return unit.mettle.state == STEADY and not unit.mettle.disordered


# ---------------------------------------------------------------- the ground it covers


def base(unit: Unit, settings: Settings) -> tuple[float, float]:
    """Width and depth of one figure, or of one gun [setup.bases]."""
    if unit.formation in MOUNTED:
        return settings.base_mounted_width, settings.base_mounted_depth
    if unit.formation == UNLIMBERED:
        return settings.base_gun_width, settings.base_gun_depth
    if unit.formation == LIMBERED:
        return settings.base_limbered_width, settings.base_limbered_depth
    return settings.base_foot_width, settings.base_foot_depth


def manned(unit: Unit) -> list[Gun]:
    return [gun for gun in unit.guns if gun.fate == MANNED]


def ranks(unit: Unit) -> int:
    """How many ranks stand behind one another."""
    return max(1, -(-ranked(unit) // max(1, unit.files)))


def size(unit: Unit, settings: Settings) -> tuple[float, float]:
    """Front and depth of a unit [formation.line, formation.attack-column, formation.skirmish, formation.cavalry].

    The ground it covers is taken as a rectangle, a short rear rank included, and is measured to as such.
    """
    files = max(1, unit.files)
    formation = unit.formation
    if formation in (LIMBERED, UNLIMBERED):
        wide, deep = base(unit, settings)
        return (files - 1) * (settings.base_gun_width + GUN_SPACING_IN) + wide, deep
    there = unit.men + unit.officers + unit.colours + unit.drummers - unit.holders
    ranks_deep = max(1, -(-there // files))
    if formation in MOUNTED:
        return files * settings.base_mounted_width, ranks_deep * settings.base_mounted_depth
    across = 2 * files - 1 if formation == SKIRMISH else files
    return across * settings.base_foot_width, ranks_deep * settings.base_foot_depth


def body(unit: Unit, settings: Settings) -> Block:
    """The rectangle a unit covers, or would cover if its column were straight."""
    front, deep = size(unit, settings)
    return Block(unit.pose, front, deep)


def body_at(unit: Unit, pose: Pose, settings: Settings) -> Block:
    front, deep = size(unit, settings)
    return Block(pose, front, deep)


def blocks(unit: Unit, settings: Settings) -> list[Block]:
    """Everything of a unit that is measured to: its rectangle, a column's stretches, its guns, or a whole building."""
    if unit.building >= 0:
        return [quarters(unit)]
    if unit.formation == UNLIMBERED:
        wide, deep = base(unit, settings)
        return [Block(gun.pose, wide, deep) for gun in unit.guns if gun.fate == MANNED]
    if unit.trail:
        return stretches(unit, settings)
    front, deep = size(unit, settings)
    return [Block(unit.pose, front, deep)]


def quarters(unit: Unit) -> Block:
    """The building that a unit garrisons, as the box whose corners its `trail` keeps [terrain.building-garrison]."""
    left, bottom = unit.trail[0]
    right, top = unit.trail[1]
    return Block(Pose(0.5 * (left + right), 0.5 * (bottom + top), 0), right - left, top - bottom)


def stretches(unit: Unit, settings: Settings) -> list[Block]:
    """A road column along the way its head has come, stretch by stretch [formation.road-column]."""
    front, left = size(unit, settings)
    found: list[Block] = []
    for index in range(len(unit.trail) - 1, 0, -1):
        hx, hy = unit.trail[index]
        tx, ty = unit.trail[index - 1]
        length = distance(hx, hy, tx, ty)
        if length <= NOISE or left <= NOISE:
            continue
        part = min(1.0, left / length)
        middle = Pose(hx + 0.5 * part * (tx - hx), hy + 0.5 * part * (ty - hy), bearing(tx, ty, hx, hy))
        found.append(Block(middle, front, part * length))
        left -= length
    return found or [body(unit, settings)]


def apart(one: Unit, other: Unit, settings: Settings) -> float:
    """The shortest distance between two units [core.measure]."""
    return gap_between(blocks(one, settings), blocks(other, settings))


def outreach(unit: Unit, settings: Settings) -> float:
    """A distance from its pose beyond which nothing of a unit lies, whatever way it faces."""
    if unit.trail:
        return LONGEST_IN
    if unit.formation == UNLIMBERED:
        far = 0.0
        for gun in unit.guns:
            far = max(far, distance(gun.pose.x, gun.pose.y, unit.pose.x, unit.pose.y))
        return far + settings.base_gun_width + settings.base_gun_depth
    front, deep = size(unit, settings)
    return 0.5 * (front + deep)


def farther(one: Unit, other: Unit, limit: float, settings: Settings) -> bool:
    """A quick yes for units that are farther apart than a limit whatever way they face."""
    return beyond(one.pose, limit + outreach(one, settings), other, settings)


def beyond(pose: Pose, limit: float, other: Unit, settings: Settings) -> bool:
    """A quick yes where all of a unit is farther from a place than a limit."""
    reach = limit + outreach(other, settings)
    dx = other.pose.x - pose.x
    dy = other.pose.y - pose.y
    return dx * dx + dy * dy > reach * reach


def gap_between(these: list[Block], those: list[Block]) -> float:
    best = FAR
    for one in these:
        for other in those:
            best = min(best, gap(one, other))
    return best


def overlapping(these: list[Block], those: list[Block]) -> bool:
    for one in these:
        for other in those:
            if overlap(one, other):
                return True
    return False


def general_body(general: General, settings: Settings) -> Block:
    return Block(general.pose, settings.base_mounted_width, settings.base_mounted_depth)


def beside(unit: Unit, settings: Settings) -> Pose:
    """Where a General rides who is with a unit: behind its rear, of a garrison outside its building.

    [officer.with-unit, terrain.building-no-cavalry]
    """
    _, deep = size(unit, settings)
    if unit.building >= 0:
        house = quarters(unit)
        deep = max(house.width, house.depth)
    return rounded_pose(ahead(unit.pose, -0.5 * (deep + settings.base_mounted_depth)))


def front_of(unit: Unit, settings: Settings) -> Point:
    """The middle of a unit's front edge."""
    return front_middle(body(unit, settings))


def reshaped(before: Unit, after: Unit, settings: Settings) -> Pose:
    """Where the middle of a unit comes to lie when its size changes and the middle of its front stays.

    [formation.change-full-turn, formation.close-up]
    """
    _, was = size(before, settings)
    _, deep = size(after, settings)
    if was == deep:
        return before.pose
    return rounded_pose(ahead(before.pose, 0.5 * (was - deep)))


def guns_in_row(unit: Unit, pose: Pose, settings: Settings) -> tuple[Gun, ...]:
    """The guns that are manned laid out in a row about a pose, the others left where they are [setup.battery]."""
    step = settings.base_gun_width + GUN_SPACING_IN
    number = len(manned(unit))
    found: list[Gun] = []
    place = 0
    for gun in unit.guns:
        if gun.fate != MANNED:
            found.append(gun)
            continue
        there = aside(pose, (place - 0.5 * (number - 1)) * step)
        found.append(Gun(rounded_pose(there), gun.crew, gun.fate))
        place += 1
    return tuple(found)


def straight_trail(unit: Unit, settings: Settings) -> tuple[Point, ...]:
    """The way of a column of march that stands straight behind its head."""
    _, deep = size(unit, settings)
    tail = to_world(unit.pose, 0.0, -0.5 * deep)
    head = to_world(unit.pose, 0.0, 0.5 * deep)
    return ((rounded(tail[0]), rounded(tail[1])), (rounded(head[0]), rounded(head[1])))
