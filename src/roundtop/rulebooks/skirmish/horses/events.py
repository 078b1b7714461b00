"""Getting up, getting down and horses that run off: what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record, replace
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.harm import events as harm_events
from roundtop.rulebooks.skirmish.state import HORSE, MOUNTED, Figure, State, Thing
from roundtop.table.ground import level_at
from roundtop.table.pose import Pose


@record
class GotUp:
    """A man on foot mounts a horse that stands."""

    figure: str
    horse: str


@record
class GotDown:
    """A rider dismounts beside his horse, which stands where it is."""

    figure: str
    horse: str
    pose: Pose


@record
class HorseGone:
    """A horse that nobody holds has run off."""

    thing: str


def got_up(state: State, event: GotUp) -> State:
    """The pair takes the horse's position [actions.mount-dismount, actions.stationary-horse]."""
    figure = field.copied(state.figures[event.figure])
    horse = field.thing_of(state, event.horse)
    figure.arm = MOUNTED
    figure.horse = int(horse.amount)
    figure.melee, figure.melee_foot = mounted_melee(figure), figure.melee
    figure.pose = Pose(horse.x, horse.y, figure.pose.facing)
    figure.level = level_at(state.ground, horse.x, horse.y)
    figure.burden = ""
    actions_events.pays(figure, True)
    new = field.with_figure(state, figure)
    new.things = tuple([thing for thing in state.things if thing.id != event.horse])
    return new


def mounted_melee(figure: Figure) -> str:
    """A rider has his mounted weapon again; a bayonet is for foot only [setup.weapon-categories]."""
    if figure.saddle_melee:
        return figure.saddle_melee
    return "butt-sword" if figure.melee == "bayonet" else figure.melee


def got_down(state: State, event: GotDown) -> State:
    figure = field.copied(state.figures[event.figure])
    horse = Thing(
        id=event.horse,
        kind=HORSE,
        name=f"horse of {figure.name}",
        x=figure.pose.x,
        y=figure.pose.y,
        group=figure.group,
        amount=float(figure.horse),
    )
    harm_events.dismount(figure)
    figure.pose = event.pose
    actions_events.pays(figure, True)
    new = field.with_figure(state, figure)
    new.things = (*state.things, horse)
    return new


def horse_gone(state: State, event: HorseGone) -> State:
    return replace(state, things=tuple([thing for thing in state.things if thing.id != event.thing]))


EFFECTS: Final[Effects] = {
    GotUp: got_up,
    GotDown: got_down,
    HorseGone: horse_gone,
}
