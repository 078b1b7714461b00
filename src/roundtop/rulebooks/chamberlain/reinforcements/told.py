"""Reinforcements in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Placed
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Marker, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import compass
from roundtop.rulebooks.chamberlain import field, words
from roundtop.rulebooks.chamberlain.reinforcements import events, table
from roundtop.rulebooks.chamberlain.state import ARRIVED, TO_ARRIVE, State, Unit
from roundtop.table.pose import Pose, rounded_pose


def arrivals(view: State) -> list[Marker]:
    """Where reinforcements will come on, and when [info.reinforcements]."""
    found: list[Marker] = []
    for unit in view.units:
        if unit.place in (TO_ARRIVE, ARRIVED):
            x, y = words.where(unit)
            when = "may come on now" if unit.place == ARRIVED else _due(unit)
            text = f"{unit.name} {when}"
            found.append(Marker("arrival", unit.side, x, y, text, clause=words.BOOK + "info.reinforcements"))
    return found


def _due(unit: Unit) -> str:
    by_die = f" on {unit.target}+" if unit.target > 1 else ""
    return f"is due from turn {unit.due}{by_die}"


def arrival_thrown(view: State, event: events.ArrivalThrown) -> Telling:
    unit = field.unit_of(view, event.unit)
    text = f"{unit.name} {'may come on' if event.arrived else 'does not come yet'}."
    needed = "by itself" if unit.target <= 1 else f"{unit.target}+"
    tally = (Row("arrival", needed, words.BOOK + "info.reinforcements", max(0, unit.target)),)
    return words.of_unit(view=view, id=event.unit, text=text, hint="none", tally=tally, rolls=event.rolls)


def entry_proposed(view: State, step: events.Enter, player: str, pose: Pose) -> Answer:
    """Where a hand sets it down; what cannot be there as it faces comes on facing the way it went, as far as it may."""
    unit = field.unit_of(view, step.unit)
    return Placed(field.middle(table.entry_near(view, unit, field.centre(pose, view.settings)), view.settings))


def entered(view: State, event: events.Entered) -> Telling:
    text = f"{words.named(view, event.unit)} comes on, facing {compass(event.end.facing)}."
    tally = (Row("reinforcement", "", words.BOOK + "info.reinforcement-entry"),)
    return Telling(
        text, ((event.end.x, event.end.y),), tally=tally, hint="move", side=field.unit_of(view, event.unit).side
    )


def enter_shown(view: State, step: events.Enter, player: str, answer: Answer) -> Preview | None:
    if not isinstance(answer, Placed):
        return None
    unit = field.unit_of(view, step.unit)
    end = rounded_pose(field.centre(answer.pose, view.settings))
    return words.set_down_at(view, unit, end, table.entry_faults(view, unit, end))


TELLINGS: Final[Tellings] = {
    events.ArrivalThrown: arrival_thrown,
    events.Entered: entered,
}
