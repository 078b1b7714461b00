"""Reinforcements as they are drawn, and what a place would be like."""

from __future__ import annotations

from roundtop.battle.forms import Answer, Placed
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Marker
from roundtop.rulebooks.charge_boys import field
from roundtop.rulebooks.charge_boys.arrivals import events, table
from roundtop.rulebooks.charge_boys.deployment import table as deployment_table
from roundtop.rulebooks.charge_boys.deployment import told as deployment_told
from roundtop.rulebooks.charge_boys.state import TO_ARRIVE, State


def arrivals(view: State) -> list[Marker]:
    found: list[Marker] = []
    for unit in view.units:
        if unit.place == TO_ARRIVE and unit.entry:
            (ax, ay), (bx, by) = unit.entry[0], unit.entry[1]
            text = f"{unit.name}, due in turn {unit.due}"
            found.append(
                Marker("arrival", unit.side, 0.5 * (ax + bx), 0.5 * (ay + by), text, clause="charge-boys.setup.muster")
            )
    return found


def preview_arrival(view: State, step: events.Arrive, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    waiting = field.unit_of(view, step.unit)
    unit = deployment_table.stood_at(view, waiting, step.formation, answer.pose)
    return deployment_told.set_down(view, unit, table.entry_faults(view, unit, waiting))
