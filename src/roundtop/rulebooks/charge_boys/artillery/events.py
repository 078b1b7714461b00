"""The steps and events of guns."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.state import Gun, State
from roundtop.table.pose import Pose


@record
class FireGuns:
    """The guns of a battery name their targets: for each gun, targets with their range."""

    unit: str
    aims: tuple[tuple[int, tuple[tuple[str, float], ...]], ...]
    later: bool = False
    todo: tuple[str, ...] = ()
    shots: tuple[object, ...] = ()


@record
class ShootGuns:
    """These guns of a battery fire at one target, each at its range."""

    unit: str
    target: str
    guns: tuple[int, ...]
    ranges: tuple[float, ...]


@record
class GunsChanged:
    """Guns are abandoned, captured or manned again."""

    unit: str
    cause: str
    number: int
    formation: str
    files: int
    men: int
    pose: Pose
    guns: tuple[Gun, ...]


def after_guns_changed(state: State, event: GunsChanged) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    unit.formation, unit.files, unit.men = event.formation, event.files, event.men
    unit.pose, unit.guns = event.pose, event.guns
    return generals_events.with_riders(field.with_unit(state, unit), unit)


EFFECTS: Final[Effects] = {
    GunsChanged: after_guns_changed,
}
