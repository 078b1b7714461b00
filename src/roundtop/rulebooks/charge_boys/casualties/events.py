"""The step and events of figures that come off."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.state import ABANDONED, GONE, MANNED, Gun, State, Unit
from roundtop.table.pose import Pose


@record
class TakeOff:
    """Figures lost to fire come off."""


@record
class FiguresLost:
    """Figures come off: what is left of each role, and of each gun's crew; the ranks close up."""

    unit: str
    lost: int
    officers: int
    men: int
    colours: int
    drummers: int
    officers_left: int
    holders: int
    files: int
    formation: str
    pose: Pose
    guns: tuple[Gun, ...]


@record
class UnitRemoved:
    """A unit is out of the battle. Causes: destroyed, left-table, failed-rally, caught, surrendered."""

    unit: str
    cause: str


def after_figures_lost(state: State, event: FiguresLost) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    _lose(unit, event)
    return generals_events.with_riders(field.with_unit(state, unit), unit)


def _lose(unit: Unit, event: FiguresLost) -> None:
    unit.men, unit.colours, unit.drummers = event.men, event.colours, event.drummers
    unit.officers, unit.holders = event.officers_left, event.holders
    unit.files, unit.formation = event.files, event.formation
    unit.pose, unit.guns = event.pose, event.guns
    unit.turn.officers_lost += event.officers
    unit.turn.fell = 0
    unit.turn.fell_officers = 0


def after_unit_removed(state: State, event: UnitRemoved) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    _remove(unit)
    return field.out_of_melee(field.with_unit(state, unit), unit.id)


def _remove(unit: Unit) -> None:
    """A unit leaves; guns in action stay where they are, abandoned [artillery.abandoned, turn.end]."""
    unit.place = GONE
    unit.men = unit.officers = unit.colours = unit.drummers = unit.holders = 0
    unit.guns = tuple([Gun(gun.pose, 0, ABANDONED) if gun.fate == MANNED else gun for gun in unit.guns])
    unit.trail = ()
    unit.building = -1


EFFECTS: Final[Effects] = {
    FiguresLost: after_figures_lost,
    UnitRemoved: after_unit_removed,
}
