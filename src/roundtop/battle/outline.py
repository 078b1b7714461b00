"""A rulebook as tables: for each kind of step how it is played, and for each kind of event what it changes and says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, final

from roundtop.battle.forms import Answer, Reason
from roundtop.battle.protocol import Command, Decision, Preview, Progress, State, View
from roundtop.battle.scene import Telling
from roundtop.dice.sources import Dice, Stream
from roundtop.record import record
from roundtop.table.pose import Pose


def nobody(state: State, step: Any) -> tuple[str, ...]:
    return ()


def side_named(state: State, step: Any) -> tuple[str, ...]:
    """The player of the side that a step names."""
    return (step.side,)


def nothing_asked(view: View, step: Any, player: str) -> Decision:
    raise ValueError("nothing is asked here")


def as_listed(view: View, step: Any, listed: Decision) -> Decision:
    return listed


def nothing_wrong(view: View, step: Any, command: Command) -> tuple[Reason, ...]:
    return ()


def no_answer(state: State, step: Any, command: Command) -> Progress:
    raise ValueError("no answer is waited for here")


def no_effect(state: State, step: Any, dice: Dice) -> Progress:
    return Progress(())


@record
class Play:
    """How one kind of step is played.

    `worded` adds what only a reader wants to know of the listed choices, where finding it out takes longer than they.
    """

    advance: Callable[[Any, Any, Dice], Progress] = no_effect
    asks: Callable[[Any, Any], tuple[str, ...]] = nobody
    decision: Callable[[Any, Any, str], Decision] = nothing_asked
    accept: Callable[[Any, Any, Command], Progress] = no_answer
    check: Callable[[Any, Any, Command], tuple[Reason, ...]] = nothing_wrong
    worded: Callable[[Any, Any, Decision], Decision] = as_listed


Plays = dict[type, Play]
"""How each kind of step is played: a chapter's table, or all of them together."""
Effects = dict[type, Callable[[Any, Any], Any]]
"""What each kind of event makes of the state."""
Tellings = dict[type, Callable[[Any, Any], Telling]]
"""What each kind of event says to the owner of a view."""


@final
class Outline:
    """The order of play as the protocol asks for it."""

    def __init__(self, plays: Plays) -> None:
        self.plays = plays

    def asks(self, state: State, step: Any) -> tuple[str, ...]:
        play: Play = self.plays[type(step)]
        return play.asks(state, step)

    def decision(self, view: View, step: Any, player: str) -> Decision:
        play: Play = self.plays[type(step)]
        return play.worded(view, step, play.decision(view, step, player))

    def listed(self, view: View, step: Any, player: str) -> Decision:
        """The decision for whoever reads no words: the same choices in the same order."""
        play: Play = self.plays[type(step)]
        return play.decision(view, step, player)

    def check(self, view: View, step: Any, command: Command) -> tuple[Reason, ...]:
        play: Play = self.plays[type(step)]
        return play.check(view, step, command)

    def accept(self, state: State, step: Any, command: Command) -> Progress:
        play: Play = self.plays[type(step)]
        return play.accept(state, step, command)

    def advance(self, state: State, step: Any, dice: Dice) -> Progress:
        play: Play = self.plays[type(step)]
        return play.advance(state, step, dice)


Proposals = dict[type, Callable[[Any, Any, str, Pose], Answer | None]]
"""For each kind of step the answer that brings the asked piece to a pose, or as far towards it as it may go."""
Previews = dict[type, Callable[[Any, Any, str, Answer], Preview | None]]
"""For each kind of step what an answer would do to the asked piece."""


@final
class Hand:
    """A piece in the hand, as the protocol asks for it."""

    def __init__(self, proposals: Proposals, previews: Previews) -> None:
        self.proposals = proposals
        self.previews = previews

    def propose(self, view: View, step: Any, player: str, pose: Pose) -> Answer | None:
        found = self.proposals.get(type(step))
        return None if found is None else found(view, step, player, pose)

    def preview(self, view: View, step: Any, player: str, answer: Answer) -> Preview | None:
        found = self.previews.get(type(step))
        return None if found is None else found(view, step, player, answer)


# What a book in which all lies open takes for its `view`, `seen` and `imagine`.


def everything(shown: Any, player: str) -> Any:
    """A state or an event as it is: nothing is kept from anybody."""
    return shown


def nothing_hidden(view: View, player: str, stream: Stream) -> State:
    """The state of which nothing had to be imagined."""
    return view


def unchanged(state: Any, event: Any) -> Any:
    """The effect of an event that is only told."""
    return state


def applied(effects: Effects, state: State, event: object) -> Any:
    """The state after an event."""
    effect = effects.get(type(event))
    if effect is None:
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")
    return effect(state, event)


def told(tellings: Tellings, view: View, event: object) -> Telling:
    """An event in words. The view may be later than the event, so numbers are taken from the event alone."""
    if type(event) not in tellings:
        raise TypeError(f"{type(event).__name__} is no event of this rulebook")
    return tellings[type(event)](view, event)
