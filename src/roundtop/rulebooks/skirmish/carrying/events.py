"""Loads and deeds: what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record, replace
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.state import DID, LOAD, Figure, State, Thing


@record
class TookUp:
    """A figure takes a load up or a horse by the bridle; or `beside` somebody who has the load, shares it."""

    figure: str
    thing: str
    beside: str = ""


@record
class Dropped:
    """A load is put down, or a bridle let go; or one of two lets go of their load, and it is `left` to the other."""

    figure: str
    thing: str
    x: float
    y: float
    left: str = ""


@record
class DeedDone:
    """A deed that the scenario names is done."""

    figure: str
    thing: str


def dropped(state: State, event: Dropped) -> State:
    figure = field.copied(state.figures[event.figure])
    figure.burden = ""
    return released(field.with_figure(state, figure), event.thing, event.x, event.y)


def deed_done(state: State, event: DeedDone) -> State:
    figure = field.copied(state.figures[event.figure])
    actions_events.pays(figure, not figure.half, DID)
    thing = field.thing_of(state, event.thing)
    return field.with_thing(field.with_figure(state, figure), _laid(thing, thing.x, thing.y, figure.side))


def _laid(thing: Thing, x: float, y: float, holder: str) -> Thing:
    return replace(thing, x=x, y=y, holder=holder)


def took_up(state: State, event: TookUp) -> State:
    """Picking up is part of carrying, which uses up an action of the turn [actions.carry, actions.carry-limits]."""
    figure = field.copied(state.figures[event.figure])
    new = field.with_figure(state, figure)
    if event.thing not in [thing.id for thing in new.things]:
        fallen = state.figures[event.thing]
        new.things = (*new.things, Thing(fallen.id, LOAD, fallen.name, fallen.pose.x, fallen.pose.y))
    thing = field.thing_of(new, event.thing)
    figure.burden = event.thing
    figure.carried = figure.carried or thing.kind == LOAD
    return new if event.beside else carried(new, thing, figure)


def carried(state: State, thing: Thing, figure: Figure) -> State:
    """A load goes with its bearer, and so does a disabled comrade [actions.carry-limits]."""
    new = field.with_thing(state, _laid(thing, figure.pose.x, figure.pose.y, figure.id))
    if thing.id not in new.figures:
        return new
    fallen = field.copied(new.figures[thing.id])
    fallen.pose = figure.pose
    fallen.level = figure.level
    return field.with_figure(new, fallen)


def released(state: State, thing: str, x: float, y: float) -> State:
    """What somebody has let go of is with the man who shared it, or lies there [actions.carry-limits]."""
    load = field.thing_of(state, thing)
    for other in state.figures.values():
        if other.burden == thing:
            return carried(state, load, other)
    return field.with_thing(state, _laid(load, x, y, ""))


def no_more_a_load(state: State, id: str) -> State:
    """Who carried a comrade that is killed has his hands free [actions.carry-limits, melee.killed]."""
    if id not in [thing.id for thing in state.things]:
        return state
    new = field.changing(state)
    new.things = tuple([thing for thing in state.things if thing.id != id])
    for bearer in [man for man in state.figures.values() if man.burden == id]:
        freed = field.copied(bearer)
        freed.burden = ""
        new = field.with_figure(new, freed)
    return new


EFFECTS: Final[Effects] = {
    TookUp: took_up,
    Dropped: dropped,
    DeedDone: deed_done,
}
