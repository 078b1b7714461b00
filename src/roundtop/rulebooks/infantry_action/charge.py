"""Charges: whom a unit can reach, by which path, and how the lines meet."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Final, final

from roundtop.rulebooks.infantry_action.command import ALLOWANCE_IN
from roundtop.rulebooks.infantry_action.movement import Others, impassable, passes_through, price
from roundtop.rulebooks.infantry_action.muster import IMPASSABLE
from roundtop.rulebooks.infantry_action.sight import sees
from roundtop.rulebooks.infantry_action.state import (
    CHARGE,
    Fight,
    State,
    Unit,
    block,
    block_at,
    enemies,
    on_table,
    stand_at,
    stand_right,
)
from roundtop.table.arc import ahead_of_front
from roundtop.table.crossed import inside_table
from roundtop.table.footprint import Block, gap, overlap
from roundtop.table.ground import block_touches_area, off_table
from roundtop.table.measure import FULL_TURN, HALF_TURN, NOISE, TOLERANCE, bearing, turn_between, within
from roundtop.table.path import (
    Manoeuvre,
    Sweep,
    clearance,
    cut,
    forward,
    manoeuvres_of,
    nearer_than,
    pivot,
    sweep,
    until_contact,
    wheel,
)
from roundtop.table.pose import Pose, rounded_pose, to_local, to_world

SHARPEST_WHEEL: Final = 4500
WHEELS: Final = (0, -1500, 1500, -3000, 3000, -4500, 4500)


@final
@dataclass(slots=True)
class Plan:
    """A charge that will go home: its path, where it first touches, and the fights it brings about."""

    target: str
    flank: bool
    manoeuvres: tuple[Manoeuvre, ...]
    contact: Pose
    end: Pose
    fights: tuple[Fight, ...]


def charge_targets(state: State, unit: Unit) -> list[Plan]:
    """One plan for each enemy unit that can be charged [charge.declaration]."""
    plans: list[Plan] = []
    for enemy in enemies(state, unit):
        if not in_charge_reach(state, unit, enemy):
            continue
        plan = charge_plan(state, unit, enemy)
        if plan is not None and sees(state, unit, enemy):
            plans.append(plan)
    return plans


def in_charge_reach(state: State, unit: Unit, enemy: Unit) -> bool:
    """Nearest stand within 12 in of nearest stand [movement.charge]."""
    return within(gap(block(unit, state.settings), block(enemy, state.settings)), ALLOWANCE_IN[CHARGE])


def from_flank_or_rear(state: State, unit: Unit, target: Unit) -> bool:
    """More than half of the stands begin behind the line of the target's front [charge.flank-or-rear]."""
    front = block(target, state.settings)
    behind = 0
    for stand in range(1, unit.stands + 1):
        x, y = stand_at(unit.pose, unit.stands, stand, state.settings)
        if ahead_of_front(front, x, y) < -NOISE:
            behind += 1
    return 2 * behind > unit.stands


def charge_plan(state: State, unit: Unit, target: Unit) -> Plan | None:
    """The first path that reaches the target: the wheel that squares up to it, the one that points at it, then others.

    The book leaves the choice of path open; any lawful one ends in the same lining up.
    """
    flank = from_flank_or_rear(state, unit, target)
    others = Others(state, unit)
    for by in _wheels(unit, target, flank):
        path = charge_path(state, unit, target, by, others)
        if path is None:
            continue
        plan = _meeting(state, unit, target, flank, path)
        if plan is not None:
            return plan
    return None


def _wheels(unit: Unit, target: Unit, flank: bool) -> list[int]:
    pose = unit.pose
    pointing = turn_between(pose.facing, bearing(pose.x, pose.y, target.pose.x, target.pose.y))
    square = turn_between(pose.facing, (target.pose.facing + HALF_TURN) % FULL_TURN)
    tried = [pointing] if flank else [square, pointing]
    found: list[int] = []
    for by in [*tried, *WHEELS]:
        if abs(by) <= SHARPEST_WHEEL and by not in found:
            found.append(by)
    return found


def charge_path(state: State, unit: Unit, target: Unit, by: int, others: Others) -> Sweep | None:
    """A wheel and straight on to contact with the target, if that is lawful [charge.path].

    The wheel is on the inner stand; on the inner front corner where friends at its shoulder leave no other room.
    """
    out = stand_right(unit.stands, unit.stands, state.settings)
    inner = (out, "right") if by > 0 else (-out, "left")
    for turn in (pivot(by, inner[0], 0.0), wheel(by, inner[1])) if by else (None,):
        path = _path_home(state, unit, target, turn, others)
        if path is not None:
            return path
    return None


def _path_home(state: State, unit: Unit, target: Unit, turn: Manoeuvre | None, others: Others) -> Sweep | None:
    size = state.settings.stand_in
    ahead = forward(ALLOWANCE_IN[CHARGE] + 2 * TOLERANCE)
    drill = (ahead,) if turn is None else (turn, ahead)
    path = sweep(unit.pose, unit.stands * size, size, drill)
    if clearance(path, block(target, state.settings)) > TOLERANCE:
        return None
    foes = others.foes
    lines = others.foe_lines
    stop = until_contact(path, lines)
    if stop.index < 0 or stop.stage != len(drill) - 1:
        return None
    path = cut(path, stop)
    there = Block(path.end, path.width, path.depth)
    touched = [foe.id for foe, line in zip(foes, lines, strict=True) if gap(there, line) <= TOLERANCE]
    if target.id not in touched or not within(price(state, unit, path).inches(), ALLOWANCE_IN[CHARGE]):
        return None
    untouched = [line for foe, line in zip(foes, lines, strict=True) if foe.id not in touched]
    if nearer_than(path, untouched, state.settings.min_separation_in) >= 0 or _through_friends(path, others):
        return None
    return None if impassable(state, path) or not inside_table(state.ground, path) else path


def _through_friends(path: Sweep, others: Others) -> bool:
    """A charge passes through no friends [movement.interpenetration]."""
    if nearer_than(path, others.friend_lines, 5 * TOLERANCE) < 0:
        return False
    return bool([friend for friend in others.friend_lines if passes_through(path, friend)])


# ---------------------------------------------------------------- lining up


def _meeting(state: State, unit: Unit, target: Unit, flank: bool, path: Sweep) -> Plan | None:
    contact = rounded_pose(path.end)
    if flank:
        fights = _flank_fights(state, unit, target, contact)
        return Plan(target.id, True, manoeuvres_of(path), contact, contact, fights)
    end = _squared_up(state, unit, target, contact)
    if end is None:
        return None
    return Plan(target.id, False, manoeuvres_of(path), contact, end, _front_fights(state, unit, target, end))


def _flank_fights(state: State, unit: Unit, target: Unit, contact: Pose) -> tuple[Fight, ...]:
    """The target and whoever else is met; their stands fight those that are left over [charge.several-enemies]."""
    there = block_at(unit, contact, state.settings)
    fights = [_flank_fight(state, unit, target, contact)]
    for enemy in enemies(state, unit):
        if enemy.id == target.id or gap(there, block(enemy, state.settings)) > TOLERANCE:
            continue
        if from_flank_or_rear(state, unit, enemy):
            fights.append(_flank_fight(state, unit, enemy, contact))
        else:
            offset = offset_of(state, unit, enemy, contact)
            fights.append(Fight(unit.id, enemy.id, False, offset, opposite(state, unit, enemy, offset), enemy.pose))
    return tuple(fights)


def _flank_fight(state: State, unit: Unit, target: Unit, contact: Pose) -> Fight:
    """The charged unit is treated as turning to face its charger, centre to centre [charge.flank-or-rear]."""
    size = state.settings.stand_in
    offset = floor((unit.stands - target.stands) / 2)
    turned = Pose(target.pose.x, target.pose.y, (contact.facing + HALF_TURN) % FULL_TURN)
    aside = (offset - 0.5 * (unit.stands - target.stands)) * size
    x, y = to_world(turned, aside, size)
    return Fight(unit.id, target.id, True, offset, rounded_pose(Pose(x, y, contact.facing)), turned)


def _squared_up(state: State, unit: Unit, target: Unit, contact: Pose) -> Pose | None:
    """Where a charger comes to stand, parallel to its target and stand opposite stand, by the least slide."""
    nearest = offset_of(state, unit, target, contact)
    for slide in range(unit.stands + target.stands):
        for offset in (nearest - slide, nearest + slide) if slide else (nearest,):
            end = opposite(state, unit, target, offset)
            if _overlap_of(unit.stands, target.stands, offset) > 0 and _fits(state, unit, end):
                return end
    return None


def opposite(state: State, unit: Unit, target: Unit, offset: int) -> Pose:
    """A charger's place squared up to a target at this offset [combat.pairing]."""
    size = state.settings.stand_in
    aside = (offset - 0.5 * (unit.stands - target.stands)) * size
    x, y = to_world(target.pose, aside, size)
    return rounded_pose(Pose(x, y, (target.pose.facing + HALF_TURN) % FULL_TURN))


def _fits(state: State, unit: Unit, end: Pose) -> bool:
    there = block_at(unit, end, state.settings)
    if off_table(state.ground, there) or block_touches_area(state.ground, IMPASSABLE, there):
        return False
    return not [u for u in on_table(state) if u.id != unit.id and overlap(there, block(u, state.settings))]


def offset_of(state: State, unit: Unit, target: Unit, pose: Pose) -> int:
    """Whole stand widths by which the enemy's leftmost stand lies to the right of charger stand 1, as the charger sees
    it; halves towards more pairs, then towards the smaller [combat.pairing].
    """
    right, _ = to_local(target.pose, pose.x, pose.y)
    exact = right / state.settings.stand_in + 0.5 * (unit.stands - target.stands)
    smaller = floor(exact)
    over = exact - smaller
    best = smaller if over < 0.5 else smaller + 1
    if abs(over - 0.5) <= TOLERANCE:
        more = _overlap_of(unit.stands, target.stands, smaller + 1) > _overlap_of(unit.stands, target.stands, smaller)
        best = smaller + 1 if more else smaller
    return max(1 - target.stands, min(unit.stands - 1, best))


def _overlap_of(charger: int, defender: int, offset: int) -> int:
    """Pairs at an offset."""
    return max(0, min(charger, defender + offset) - max(1, offset + 1) + 1)


def _front_fights(state: State, unit: Unit, target: Unit, end: Pose) -> tuple[Fight, ...]:
    """A front that meets two units fights both [charge.several-enemies]."""
    there = block_at(unit, end, state.settings)
    fights = [Fight(unit.id, target.id, False, offset_of(state, unit, target, end), end, target.pose)]
    for enemy in enemies(state, unit):
        if enemy.id == target.id or gap(there, block(enemy, state.settings)) > TOLERANCE:
            continue
        _, front = to_local(end, enemy.pose.x, enemy.pose.y)
        square = abs(turn_between(end.facing, (enemy.pose.facing + HALF_TURN) % FULL_TURN)) <= SHARPEST_WHEEL
        offset = offset_of(state, unit, enemy, end)
        if front > 0 and square and _overlap_of(unit.stands, enemy.stands, offset) > 0:
            fights.append(Fight(unit.id, enemy.id, False, offset, end, enemy.pose))
    return tuple(fights)
