"""Turns and phases, the commander's place and new NCOs: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.dice.sources import Roll
from roundtop.record import record, replace
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.morale import events as morale_events
from roundtop.rulebooks.skirmish.state import NCO, Army, Figure, Group, State


@record
class BeginTurn:
    turn: int


@record
class ThrowInitiative:
    """Each side throws for the initiative."""


@record
class ChooseFirst:
    """The holder of the initiative is first or second player this turn."""

    side: str


@record
class BeginPhase:
    """A side's first or second action phase begins."""

    side: str
    number: int


@record
class PickGroup:
    """A side picks the next group to act, or ends its phase; those named have acted."""

    side: str
    done: tuple[str, ...]


@record
class EndPhase:
    """What a phase leaves to be done: compulsory moves not made, motion, stragglers."""

    side: str
    number: int


@record
class Attach:
    """The force commander may join or leave a group at the end of his phase."""

    side: str


@record
class EndTurn:
    """Results lapse, the cornered give themselves up, and the battle may be over."""


@record
class TurnBegan:
    turn: int


@record
class InitiativeThrown:
    side: str
    rolls: tuple[Roll, ...]


@record
class FirstChosen:
    """Who is first player this turn."""

    side: str


@record
class PhaseBegan:
    """A side's first or second action phase, or the melee (side ""; 1 where its wins are counted afresh)."""

    side: str
    number: int


@record
class PhaseEnded:
    """How each group of a side has moved, and who has lost touch with his own."""

    side: str
    motions: tuple[tuple[str, str], ...]
    stragglers: tuple[str, ...]


@record
class Joined:
    """A force commander joins a group, or goes off by himself again."""

    figure: str
    group: str


@record
class Promoted:
    """A private takes the place of a fallen NCO."""

    group: str
    figure: str


def joined(state: State, event: Joined) -> State:
    """He belongs to it from now on, and so does the horse that he has left standing [leaders.attach]."""
    figure = field.copied(state.figures[event.figure])
    figure.group = event.group
    new = field.with_figure(state, figure)
    new.things = field.horses_with(new.things, (figure.id,), event.group)
    return morale_events.unnerved(new, field.copied(figure)) if field.broken(field.group_of(new, event.group)) else new


def initiative_thrown(state: State, event: InitiativeThrown) -> State:
    return replace(state, initiative=event.side)


def first_chosen(state: State, event: FirstChosen) -> State:
    return replace(state, first=event.side)


def turn_began(state: State, event: TurnBegan) -> State:
    new = field.changing(state)
    new.turn = event.turn
    new.phase = "initiative"
    new.acting = ""
    new.tested = ()
    if new.settings.melee_timing == "on-contact":
        new.groups = tuple([_unscored(group) for group in new.groups])
    new.armies = tuple([_consoled(army) for army in new.armies])
    new.figures = {id: _fresh(figure) for id, figure in new.figures.items()}
    return new


def _consoled(army: Army) -> Army:
    """The tests for a commander's death are thrown in the window that closes its phase [turn.morale-window]."""
    return Army(army.side, army.edge, army.exits, army.commander, army.fell) if army.bereaved else army


def _composed(group: Group) -> Group:
    """Nobody throws later for who was injured when nobody was there to throw [turn.morale-window]."""
    return replace(group, injured=False) if group.injured else group


def _fresh(figure: Figure) -> Figure:
    new = field.copied(figure)
    new.spent = 0
    new.rides = 0
    new.acted = False
    new.half = ""
    new.carried = False
    new.charged = False
    new.fought = False
    new.stuck = False
    return new


def phase_began(state: State, event: PhaseBegan) -> State:
    """Where each group and its nearest enemy stand is kept, to tell how it moves [morale.motion]."""
    new = field.changing(state)
    new.acting = event.side
    new.armies = tuple([_consoled(army) for army in new.armies])
    new.groups = tuple([_composed(group) for group in new.groups])
    if not event.side:
        new.phase = "melee"
        if event.number:
            new.groups = tuple([_unscored(group) for group in new.groups])
        return new
    new.phase = f"action {event.number}"
    foes = field.enemies(new, event.side)
    new.groups = tuple([_sighted(new, group, foes) if group.side == event.side else group for group in new.groups])
    new.figures = {id: _ready(figure) if figure.side == event.side else figure for id, figure in new.figures.items()}
    return new


def _unscored(group: Group) -> Group:
    if not group.won:
        return group
    return replace(group, won=0)


def _sighted(state: State, group: Group, foes: list[Figure]) -> Group:
    new = field.regrouped(group)
    new.charging = ""
    new.fell_back = False
    new.centre = None
    new.foe = None
    men = field.members(state, group.id)
    if men and foes:
        new.centre = field.centre_of(men)
        foe = field.nearest(new.centre[0], new.centre[1], foes)
        new.foe = (foe.pose.x, foe.pose.y)
    return new


def _ready(figure: Figure) -> Figure:
    """A figure as his phase begins: one who ducks loses an action in it [shooting.graze]."""
    if not figure.acted and not figure.ducking:
        return figure
    new = field.copied(figure)
    new.acted = figure.ducking
    new.half = ""
    if figure.ducking:
        new.spent += 1
        new.ducking = False
    return new


def phase_ended(state: State, event: PhaseEnded) -> State:
    new = field.changing(state)
    motions = dict(event.motions)
    groups: list[Group] = []
    for group in new.groups:
        if group.id in motions and motions[group.id] != group.motion:
            group = field.regrouped(group)
            group.motion = motions[group.id]
        groups.append(group)
    new.groups = tuple(groups)
    figures = dict(new.figures)
    for figure in new.figures.values():
        lags = figure.id in event.stragglers
        if figure.side == event.side and figure.straggling != lags:
            changed = field.copied(figure)
            changed.straggling = lags
            figures[figure.id] = changed
    new.figures = figures
    return new


def promoted(state: State, event: Promoted) -> State:
    """The -2 ends and the group may detach again [leaders.nco-loss]."""
    group = field.regrouped(field.group_of(state, event.group))
    group.nco = event.figure
    group.nco_fell = 0
    figure = field.copied(state.figures[event.figure])
    figure.role = NCO
    return field.with_figure(field.with_group(state, group), figure)


EFFECTS: Final[Effects] = {
    Joined: joined,
    TurnBegan: turn_began,
    InitiativeThrown: initiative_thrown,
    FirstChosen: first_chosen,
    PhaseBegan: phase_began,
    PhaseEnded: phase_ended,
    Promoted: promoted,
}
