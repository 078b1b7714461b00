"""What can happen at the table, and how each event changes it. Nothing else changes a state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, final

from roundtop.battle.protocol import Outcome
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.rulebooks.skirmish.fire import fired, loads_needed
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.sight import centre_of, nearest
from roundtop.rulebooks.skirmish.state import (
    ADVANCING,
    BROKEN,
    COMMANDER,
    FOOT,
    GONE,
    HORSE,
    LOAD,
    MOUNTED,
    NCO,
    OK,
    ON_TABLE,
    Army,
    Bout,
    Figure,
    Firearm,
    Goal,
    Group,
    State,
    Thing,
    burdened,
    changing,
    copied,
    enemies,
    group_of,
    members,
    partner_of,
    regrouped,
    thing_of,
    with_figure,
    with_group,
    with_thing,
)
from roundtop.rulebooks.skirmish.tables import DISABLED, KILLED
from roundtop.table.ground import level_at
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose

# ---------------------------------------------------------------- set-up and turn


@final
@dataclass(slots=True)
class PlacingThrown:
    """Who sets out his whole force first."""

    first: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Deployed:
    """A group is set up: its figures and where they stand."""

    group: str
    poses: tuple[tuple[str, Pose], ...]


@final
@dataclass(slots=True)
class Joined:
    """A force commander joins a group, or goes off by himself again."""

    figure: str
    group: str


@final
@dataclass(slots=True)
class TurnBegan:
    turn: int


@final
@dataclass(slots=True)
class InitiativeThrown:
    side: str
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class FirstChosen:
    """Who is first player this turn."""

    side: str


@final
@dataclass(slots=True)
class PhaseBegan:
    """A side's first or second action phase, or the melee (side ""; 1 where its wins are counted afresh)."""

    side: str
    number: int


@final
@dataclass(slots=True)
class PhaseEnded:
    """How each group of a side has moved, and who has lost touch with his own."""

    side: str
    motions: tuple[tuple[str, str], ...]
    stragglers: tuple[str, ...]


# ---------------------------------------------------------------- actions


@final
@dataclass(slots=True)
class Moved:
    """A figure has moved. Causes: move, together, ride, charge, run, back, enter, face, turn, push.

    `paid`: an action was spent on it.
    """

    figure: str
    cause: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]
    paid: bool


@final
@dataclass(slots=True)
class Stood:
    """A figure spends no action in this phase, or, `paid`, spends one standing: in cover, or with nowhere to run."""

    figure: str
    cause: str
    paid: bool


@final
@dataclass(slots=True)
class Loaded:
    """A figure has loaded one of his weapons so far."""

    figure: str
    firearm: int
    progress: int
    paid: bool


@final
@dataclass(slots=True)
class ShotFired:
    """A shot at a group, the man drawn, and what became of him."""

    figure: str
    firearm: int
    target: str
    victim: str
    distance: float
    cover: str
    result: str
    struck: str
    injury: bool
    harm: int
    mounted: bool
    horse: int
    facing: int
    paid: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class GotUp:
    """A man on foot mounts a horse that stands."""

    figure: str
    horse: str


@final
@dataclass(slots=True)
class GotDown:
    """A rider dismounts beside his horse, which stands where it is."""

    figure: str
    horse: str
    pose: Pose


@final
@dataclass(slots=True)
class Climbed:
    """A figure climbs; `over` where it is, with the last action, on the far side or on top."""

    figure: str
    landing: Pose
    over: bool
    level: int


@final
@dataclass(slots=True)
class TookUp:
    """A figure takes a load up or a horse by the bridle; or `beside` somebody who has the load, shares it."""

    figure: str
    thing: str
    beside: str = ""


@final
@dataclass(slots=True)
class Dropped:
    """A load is put down, or a bridle let go; or one of two lets go of their load, and it is `left` to the other."""

    figure: str
    thing: str
    x: float
    y: float
    left: str = ""


@final
@dataclass(slots=True)
class DeedDone:
    """A deed that the scenario names is done."""

    figure: str
    thing: str


@final
@dataclass(slots=True)
class MenDetached:
    """Men are split off as a group of their own."""

    figure: str
    group: str
    figures: tuple[str, ...]


@final
@dataclass(slots=True)
class MenRejoined:
    """A detachment is one with its group again."""

    figure: str
    group: str
    detachment: str


# ---------------------------------------------------------------- charges, nerve and melee


@final
@dataclass(slots=True)
class ChargeDeclared:
    group: str
    target: str


@final
@dataclass(slots=True)
class MoraleTested:
    """A group has thrown. Causes: injury, commander, charging, charged. `against` is the other group of a charge."""

    group: str
    cause: str
    against: str
    score: int
    result: str
    state: str
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class RallyThrown:
    group: str
    rallied: bool
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class MeleeArranged:
    """Who fights whom."""

    bouts: tuple[Bout, ...]


@final
@dataclass(slots=True)
class BoutFought:
    """The first combat: scores, the losing primary and what became of him."""

    bout: Bout
    a_score: int
    b_score: int
    result: str
    loser: str
    injury: bool
    harm: int
    mounted: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@final
@dataclass(slots=True)
class Left:
    """A figure is off the table for good. Causes: ran, marched, surrendered."""

    figure: str
    cause: str


@final
@dataclass(slots=True)
class HorseGone:
    """A horse that nobody holds has run off."""

    thing: str


@final
@dataclass(slots=True)
class Promoted:
    """A private takes the place of a fallen NCO."""

    group: str
    figure: str


@final
@dataclass(slots=True)
class Steadied:
    """A result that has lapsed: the group is its own master again."""

    group: str


@final
@dataclass(slots=True)
class GoalTaken:
    goal: str
    side: str


@final
@dataclass(slots=True)
class BattleEnded:
    outcome: Outcome


def apply(state: State, event: object) -> State:
    """The state after an event."""
    return CHANGES[type(event)](state, event)


def placing_thrown(state: State, event: PlacingThrown) -> State:
    return state


def deployed(state: State, event: Deployed) -> State:
    new = changing(state)
    new.figures = {**state.figures, **{id: _set_up(state, state.figures[id], pose) for id, pose in event.poses}}
    return new


def joined(state: State, event: Joined) -> State:
    figure = copied(state.figures[event.figure])
    figure.group = event.group
    return with_figure(state, figure)


def initiative_thrown(state: State, event: InitiativeThrown) -> State:
    new = changing(state)
    new.initiative = event.side
    return new


def first_chosen(state: State, event: FirstChosen) -> State:
    new = changing(state)
    new.first = event.side
    return new


def melee_arranged(state: State, event: MeleeArranged) -> State:
    new = changing(state)
    new.bouts = event.bouts
    return new


def horse_gone(state: State, event: HorseGone) -> State:
    new = changing(state)
    new.things = tuple([thing for thing in state.things if thing.id != event.thing])
    return new


def goal_taken(state: State, event: GoalTaken) -> State:
    new = changing(state)
    new.goals = tuple([_held(goal, event.side) if goal.id == event.goal else goal for goal in state.goals])
    return new


def battle_ended(state: State, event: BattleEnded) -> State:
    new = changing(state)
    new.outcome = event.outcome
    new.phase = "over"
    return new


def _set_up(state: State, figure: Figure, pose: Pose) -> Figure:
    new = copied(figure)
    new.pose = pose
    new.place = ON_TABLE
    new.level = level_at(state.ground, pose.x, pose.y)
    return new


def _held(goal: Goal, side: str) -> Goal:
    return Goal(goal.id, goal.name, goal.x, goal.y, goal.radius, goal.points, goal.side, goal.decisive, side)


def stood(state: State, event: Stood) -> State:
    figure = copied(state.figures[event.figure])
    figure.acted = True
    figure.stuck = figure.stuck or event.cause == "cornered"
    figure.spent += 1 if event.paid else 0
    return _ran(with_figure(state, figure), figure, event.cause)


def loaded(state: State, event: Loaded) -> State:
    figure = copied(state.figures[event.figure])
    figure.firearms = reloaded(figure.firearms, event.firearm, event.progress)
    _pays(figure, event.paid)
    return with_figure(state, figure)


def dropped(state: State, event: Dropped) -> State:
    figure = copied(state.figures[event.figure])
    figure.burden = ""
    return _released(with_figure(state, figure), event.thing, event.x, event.y)


def deed_done(state: State, event: DeedDone) -> State:
    figure = copied(state.figures[event.figure])
    _pays(figure, True)
    thing = thing_of(state, event.thing)
    return with_thing(with_figure(state, figure), _laid(thing, thing.x, thing.y, figure.side))


def _pays(figure: Figure, paid: bool) -> None:
    figure.acted = True
    figure.spent += 1 if paid else 0


def reloaded(firearms: tuple[Firearm, ...], place: int, progress: int) -> tuple[Firearm, ...]:
    """A man's weapons with one of them loaded so far."""
    return tuple(
        [Firearm(f.kind, f.breech, f.repeating, progress) if n == place else f for n, f in enumerate(firearms)]
    )


def moved(state: State, event: Moved) -> State:
    """A figure and what it has in hand at the end of a move; a floor up it stays a floor up."""
    figure = copied(state.figures[event.figure])
    floor = 0
    if figure.place == ON_TABLE:
        floor = figure.level - level_at(state.ground, event.start.x, event.start.y)
    figure.pose = event.end
    figure.level = level_at(state.ground, event.end.x, event.end.y) + floor
    figure.place = ON_TABLE
    if event.cause not in ("face", "push"):
        _pays(figure, event.paid)
        figure.straggling = False
        figure.charged = figure.charged or event.cause == "charge"
        figure.carried = figure.carried or burdened(state, figure)
        if figure.arm == MOUNTED and event.cause != "turn":
            figure.rides += 1
    if figure.landing is not None:
        figure.landing = None
        figure.climbed = 0
    new = _ran(with_figure(state, figure), figure, event.cause)
    if not figure.burden:
        return new
    thing = thing_of(new, figure.burden)
    return _carried(new, thing, figure) if thing.holder == figure.id else new


def _ran(state: State, figure: Figure, cause: str) -> State:
    """A group whose man has run, or stood cornered, may throw to rally; one that falls back is retiring."""
    if cause not in ("run", "cornered", "back"):
        return state
    group = regrouped(group_of(state, figure.group))
    group.ran = group.ran or cause != "back"
    group.fell_back = group.fell_back or cause == "back"
    return with_group(state, group)


def _laid(thing: Thing, x: float, y: float, holder: str) -> Thing:
    return Thing(thing.id, thing.kind, thing.name, x, y, thing.group, thing.amount, thing.points, thing.side, holder)


def got_up(state: State, event: GotUp) -> State:
    """The pair takes the horse's position [actions.mount-dismount, actions.stationary-horse]."""
    figure = copied(state.figures[event.figure])
    horse = thing_of(state, event.horse)
    figure.arm = MOUNTED
    figure.horse = int(horse.amount)
    figure.melee, figure.melee_foot = mounted_melee(figure), figure.melee
    figure.pose = Pose(horse.x, horse.y, figure.pose.facing)
    figure.level = level_at(state.ground, horse.x, horse.y)
    figure.burden = ""
    _pays(figure, True)
    new = with_figure(state, figure)
    new.things = tuple([thing for thing in state.things if thing.id != event.horse])
    return new


def mounted_melee(figure: Figure) -> str:
    """A bayonet is for foot only [setup.weapon-categories]."""
    return "butt-sword" if figure.melee == "bayonet" else figure.melee


def got_down(state: State, event: GotDown) -> State:
    figure = copied(state.figures[event.figure])
    horse = Thing(
        event.horse, HORSE, f"horse of {figure.name}", figure.pose.x, figure.pose.y, figure.group, float(figure.horse)
    )
    dismount(figure)
    figure.pose = event.pose
    _pays(figure, True)
    new = with_figure(state, figure)
    new.things = (*state.things, horse)
    return new


def dismount(figure: Figure) -> None:
    """A rider is on foot with his dismounted category [melee.dismounted-plus-wound]."""
    figure.arm = FOOT
    figure.horse = 0
    figure.melee = figure.melee_foot


def climbed(state: State, event: Climbed) -> State:
    figure = copied(state.figures[event.figure])
    _pays(figure, True)
    figure.climbed += 1
    figure.landing = event.landing
    if event.over:
        figure.pose = event.landing
        figure.level = event.level
        figure.climbed = 0
        figure.landing = None
    return with_figure(state, figure)


def took_up(state: State, event: TookUp) -> State:
    """Picking up is part of carrying, which uses up an action of the turn [actions.carry, actions.carry-limits]."""
    figure = copied(state.figures[event.figure])
    new = with_figure(state, figure)
    if event.thing not in [thing.id for thing in new.things]:
        fallen = state.figures[event.thing]
        new.things = (*new.things, Thing(fallen.id, LOAD, fallen.name, fallen.pose.x, fallen.pose.y))
    thing = thing_of(new, event.thing)
    figure.burden = event.thing
    figure.carried = figure.carried or thing.kind == LOAD
    return new if event.beside else _carried(new, thing, figure)


def _carried(state: State, thing: Thing, figure: Figure) -> State:
    """A load goes with its bearer, and so does a disabled comrade [actions.carry-limits]."""
    new = with_thing(state, _laid(thing, figure.pose.x, figure.pose.y, figure.id))
    if thing.id not in new.figures:
        return new
    fallen = copied(new.figures[thing.id])
    fallen.pose = figure.pose
    fallen.level = figure.level
    return with_figure(new, fallen)


def _released(state: State, thing: str, x: float, y: float) -> State:
    """What somebody has let go of is with the man who shared it, or lies there [actions.carry-limits]."""
    load = thing_of(state, thing)
    for other in state.figures.values():
        if other.burden == thing:
            return _carried(state, load, other)
    return with_thing(state, _laid(load, x, y, ""))


def left(state: State, event: Left) -> State:
    """A load carried off the table is his side's for good, and who shared it has free hands [movement.table-edge]."""
    figure = copied(state.figures[event.figure])
    thing = figure.burden
    other = partner_of(state, figure)
    figure.place = GONE
    figure.burden = ""
    figure.acted = True
    new = _ran(with_figure(state, figure), figure, "run" if event.cause == "ran" else event.cause)
    if not thing:
        return new
    if other is not None:
        other = copied(other)
        other.burden = ""
        new = with_figure(new, other)
    load = thing_of(new, thing)
    return with_thing(new, Thing(load.id, GONE, load.name, load.x, load.y, "", 0.0, load.points, figure.side, ""))


# ---------------------------------------------------------------- harm


def _hurt(state: State, id: str, harm: int, mounted: bool, horse: int, injury: bool) -> State:
    """A figure after a shot or a combat; what he held falls, and who has lost a leader knows it.

    [shooting.harm-ladder, melee.riderless, morale.trigger-commander-killed, leaders.nco-loss]
    """
    figure = copied(state.figures[id])
    fell = harm >= DISABLED > figure.harm
    killed = harm >= KILLED > figure.harm
    figure.harm = harm
    if figure.arm == MOUNTED:
        figure.horse = horse
        if not mounted:
            dismount(figure)
    thing = figure.burden
    if fell:
        figure.burden = ""
        figure.landing = None
        figure.climbed = 0
    if killed:
        figure.place = GONE
    new = with_figure(state, figure)
    if fell and thing:
        new = _released(new, thing, figure.pose.x, figure.pose.y)
    group = group_of(new, figure.group)
    if injury or (fell and group.nco == id):
        group = regrouped(group)
        group.injured = group.injured or injury
        if fell and group.nco == id:
            group.nco_fell = state.turn
        new = with_group(new, group)
    if figure.role == COMMANDER and (fell or killed):
        new.armies = tuple([_bereft(a, state.turn, killed) if a.commander == id else a for a in new.armies])
    return new


def _bereft(army: Army, turn: int, killed: bool) -> Army:
    return Army(army.side, army.edge, army.exits, army.commander, turn, army.bereaved or killed)


def shot_fired(state: State, event: ShotFired) -> State:
    """A weapon is empty, a man on foot faces his target, and the man drawn is hit or not [shooting.arc]."""
    figure = copied(state.figures[event.figure])
    firearm = figure.firearms[event.firearm]
    figure.firearms = reloaded(
        figure.firearms, event.firearm, fired(firearm.progress, firearm.repeating, state.settings)
    )
    _pays(figure, event.paid)
    figure.pose = Pose(figure.pose.x, figure.pose.y, event.facing)
    new = with_figure(state, figure)
    if event.result == "none":
        return new
    if event.result == "graze" and event.struck != "horse" and state.settings.graze == "duck":
        ducking = copied(new.figures[event.victim])
        ducking.ducking = True
        new = with_figure(new, ducking)
    return _hurt(new, event.victim, event.harm, event.mounted, event.horse, event.injury)


def bout_fought(state: State, event: BoutFought) -> State:
    new = changing(state)
    new.bouts = tuple([bout for bout in state.bouts if bout != event.bout])
    new.figures = dict(state.figures)
    for id in (*event.bout.a, *event.bout.b):
        figure = copied(new.figures[id])
        figure.fought = True
        new.figures[id] = figure
    if event.a_score != event.b_score:
        a_won = event.a_score > event.b_score
        new = _scored(new, event.bout.a[0], 1 if a_won else -1)
        new = _scored(new, event.bout.b[0], -1 if a_won else 1)
    if event.loser:
        horse = new.figures[event.loser].horse
        new = _hurt(new, event.loser, event.harm, event.mounted, horse, event.injury)
    return new


def _scored(state: State, id: str, by: int) -> State:
    """A group's combats won and lost in this melee [morale.friends-test]."""
    group = regrouped(group_of(state, state.figures[id].group))
    group.won += by
    return with_group(state, group)


# ---------------------------------------------------------------- what one group does


def charge_declared(state: State, event: ChargeDeclared) -> State:
    group = regrouped(group_of(state, event.group))
    group.charging = event.target
    group.motion = ADVANCING
    return with_group(state, group)


def rally_thrown(state: State, event: RallyThrown) -> State:
    if not event.rallied:
        return state
    group = regrouped(group_of(state, event.group))
    group.state = OK
    group.ran = False
    return with_group(state, group)


def steadied(state: State, event: Steadied) -> State:
    group = regrouped(group_of(state, event.group))
    group.state = OK
    return with_group(state, group)


def morale_tested(state: State, event: MoraleTested) -> State:
    """The worse result holds, from the turn in which it was thrown; who breaks forgets his loading and drops his load.

    [morale.repeat-tests, shooting.loading-progress, actions.carry-limits]
    """
    group = regrouped(group_of(state, event.group))
    breaks = event.state in BROKEN and group.state not in BROKEN
    if event.result == event.state and event.result != OK:
        group.thrown = state.turn
    group.state = event.state
    group.injured = group.injured and event.cause in ("charging", "charged")
    if breaks:
        group.ran = False
        group.charging = ""
        group.motion = "retiring"
    new = with_group(state, group)
    if event.cause == "charging":
        new.tested = (*new.tested, f"{event.group} > {event.against}")
    elif event.cause == "charged":
        new.tested = (*new.tested, f"{event.group} < {event.against}")
    if breaks:
        for figure in members(new, group.id):
            new = _unnerved(new, copied(figure))
    return new


def _unnerved(state: State, figure: Figure) -> State:
    thing = figure.burden
    figure.burden = ""
    figure.landing = None
    figure.climbed = 0
    figure.firearms = tuple([_forgotten(f, state.settings) for f in figure.firearms])
    new = with_figure(state, figure)
    return _released(new, thing, figure.pose.x, figure.pose.y) if thing else new


def _forgotten(firearm: Firearm, settings: Settings) -> Firearm:
    """A weapon half loaded is so no longer; one that is loaded stays so, which the sheet leaves open."""
    needed = loads_needed(firearm.kind, firearm.breech, firearm.repeating, settings)
    if firearm.progress >= needed:
        return firearm
    return Firearm(firearm.kind, firearm.breech, firearm.repeating, 0)


def men_detached(state: State, event: MenDetached) -> State:
    """Two groups from now on; the dead and disabled stay with the parent [actions.detachment-terms]."""
    leader = copied(state.figures[event.figure])
    _pays(leader, True)
    parent = regrouped(group_of(state, leader.group))
    counted = [id for id in event.figures if state.figures[id].role != COMMANDER]
    parent.start -= len(counted)
    nco = parent.nco if parent.nco in event.figures else ""
    new_group = Group(
        event.group, parent.side, f"detachment of {parent.name}", parent.arm, len(counted), nco, parent.id,
        parent.state, parent.thrown, parent.motion, parent.ran, False, "", False, parent.centre, parent.foe,
    )  # fmt: skip
    if nco:
        parent.nco = ""
    new = with_group(with_figure(state, leader), parent)
    new.groups = (*new.groups, new_group)
    for id in event.figures:
        figure = copied(new.figures[id])
        figure.group = event.group
        new.figures[id] = figure
    return new


def men_rejoined(state: State, event: MenRejoined) -> State:
    """Strengths and losses are added together; the worse state is kept [actions.rejoin]."""
    leader = copied(state.figures[event.figure])
    _pays(leader, True)
    part = group_of(state, event.detachment)
    whole = regrouped(group_of(state, event.group))
    whole.start += part.start
    if worse_state(part.state, whole.state):
        whole.state = part.state
        whole.thrown = part.thrown
    whole.injured = whole.injured or part.injured
    if not whole.nco:
        whole.nco = part.nco
    new = with_group(with_figure(state, leader), whole)
    new.groups = tuple([group for group in new.groups if group.id != part.id])
    for figure in list(new.figures.values()):
        if figure.group == part.id:
            moved = copied(figure)
            moved.group = whole.id
            new.figures[moved.id] = moved
    new.things = tuple([_regrouped_horse(thing, part.id, whole.id) for thing in new.things])
    return new


def _regrouped_horse(thing: Thing, part: str, whole: str) -> Thing:
    if thing.group != part:
        return thing
    return Thing(
        thing.id, thing.kind, thing.name, thing.x, thing.y, whole, thing.amount, thing.points, thing.side, thing.holder
    )


def worse_state(one: str, other: str) -> bool:
    """Whether a morale state is worse than another [morale.repeat-tests]."""
    order = (OK, "no-advance", "fall-back", *BROKEN)
    return order.index(one) > order.index(other)


def promoted(state: State, event: Promoted) -> State:
    """The -2 ends and the group may detach again [leaders.nco-loss]."""
    group = regrouped(group_of(state, event.group))
    group.nco = event.figure
    group.nco_fell = 0
    figure = copied(state.figures[event.figure])
    figure.role = NCO
    return with_figure(with_group(state, group), figure)


# ---------------------------------------------------------------- turns and phases


def turn_began(state: State, event: TurnBegan) -> State:
    new = changing(state)
    new.turn = event.turn
    new.phase = "initiative"
    new.acting = ""
    new.tested = ()
    if new.settings.melee_timing == "on-contact":
        new.groups = tuple([_unscored(group) for group in new.groups])
    new.armies = tuple([_consoled(army) for army in new.armies])
    new.figures = {id: _fresh(figure) for id, figure in new.figures.items()}
    return new


def _consoled(army: Army) -> Army:
    """The tests for a commander's death are thrown in the window that closes its phase [turn.morale-window]."""
    return Army(army.side, army.edge, army.exits, army.commander, army.fell) if army.bereaved else army


def _fresh(figure: Figure) -> Figure:
    new = copied(figure)
    new.spent = 0
    new.rides = 0
    new.acted = False
    new.carried = False
    new.charged = False
    new.fought = False
    new.stuck = False
    return new


def phase_began(state: State, event: PhaseBegan) -> State:
    """Where each group and its nearest enemy stand is kept, to tell how it moves [morale.motion]."""
    new = changing(state)
    new.acting = event.side
    new.armies = tuple([_consoled(army) for army in new.armies])
    if not event.side:
        new.phase = "melee"
        if event.number:
            new.groups = tuple([_unscored(group) for group in new.groups])
        return new
    new.phase = f"action {event.number}"
    foes = enemies(new, event.side)
    new.groups = tuple([_sighted(new, group, foes) if group.side == event.side else group for group in new.groups])
    new.figures = {id: _ready(figure) if figure.side == event.side else figure for id, figure in new.figures.items()}
    return new


def _unscored(group: Group) -> Group:
    if not group.won:
        return group
    new = regrouped(group)
    new.won = 0
    return new


def _sighted(state: State, group: Group, foes: list[Figure]) -> Group:
    new = regrouped(group)
    new.charging = ""
    new.fell_back = False
    new.centre = None
    new.foe = None
    men = members(state, group.id)
    if men and foes:
        new.centre = centre_of(men)
        foe = nearest(new.centre[0], new.centre[1], foes)
        new.foe = (foe.pose.x, foe.pose.y)
    return new


def _ready(figure: Figure) -> Figure:
    """A figure as his phase begins: one who ducks loses an action in it [shooting.graze]."""
    if not figure.acted and not figure.ducking:
        return figure
    new = copied(figure)
    new.acted = figure.ducking
    if figure.ducking:
        new.spent += 1
        new.ducking = False
    return new


def phase_ended(state: State, event: PhaseEnded) -> State:
    new = changing(state)
    motions = dict(event.motions)
    groups: list[Group] = []
    for group in new.groups:
        if group.id in motions and motions[group.id] != group.motion:
            group = regrouped(group)
            group.motion = motions[group.id]
        groups.append(group)
    new.groups = tuple(groups)
    figures = dict(new.figures)
    for figure in new.figures.values():
        lags = figure.id in event.stragglers
        if figure.side == event.side and figure.straggling != lags:
            changed = copied(figure)
            changed.straggling = lags
            figures[figure.id] = changed
    new.figures = figures
    return new


CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
    PlacingThrown: placing_thrown,
    Deployed: deployed,
    Joined: joined,
    TurnBegan: turn_began,
    InitiativeThrown: initiative_thrown,
    FirstChosen: first_chosen,
    PhaseBegan: phase_began,
    PhaseEnded: phase_ended,
    Moved: moved,
    Stood: stood,
    Loaded: loaded,
    ShotFired: shot_fired,
    GotUp: got_up,
    GotDown: got_down,
    Climbed: climbed,
    TookUp: took_up,
    Dropped: dropped,
    DeedDone: deed_done,
    MenDetached: men_detached,
    MenRejoined: men_rejoined,
    ChargeDeclared: charge_declared,
    MoraleTested: morale_tested,
    RallyThrown: rally_thrown,
    MeleeArranged: melee_arranged,
    BoutFought: bout_fought,
    Left: left,
    HorseGone: horse_gone,
    Promoted: promoted,
    Steadied: steadied,
    GoalTaken: goal_taken,
    BattleEnded: battle_ended,
}
EVENTS: Final = tuple(CHANGES)
