"""Nerve: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.carrying import events as carrying_events
from roundtop.rulebooks.skirmish.fire import rule as fire_rule
from roundtop.rulebooks.skirmish.morale import rule
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.state import BROKEN, FALL_BACK, OK, RETIRING, STEADY, Figure, Firearm, State


@record
class Window:
    """Groups that have cause to test their morale do, all together."""


@record
class Rally:
    """A side's broken groups try to rally."""

    side: str


@record
class MoraleTested:
    """A group has thrown. Causes: injury, commander, charging, charged. `against` is the other group of a charge."""

    group: str
    cause: str
    against: str
    score: int
    result: str
    state: str
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


@record
class RallyThrown:
    group: str
    rallied: bool
    rolls: tuple[Roll, ...]


@record
class Steadied:
    """A result that has lapsed: the group is its own master again."""

    group: str


@record
class StillShaken:
    """Falling back has lapsed, but not what was thrown meanwhile."""

    group: str
    state: str


def morale_tested(state: State, event: MoraleTested) -> State:
    """The worse result holds, from the turn in which it was thrown; who breaks forgets his loading and drops his load,
    and chargers who stop short do not advance.

    [morale.repeat-tests, shooting.loading-progress, actions.carry-limits, morale.motion]
    """
    group = field.regrouped(field.group_of(state, event.group))
    breaks = event.state in BROKEN and group.state not in BROKEN
    if event.state == FALL_BACK == group.state and group.thrown + rule.LASTS_TURNS == state.turn:
        group.behind = rule.worse(group.behind, event.result)
    elif event.result == event.state and event.result != OK:
        group.thrown = state.turn
        group.behind = OK
    group.state = event.state
    group.injured = group.injured and event.cause in ("charging", "charged")
    if event.cause == "charging" and event.result != OK:
        group.charging = ""
        group.motion = STEADY
    if breaks:
        group.ran = False
        group.charging = ""
        group.motion = RETIRING
    new = field.with_group(state, group)
    if event.cause == "charging":
        new.tested = (*new.tested, f"{event.group} > {event.against}")
    elif event.cause == "charged":
        new.tested = (*new.tested, f"{event.group} < {event.against}")
    if breaks:
        for figure in field.members(new, group.id):
            new = unnerved(new, field.copied(figure))
    return new


def rally_thrown(state: State, event: RallyThrown) -> State:
    if not event.rallied:
        return state
    group = field.regrouped(field.group_of(state, event.group))
    group.state = OK
    group.ran = False
    return field.with_group(state, group)


def steadied(state: State, event: Steadied) -> State:
    group = field.regrouped(field.group_of(state, event.group))
    group.state = OK
    return field.with_group(state, group)


def still_shaken(state: State, event: StillShaken) -> State:
    """What was thrown in the turn that ends binds in the next [morale.repeat-tests, morale.duration]."""
    group = field.regrouped(field.group_of(state, event.group))
    group.state = event.state
    group.thrown = state.turn
    group.behind = OK
    return field.with_group(state, group)


def unnerved(state: State, figure: Figure) -> State:
    """Who breaks, or joins men who have broken, drops his load and forgets a loading half done.

    [actions.carry-limits, shooting.loading-progress]
    """
    thing = figure.burden
    figure.burden = ""
    figure.landing = None
    figure.climbed = 0
    figure.firearms = tuple([_forgotten(f, state.settings) for f in figure.firearms])
    new = field.with_figure(state, figure)
    return carrying_events.released(new, thing, figure.pose.x, figure.pose.y) if thing else new


def _forgotten(firearm: Firearm, settings: Settings) -> Firearm:
    """A weapon half loaded is so no longer; one that is loaded stays so, which the sheet leaves open."""
    needed = fire_rule.loads_needed(firearm.kind, firearm.breech, firearm.repeating, settings)
    if firearm.progress >= needed:
        return firearm
    return Firearm(firearm.kind, firearm.breech, firearm.repeating, 0)


EFFECTS: Final[Effects] = {
    MoraleTested: morale_tested,
    RallyThrown: rally_thrown,
    Steadied: steadied,
    StillShaken: still_shaken,
}
