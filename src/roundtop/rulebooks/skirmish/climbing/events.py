"""A climb: what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.state import State
from roundtop.table.pose import Pose


@record
class Climbed:
    """A figure climbs; `over` where it is, with the last action, on the far side or on top."""

    figure: str
    landing: Pose
    over: bool
    level: int


def climbed(state: State, event: Climbed) -> State:
    figure = field.copied(state.figures[event.figure])
    actions_events.pays(figure, True)
    figure.climbed += 1
    figure.landing = event.landing
    if event.over:
        figure.pose = event.landing
        figure.level = event.level
        figure.climbed = 0
        figure.landing = None
    return field.with_figure(state, figure)


EFFECTS: Final[Effects] = {
    Climbed: climbed,
}
