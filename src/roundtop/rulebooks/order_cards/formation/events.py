"""Formations: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.order_cards import field
from roundtop.rulebooks.order_cards.state import State


@record
class RefuseWing:
    """A line throws a wing back, or straightens it."""

    unit: str


@record
class WingTurned:
    """A line has thrown a wing back, or straightened it; stands to the right are positive."""

    unit: str
    wing: int
    angle: int


def wing_turned(state: State, event: WingTurned) -> State:
    unit = field.copied(field.unit_of(state, event.unit))
    unit.wing = event.wing
    unit.wing_by = event.angle
    unit.turned = True
    return field.with_changed(state, unit)


EFFECTS: Final[Effects] = {
    WingTurned: wing_turned,
}
