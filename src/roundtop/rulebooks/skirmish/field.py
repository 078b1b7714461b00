"""What can be read off the table: figures, friends and enemies, who is how far from whom and who touches whom."""

from __future__ import annotations

from math import sqrt
from typing import Final

from roundtop.kit import deployment
from roundtop.record import copy, replace
from roundtop.rulebooks.skirmish import roll
from roundtop.rulebooks.skirmish.actions import rule as actions_rule
from roundtop.rulebooks.skirmish.command import rule as command_rule
from roundtop.rulebooks.skirmish.fire import rule as fire_rule
from roundtop.rulebooks.skirmish.melee import rule as melee_rule
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    BROKEN,
    DID,
    HORSE,
    LOAD,
    MOUNTED,
    ON_TABLE,
    RODE,
    TO_ARRIVE,
    Army,
    Figure,
    Firearm,
    Group,
    State,
    Thing,
)
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.table.arc import off_facing
from roundtop.table.footprint import FAR, Disc
from roundtop.table.ground import Line, box_meets, level_at, line_crossings, points_gap
from roundtop.table.measure import FULL_TURN, NOISE, TOLERANCE, bearing, cosine, distance, sine, within
from roundtop.table.pose import Point, Pose

REAR_OFF: Final = 13500
FRONT_OFF: Final = 4500
"""Off a facing by more than the one is the rear, by no more than the other the front, in 0.01 degree [setup.facing]."""


def copied(figure: Figure) -> Figure:
    """A fresh figure to be changed before it is handed out."""
    return copy(figure)


def regrouped(group: Group) -> Group:
    """A fresh group to be changed before it is handed out."""
    return copy(group)


def changing(state: State) -> State:
    """A fresh state to be changed before it is handed out."""
    return copy(state)


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
    able = roll.call(state).able
    return [figure for figure in able if figure.side == side] if side else able


def enemies(state: State, side: str) -> list[Figure]:
    """The able men of the other side; beasts are nobody's enemies."""
    return roll.against(state, side)


def members(state: State, group: str) -> list[Figure]:
    """The able figures of a group, an attached commander included, in order of id."""
    body = roll.call(state).named.get(group)
    return [] if body is None else body.men


def figure_id(figure: Figure) -> str:
    return figure.id


def group_id(group: Group) -> str:
    return group.id


def thing_id(thing: Thing) -> str:
    return thing.id


def broken(group: Group) -> bool:
    return group.state in BROKEN


def is_command(state: State, group: Group) -> bool:
    """Whether a group is the force commander by himself [setup.force-commander]."""
    return group.arm != ANIMAL and group.id == army_of(state, group.side).commander


def troops(state: State, side: str = "") -> list[Group]:
    """Groups of men, the independent commanders and beasts left out."""
    return [g for g in state.groups if g.arm != ANIMAL and side in ("", g.side) and not is_command(state, g)]


def radius(figure: Figure, settings: Settings) -> float:
    """Half the base of a figure [setup.bases-and-measuring]."""
    return 0.5 * (settings.base_mounted_cm if figure.arm == MOUNTED else settings.base_foot_cm)


def lying(state: State, group: str) -> list[Figure]:
    """The disabled of a group who lie on the table, in order of id [melee.disabled]."""
    return [f for f in roll.call(state).groups.get(group, []) if f.harm == 2 and f.place == ON_TABLE]


def escort_of(state: State, side: str) -> str:
    """The group in whose pool of targets an independent commander is: the nearest within reach; "" for none.

    [shooting.eligible-targets, setup.force-commander]
    """
    chief = state.figures[army_of(state, side).commander]
    if chief.place != ON_TABLE or chief.group != chief.id:
        return ""
    mates = [f for f in able_of(state, side) if f.arm != ANIMAL and f.id != chief.id]
    nearest_one = nearest_to(chief, mates, state.settings)
    if nearest_one is None or not within(gap(chief, nearest_one, state.settings), command_rule.ATTACH_CM):
        return ""
    return nearest_one.group


def base(figure: Figure, settings: Settings) -> Disc:
    return Disc(figure.pose.x, figure.pose.y, radius(figure, settings))


def left_to(state: State, figure: Figure) -> int:
    """Actions a figure has left this turn [actions.allowance, actions.mid-turn-wound, actions.carry]."""
    carries = figure.carried or (figure.burden != "" and thing_of(state, figure.burden).kind == LOAD)
    return actions_rule.actions_left(figure.harm, figure.spent, carries)


def horse_id(rider: str, turn: int) -> str:
    """The name of the horse that a rider leaves standing in a turn."""
    return f"{HORSE}-{rider}-{turn}"


def rider_of(thing: Thing) -> str:
    """Who has left this horse standing; "" for what is no horse."""
    return thing.id.removeprefix(f"{HORSE}-").rpartition("-")[0] if thing.kind == HORSE else ""


def horses_with(things: tuple[Thing, ...], riders: tuple[str, ...], group: str) -> tuple[Thing, ...]:
    """A horse left standing belongs to the group of its rider [actions.horse-left-standing]."""
    return tuple([replace(thing, group=group) if rider_of(thing) in riders else thing for thing in things])


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


def loads_needed(firearm: Firearm, state: State) -> int:
    """Load actions before he can fire it [shooting.loading-class]."""
    return fire_rule.loads_needed(firearm.kind, firearm.breech, firearm.repeating, state.settings)


def is_loaded(firearm: Firearm, state: State) -> bool:
    needed = fire_rule.loads_needed(firearm.kind, firearm.breech, firearm.repeating, state.settings)
    return firearm.progress >= needed


def can_load(firearm: Firearm, state: State) -> bool:
    """A weapon that is full cannot be loaded further [shooting.loading-progress]."""
    return firearm.progress < fire_rule.full(firearm.kind, firearm.breech, firearm.repeating, state.settings)


def can_ride(figure: Figure) -> bool:
    """A horse with a wound moves in only one action of the turn [shooting.horse-harm]."""
    return figure.arm != MOUNTED or figure.horse == 0 or figure.rides == 0


def loads_riding(firearm: Firearm, state: State) -> bool:
    """Whether a rider may load this on a moving horse [actions.ride-and-act-limits]."""
    if state.settings.muzzle_load_on_moving_horse:
        return True
    return fire_rule.loads_needed(firearm.kind, firearm.breech, firearm.repeating, state.settings) == 1


def waits(state: State, figure: Figure) -> bool:
    """Whether a figure may still act in this phase; a rider has two halves of an action [actions.ride-and-act]."""
    if figure.harm >= 2:
        return False
    if figure.acted:
        return may_ride_on(figure) or figure.half == RODE
    if figure.place != ON_TABLE and (figure.place != TO_ARRIVE or figure.due > state.turn):
        return False
    return left_to(state, figure) > 0


def may_ride_on(figure: Figure) -> bool:
    """Whether a rider who has loaded or fired in this phase may still ride with that action [actions.ride-and-act]."""
    return figure.half == DID and figure.arm == MOUNTED and figure.place == ON_TABLE and can_ride(figure)


def may_do(figure: Figure) -> bool:
    """Whether he may still load or fire in this phase: a rider while his horse moves, too [actions.ride-and-act]."""
    return not figure.acted or figure.half == RODE


def may_go(figure: Figure) -> bool:
    """Whether he may still move in this phase: a rider after he has loaded or fired, too [actions.ride-and-act]."""
    return can_ride(figure) and (not figure.acted or figure.half == DID)


def somebody_waits(state: State, side: str, done: tuple[str, ...]) -> bool:
    """Whether anybody of a side may still act in this phase whose group has not had its turn."""
    for figure in state.figures.values():
        if figure.side == side and figure.group not in done and waits(state, figure):
            return True
    return False


def waiting(state: State, group: str) -> list[Figure]:
    """The figures of a group who may still act in this phase, in order of id."""
    return [figure for figure in roll.call(state).groups.get(group, []) if waits(state, figure)]


def enemy_groups(state: State, group: str) -> list[Group]:
    side = group_of(state, group).side
    return sorted([g for g in state.groups if g.side != side and members(state, g.id)], key=group_id)


def nearest_of(state: State, figure: Figure, group: str) -> str:
    """The man of a group who is nearest to a figure: where a hand points to name the group."""
    found = nearest_to(figure, members(state, group), state.settings)
    return "" if found is None else found.id


def touches_thing(state: State, figure: Figure, thing: Thing) -> bool:
    """Whether a man's base touches a horse, a load or what a deed is done to."""
    reach = radius(figure, state.settings) + melee_rule.CONTACT_CM
    reach += 0.5 * (state.settings.base_mounted_cm if thing.kind == HORSE else state.settings.base_foot_cm)
    return within(distance(figure.pose.x, figure.pose.y, thing.x, thing.y), reach)


def gap(a: Figure, b: Figure, settings: Settings) -> float:
    """Between the nearest base edges, level, never below 0 [setup.bases-and-measuring]."""
    dx = b.pose.x - a.pose.x
    dy = b.pose.y - a.pose.y
    return max(0.0, sqrt(dx * dx + dy * dy) - radius(a, settings) - radius(b, settings))


def nearest(x: float, y: float, others: list[Figure]) -> Figure:
    """The figure whose centre is nearest to a point, the lowest id if equal."""
    best = others[0]
    least = 1e18
    for other in others:
        dx = other.pose.x - x
        dy = other.pose.y - y
        square = dx * dx + dy * dy
        if square < least - NOISE or (square < least + NOISE and other.id < best.id):
            best, least = other, square
    return best


def nearest_to(figure: Figure, others: list[Figure], settings: Settings) -> Figure | None:
    """The figure nearest by its base, the lowest id if equal; None where there is none."""
    best: Figure | None = None
    least = 1e18
    x = figure.pose.x
    y = figure.pose.y
    for other in others:
        dx = other.pose.x - x
        dy = other.pose.y - y
        away = sqrt(dx * dx + dy * dy) - radius(other, settings)
        if best is None or away < least - NOISE or (away < least + NOISE and other.id < best.id):
            best, least = other, away
    return best


def apart(some: list[Figure], others: list[Figure], settings: Settings) -> float:
    """The least distance between figures of two bodies, -1 where there are none."""
    best = -1.0
    for one in some:
        other = nearest_to(one, others, settings)
        if other is not None:
            away = gap(one, other, settings)
            best = away if best < 0.0 else min(best, away)
    return best


def from_enemies(state: State, figure: Figure) -> float:
    """How far the nearest able enemy is; -1 where there is none."""
    return apart([figure], enemies(state, figure.side), state.settings)


def centre_of(men: list[Figure]) -> Point:
    """The mean of their positions [morale.motion]."""
    return (sum([man.pose.x for man in men]) / len(men), sum([man.pose.y for man in men]) / len(men))


def set_out(state: State, group: Group, men: int, start: Point, more: int) -> None:
    """Others who join a group in the midst of its phase set out from there: its centre at the start is theirs too.

    [morale.motion]
    """
    foes = enemies(state, group.side)
    if group.centre is None or not foes:
        return
    whole = men + more
    cx = (men * group.centre[0] + more * start[0]) / whole
    cy = (men * group.centre[1] + more * start[1]) / whole
    foe = nearest(cx, cy, foes)
    group.centre = (cx, cy)
    group.foe = (foe.pose.x, foe.pose.y)


def facing_of(men: list[Figure], foe: Figure | None) -> int:
    """The mean direction of their facings; if they cancel out, towards the nearest enemy [setup.facing]."""
    x = sum([sine(man.pose.facing) for man in men])
    y = sum([cosine(man.pose.facing) for man in men])
    if abs(x) > 1e-6 or abs(y) > 1e-6:
        return bearing(0.0, 0.0, x, y)
    if foe is None:
        return 0
    cx, cy = centre_of(men)
    return bearing(cx, cy, foe.pose.x, foe.pose.y)


def in_rear(figure: Figure, other: Figure) -> bool:
    """More than 135 degrees off his facing [setup.facing]."""
    return off_facing(figure.pose.x, figure.pose.y, figure.pose.facing, other.pose.x, other.pose.y) > REAR_OFF + 1


def height_of(state: State, line: Line) -> float:
    """The height of a linear feature; a scenario may change that of its kind [setup.terrain-catalogue, setup.scale]."""
    for kind, height in state.heights:
        if kind == line.kind:
            return height
    return terrain_rule.LINES[line.kind].height


def barriers(state: State) -> list[Line]:
    """Lines that are climbed or jumped."""
    return [line for line in state.ground.lines if line.kind in terrain_rule.BARRIERS]


def touches_line(figure: Figure, line: Line, settings: Settings) -> bool:
    """Whether a base touches a line."""
    left, bottom, right, top = line.box
    near = radius(figure, settings) + melee_rule.CONTACT_CM + 2.0 * TOLERANCE
    x = figure.pose.x
    y = figure.pose.y
    if x < left - near or x > right + near or y < bottom - near or y > top + near:
        return False
    return within(points_gap(line.points, x, y) - radius(figure, settings), melee_rule.CONTACT_CM)


def between(state: State, a: Figure, b: Figure) -> Line | None:
    """The barrier that two figures touch from opposite sides [melee.contact-test, melee.barricade]."""
    for line in state.ground.lines:
        if line.kind not in terrain_rule.BARRIERS or not box_meets(line.box, a.pose.x, a.pose.y, b.pose.x, b.pose.y):
            continue
        both = touches_line(a, line, state.settings) and touches_line(b, line, state.settings)
        if both and line_crossings(line.points, a.pose.x, a.pose.y, b.pose.x, b.pose.y):
            return line
    return None


def touch(state: State, a: Figure, b: Figure) -> bool:
    """Whether two able figures of opposite sides are in contact [melee.contact, melee.contact-test]."""
    away = gap(a, b, state.settings)
    if within(away, melee_rule.CONTACT_CM):
        return not floors_apart(state, a, b)
    return within(away, melee_rule.ACROSS_CM) and between(state, a, b) is not None


def floors_apart(state: State, a: Figure, b: Figure) -> bool:
    """Whether one stands on an upper floor and the other not on the same [melee.contact-test]."""
    return a.level != b.level and (upstairs(state, a) or upstairs(state, b))


def touching(state: State, figure: Figure) -> list[Figure]:
    """The able enemies that a figure is in contact with, in order of id; beasts fight nobody."""
    found = [other for other in _at_arms_length(state, figure) if touch(state, figure, other)]
    found.sort(key=figure_id)
    return found


def in_contact(state: State, figure: Figure) -> bool:
    """Locked in contact with an able enemy [actions.in-contact]."""
    for other in _at_arms_length(state, figure):
        if touch(state, figure, other):
            return True
    return False


def _at_arms_length(state: State, figure: Figure) -> list[Figure]:
    """Able enemies so near that they might be in contact."""
    found: list[Figure] = []
    if figure.arm == ANIMAL:
        return found
    x = figure.pose.x
    y = figure.pose.y
    most = radius(figure, state.settings) + 0.5 * max(state.settings.base_foot_cm, state.settings.base_mounted_cm)
    most += melee_rule.ACROSS_CM + 2.0 * TOLERANCE
    square = most * most
    for body in roll.call(state).bodies:
        if not roll.near(body, x, y, most):
            continue
        for other in body.men:
            dx = other.pose.x - x
            dy = other.pose.y - y
            if dx * dx + dy * dy <= square and other.side != figure.side and other.arm != ANIMAL:
                found.append(other)
    return found


def turn_to(a: Figure, b: Figure) -> int:
    """The facing from one figure to another."""
    return bearing(a.pose.x, a.pose.y, b.pose.x, b.pose.y) % FULL_TURN


def homeward(state: State, figure: Figure) -> int:
    """The way to a figure's own table edge."""
    return deployment.EDGE_FACING[army_of(state, figure.side).edge]


def moved_to(figure: Figure, pose: Pose) -> Figure:
    """The same figure somewhere else."""
    new = copied(figure)
    new.pose = pose
    return new


def upstairs(state: State, figure: Figure) -> bool:
    """Whether a figure stands on an upper floor [setup.height]."""
    if not state.ground.areas or figure.place != ON_TABLE:
        return False
    return figure.level > level_at(state.ground, figure.pose.x, figure.pose.y)


def on_ground(state: State, x: float, y: float, room: float) -> bool:
    """Whether a base of that radius lies wholly on the table."""
    least = room - TOLERANCE - NOISE
    return x >= least and y >= least and x <= state.ground.width - least and y <= state.ground.depth - least


def closest(points: tuple[Point, ...], x: float, y: float, closed: bool) -> Point:
    """The point of a line nearest to a place."""
    best = points[0]
    least = FAR
    ax, ay = points[len(points) - 1] if closed else points[0]
    for bx, by in points:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        along = 0.0 if square <= NOISE else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / square))
        px, py = ax + along * dx, ay + along * dy
        away = distance(x, y, px, py)
        if away < least - NOISE:
            best, least = (px, py), away
        ax, ay = bx, by
    return best
