"""Moves: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.carrying import events as carrying_events
from roundtop.rulebooks.skirmish.retreat import events as retreat_events
from roundtop.rulebooks.skirmish.state import GONE, MOUNTED, ON_TABLE, RODE, State, Thing
from roundtop.table.ground import level_at
from roundtop.table.path import Manoeuvre
from roundtop.table.pose import Pose

RIDES: Final = ("ride", "together", "back", "enter")
"""Moves of a horse that leave its rider a hand free [actions.ride-and-act]."""


@record
class MoveFigure:
    """A figure moves."""

    figure: str


@record
class MoveTogether:
    """Those of a group who still can move all go the same way."""

    group: str


@record
class Moved:
    """A figure has moved. Causes: move, together, ride, charge, run, back, enter, face, turn, push.

    `paid`: an action was spent on it.
    """

    figure: str
    cause: str
    start: Pose
    end: Pose
    manoeuvres: tuple[Manoeuvre, ...]
    paid: bool


@record
class Left:
    """A figure is off the table for good. Causes: ran, marched, surrendered."""

    figure: str
    cause: str


def moved(state: State, event: Moved) -> State:
    """A figure and what it has in hand at the end of a move; a floor up it stays a floor up."""
    figure = field.copied(state.figures[event.figure])
    floor = 0
    if figure.place == ON_TABLE:
        floor = figure.level - level_at(state.ground, event.start.x, event.start.y)
    figure.pose = event.end
    figure.level = level_at(state.ground, event.end.x, event.end.y) + floor
    figure.place = ON_TABLE
    if event.cause not in ("face", "push"):
        actions_events.pays(figure, event.paid, RODE if event.cause in RIDES else "")
        figure.straggling = False
        figure.charged = figure.charged or event.cause == "charge"
        figure.carried = figure.carried or field.burdened(state, figure)
        if figure.arm == MOUNTED and event.cause != "turn":
            figure.rides += 1
    if figure.landing is not None:
        figure.landing = None
        figure.climbed = 0
    if event.cause == "enter":
        group = field.regrouped(field.group_of(state, figure.group))
        field.set_out(state, group, len(field.members(state, group.id)), (event.start.x, event.start.y), 1)
        state = field.with_group(state, group)
    new = retreat_events.ran(field.with_figure(state, figure), figure, event.cause)
    if not figure.burden:
        return new
    thing = field.thing_of(new, figure.burden)
    return carrying_events.carried(new, thing, figure) if thing.holder == figure.id else new


def left(state: State, event: Left) -> State:
    """A load carried off the table is his side's for good, a comrade is off it too, and who shared it has free hands.

    [movement.table-edge, actions.carry-limits]
    """
    figure = field.copied(state.figures[event.figure])
    thing = figure.burden
    other = field.partner_of(state, figure)
    figure.place = GONE
    figure.burden = ""
    figure.acted = True
    new = retreat_events.ran(field.with_figure(state, figure), figure, "run" if event.cause == "ran" else event.cause)
    if not thing:
        return new
    if other is not None:
        other = field.copied(other)
        other.burden = ""
        new = field.with_figure(new, other)
    if thing in new.figures:
        comrade = field.copied(new.figures[thing])
        comrade.place = GONE
        new = field.with_figure(new, comrade)
    load = field.thing_of(new, thing)
    return field.with_thing(
        new,
        Thing(
            id=load.id,
            kind=GONE,
            name=load.name,
            x=load.x,
            y=load.y,
            group="",
            amount=0.0,
            points=load.points,
            side=figure.side,
            holder="",
        ),
    )


EFFECTS: Final[Effects] = {
    Moved: moved,
    Left: left,
}
