"""What can be read off the table: who is where, who is what, the ground they cover."""

from __future__ import annotations

from typing import Any, Final

from roundtop.record import copy, replace
from roundtop.rulebooks.charge_boys import tables
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import MANNED, ON_TABLE, Army, General, Gun, State, Unit
from roundtop.table.footprint import FAR, Block, front_middle, gap, overlap
from roundtop.table.measure import NOISE, bearing, distance, rounded
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose, to_local, to_world


def nearest_point(block: Block, x: float, y: float) -> tuple[float, float, float]:
    """How far a point is from a block, and the place of the block that is nearest to it."""
    right, on = to_local(block.pose, x, y)
    near_right = min(max(right, -0.5 * block.width), 0.5 * block.width)
    near_on = min(max(on, -0.5 * block.depth), 0.5 * block.depth)
    px, py = to_world(block.pose, near_right, near_on)
    return distance(px, py, x, y), px, py


def crowd(count: int) -> int:
    """Files of a crowd about as wide as deep."""
    files = 1
    while files * files < count:
        files += 1
    return files


def by_id(unit: Unit) -> str:
    return unit.id


MOUNTED: Final = tables.FORMATIONS[tables.CAVALRY]
GUN_SPACING_IN: Final = 1.0
"""Inches between the guns of a battery as they are laid out; the book allows 3 [setup.battery]."""
LONGEST_IN: Final = 40.0
"""More than any column of march or garrisoned building reaches from its middle."""


def noted(unit: Unit) -> Unit:
    """A fresh unit with a fresh record of the turn."""
    new = copy(unit)
    new.turn = copy(unit.turn)
    return new


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
    new = copy(state)
    new.units = tuple([changed if unit.id == changed.id else unit for unit in state.units])
    return new


def with_general(state: State, changed: General) -> State:
    new = copy(state)
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


def out_of_melee(state: State, id: str) -> State:
    """The table when a unit is no longer in contact with anybody."""
    if not locked(state, id):
        return state
    return replace(state, fights=tuple([fight for fight in state.fights if id not in (fight.a, fight.b)]))


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


def figures(unit: Unit) -> tables.Figures:
    """The figures by role that stand in its ranks; crews are with their guns."""
    return tables.Figures(unit.men, unit.colours, unit.drummers, unit.officers)


def arm_of(unit: Unit) -> str:
    """The arm as the tests have it: cavalry means mounted."""
    return tables.DISMOUNTED if unit.arm == tables.CAVALRY and unit.formation not in MOUNTED else unit.arm


def mounted(unit: Unit) -> bool:
    return unit.formation in MOUNTED


def drawn_up(unit: Unit) -> str:
    """The formation a unit fights in: in a house there is no column of march, its men line the walls.

    [terrain.building-garrison]
    """
    return tables.LINE if unit.building >= 0 and unit.formation == tables.ROAD_COLUMN else unit.formation


def formed(unit: Unit) -> bool:
    """In line or column, foot or mounted, and not routing [formation.formed]."""
    return unit.formation in tables.FORMED and unit.mettle.state != tables.ROUTING


def loose(unit: Unit) -> bool:
    """Skirmishers, gunners and batteries [melee.loose-troops]."""
    return unit.formation not in tables.FORMED


def routing(unit: Unit) -> bool:
    return unit.mettle.state == tables.ROUTING


def steady(unit: Unit) -> bool:
    """Neither halted, retired, disordered nor routing."""
    return unit.mettle.state == tables.STEADY and not unit.mettle.disordered


def base(unit: Unit, settings: Settings) -> tuple[float, float]:
    """Width and depth of one figure, or of one gun [setup.bases]."""
    if unit.formation in MOUNTED:
        return settings.base_mounted_width, settings.base_mounted_depth
    if unit.formation == tables.UNLIMBERED:
        return settings.base_gun_width, settings.base_gun_depth
    if unit.formation == tables.LIMBERED:
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
    if formation in (tables.LIMBERED, tables.UNLIMBERED):
        wide, deep = base(unit, settings)
        return (files - 1) * (settings.base_gun_width + GUN_SPACING_IN) + wide, deep
    there = unit.men + unit.officers + unit.colours + unit.drummers - unit.holders
    ranks_deep = max(1, -(-there // files))
    if formation in MOUNTED:
        return files * settings.base_mounted_width, ranks_deep * settings.base_mounted_depth
    across = 2 * files - 1 if formation == tables.SKIRMISH else files
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
    if unit.formation == tables.UNLIMBERED:
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
    if unit.formation == tables.UNLIMBERED:
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


def owner(state: State, step: Any) -> tuple[str, ...]:
    """Asked is the side whose unit a step names."""
    return (unit_of(state, step.unit).side,)
