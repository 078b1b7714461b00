"""Guns left, dragged back, captured and manned again."""

from __future__ import annotations

from typing import Final

from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import events as artillery_events
from roundtop.rulebooks.charge_boys.artillery import rule
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.events import apply
from roundtop.rulebooks.charge_boys.formation import events as formation_events
from roundtop.rulebooks.charge_boys.movement import events as movement_events
from roundtop.rulebooks.charge_boys.movement import paths as movement_paths
from roundtop.rulebooks.charge_boys.retreat import table as retreat_table
from roundtop.rulebooks.charge_boys.state import ABANDONED, CAPTURED, MANNED, Gun, State, Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.terrain import table as terrain_table
from roundtop.rulebooks.charge_boys.victory import table as victory_table
from roundtop.table.footprint import Block, gap
from roundtop.table.ground import off_table
from roundtop.table.layout import settled
from roundtop.table.measure import TOLERANCE, cosine, distance, sine, within
from roundtop.table.path import cut_at, shift, sweep
from roundtop.table.pose import rounded_pose

STEP_BACK_IN: Final = 0.25
SHORT_IN: Final = 0.02
"""How finely guns that retire by hand feel for room, and how far short of an obstacle they stop."""


def abandoned(state: State, unit: Unit) -> artillery_events.GunsChanged:
    """The gunners leave their guns and go on as loose foot [morale.result-guns-abandoned, melee.guns]."""
    guns = tuple([Gun(gun.pose, 0, ABANDONED) if gun.fate == MANNED else gun for gun in unit.guns])
    number = len([gun for gun in unit.guns if gun.fate == MANNED])
    gunners = copy(unit)
    gunners.men = unit.men + field.crew(unit)
    gunners.formation = tables.GUNNERS
    gunners.files = field.crowd(gunners.men + unit.officers)
    gunners.guns = guns
    others = [block for u in field.on_table(state) if u.id != unit.id for block in field.blocks(u, state.settings)]
    room = settled(field.body(gunners, state.settings), others, state.ground, STEP_BACK_IN)
    return artillery_events.GunsChanged(
        unit=unit.id,
        cause="abandoned",
        number=number,
        formation=tables.GUNNERS,
        files=gunners.files,
        men=gunners.men,
        pose=room or unit.pose,
        guns=guns,
    )


def dragged(state: State, unit: Unit, foe: str) -> victory_table.Events:
    """A battery in action retires by hand, gun by gun; those with too few men are left [morale.result-guns-abandoned].

    The men of a gun that is left stay with the battery.
    """
    heading = retreat_table.heading_back(state, unit, "retire", foe)
    guns: list[Gun] = []
    left = 0
    loose = unit.men
    for gun in unit.guns:
        if gun.fate != MANNED:
            guns.append(gun)
        elif gun.crew < rule.MANHANDLING_CREW:
            guns.append(Gun(gun.pose, 0, ABANDONED))
            loose += gun.crew
            left += 1
        else:
            guns.append(_dragged_gun(state, unit, gun, heading))
    new = copy(unit)
    new.guns = tuple(guns)
    new.men = loose
    still = [gun for gun in guns if gun.fate == MANNED]
    events: victory_table.Events = []
    if not still:
        events.append(abandoned(state, unit))
        after = apply(state, events[0])
        gunners = field.unit_of(after, unit.id)
        events.extend(
            retreat_table.went_back(
                state=after,
                unit=gunners,
                cause="retire",
                heading=heading,
                inches=tables.ALLOWANCE_IN[tables.GUNNERS],
                foe=foe,
            )
        )
        return events
    if left:
        new.files = len(still)
        events.append(
            artillery_events.GunsChanged(
                unit=unit.id,
                cause="abandoned",
                number=left,
                formation=tables.UNLIMBERED,
                files=new.files,
                men=loose,
                pose=unit.pose,
                guns=_with_left(unit, guns),
            )
        )
    new.pose = movement_paths.middle_of(new)
    events.append(movement_events.moved_to(unit, new, "retire"))
    return events


def _with_left(unit: Unit, guns: list[Gun]) -> tuple[Gun, ...]:
    """The guns that are left behind marked so, the others still where they were."""
    return tuple([now if now.fate == ABANDONED else was for was, now in zip(unit.guns, guns, strict=True)])


def _dragged_gun(state: State, unit: Unit, gun: Gun, heading: int) -> Gun:
    """One gun pulled back as far as its men can over the ground, stopping short of others and of the edge.

    [move.manhandle-rate, terrain.compelled-moves, move.table-edge]
    """
    settings = state.settings
    most = rule.manhandled(gun.crew)
    back = shift(most * sine(heading), most * cosine(heading))
    path = sweep(gun.pose, settings.base_gun_width, settings.base_gun_depth, (back,))
    legs = tuple(terrain_table.legs_of(state, unit, path))
    inches = terrain_rule.ground_covered(legs, most, tables.UNLIMBERED, settings)
    if inches < most - TOLERANCE:
        inches -= SHORT_IN
    others = [block for u in field.on_table(state) if u.id != unit.id for block in field.blocks(u, settings)]
    while inches > 0.0:
        part = cut_at(path, inches)
        there = Block(rounded_pose(part.end), settings.base_gun_width, settings.base_gun_depth)
        free = not off_table(state.ground, there) and not [other for other in others if gap(there, other) <= 0.0]
        if free and not terrain_table.impassable(state.ground, part):
            return Gun(there.pose, gun.crew, gun.fate)
        inches -= STEP_BACK_IN
    return gun


def captured(state: State) -> victory_table.Events:
    """Abandoned guns in contact with formed enemies are theirs [artillery.abandoned]."""
    found: victory_table.Events = []
    settings = state.settings
    for unit in state.units:
        left = [gun for gun in unit.guns if gun.fate == ABANDONED]
        if not left:
            continue
        foes = [
            block for foe in field.enemies(state, unit) if field.formed(foe) for block in field.blocks(foe, settings)
        ]
        guns = list(unit.guns)
        number = 0
        for place, gun in enumerate(guns):
            piece = Block(gun.pose, settings.base_gun_width, settings.base_gun_depth)
            if gun.fate == ABANDONED and foes and within(field.gap_between([piece], foes), TOLERANCE):
                guns[place] = Gun(gun.pose, 0, CAPTURED)
                number += 1
        if number:
            found.append(
                artillery_events.GunsChanged(
                    unit=unit.id,
                    cause="captured",
                    number=number,
                    formation=unit.formation,
                    files=unit.files,
                    men=unit.men,
                    pose=unit.pose,
                    guns=tuple(guns),
                )
            )
    return found


def guns_lost(unit: Unit) -> bool:
    """A battery all of whose guns are abandoned or captured [victory.lost-unit]."""
    return unit.arm == tables.ARTILLERY and not [gun for gun in unit.guns if gun.fate == MANNED]


def crew_off(new: Unit, unit: Unit, lost: casualties_rule.Losses, foe: Unit | None) -> None:
    """Losses of a battery fall on loose gunners last; a gun without crew is abandoned [artillery.crew-losses]."""
    new.officers = unit.officers - lost.officers
    men = lost.killed - lost.officers
    places = [place for place, gun in enumerate(unit.guns) if gun.fate == MANNED]
    crews = tuple([unit.guns[place].crew for place in places])
    order = nearest_first(unit, places, foe)
    after = rule.crew_after(crews, order, min(men, sum(crews)))
    guns = list(unit.guns)
    for place, left in zip(places, after, strict=True):
        guns[place] = Gun(guns[place].pose, left, MANNED if left else ABANDONED)
    new.guns = tuple(guns)
    rest = max(0, men - sum(crews))
    new.men = max(0, unit.men - rest)
    new.officers -= max(0, rest - unit.men)


def nearest_first(unit: Unit, places: list[int], foe: Unit | None) -> tuple[int, ...]:
    """The guns of a battery by how near they are to the firer, as places among those manned."""
    if foe is None:
        return tuple(range(len(places)))
    away = [
        (distance(unit.guns[place].pose.x, unit.guns[place].pose.y, foe.pose.x, foe.pose.y), index)
        for index, place in enumerate(places)
    ]
    return tuple([index for _, index in sorted(away)])


def remanned(state: State, unit: Unit) -> list[object]:
    """Gunners who end a move in contact with an abandoned gun of their side man it again [artillery.abandoned]."""
    loose = unit.men
    if (
        unit.arm != tables.ARTILLERY
        or loose == 0
        or unit.mettle.state not in ("steady", tables.RETIRED)
        or unit.mettle.disordered
    ):
        return []
    settings = state.settings
    own = field.blocks(unit, settings)
    events: list[object] = []
    for other in state.units:
        if other.side != unit.side or not [gun for gun in other.guns if gun.fate == ABANDONED]:
            continue
        events.extend(_man(state, unit, other, own))
        if events:
            break
    return events


def _stood_on(state: State, unit: Unit, gun: Gun) -> bool:
    """Whether others than these gunners stand where a gun was left, who have to make room first."""
    piece = [Block(gun.pose, state.settings.base_gun_width, state.settings.base_gun_depth)]
    others = [other for other in field.on_table(state) if other.id != unit.id]
    return bool([other for other in others if field.overlapping(piece, field.blocks(other, state.settings))])


def _man(state: State, unit: Unit, other: Unit, own: list[Block]) -> list[object]:
    settings = state.settings
    touched = [
        place
        for place, gun in enumerate(other.guns)
        if gun.fate == ABANDONED
        and field.gap_between(own, [Block(gun.pose, settings.base_gun_width, settings.base_gun_depth)]) <= TOLERANCE
        and not _stood_on(state, unit, gun)
    ]
    if not touched:
        return []
    crews = _shared(unit.men, len(touched), settings.crew_per_gun)
    guns = list(other.guns)
    ours = list(unit.guns) if other.id != unit.id else guns
    for place, men in zip(touched, crews, strict=True):
        piece = Gun(guns[place].pose, men, MANNED)
        if other.id == unit.id:
            guns[place] = piece
        else:
            ours.append(piece)
    left = unit.men - sum(crews)
    new = copy(unit)
    new.guns = tuple(ours)
    pose = movement_paths.middle_of(new)
    events: list[object] = []
    if other.id != unit.id:
        rest = tuple([gun for place, gun in enumerate(other.guns) if place not in touched])
        events.append(
            artillery_events.GunsChanged(
                unit=other.id,
                cause="taken-over",
                number=len(touched),
                formation=other.formation,
                files=other.files,
                men=other.men,
                pose=other.pose,
                guns=rest,
            )
        )
    number = len([gun for gun in ours if gun.fate == MANNED])
    events.append(
        artillery_events.GunsChanged(
            unit=unit.id,
            cause="manned",
            number=len(touched),
            formation=tables.UNLIMBERED,
            files=number,
            men=left,
            pose=pose,
            guns=tuple(ours),
        )
    )
    return events


def _shared(men: int, guns: int, most: int) -> list[int]:
    """Men shared out among guns as evenly as may be, none with more than a full crew."""
    each = [0] * guns
    for n in range(min(men, guns * most)):
        each[n % guns] += 1
    return each


def shared_crew(unit: Unit) -> tuple[Gun, ...]:
    """A battery's men shared out evenly among the guns they man [artillery.crew-to-fire]."""
    if unit.formation != tables.UNLIMBERED:
        return unit.guns
    there = [place for place, gun in enumerate(unit.guns) if gun.fate == MANNED]
    men = field.crew(unit) + unit.men
    if not there:
        return unit.guns
    each = _shared(field.crew(unit), len(there), 100)
    guns = list(unit.guns)
    for place, number in zip(there, each, strict=True):
        guns[place] = Gun(guns[place].pose, number, MANNED)
    return tuple(guns) if men else unit.guns


def better_shared(state: State, unit: Unit) -> bool:
    need = state.settings.min_crew_to_fire
    now = len([gun for gun in unit.guns if gun.fate == MANNED and gun.crew >= need])
    after = len([gun for gun in shared_crew(unit) if gun.fate == MANNED and gun.crew >= need])
    return after > now


def may_help(state: State, unit: Unit) -> list[Unit]:
    """Friendly foot in contact with a gun, not yet moved [move.manhandle-rate]."""
    if unit.formation != tables.UNLIMBERED:
        return []
    return [
        friend
        for friend in field.on_table(state, unit.side)
        if field.arm_of(friend) in (tables.INFANTRY, tables.DISMOUNTED)
        and not friend.turn.acted
        and not field.routing(friend)
        and field.apart(friend, unit, state.settings) <= 5 * TOLERANCE
    ]


def swung(unit: Unit, end: Unit) -> formation_events.Formed:
    """Guns swung on the spot have not moved [move.turn-in-place, artillery.moved-no-fire]."""
    return formation_events.Formed(
        unit=unit.id,
        action="swing",
        formation=unit.formation,
        files=unit.files,
        holders=unit.holders,
        men=unit.men,
        pose=end.pose,
        guns=end.guns,
        trail=(),
        building=-1,
        full=False,
    )
