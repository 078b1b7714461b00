"""The event of a unit that spends its turn on an action."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.generals import events as generals_events
from roundtop.rulebooks.charge_boys.state import Gun, State, Unit
from roundtop.table.pose import Point, Pose


@record
class Formed:
    """A unit has spent its turn, or half of it, on an action.

    Actions: form, limber, unlimber, mount, dismount, enter, leave, cross, share, close-up, swing. `full`: a whole turn.
    """

    unit: str
    action: str
    formation: str
    files: int
    holders: int
    men: int
    pose: Pose
    guns: tuple[Gun, ...]
    trail: tuple[Point, ...]
    building: int
    full: bool


def after_formed(state: State, event: Formed) -> State:
    unit = field.noted(field.unit_of(state, event.unit))
    _form(unit, event)
    return generals_events.with_riders(field.with_unit(state, unit), unit, event.action in ("enter", "leave", "cross"))


def _form(unit: Unit, event: Formed) -> None:
    unit.formation, unit.files, unit.holders, unit.men = event.formation, event.files, event.holders, event.men
    unit.pose, unit.guns, unit.trail, unit.building = event.pose, event.guns, event.trail, event.building
    if event.action in ("share", "close-up"):
        return
    if event.action == "swing":
        unit.turn.acted = True
        return
    unit.turn.acted = True
    unit.turn.moved = True
    unit.turn.busy = unit.turn.busy or event.full


def did(unit: Unit, end: Unit, action: str, full: bool) -> Formed:
    return Formed(
        unit=unit.id,
        action=action,
        formation=end.formation,
        files=end.files,
        holders=end.holders,
        men=end.men,
        pose=end.pose,
        guns=end.guns,
        trail=end.trail,
        building=end.building,
        full=full,
    )


EFFECTS: Final[Effects] = {
    Formed: after_formed,
}
