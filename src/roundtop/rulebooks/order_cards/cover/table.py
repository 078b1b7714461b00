"""The cover a unit has against fire, a charge or a known enemy."""

from __future__ import annotations

from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cover import rule
from roundtop.rulebooks.order_cards.fire import aim as fire_aim
from roundtop.rulebooks.order_cards.sight import table as sight_table
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.table.footprint import Block, inside_polygon, polyline_gap
from roundtop.table.ground import box_near, line_crossings
from roundtop.table.measure import within
from roundtop.table.pose import Point


def any_cover(state: State, unit: Unit) -> bool:
    """Whether there is anything near a unit that might cover it; a cheap first question."""
    here = field.block(unit)
    for line in state.ground.lines:
        if line.kind in rule.LINE_COVER and box_near(line.box, here, rule.COVER_NEAR):
            return True
    for area in state.ground.areas:
        if area.kind in rule.AREA_COVER and box_near(area.box, here, 0.0):
            return True
    return False


def cover_of(state: State, target: Unit, fronts: list[Point]) -> tuple[str, ...]:
    """The cover a unit has against fire or a charge from these places.

    A line counts if half its stands are within 1 in and it lies between most of the places and its middle; an area if
    half its stands are mostly in it. [save.procedure, save.enfilade-no-save, morale.modifiers]
    """
    ground = state.ground
    found: list[str] = []
    if not any_cover(state, target):
        return ()
    stands = [Block(pose, *field.base(target)) for pose in field.stand_poses(target)]
    for line in ground.lines:
        if line.kind not in rule.LINE_COVER or not box_near(line.box, field.block(target), rule.COVER_NEAR):
            continue
        near = [one for one in stands if within(polyline_gap(line.points, False, one), rule.COVER_NEAR)]
        if 2 * len(near) < len(stands):
            continue
        x, y = target.pose.x, target.pose.y
        across = [1 for fx, fy in fronts if line_crossings(line.points, fx, fy, x, y)]
        if 2 * len(across) > len(fronts):
            found.append(rule.LINE_COVER[line.kind])
    for area in ground.areas:
        if area.kind in rule.AREA_COVER and box_near(area.box, field.block(target), 0.0):
            inside = [1 for one in stands if inside_polygon(area.outline, one.pose.x, one.pose.y)]
            if 2 * len(inside) >= len(stands):
                found.append(rule.AREA_COVER[area.kind])
    return tuple(sorted(set(found)))


def faced_cover(state: State, unit: Unit, foe: str) -> tuple[str, ...]:
    """The cover that faces the enemy who brought a test about, or the nearest known one [morale.modifiers]."""
    if not any_cover(state, unit):
        return ()
    fought = [one for one in state.units if one.id == foe and one.place == tables.ON_TABLE]
    return cover_from(state, unit, fought[0] if fought else sight_table.nearest_known(state, unit))


def cover_from(state: State, unit: Unit, enemy: Unit | None) -> tuple[str, ...]:
    return cover_of(state, unit, [] if enemy is None else [(enemy.pose.x, enemy.pose.y)])


def in_cover(state: State, unit: Unit, known: list[Unit]) -> bool:
    """Sheltered from the nearest known enemy, or out of sight or range of every one [morale.head-down-move]."""
    if not known:
        return True
    return covered(state, unit, known) or out_of_reach(state, unit, known)


def covered(state: State, unit: Unit, known: list[Unit]) -> bool:
    """Sheltered from the nearest known enemy; a battery wants to be out of range [morale.artillery-head-down]."""
    if unit.arm == tables.ARTILLERY or not any_cover(state, unit):
        return False
    return rule.shelters(cover_from(state, unit, sight_table.nearest_of(unit, known)))


def out_of_reach(state: State, unit: Unit, known: list[Unit]) -> bool:
    """Beyond the range, or out of sight, of every known enemy [morale.head-down-move, morale.artillery-head-down]."""
    for foe in known:
        if within(field.units_gap(unit, foe), fire_aim.farthest(foe)) and sight_table.sees(state, foe, unit):
            return False
    return True
