"""Splitting and joining: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.record import record, replace
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.actions import events as actions_events
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.state import DID, Group, State


@record
class Detach:
    """A leader names the men who go off on their own."""

    figure: str


@record
class MenDetached:
    """Men are split off as a group of their own."""

    figure: str
    group: str
    figures: tuple[str, ...]


@record
class MenRejoined:
    """A detachment is one with its group again."""

    figure: str
    group: str
    detachment: str


def men_detached(state: State, event: MenDetached) -> State:
    """Two groups from now on; the dead and disabled stay with the parent [actions.detachment-terms]."""
    leader = field.copied(state.figures[event.figure])
    actions_events.pays(leader, not leader.half, DID)
    parent = field.regrouped(field.group_of(state, leader.group))
    parent.start -= len(event.figures)
    nco = parent.nco if parent.nco in event.figures else ""
    new_group = Group(
        id=event.group,
        side=parent.side,
        name=f"detachment of {parent.name}",
        arm=parent.arm,
        start=len(event.figures),
        nco=nco,
        parent=parent.id,
        state=parent.state,
        thrown=parent.thrown,
        behind=parent.behind,
        motion=parent.motion,
        ran=parent.ran,
        injured=False,
        charging="",
        fell_back=False,
        centre=parent.centre,
        foe=parent.foe,
    )
    if nco:
        parent.nco = ""
    new = field.with_group(field.with_figure(state, leader), parent)
    new.groups = (*new.groups, new_group)
    for id in event.figures:
        figure = field.copied(new.figures[id])
        figure.group = event.group
        new.figures[id] = figure
    new.things = field.horses_with(new.things, event.figures, event.group)
    return _parted(state, _parted(state, new, parent.id, parent.id), parent.id, event.group)


def _parted(before: State, after: State, parent: str, id: str) -> State:
    """Each part set out from where it is now, less what the whole has moved so far [morale.motion]."""
    whole = field.group_of(before, parent).centre
    men = field.members(after, id)
    if whole is None:
        return after
    x, y = field.centre_of(field.members(before, parent))
    here = field.centre_of(men)
    group = field.regrouped(field.group_of(after, id))
    field.set_out(after, group, 0, (here[0] + whole[0] - x, here[1] + whole[1] - y), len(men))
    return field.with_group(after, group)


def men_rejoined(state: State, event: MenRejoined) -> State:
    """Strengths and losses are added together; the worse state is kept [actions.rejoin]."""
    leader = field.copied(state.figures[event.figure])
    actions_events.pays(leader, not leader.half, DID)
    part = field.group_of(state, event.detachment)
    whole = field.regrouped(field.group_of(state, event.group))
    whole.start += part.start
    if morale_rule.worse(whole.state, part.state) != whole.state:
        whole.state, whole.thrown, whole.behind = part.state, part.thrown, part.behind
    elif part.state == whole.state:
        whole.thrown = max(whole.thrown, part.thrown)
        whole.behind = morale_rule.worse(whole.behind, part.behind)
    whole.injured = whole.injured or part.injured
    whole.won += part.won
    if part.centre is not None:
        men = (len(field.members(state, whole.id)), len(field.members(state, part.id)))
        field.set_out(state, whole, men[0], part.centre, men[1])
    if not whole.nco:
        whole.nco, whole.nco_fell = part.nco, part.nco_fell
    new = field.with_group(field.with_figure(state, leader), whole)
    new.groups = tuple([_reparented(group, part.id, whole.id) for group in new.groups if group.id != part.id])
    for figure in list(new.figures.values()):
        if figure.group == part.id:
            moved = field.copied(figure)
            moved.group = whole.id
            new.figures[moved.id] = moved
    new.things = tuple([replace(thing, group=whole.id) if thing.group == part.id else thing for thing in new.things])
    return new


def _reparented(group: Group, part: str, whole: str) -> Group:
    """Whoever a detachment had sent off in its turn may join the whole [actions.rejoin]."""
    return replace(group, parent=whole) if group.parent == part else group


EFFECTS: Final[Effects] = {
    MenDetached: men_detached,
    MenRejoined: men_rejoined,
}
