"""What can be read off the table: who stands where, whose officer is with whom, how far off the enemy is."""

from __future__ import annotations

from typing import Any, Final

from roundtop.record import copy
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.state import ON_TABLE, UNKNOWN, Army, Charge, Officer, State, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule
from roundtop.table.footprint import Block, gap_below, nearest_gap
from roundtop.table.pose import Point, Pose, ahead


def unit_of(state: State, id: str) -> Unit:
    for unit in state.units:
        if unit.id == id:
            return unit
    raise KeyError(id)


def with_unit(state: State, changed: Unit) -> State:
    """The state with one unit replaced."""
    new = copy(state)
    new.units = tuple([changed if unit.id == changed.id else unit for unit in state.units])
    return new


def officer_of(state: State, id: str) -> Officer:
    for officer in state.officers:
        if officer.id == id:
            return officer
    raise KeyError(id)


def with_officer(state: State, changed: Officer) -> State:
    """The state with one officer replaced."""
    new = copy(state)
    new.officers = tuple([changed if officer.id == changed.id else officer for officer in state.officers])
    return new


def army_of(state: State, side: str) -> Army:
    for army in state.armies:
        if army.side == side:
            return army
    raise KeyError(side)


def enemy_of(state: State, side: str) -> str:
    return state.armies[1].side if state.armies[0].side == side else state.armies[0].side


def force_name(state: State, id: str) -> str:
    for force in state.forces:
        if force.id == id:
            return force.name
    return "detached"


def on_table(state: State, side: str = "") -> list[Unit]:
    """Units standing on the table, of one side or of both."""
    return [unit for unit in state.units if unit.place == ON_TABLE and side in ("", unit.side)]


def enemies(state: State, side: str) -> list[Unit]:
    """Units of the other side standing on the table."""
    return [unit for unit in state.units if unit.place == ON_TABLE and unit.side != side]


def officer_with(state: State, unit: str) -> Officer | None:
    """The officer attached to a unit; there is at most one [command.placement]."""
    for officer in state.officers:
        if officer.unit == unit:
            return officer
    return None


def officers_for(state: State, unit: str) -> list[Officer]:
    """The officers whose traits work on a unit: the one attached, and one whose second unit it is.

    [command.attached, trait.vigorous, trait.mobile-cnc]
    """
    return [officer for officer in state.officers if unit in (officer.unit, officer.second)]


def traits_on(state: State, unit: str) -> tuple[str, ...] | None:
    """The officers' traits that work on a unit; None with no officer [command.attached]."""
    found = officers_for(state, unit)
    if not found:
        return None
    return tuple([trait for officer in found for trait in officer.traits])


def on_horse(unit: Unit) -> bool:
    """Whether a unit is mounted [setup.arms]."""
    return tables.mounted_now(unit.arm, unit.mounted)


FARTHEST_CORNERS: Final = 2.3
"""More than the corners of the two deepest bases are from their centre points, added up."""


def middle(pose: Pose, settings: Settings) -> Pose:
    """The middle of a base, from its centre point."""
    return ahead(pose, -0.5 * settings.setup_unit_depth)


def centre(pose: Pose, settings: Settings) -> Pose:
    """The centre point of a base, from its middle [setup.centre-point]."""
    return ahead(pose, 0.5 * settings.setup_unit_depth)


def block(unit: Unit, settings: Settings) -> Block:
    """The ground a unit stands on [setup.unit-one-base]."""
    return Block(ahead(unit.pose, -0.5 * settings.setup_unit_depth), terrain_rule.BASE_WIDTH, settings.setup_unit_depth)


def may_be_within(a: Pose, b: Pose, reach: float) -> bool:
    """A cheap first question: whether the bases at two centre points may be so near; no base reaches farther."""
    far = reach + FARTHEST_CORNERS
    dx = a.x - b.x
    dy = a.y - b.y
    return dx * dx + dy * dy <= far * far


def around(state: State, unit: Unit, pose: Pose, reach: float) -> tuple[list[Block], list[Block]]:
    """The bases of enemies and of friends so near to a unit standing there."""
    settings = state.settings
    here = terrain_rule.base(pose, settings)
    foes: list[Block] = []
    friends: list[Block] = []
    for other in state.units:
        if other.place != ON_TABLE or other.id == unit.id or not may_be_within(pose, other.pose, reach):
            continue
        body = block(other, settings)
        if gap_below(here, body, reach):
            (friends if other.side == unit.side else foes).append(body)
    return foes, friends


def blocks(units: list[Unit], settings: Settings) -> list[Block]:
    return [block(unit, settings) for unit in units]


def marker(state: State, officer: Officer) -> Point | None:
    """Where an officer is: with a unit, at its centre point [command.range]; None off the table."""
    if officer.at is not None:
        return officer.at
    for unit in state.units:
        if unit.id == officer.unit and unit.place == ON_TABLE:
            return (unit.pose.x, unit.pose.y)
    return None


def label(unit: Unit) -> str:
    """What the owner of a view may call a unit."""
    return "a concealed unit" if unit.name == UNKNOWN else unit.name


def nearest_enemy(state: State, unit: Unit) -> float:
    """Base to base, to any enemy on the table [setup.measuring]."""
    return nearest_gap(block(unit, state.settings), blocks(enemies(state, unit.side), state.settings))


def groups(charges: tuple[Charge, ...]) -> list[tuple[str, ...]]:
    """Defenders whose combats are fought together because they share attackers [melee.several-attackers]."""
    found: list[list[str]] = []
    for charge in charges:
        mine = [group for group in found if any([target in group for target in charge.targets])]
        joined = sorted({*charge.targets, *[one for group in mine for one in group]})
        found = [group for group in found if group not in mine]
        found.append(joined)
    return sorted([tuple(group) for group in found])


def charges_on(state: State, defenders: tuple[str, ...]) -> list[Charge]:
    found = [charge for charge in state.charges if any([target in defenders for target in charge.targets])]
    return sorted(found, key=_charger)


def _charger(charge: Charge) -> str:
    return charge.charger


def owner(state: State, step: Any) -> tuple[str, ...]:
    """Asked is the side whose unit a step names."""
    return (unit_of(state, step.unit).side,)
