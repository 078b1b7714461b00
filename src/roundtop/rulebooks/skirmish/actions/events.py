"""A group's go: what is still to do, and a figure that spends an action or stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from roundtop.battle.outline import Effects
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.retreat import events as retreat_events
from roundtop.rulebooks.skirmish.state import Figure, State


@final
@dataclass(slots=True)
class OpenGo:
    """A group's turn comes: whom it might shoot at and charge is looked up."""

    group: str


@final
@dataclass(slots=True)
class GroupActs:
    """The next man of a group acts, or several together; the enemies it might shoot at and charge are named."""

    group: str
    targets: tuple[str, ...]
    charges: tuple[str, ...]


@final
@dataclass(slots=True)
class FigureActs:
    """What a figure does with its action; of a rider, whether his horse has moved and he has done his deed in it."""

    figure: str
    rode: bool = False
    did: bool = False


@final
@dataclass(slots=True)
class Stood:
    """A figure spends no action in this phase, or, `paid`, spends one standing: in cover, or with nowhere to run."""

    figure: str
    cause: str
    paid: bool


def stood(state: State, event: Stood) -> State:
    figure = field.copied(state.figures[event.figure])
    figure.acted = True
    figure.stuck = figure.stuck or event.cause == "cornered"
    figure.spent += 1 if event.paid else 0
    return retreat_events.ran(field.with_figure(state, figure), figure, event.cause)


def pays(figure: Figure, paid: bool) -> None:
    figure.acted = True
    figure.spent += 1 if paid else 0


EFFECTS: Final[Effects] = {
    Stood: stood,
}
