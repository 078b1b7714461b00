"""A group's go: what is still to do, and a figure that spends an action or stands."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.retreat import events as retreat_events
from roundtop.rulebooks.skirmish.state import MOUNTED, Figure, State


@record
class OpenGo:
    """A group's turn comes: whom it might shoot at and charge is looked up."""

    group: str


@record
class GroupActs:
    """The next man of a group acts, or several together; the enemies it might shoot at and charge are named."""

    group: str
    targets: tuple[str, ...]
    charges: tuple[str, ...]


@record
class FigureActs:
    """What a figure does with its action, or a rider with the half of it that is left."""

    figure: str


@record
class Stood:
    """A figure spends no action in this phase, or, `paid`, spends one standing: in cover, or with nowhere to run."""

    figure: str
    cause: str
    paid: bool


def stood(state: State, event: Stood) -> State:
    figure = field.copied(state.figures[event.figure])
    figure.acted = True
    figure.half = ""
    figure.stuck = figure.stuck or event.cause == "cornered"
    figure.spent += 1 if event.paid else 0
    return retreat_events.ran(field.with_figure(state, figure), figure, event.cause)


def pays(figure: Figure, paid: bool, half: str = "") -> None:
    """An action is spent, or the half of it that was left; a rider's `half` leaves the other open."""
    figure.acted = True
    figure.spent += 1 if paid else 0
    figure.half = half if paid and figure.arm == MOUNTED else ""


EFFECTS: Final[Effects] = {
    Stood: stood,
}
