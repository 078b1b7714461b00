"""Changing formation and closing up at the table."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.record import copy
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.formation import rule
from roundtop.rulebooks.charge_boys.movement import faults as movement_faults
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.movement import table as movement_table
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose, ahead, rounded_pose

MOST_FORM_TURN: Final = 9000
"""How far to either side a unit may face when it forms [formation.change-full-turn]."""


def form_action(unit: Unit, formation: str) -> str:
    """What a change of formation is called."""
    if formation in (tables.LIMBERED, tables.UNLIMBERED):
        return "limber" if formation == tables.LIMBERED else "unlimber"
    if unit.arm == tables.CAVALRY and (unit.formation in tables.FORMATIONS[tables.CAVALRY]) != (
        formation in tables.FORMATIONS[tables.CAVALRY]
    ):
        return "mount" if formation in tables.FORMATIONS[tables.CAVALRY] else "dismount"
    return movement_table.FORM


def formations_open(unit: Unit) -> list[str]:
    """Formations a unit could change to [formation.change-full-turn, formation.mount]."""
    if unit.arm == tables.ARTILLERY:
        if unit.formation == tables.GUNNERS:
            return []
        return [tables.UNLIMBERED if unit.formation == tables.LIMBERED else tables.LIMBERED]
    if unit.id.endswith(".skirmishers"):
        return []
    names = [*tables.FORMATIONS[unit.arm]]
    if unit.arm == tables.CAVALRY:
        names.extend(tables.FORMATIONS[tables.DISMOUNTED])
    wide = unit.formation == tables.CAVALRY_COLUMN and unit.files > rule.ROAD_FILES
    return [name for name in names if (name != unit.formation or wide) and not formation_refusal(unit, name)]


def form_faults(state: State, unit: Unit, one: Manoeuvre) -> list[Reason]:
    """A change of formation, with its facing, where there is room; guns are unlimbered facing any way.

    [formation.change-full-turn, formation.line, formation.limber]
    """
    clause = "charge-boys.formation.change-full-turn"
    if not movement_rule.may_form(movement_table.condition_of(state, unit)) or unit.building >= 0:
        return [Reason("The unit may not change formation now.", clause)]
    if one.on not in formations_open(unit):
        return [Reason(f"'{one.on}' is no formation this unit can take.", clause)]
    if abs(one.by) > MOST_FORM_TURN and one.on != tables.UNLIMBERED:
        return [Reason("It may face up to 90° to either side.", clause)]
    weak = [gun for gun in field.manned(unit) if gun.crew < artillery_rule.MANHANDLING_CREW]
    if unit.arm == tables.ARTILLERY and weak:
        return [Reason("A gun needs two men to limber or unlimber.", "charge-boys.formation.limber")]
    wished = round(one.amount)
    if wished and unit.arm != tables.ARTILLERY:
        foot = unit.arm == tables.CAVALRY and one.on in tables.FORMATIONS[tables.DISMOUNTED]
        refused = rule.shape_refusal(tables.DISMOUNTED if foot else unit.arm, one.on, field.strength(unit), wished)
        if refused or wished < 0:
            return [Reason("It cannot stand in so many ranks.", refused or clause)]
    end = reformed(state, unit, one)
    if not movement_faults.may_stand(state, end):
        return [Reason("There is no room to form there.", clause)]
    return []


def reformed(state: State, unit: Unit, one: Manoeuvre) -> Unit:
    """The unit in its new formation, on the middle of its front [formation.change-full-turn]."""
    settings = state.settings
    new = in_formation(unit, one.on, round(one.amount), settings)
    if unit.arm == tables.ARTILLERY:
        new.files = len(field.manned(unit))
    _, was = field.size(unit, settings)
    _, deep = field.size(new, settings)
    front = ahead(unit.pose, 0.5 * was)
    new.pose = rounded_pose(ahead(Pose(front.x, front.y, unit.pose.facing + one.by), -0.5 * deep))
    if new.formation == tables.ROAD_COLUMN:
        new.trail = field.straight_trail(new, settings)
    if new.guns:
        new.guns = field.guns_in_row(new, new.pose, settings)
    return new


def may_close_up(unit: Unit) -> bool:
    """A line whose rear rank has thinned may take fewer files [formation.close-up]."""
    return unit.formation == tables.LINE and field.ranks(unit) == 2 and -(-field.ranked(unit) // 2) < unit.files


def closed_up(unit: Unit, state: State) -> Unit:
    new = copy(unit)
    new.files = -(-field.ranked(unit) // 2)
    new.pose = field.reshaped(unit, new, state.settings)
    return new


def formation_refusal(unit: Unit, formation: str) -> str:
    """The clause by which a unit is too small for a formation, "" when it is not [formation.attack-column]."""
    on_foot = unit.arm == tables.CAVALRY and formation in tables.FORMATIONS[tables.DISMOUNTED]
    arm = tables.DISMOUNTED if on_foot else unit.arm
    count = field.strength(unit)
    return rule.shape_refusal(arm, formation, count, rule.usual_ranks(formation, count))


def in_formation(unit: Unit, formation: str, ranks: int, settings: Settings) -> Unit:
    """The unit in another formation on the same spot; 0 ranks: the usual number [formation.line, formation.mount]."""
    new = copy(unit)
    new.formation = formation
    new.trail = ()
    if formation in (tables.LIMBERED, tables.UNLIMBERED):
        return new
    on_foot = unit.arm == tables.CAVALRY and formation not in tables.FORMATIONS[tables.CAVALRY]
    total = unit.men + unit.officers + unit.colours + unit.drummers
    was_mounted = unit.formation in tables.FORMATIONS[tables.CAVALRY] or unit.holders == 0
    if on_foot:
        new.holders = rule.horse_holders(total, settings) if was_mounted else unit.holders
    else:
        new.holders = 0
    count = field.ranked(new)
    twos = ranks >= twos_deep(count)
    new.files = max(1, rule.files_of(formation, count, ranks or default_ranks(formation, count), twos))
    return new


def twos_deep(count: int) -> int:
    """Ranks of a column two abreast, which may use a road [terrain.road-column-only]."""
    return max(1, -(-count // rule.ROAD_FILES))


def default_ranks(formation: str, count: int) -> int:
    if formation == tables.SKIRMISH:
        return 1 if count <= LOOSE_RANK else 2
    return rule.usual_ranks(formation, count)


LOOSE_RANK: Final = 10
"""Skirmishers in units larger than this stand in two loose ranks; the book allows either."""
