"""Loading and shooting: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.fire import rule
from roundtop.rulebooks.skirmish.harm import events as harm_events
from roundtop.rulebooks.skirmish.state import DID, Firearm, State
from roundtop.table.pose import Pose


@record
class Volley:
    """The men named fire one after another at a group, each if he can."""

    figures: tuple[str, ...]
    target: str


@record
class Shoot:
    """A figure fires one of his weapons at a group."""

    figure: str
    firearm: int
    target: str


@record
class Loaded:
    """A figure has loaded one of his weapons so far."""

    figure: str
    firearm: int
    progress: int
    paid: bool


@record
class ShotFired:
    """A shot at a group, the man drawn, and what became of him."""

    figure: str
    firearm: int
    target: str
    victim: str
    distance: float
    cover: str
    result: str
    struck: str
    injury: bool
    harm: int
    mounted: bool
    horse: int
    facing: int
    paid: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


def loaded(state: State, event: Loaded) -> State:
    figure = field.copied(state.figures[event.figure])
    figure.firearms = reloaded(figure.firearms, event.firearm, event.progress)
    rides = field.loads_riding(figure.firearms[event.firearm], state)
    actions_events.pays(figure, event.paid, DID if rides else "")
    return field.with_figure(state, figure)


def reloaded(firearms: tuple[Firearm, ...], place: int, progress: int) -> tuple[Firearm, ...]:
    """A man's weapons with one of them loaded so far."""
    return tuple(
        [Firearm(f.kind, f.breech, f.repeating, progress) if n == place else f for n, f in enumerate(firearms)]
    )


def shot_fired(state: State, event: ShotFired) -> State:
    """A weapon is empty, a man on foot faces his target, and the man drawn is hit or not [shooting.arc]."""
    figure = field.copied(state.figures[event.figure])
    firearm = figure.firearms[event.firearm]
    figure.firearms = reloaded(
        figure.firearms, event.firearm, rule.fired(firearm.progress, firearm.repeating, state.settings)
    )
    actions_events.pays(figure, event.paid, DID)
    figure.pose = Pose(figure.pose.x, figure.pose.y, event.facing)
    new = field.with_figure(state, figure)
    if event.result == "none":
        return new
    if event.result == "graze" and event.struck != "horse" and state.settings.graze == "duck":
        ducking = field.copied(new.figures[event.victim])
        ducking.ducking = True
        new = field.with_figure(new, ducking)
    return harm_events.hurt(
        state=new, id=event.victim, harm=event.harm, mounted=event.mounted, horse=event.horse, injury=event.injury
    )


EFFECTS: Final[Effects] = {
    Loaded: loaded,
    ShotFired: shot_fired,
}
