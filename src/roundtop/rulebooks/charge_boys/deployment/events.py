"""The steps and events of setting up."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects, unchanged
from roundtop.dice.sources import Roll
from roundtop.record import copy, record, replace
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.state import ON_TABLE, TO_ARRIVE, Gun, State, Unit
from roundtop.table.pose import Point, Pose


@record
class DrawUp:
    """A side adds units to its roster, so many so far."""

    side: str
    count: int


@record
class Draft:
    """The figures of a unit that is being added."""

    side: str
    kind: str
    count: int


@record
class Detach:
    """A side may divide a regiment into main body and skirmishers."""

    side: str


@record
class DetachFrom:
    """How many figures a regiment sends out."""

    unit: str


@record
class ThrowQuality:
    """Every unit throws for its quality, or this one."""

    unit: str = ""


@record
class ThrowForPlacing:
    """The lower throw sets up first."""


@record
class PickUnit:
    """A side picks the next unit to set up."""

    side: str


@record
class PickFormation:
    """In which formation that unit is set up."""

    unit: str


@record
class PlaceUnit:
    """That unit is set up in its zone."""

    unit: str
    formation: str


@record
class PlaceGeneral:
    """A General is set up, last of all."""

    general: str


@record
class Drafted:
    """A unit is added to a roster."""

    unit: Unit


@record
class Detached:
    """A regiment has sent out a skirmish detachment."""

    body: Unit
    detachment: Unit


@record
class QualityThrown:
    unit: str
    quality: str
    rolls: tuple[Roll, ...]


@record
class PlacingThrown:
    """Who sets up the first unit."""

    first: str
    rolls: tuple[Roll, ...]


@record
class Deployed:
    """A unit is set down: before the battle, or as a reinforcement (`arrives`)."""

    unit: str
    formation: str
    files: int
    holders: int
    pose: Pose
    guns: tuple[Gun, ...]
    trail: tuple[Point, ...]
    arrives: bool


@record
class KeptBack:
    """A unit for which there was no room waits to come on over this stretch of edge."""

    unit: str
    due: int
    entry: tuple[Point, ...]


@record
class GeneralPlaced:
    """A General is set down, alone or with a unit."""

    general: str
    pose: Pose
    unit: str


def after_drafted(state: State, event: Drafted) -> State:
    return replace(state, units=(*state.units, event.unit))


def after_detached(state: State, event: Detached) -> State:
    new = copy(state)
    units = [event.body if unit.id == event.body.id else unit for unit in state.units]
    new.units = (*units, event.detachment)
    return new


def after_quality_thrown(state: State, event: QualityThrown) -> State:
    unit = copy(field.unit_of(state, event.unit))
    unit.quality = event.quality
    return field.with_unit(state, unit)


def after_deployed(state: State, event: Deployed) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    unit.formation, unit.files, unit.holders = event.formation, event.files, event.holders
    unit.pose, unit.guns, unit.trail = event.pose, event.guns, event.trail
    unit.place = ON_TABLE
    unit.turn.moved = unit.turn.acted = event.arrives
    return generals_events.with_riders(field.with_unit(state, unit), unit)


def after_kept_back(state: State, event: KeptBack) -> State:
    unit = copy(field.unit_of(state, event.unit))
    unit.place, unit.due, unit.entry = TO_ARRIVE, event.due, event.entry
    return field.with_unit(state, unit)


def after_general_placed(state: State, event: GeneralPlaced) -> State:
    general = copy(field.general_of(state, event.general))
    general.pose = event.pose
    general.unit = event.unit
    general.place = ON_TABLE
    general.due = ""
    return field.with_general(state, general)


EFFECTS: Final[Effects] = {
    PlacingThrown: unchanged,
    Drafted: after_drafted,
    Detached: after_detached,
    QualityThrown: after_quality_thrown,
    Deployed: after_deployed,
    KeptBack: after_kept_back,
    GeneralPlaced: after_general_placed,
}
