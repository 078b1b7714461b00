"""A figure after a shot or a combat."""

from __future__ import annotations

from roundtop.record import replace
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.carrying import events as carrying_events
from roundtop.rulebooks.skirmish.harm import rule
from roundtop.rulebooks.skirmish.state import COMMANDER, FOOT, GONE, MOUNTED, Army, Figure, State


def hurt(state: State, id: str, harm: int, mounted: bool, horse: int, injury: bool) -> State:
    """A figure after a shot or a combat; what he held falls, and who has lost a leader knows it.

    [shooting.harm-ladder, melee.riderless, morale.trigger-commander-killed, leaders.nco-loss]
    """
    figure = field.copied(state.figures[id])
    fell = harm >= rule.DISABLED > figure.harm
    killed = harm >= rule.KILLED > figure.harm
    figure.harm = harm
    if figure.arm == MOUNTED:
        figure.horse = horse
        if not mounted:
            dismount(figure)
    thing = figure.burden
    if fell:
        figure.burden = ""
        figure.landing = None
        figure.climbed = 0
    if killed:
        figure.place = GONE
    new = field.with_figure(state, figure)
    if killed:
        new = carrying_events.no_more_a_load(new, id)
    if fell and thing:
        new = carrying_events.released(new, thing, figure.pose.x, figure.pose.y)
    group = field.group_of(new, figure.group)
    if injury or (fell and group.nco == id):
        group = field.regrouped(group)
        group.injured = group.injured or injury
        if fell and group.nco == id:
            group.nco_fell = state.turn
        new = field.with_group(new, group)
    if figure.role == COMMANDER and (fell or killed):
        new.armies = tuple([_bereft(a, state.turn, killed) if a.commander == id else a for a in new.armies])
    return new


def _bereft(army: Army, turn: int, killed: bool) -> Army:
    return replace(army, fell=turn, bereaved=army.bereaved or killed)


def dismount(figure: Figure) -> None:
    """A rider is on foot with his dismounted category [melee.dismounted-plus-wound]."""
    figure.arm = FOOT
    figure.horse = 0
    figure.saddle_melee = figure.melee
    figure.melee = figure.melee_foot
