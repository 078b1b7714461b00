"""The melee: what is still to do, what can happen, and what it changes."""

from __future__ import annotations

from typing import Final

from roundtop.battle.outline import Effects
from roundtop.battle.tally import Row
from roundtop.dice.sources import Roll
from roundtop.record import record, replace
from roundtop.rulebooks.skirmish import field
from roundtop.rulebooks.skirmish.harm import events as harm_events
from roundtop.rulebooks.skirmish.state import Bout, State


@record
class Melee:
    """Those in contact are paired; `charge` names the group whose charge is fought at once, "" in the melee phase."""

    charge: str


@record
class Pairing:
    """The side with the initiative says who fights whom in each knot of men; the ways are numbered from the usual."""

    knots: tuple[tuple[str, ...], ...]
    chosen: tuple[int, ...]


@record
class PickBout:
    """The side with the initiative says which combat is next; `rest`: the rest as they are listed."""

    rest: bool = False


@record
class Nominate:
    """The side with more men in the first combat names its primary."""


@record
class Fight:
    """The first combat is fought."""


@record
class MeleeArranged:
    """Who fights whom."""

    bouts: tuple[Bout, ...]


@record
class BoutFought:
    """The first combat: scores, the losing primary and what became of him."""

    bout: Bout
    a_score: int
    b_score: int
    result: str
    loser: str
    injury: bool
    harm: int
    mounted: bool
    tally: tuple[Row, ...]
    rolls: tuple[Roll, ...]


def melee_arranged(state: State, event: MeleeArranged) -> State:
    return replace(state, bouts=event.bouts)


def bout_fought(state: State, event: BoutFought) -> State:
    new = field.changing(state)
    new.bouts = tuple([bout for bout in state.bouts if bout != event.bout])
    new.figures = dict(state.figures)
    for id in (*event.bout.a, *event.bout.b):
        figure = field.copied(new.figures[id])
        figure.fought = True
        new.figures[id] = figure
    if event.result != "none":
        a_won = event.a_score > event.b_score
        new = _scored(new, event.bout.a[0], 1 if a_won else -1)
        new = _scored(new, event.bout.b[0], -1 if a_won else 1)
    if event.loser:
        horse = new.figures[event.loser].horse
        new = harm_events.hurt(
            state=new, id=event.loser, harm=event.harm, mounted=event.mounted, horse=horse, injury=event.injury
        )
    return new


def _scored(state: State, id: str, by: int) -> State:
    """A group's combats won and lost in this melee [morale.friends-test]."""
    group = field.regrouped(field.group_of(state, state.figures[id].group))
    group.won += by
    return field.with_group(state, group)


EFFECTS: Final[Effects] = {
    MeleeArranged: melee_arranged,
    BoutFought: bout_fought,
}
