"""Ranges, arcs and lawful shots, drawn round a piece."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scene import Overlay
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.artillery import table as artillery_table
from roundtop.rulebooks.charge_boys.fire import aim as fire_aim
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.state import MANNED, State, Unit
from roundtop.table.measure import cosine, sine, within
from roundtop.table.pose import Point, to_world

ARC_STEP: Final = 500


def bands(view: State, unit: Unit) -> list[Overlay]:
    """The arc of a unit out to the limit of each band [musketry.arc, musketry.band-edges, artillery.band-edges]."""
    if unit.arm == tables.ARTILLERY:
        limits = [(row.begins, f"{row.name} feet", row.clause) for row in artillery_rule.FEET[1:]]
        limits = [one for one in limits if within(one[0], artillery_rule.REACH_IN[unit.gun])]
        if unit.formation != tables.UNLIMBERED:
            return []
        return [Overlay("arc", unit.side, name, _arc(view, unit, limit), clause) for limit, name, clause in limits]
    if unit.weapon == fire_rule.UNARMED:
        return []
    reach = fire_rule.WEAPONS[unit.weapon].reach
    found: list[Overlay] = []
    for place, name in enumerate(fire_rule.BANDS, 1):
        limit = reach * place / 3.0
        label = f"{name}, {limit:g}″: {fire_rule.RANGE_MODS[name].value:+d} a die"
        found.append(Overlay("arc", unit.side, label, _arc(view, unit, limit), fire_rule.RANGE_MODS[name].clause))
    return found


def _arc(view: State, unit: Unit, limit: float) -> tuple[Point, ...]:
    """The outline of all that lies within the arc and a range of any figure of a unit."""
    half = round(min(180.0, fire_aim.arc_of(unit, view.settings)) * 100)
    front, deep = field.size(unit, view.settings)
    left = to_world(unit.pose, -0.5 * front, 0.5 * deep)
    right = to_world(unit.pose, 0.5 * front, 0.5 * deep)
    points: list[Point] = [left]
    for middle, turns in ((left, range(-half, 1, ARC_STEP)), (right, range(0, half + 1, ARC_STEP))):
        for by in turns:
            facing = unit.pose.facing + by
            points.append((middle[0] + limit * sine(facing), middle[1] + limit * cosine(facing)))
    points.append(right)
    return tuple(points)


def shots(view: State, unit: Unit, foe: Unit) -> list[Overlay]:
    found: list[Overlay] = []
    line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
    own = shot_words(view, unit, foe)
    if own:
        found.append(
            Overlay("line", unit.side, f"could fire on {foe.name}: {own}", line, "charge-boys.musketry.who-can-fire")
        )
    theirs = shot_words(view, foe, unit)
    if theirs:
        text = f"could be fired on by {foe.name}: {theirs}"
        found.append(Overlay("threat", foe.side, text, (line[1], line[0]), "charge-boys.musketry.who-can-fire"))
    return found


def shot_words(view: State, unit: Unit, foe: Unit) -> str:
    """How a unit could fire on another, "" where it could not."""
    if unit.arm == tables.ARTILLERY:
        if unit.formation != tables.UNLIMBERED:
            return ""
        aims = [
            artillery_table.gun_aim(view, unit, place, foe) for place, gun in enumerate(unit.guns) if gun.fate == MANNED
        ]
        ranges = [aim.range for aim in aims if aim is not None]
        if not ranges:
            return ""
        need = artillery_rule.needed(unit.gun, min(ranges))
        return f"{len(ranges)} guns from {min(ranges):.1f}″, " + (f"hit on {need}+" if need else "cannot miss")
    if unit.weapon == fire_rule.UNARMED:
        return ""
    aim = fire_aim.aim_at(view, unit, foe)
    return f"{aim.men} men from {aim.range:.1f}″, {fire_rule.band(unit.weapon, aim.range)}" if aim.men else ""
