"""Fire still to come, and what has been hit."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.infantry_action import field
from roundtop.rulebooks.infantry_action.state import State, Unit
from roundtop.table.pose import Pose


@record
class ChargeFire:
    """Fire at a charger, if anybody might have him in range, arc and sight."""

    charger: str
    target: str


@record
class PickShooters:
    """The enemy says which of these units, that for all anybody can see might shoot, do."""

    charger: str
    target: str
    units: tuple[str, ...]


@record
class Shooting:
    """These sides shoot, together."""

    sides: tuple[str, ...]


@record
class Nominate:
    """The stands of a unit, or one of its guns, name their targets. Moments: shooting, charge, react, movement.

    A target named is the only one; otherwise any lawful one.
    """

    unit: str
    moment: str
    target: str
    gun: int


@record
class Shoot:
    """The nominated shots are thrown: stand, target unit, target stand."""

    unit: str
    moment: str
    gun: int
    shots: tuple[tuple[int, str, int], ...]


@record
class ThrowVolleys:
    """Everybody has named his targets: all shots named are thrown."""

    moment: str


@record
class RemoveHits:
    """Stands hit in this step come off and lines close up."""


@record
class OpportunityFire:
    """These sides use opportunity fire, together."""

    sides: tuple[str, ...]


@record
class VolleyFired:
    """One unit, or one gun, has shot at a unit."""

    unit: str
    target: str
    gun: int
    moment: str
    stands: int
    hits: int
    removed: tuple[int, ...]
    markers: tuple[tuple[int, int], ...]
    destroyed: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@record
class TargetsNamed:
    """A unit, or one of its guns, has named its targets; the enemy hears which when the dice are thrown."""

    unit: str
    side: str
    gun: int
    shots: tuple[tuple[int, str, int], ...]


@record
class HeldFire:
    """A unit that might have shot did not, and may still in a later step."""

    unit: str


@record
class StandsRemoved:
    """Stands are taken off and the survivors close up."""

    unit: str
    lost: tuple[int, ...]
    pose: Pose


def targets_named(state: State, event: TargetsNamed) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.aims = (*unit.aims, *event.shots)
    return field.with_unit(state, unit)


def volley_fired(state: State, event: VolleyFired) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.shot = True
    unit.aims = tuple([aim for aim in unit.aims if event.gun and aim[0] != event.gun])
    return field.with_unit(field.with_unit(state, unit), _struck(field.unit_of(state, event.target), event))


def _struck(target: Unit, event: VolleyFired) -> Unit:
    """A target with its hits: markers on a charger, otherwise stands to be taken off at the end of the step."""
    unit = field.copied(target)
    if event.destroyed:
        unit.hits = tuple(range(1, unit.stands + 1))
        return unit
    unit.hits = tuple(sorted({*unit.hits, *event.removed}))
    counts = dict(unit.markers)
    for stand, number in event.markers:
        counts[stand] = counts.get(stand, 0) + number
    unit.markers = tuple(sorted(counts.items()))
    return unit


def held_fire(state: State, event: HeldFire) -> State:
    return state


def stands_removed(state: State, event: StandsRemoved) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.stands -= len(event.lost)
    unit.pose = event.pose
    unit.hits = ()
    unit.markers = ()
    return field.with_unit(state, unit)


EFFECTS: Final[Effects] = {
    TargetsNamed: targets_named,
    VolleyFired: volley_fired,
    HeldFire: held_fire,
    StandsRemoved: stands_removed,
}
